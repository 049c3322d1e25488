import { randomUUID } from 'node:crypto'
import * as customers from '../gateways/cards/provider-customer.ts'
import type { Confirmation, Intent } from '../gateways/payment-intent.ts'
import type { IntentResult, ProviderFailure } from '../gateways/provider.ts'
import type { OrderingContext } from '../risk/context.ts'
import { hasLostCustomer, holdsMoney, intentFor } from './order-intent.ts'
import { CARD_NOT_SAVED, type PaymentAttempt, savesCardOf } from './payment-source.ts'

type ChargeOptions = {
  readonly redirect: Confirmation | null
  readonly requestsAuthentication: boolean
}

/** `isConfirmed`: the confirmation was sent; otherwise preparing the intent failed before. */
export type Charge = { readonly intent: Intent } & (
  | { readonly isConfirmed: true; readonly result: IntentResult }
  | { readonly isConfirmed: false; readonly result: ProviderFailure }
)

/** Charges an intent once. If its customer was deleted at the provider, a new intent replaces it. */
export async function chargeIntent(attempt: PaymentAttempt, intent: Intent, options: ChargeOptions): Promise<Charge> {
  const charge = await prepareAndConfirm(attempt, intent, options)
  if (charge.result.ok || !(await losesCustomer(attempt.shop, charge.intent, charge.result))) return charge
  if (attempt.source.isSaved) return { intent, isConfirmed: false, result: savedCardGone }
  const renewed = await intentFor(attempt)
  if (!renewed.ok) return { intent, isConfirmed: false, result: renewed }
  // The first intent was paid on another page before it could be cancelled.
  if (holdsMoney(renewed.intent)) return { intent: renewed.intent, isConfirmed: true, result: renewed }
  return prepareAndConfirm(attempt, renewed.intent, options)
}

async function prepareAndConfirm(
  attempt: PaymentAttempt,
  intent: Intent,
  { redirect, requestsAuthentication }: ChargeOptions,
): Promise<Charge> {
  const { shop, signal, source } = attempt
  const prepared = redirect ? { ok: true as const, intent } : await prepareIntent(attempt, intent)
  if (!prepared.ok) return { intent, isConfirmed: false, result: prepared }
  if (signal.aborted) return { intent, isConfirmed: false, result: unreachable }
  const { paymentMethodId } = source
  const idempotencyKey = confirmationKey(attempt, intent, requestsAuthentication)
  const confirmation = redirect ?? { intentId: intent.id, paymentMethodId, requestsAuthentication, idempotencyKey }
  const result = await shop.payments.provider.confirmIntent(confirmation, signal)
  return { intent: prepared.intent, isConfirmed: true, result }
}

const unreachable: ProviderFailure = { ok: false, problem: { kind: 'unreachable' } }

async function losesCustomer(shop: OrderingContext, intent: Intent, { problem }: ProviderFailure): Promise<boolean> {
  const { customerId } = intent
  if (customerId === null || problem.kind !== 'refused') return false
  const isGone = customers.isCustomerGone({ ok: false, problem })
  const owner = isGone ? await customers.ownerOfCustomer(shop, customerId) : null
  if (owner !== null) await customers.forgetCustomer(shop, owner, customerId)
  return isGone || hasLostCustomer(shop, intent)
}

/** A random suffix lets a saved card be retried after a decline; an intent is charged once, whatever the key. */
function confirmationKey({ order, source }: PaymentAttempt, intent: Intent, requestsAuthentication: boolean): string {
  const { id, status, lastError } = intent
  const key = `confirm-${order.orderKey}-${id}-${source.paymentMethodId}${requestsAuthentication ? '-3ds' : ''}`
  const hasFailed = status === 'requires_payment_method' && lastError !== null
  return source.isSaved && hasFailed ? `${key}-${randomUUID()}` : key
}

/** If the customer was deleted at the provider, a new one is created, and saved cards are refused. */
async function prepareIntent({ shop, order, source, signal }: PaymentAttempt, intent: Intent): Promise<IntentResult> {
  const savesCard = savesCardOf(source, order)
  const update = async (customerId: string | null): Promise<IntentResult> => {
    const hasCustomer = customerId === null || intent.customerId === customerId
    // A first attempt may have been by card, and this one with a wallet.
    const { paymentMethod } = order
    const hasMethod = (intent.gatewayId ?? paymentMethod) === paymentMethod
    if (hasCustomer && hasMethod && (intent.savesCard ?? false) === savesCard) return { ok: true, intent }
    const change = { customerId: hasCustomer ? null : customerId, savesCard, paymentMethod }
    const request = { intentId: intent.id, ...change, idempotencyKey: randomUUID() }
    return shop.payments.provider.updateIntent(request, signal)
  }
  const userId = source.isSaved || savesCard ? order.customerId : null
  if (userId === null) return update(null)
  if (!source.isSaved) return customers.withCustomer(shop, userId, update, signal)
  const customer = await customers.providerCustomerOf(shop, userId, signal)
  if (!customer.ok) return customer
  const updated = await update(customer.customerId)
  if (!customers.isCustomerGone(updated)) return updated
  await customers.forgetCustomer(shop, userId, customer.customerId)
  return savedCardGone
}

/** The saved card's customer was deleted at the provider, and the card with it. */
const savedCardGone: ProviderFailure = {
  ok: false,
  problem: {
    kind: 'refused',
    error: { code: '', declineCode: null, message: CARD_NOT_SAVED },
    intent: null,
    isCustomerGone: true,
  },
}
