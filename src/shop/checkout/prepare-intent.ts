import { randomUUID } from 'node:crypto'
import type { Order } from '../orders/orders.store.ts'
import type { Intent, IntentResult } from '../payments/provider.ts'
import { providerCustomerOf } from '../payments/save-card.ts'
import type { CheckoutContext } from './context.ts'
import { type PaymentSource, savesCardOf } from './payment-source.ts'

/**
 * A repeated request has the same key. A saved card may be tried again after it has failed: the provider charges an
 * intent once, whatever the key.
 */
export function confirmationKey(
  { id, orderKey }: Order,
  { status, lastError }: Intent,
  source: PaymentSource,
  requestsAuthentication: boolean,
): string {
  const key = `order-${id}-${orderKey}-confirm-${source.paymentMethodId}${requestsAuthentication ? '-3ds' : ''}`
  const hasFailed = status === 'requires_payment_method' && lastError !== null
  return source.isSaved && hasFailed ? `${key}-${randomUUID()}` : key
}

/** Sets the customer whose saved card is charged, or for whom a card is saved. */
export async function prepareIntent(
  shop: CheckoutContext,
  order: Order,
  intent: Intent,
  source: PaymentSource,
  signal: AbortSignal,
): Promise<IntentResult> {
  const savesCard = savesCardOf(source, order)
  const userId = source.isSaved || savesCard ? order.customerId : null
  const customer = userId === null ? null : await providerCustomerOf(shop, userId, signal)
  if (customer && !customer.ok) return customer
  const customerId = customer?.customerId ?? null
  const hasCustomer = customerId === null || intent.customerId === customerId
  if (hasCustomer && (intent.savesCard ?? false) === savesCard) return { ok: true, intent }
  const change = { customerId: hasCustomer ? null : customerId, savesCard, idempotencyKey: randomUUID() }
  return shop.payments.provider.updateIntent({ intentId: intent.id, ...change }, signal)
}
