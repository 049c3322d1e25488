import type { ErrorBody } from './api-error.ts'
import { type Authentication, type NextAction, newId, type PaymentIntent, type SetupIntent } from './api-objects.ts'
import type { Call } from './call.ts'
import { booleanValue, type FormFields, text } from './form.ts'
import type { StoredMethod } from './payment-methods.ts'
import { insertObject } from './sandbox.store.ts'

/** Starts 3D Secure authentication: creates the next action and stores its state. */
export async function requestAuthentication(
  call: Call,
  intent: PaymentIntent | SetupIntent,
  method: StoredMethod,
): Promise<NextAction> {
  const returnUrl = returnUrlOf(call.params)
  const authentication: Authentication = {
    id: newId('src'),
    object: 'source',
    intent: intent.id,
    intent_kind: intent.object,
    payment_method: method.data.id,
    amount: intent.object === 'payment_intent' ? intent.amount : null,
    currency: intent.object === 'payment_intent' ? intent.currency : null,
    return_url: returnUrl,
    status: 'pending',
  }
  await insertObject(call.tx, call.account, 'authentication', { data: authentication }, call.now)
  const url = `${call.publicOrigin}/v3/three-d-secure/${authentication.id}`
  return returnUrl === null
    ? {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url, source: authentication.id },
      }
    : { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } }
}

/** Only callers without the provider's script pass a return URL. */
function returnUrlOf(params: FormFields): string | null {
  const url = text(params, 'return_url')
  return url !== null && !booleanValue(params, 'use_stripe_sdk') && /^https?:\/\//.test(url) && URL.canParse(url)
    ? url
    : null
}

/** Whether a card requires authentication now. `isRequested`: the shop requests it, even if the bank would not. */
export function needsAuthentication(method: StoredMethod, isRequested = false): boolean {
  const { authentication } = method.hidden.behaviour
  if (isRequested && authentication !== 'impossible') return true
  return authentication === 'always' || (authentication === 'until-set-up' && !method.hidden.isSetUp)
}

export function authenticationFailure(kind: 'payment_intent' | 'setup_intent', method: StoredMethod): ErrorBody {
  return {
    type: 'invalid_request_error',
    code: `${kind}_authentication_failure`,
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    payment_method: method.data,
  }
}
