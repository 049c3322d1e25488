import { forgetCustomer, isCustomerGone, ownerOfCustomer } from '../gateways/cards/provider-customer.ts'
import type { Confirmation, Intent } from '../gateways/payment-intent.ts'
import type { IntentResult, ProviderFailure } from '../gateways/provider.ts'
import type { Order } from '../orders/orders.store.ts'
import type { OrderingContext } from '../risk/context.ts'
import { hasLostCustomer, intentFor, isTaken } from './order-intent.ts'
import type { PaymentSource } from './payment-source.ts'
import { confirmationKey, prepareIntent, savedCardGone } from './prepare-intent.ts'

type ChargeOptions = {
  /** The confirmation of a payment that is agreed to on the provider's page; null for a card. */
  readonly redirect: Confirmation | null
  readonly requestsAuthentication: boolean
  readonly signal: AbortSignal
}

/** `isConfirmed`: the provider was asked to charge the intent; otherwise it was not prepared for that. */
export type Charge = { readonly intent: Intent } & (
  | { readonly isConfirmed: true; readonly result: IntentResult }
  | { readonly isConfirmed: false; readonly result: ProviderFailure }
)

/** Charges an intent once. If its customer was deleted at the provider, another one takes its place. */
export async function chargeIntent(
  shop: OrderingContext,
  order: Order,
  intent: Intent,
  source: PaymentSource,
  options: ChargeOptions,
): Promise<Charge> {
  const charge = await prepareAndConfirm(shop, order, intent, source, options)
  if (charge.result.ok || !(await losesCustomer(shop, charge.intent, charge.result))) return charge
  if (source.isSaved) return { intent, isConfirmed: false, result: savedCardGone }
  const renewed = await intentFor(shop, order, source, options.signal)
  if (!renewed.ok) return { intent, isConfirmed: false, result: renewed }
  // The first intent was paid on another page before it could be cancelled.
  if (isTaken(renewed.intent)) return { intent: renewed.intent, isConfirmed: true, result: renewed }
  return prepareAndConfirm(shop, order, renewed.intent, source, options)
}

async function prepareAndConfirm(
  shop: OrderingContext,
  order: Order,
  intent: Intent,
  source: PaymentSource,
  { redirect, requestsAuthentication, signal }: ChargeOptions,
): Promise<Charge> {
  const prepared = redirect ? { ok: true as const, intent } : await prepareIntent(shop, order, intent, source, signal)
  if (!prepared.ok) return { intent, isConfirmed: false, result: prepared }
  if (signal.aborted) return { intent, isConfirmed: false, result: unreachable }
  const { paymentMethodId } = source
  const idempotencyKey = confirmationKey(order, intent, source, requestsAuthentication)
  const confirmation = redirect ?? { intentId: intent.id, paymentMethodId, requestsAuthentication, idempotencyKey }
  const result = await shop.payments.provider.confirmIntent(confirmation, signal)
  return { intent: prepared.intent, isConfirmed: true, result }
}

const unreachable: ProviderFailure = { ok: false, problem: { kind: 'unreachable' } }

/** Whether a request was refused because the intent's customer is gone, who is then forgotten. */
async function losesCustomer(shop: OrderingContext, intent: Intent, { problem }: ProviderFailure): Promise<boolean> {
  const { customerId } = intent
  if (customerId === null || problem.kind !== 'refused') return false
  const isGone = isCustomerGone({ ok: false, problem })
  const owner = isGone ? await ownerOfCustomer(shop, customerId) : null
  if (owner !== null) await forgetCustomer(shop, owner, customerId)
  return isGone || hasLostCustomer(shop, intent)
}
