import { randomUUID } from 'node:crypto'
import {
  forgetCustomer,
  isCustomerGone,
  providerCustomerOf,
  withCustomer,
} from '../gateways/cards/provider-customer.ts'
import type { Intent } from '../gateways/payment-intent.ts'
import type { IntentResult, ProviderFailure } from '../gateways/provider.ts'
import type { Order } from '../orders/orders.store.ts'
import type { OrderingContext } from '../risk/context.ts'
import { CARD_NOT_SAVED, type PaymentSource, savesCardOf } from './payment-source.ts'

/** A saved card may be tried again after it failed: the provider charges an intent once, whatever the key. */
export function confirmationKey(
  { orderKey }: Order,
  { id, status, lastError }: Intent,
  source: PaymentSource,
  requestsAuthentication: boolean,
): string {
  const key = `confirm-${orderKey}-${id}-${source.paymentMethodId}${requestsAuthentication ? '-3ds' : ''}`
  const hasFailed = status === 'requires_payment_method' && lastError !== null
  return source.isSaved && hasFailed ? `${key}-${randomUUID()}` : key
}

/** If the customer was deleted at the provider, a new one takes their place, and saved cards are refused. */
export async function prepareIntent(
  shop: OrderingContext,
  order: Order,
  intent: Intent,
  source: PaymentSource,
  signal: AbortSignal,
): Promise<IntentResult> {
  const savesCard = savesCardOf(source, order)
  const update = async (customerId: string | null): Promise<IntentResult> => {
    const hasCustomer = customerId === null || intent.customerId === customerId
    // An order may have been tried by card before, and be paid with a wallet now.
    const { paymentMethod } = order
    const hasMethod = (intent.gatewayId ?? paymentMethod) === paymentMethod
    if (hasCustomer && hasMethod && (intent.savesCard ?? false) === savesCard) return { ok: true, intent }
    const change = {
      customerId: hasCustomer ? null : customerId,
      savesCard,
      paymentMethod,
      idempotencyKey: randomUUID(),
    }
    return shop.payments.provider.updateIntent({ intentId: intent.id, ...change }, signal)
  }
  const userId = source.isSaved || savesCard ? order.customerId : null
  if (userId === null) return update(null)
  if (!source.isSaved) return withCustomer(shop, userId, update, signal)
  const customer = await providerCustomerOf(shop, userId, signal)
  if (!customer.ok) return customer
  const updated = await update(customer.customerId)
  if (!isCustomerGone(updated)) return updated
  await forgetCustomer(shop, userId, customer.customerId)
  return savedCardGone
}

/** The account at the provider that a saved card belongs to was deleted, and the card with it. */
export const savedCardGone: ProviderFailure = {
  ok: false,
  problem: {
    kind: 'refused',
    error: { code: '', declineCode: null, message: CARD_NOT_SAVED },
    intent: null,
    isCustomerGone: true,
  },
}
