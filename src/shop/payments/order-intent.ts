import { createHash } from 'node:crypto'
import type { Address } from '../../people/addresses/address.ts'
import { hrefs } from '../../platform/web/routes.ts'
import { ownerOfCustomer } from '../gateways/cards/provider-customer.ts'
import type { ContactDetails, Intent, IntentStatus } from '../gateways/payment-intent.ts'
import { cartVersionText } from '../gateways/payment-verdict.ts'
import { type IntentResult, isUnknownPayment } from '../gateways/provider.ts'
import { isOfOtherProvider } from '../orders/order-payment.ts'
import { isPickup } from '../orders/order-status.ts'
import { fullName, type Order } from '../orders/orders.store.ts'
import { type Payment, startPayment, storeIntent } from '../orders/payments/payments.store.ts'
import { captureMethodOf, redirectOf } from '../payment-methods/payment-methods.ts'
import type { OrderingContext } from '../risk/context.ts'
import { CARD_NOT_SAVED, type PaymentAttempt } from './payment-source.ts'
import { endOtherProviderPayment } from './settle-payment.ts'

/** Statuses in which money has moved, or is authorized or in progress. */
const moneyStatuses: readonly IntentStatus[] = ['succeeded', 'processing', 'requires_capture']
export const holdsMoney = ({ status }: Pick<Intent, 'status'>): boolean => moneyStatuses.includes(status)

/** The order's intent. One that does not fit it, or of a deleted customer, is cancelled first, or returned if paid. */
export async function intentFor(attempt: PaymentAttempt): Promise<IntentResult> {
  const { shop, order, source, signal } = attempt
  const { provider } = shop.payments
  const methodType = redirectOf(order.paymentMethod) ?? 'card'
  // Stored before the provider is called, so that after a crash the same idempotency key is used again.
  const payment = await startPayment(shop.db, {
    ...payableOf(order),
    captureMethod: captureMethodOf(shop.settings(), order.paymentMethod),
    methodType,
    provider: provider.name,
    now: shop.now(),
    newCardId: source.isSaved ? '' : source.paymentMethodId,
  })
  if (payment.isKnownCard) return refusedCard
  if (isOfOtherProvider(shop, payment)) {
    await endOtherProviderPayment(shop, payment)
    return intentFor(attempt)
  }
  const current = payment.intentId
    ? await provider.retrieveIntent(payment.intentId, signal)
    : await createIntent(attempt, payment)
  // Begun under the keys of another account. One that was paid there stays, for a manual check.
  if (isUnknownPayment(current) && payment.intentId !== null && payment.status !== 'succeeded') {
    await endOtherProviderPayment(shop, payment)
    return intentFor(attempt)
  }
  if (!current.ok || holdsMoney(current.intent)) return current
  // Staff may have changed the items since.
  const { amountCents, cartVersion } = current.intent
  const isSame = amountCents === order.totalCents && cartVersion === cartVersionText(order)
  const isReusable = isSame && payment.methodType === methodType && !(await hasLostCustomer(shop, current.intent))
  if (isReusable && current.intent.status !== 'canceled') return current
  const ended = await endIntent(attempt, current.intent)
  if (!ended.ok || ended.intent.status !== 'canceled') return ended
  return intentFor(attempt)
}

const refusedCard: IntentResult = {
  ok: false,
  problem: { kind: 'refused', error: { code: '', declineCode: null, message: CARD_NOT_SAVED }, intent: null },
}

/** False if the order has another payment, or this one is final. */
export const saveIntent = (shop: OrderingContext, order: Order, intent: Intent): Promise<boolean> =>
  storeIntent(shop.db, { orderId: order.id, intent, now: shop.now() })

function payableOf(order: Order) {
  const { totalCents: amountCents, currency, id: orderId } = order
  return { amountCents, currency, orderId, cartVersion: cartVersionText(order) }
}

async function createIntent(attempt: PaymentAttempt, payment: Payment): Promise<IntentResult> {
  const { shop, order, signal } = attempt
  const shipping = payment.methodType === 'card' ? null : shippingContact(order)
  const request = {
    ...payableOf(order),
    orderKey: order.orderKey,
    paymentMethod: order.paymentMethod,
    receiptEmail: order.billing.email,
    // Shown on bank statements and receipts; the order has no number yet, and its id means nothing to the customer.
    description: `${shop.settings().siteTitle} order`,
    captureMethod: payment.captureMethod,
    methodType: payment.methodType,
    ...(shipping ? { shipping } : {}),
  }
  // The provider refuses a key with other details, and the order may have changed since an answer was lost.
  const idempotencyKey = `${payment.idempotencyKey}-${digestOf(request)}`
  const created = await shop.payments.provider.createIntent({ ...request, idempotencyKey }, signal)
  // Another request has stored its own intent meanwhile; this one stays unconfirmed.
  if (created.ok && !(await saveIntent(shop, order, created.intent))) return intentFor(attempt)
  return created
}

const digestOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** The intent's customer was deleted at the provider, so it cannot be paid: its customer never changes. */
export const hasLostCustomer = async (shop: OrderingContext, { customerId }: Intent): Promise<boolean> =>
  customerId !== null && (await ownerOfCustomer(shop, customerId)) === null

async function endIntent({ shop, order, signal }: PaymentAttempt, intent: Intent): Promise<IntentResult> {
  const { provider } = shop.payments
  const { id } = intent
  // Cancelled by an attempt that ended before storing it.
  if (intent.status === 'canceled') {
    await saveIntent(shop, order, intent)
    return { ok: true, intent }
  }
  const cancelled = await provider.cancelIntent(
    // A new key each time: the response of an earlier attempt would be outdated.
    { intentId: id, reason: 'abandoned', idempotencyKey: `replace-${order.id}-${id}-${shop.now().getTime()}` },
    signal,
  )
  if (!cancelled.ok && cancelled.problem.kind === 'unreachable') return cancelled
  const current = cancelled.ok ? cancelled : await provider.retrieveIntent(id, signal)
  if (current.ok) await saveIntent(shop, order, current.intent)
  return current
}

export type PaymentPage = 'checkout' | 'order-pay' | 'change-payment'

/** Null if the method has no redirect. The idempotency key changes after a failed attempt. */
export function redirectConfirmation({ shop, order }: PaymentAttempt, intent: Intent, page: PaymentPage) {
  const type = redirectOf(order.paymentMethod)
  if (type === null) return null
  const redirect = { type, payer: contactOf(order.billing), returnUrl: shop.url + hrefs.paymentReturn(order, page) }
  const digest = digestOf([redirect, intent.failedMethodId ?? null])
  return { intentId: intent.id, redirect, idempotencyKey: `redirect-${intent.id}-${digest}` }
}

const shippingContact = (order: Order): ContactDetails | null =>
  order.shippingLines.length === 0 || isPickup(order) ? null : contactOf(order.shipping)

const contactOf = (address: Address): ContactDetails => ({
  name: fullName(address),
  email: address.email,
  phone: address.phone,
  address: {
    line1: address.address1,
    line2: address.address2,
    city: address.city,
    state: address.state,
    postalCode: address.postcode,
    country: address.country,
  },
})
