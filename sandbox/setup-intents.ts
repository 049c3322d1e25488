import { ApiError, type ErrorBody, invalidRequest, refusal } from './api-error.ts'
import { newId, type SetupIntent, unixSeconds } from './api-objects.ts'
import { needsAuthentication, requestAuthentication } from './authentications.ts'
import { type ApiResult, type Call, findOrThrow, lockOrThrow, requireClientSecret, success } from './call.ts'
import { declineError } from './charges.ts'
import { emit } from './events.ts'
import { booleanValue, enumValue, metadata, rejectUnknown, text, textList } from './form.ts'
import { attach, lockMethod, type StoredMethod } from './payment-methods.ts'
import { render } from './render.ts'
import { insertObject, saveObject } from './sandbox.store.ts'

export async function createSetupIntent(call: Call): Promise<ApiResult> {
  rejectUnknown(call.params, [
    'customer',
    'description',
    'metadata',
    'payment_method',
    'payment_method_types',
    'usage',
    'confirm',
    'return_url',
    'use_stripe_sdk',
    'expand',
  ])
  const customer = text(call.params, 'customer')
  if (customer !== null) await findOrThrow(call, 'customer', customer, 'customer')
  const id = newId('seti')
  const types = textList(call.params, 'payment_method_types')
  const intent: SetupIntent = {
    id,
    object: 'setup_intent',
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: newId(`${id}_secret`, 25),
    created: unixSeconds(call.now),
    customer,
    description: text(call.params, 'description'),
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: metadata(call.params),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: types.length > 0 ? types : ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: enumValue(call.params, 'usage', ['on_session', 'off_session']) ?? 'off_session',
  }
  const methodId = text(call.params, 'payment_method')
  if (methodId !== null) {
    intent.payment_method = (await lockMethod(call, methodId)).data.id
    intent.status = 'requires_confirmation'
  }
  await insertObject(call.tx, call.account, 'setup_intent', { data: intent }, call.now)
  await emit(call, 'setup_intent.created', intent)
  return booleanValue(call.params, 'confirm') ? attemptSetup(call, intent) : success(intent)
}

export async function retrieveSetupIntent(call: Call, id: string): Promise<ApiResult> {
  const intent = await findOrThrow<SetupIntent>(call, 'setup_intent', id, 'intent')
  requireClientSecret(call, intent, 'setup_intent')
  return success(intent)
}

export async function confirmSetupIntent(call: Call, id: string): Promise<ApiResult> {
  rejectUnknown(call.params, [
    'payment_method',
    'return_url',
    'use_stripe_sdk',
    'client_secret',
    'expected_payment_method_type',
    'mandate_data',
    'expand',
  ])
  const { data: intent } = await lockOrThrow<SetupIntent>(call, 'setup_intent', id, 'intent')
  requireClientSecret(call, intent, 'setup_intent')
  await requireNotFinal(call, intent, 'confirm')
  intent.payment_method = text(call.params, 'payment_method') ?? intent.payment_method
  return attemptSetup(call, intent)
}

export async function cancelSetupIntent(call: Call, id: string): Promise<ApiResult> {
  rejectUnknown(call.params, ['cancellation_reason', 'expand'])
  const { data: intent } = await lockOrThrow<SetupIntent>(call, 'setup_intent', id, 'intent')
  await requireNotFinal(call, intent, 'cancel')
  intent.status = 'canceled'
  intent.next_action = null
  intent.cancellation_reason = text(call.params, 'cancellation_reason')
  await saveObject(call.tx, { data: intent })
  await emit(call, 'setup_intent.canceled', intent)
  return success(intent)
}

async function attemptSetup(call: Call, intent: SetupIntent): Promise<ApiResult> {
  if (intent.payment_method === null) {
    throw invalidRequest('You cannot confirm this SetupIntent because it is missing a payment method.', {
      code: 'setup_intent_unexpected_state',
      param: 'payment_method',
    })
  }
  const method = await lockMethod(call, intent.payment_method)
  intent.payment_method = method.data.id
  intent.next_action = null
  const { decline, allowsSetup } = method.hidden.behaviour
  if (decline && !allowsSetup) {
    if (decline.refusedWith) throw refusal(decline)
    const error = declineError(decline, method, null)
    await failSetup(call, intent, error)
    return { status: 402, error: { ...error, setup_intent: await render(call, intent, []) } }
  }
  if (!needsAuthentication(method)) return finishSetup(call, intent, method)

  intent.status = 'requires_action'
  intent.next_action = await requestAuthentication(call, intent, method)
  await saveObject(call.tx, { data: intent })
  await emit(call, 'setup_intent.requires_action', intent)
  return success(intent)
}

/** Saves the card, and attaches it to the customer if there is one. */
export async function finishSetup(call: Call, intent: SetupIntent, method: StoredMethod): Promise<ApiResult> {
  intent.status = 'succeeded'
  intent.next_action = null
  intent.last_setup_error = null
  await saveObject(call.tx, { data: intent })
  method.hidden.isSetUp = true
  await saveObject(call.tx, method)
  if (intent.customer !== null) await attach(call, method, intent.customer)
  await emit(call, 'setup_intent.succeeded', intent)
  return success(intent)
}

export async function failSetup(call: Call, intent: SetupIntent, error: ErrorBody): Promise<void> {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.last_setup_error = error
  await saveObject(call.tx, { data: intent })
  await emit(call, 'setup_intent.setup_failed', intent)
}

async function requireNotFinal(call: Call, intent: SetupIntent, verb: string): Promise<void> {
  if (intent.status !== 'succeeded' && intent.status !== 'canceled') return
  throw new ApiError(400, {
    type: 'invalid_request_error',
    code: 'setup_intent_unexpected_state',
    message: `You cannot ${verb} this SetupIntent because it has a status of ${intent.status}.`,
    setup_intent: await render(call, intent, []),
  })
}
