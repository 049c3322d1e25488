import type { Authentication, PaymentIntent, SetupIntent } from './api-objects.ts'
import { authenticationFailure } from './authentications.ts'
import type { Call } from './call.ts'
import { chargeCard, failPayment } from './payment-intents.ts'
import { lockMethod } from './payment-methods.ts'
import { findObject, lockObject, type SandboxTx, saveObject } from './sandbox.store.ts'
import { failSetup, finishSetup } from './setup-intents.ts'

/** Finds an authentication by its id, which only the holder of the intent knows. */
export async function findAuthentication(tx: SandboxTx, account: string, id: string): Promise<Authentication | null> {
  const object = await findObject(tx, account, id)
  return object?.kind === 'authentication' ? (object.data as Authentication) : null
}

/**
 * Applies the cardholder's response: the intent is paid or declined immediately. A repeated response, or one for an
 * intent that has changed, has no effect. Returns the authentication and the intent's client secret for the redirect.
 */
export async function answerAuthentication(
  call: Call,
  id: string,
  passed: boolean,
): Promise<{ authentication: Authentication; clientSecret: string } | null> {
  const existing = await findAuthentication(call.tx, call.account, id)
  if (!existing) return null
  const stored = await lockObject<PaymentIntent | SetupIntent>(
    call.tx,
    call.account,
    existing.intent_kind,
    existing.intent,
  )
  const authentication = (await lockObject<Authentication>(call.tx, call.account, 'authentication', id))?.data
  if (!stored || !authentication) return null
  const intent = stored.data
  if (authentication.status === 'pending' && isAwaiting(intent, id)) {
    authentication.status = passed ? 'succeeded' : 'failed'
    await saveObject(call.tx, { data: authentication })
    await continueIntent(call, intent, authentication.payment_method, passed)
  }
  return { authentication, clientSecret: intent.client_secret }
}

function isAwaiting(intent: PaymentIntent | SetupIntent, authenticationId: string): boolean {
  const action = intent.status === 'requires_action' ? intent.next_action : null
  if (!action) return false
  return action.type === 'use_stripe_sdk'
    ? action.use_stripe_sdk.source === authenticationId
    : action.redirect_to_url.url.endsWith(`/${authenticationId}`)
}

async function continueIntent(
  call: Call,
  intent: PaymentIntent | SetupIntent,
  methodId: string,
  passed: boolean,
): Promise<void> {
  const method = await lockMethod(call, methodId)
  if (intent.object === 'payment_intent') {
    if (passed) await chargeCard(call, intent, method)
    else await failPayment(call, intent, authenticationFailure('payment_intent', method))
  } else if (passed) await finishSetup(call, intent, method)
  else await failSetup(call, intent, authenticationFailure('setup_intent', method))
}
