import { priceString } from '../../../platform/money/money.ts'
import { toGmtIso } from '../../../platform/time/shop-time.ts'
import type { Intent } from '../../gateways/payment-intent.ts'
import type { BalanceMovement, ListedReversal, Payout } from '../../gateways/stripe/stripe-account.ts'
import type { OrderPayment, ReceivedEvent } from '../../orders/payments/order-payments.store.ts'

export const paymentJson = ({ payment, order, difference }: OrderPayment) => ({
  id: payment.id,
  order_id: order.id,
  order_status: order.status,
  is_paid: order.paidAt !== null,
  amount: priceString(payment.amountCents, payment.currency),
  captured: priceString(payment.capturedCents, payment.currency),
  refunded: priceString(payment.refundedCents, payment.currency),
  currency: payment.currency,
  status: payment.status,
  provider: payment.provider,
  intent_id: payment.intentId ?? '',
  card_brand: payment.cardBrand ?? '',
  card_last4: payment.cardLast4 ?? '',
  difference,
  date_created_gmt: toGmtIso(payment.createdAt),
  date_modified_gmt: toGmtIso(payment.updatedAt),
})

export type PaymentJson = ReturnType<typeof paymentJson>

/** Result of a comparison with the provider. */
export type Comparison = {
  readonly checked: number
  readonly differences: readonly {
    readonly intent: Intent
    readonly orderId: number | null
    readonly before: OrderPayment | null
    readonly after: OrderPayment | null
    readonly missed: readonly ListedReversal[]
    readonly isComplete: boolean
  }[]
}

export const comparisonJson = ({ checked, differences }: Comparison) => ({
  checked,
  differences: differences.map(({ intent, orderId, before, after, missed, isComplete }) => ({
    intent_id: intent.id,
    order_id: orderId ?? 0,
    amount: priceString(intent.amountCents, intent.currency),
    currency: intent.currency,
    provider_status: intent.status,
    shop_status: before?.payment.status ?? null,
    missed: missed.map(({ id, kind, status, amountCents, currency }) => ({
      id,
      kind,
      status,
      amount: priceString(amountCents, currency),
    })),
    is_settled: isComplete && after !== null && after.difference === null && after.payment.status === intent.status,
  })),
})

export type ComparisonJson = ReturnType<typeof comparisonJson>

export const eventJson = (event: ReceivedEvent) => ({
  id: event.id,
  event_id: event.eventId,
  type: event.type,
  intent_id: event.intentId ?? '',
  order_id: event.orderId ?? 0,
  attempts: event.attempts,
  error: event.lastError ?? '',
  date_received_gmt: toGmtIso(event.receivedAt),
  date_applied_gmt: event.appliedAt ? toGmtIso(event.appliedAt) : null,
})

export type PaymentEventJson = ReturnType<typeof eventJson>

export const movementJson = (movement: BalanceMovement) => ({
  id: movement.id,
  type: movement.type,
  currency: movement.currency,
  intent_id: movement.intentId ?? '',
  amount: priceString(movement.amountCents, movement.currency),
  fee: priceString(movement.feeCents, movement.currency),
  net: priceString(movement.netCents, movement.currency),
  date_created_gmt: toGmtIso(movement.createdAt),
  date_available_gmt: toGmtIso(movement.availableAt),
})

export type MovementJson = ReturnType<typeof movementJson>

export const payoutJson = ({ id, amountCents, currency, status, arrivesAt }: Payout) => ({
  id,
  amount: priceString(amountCents, currency),
  currency,
  status,
  arrival_gmt: toGmtIso(arrivesAt),
})

export type PayoutJson = ReturnType<typeof payoutJson>

export type AccountListJson<Item> = { readonly items: readonly Item[]; readonly has_more: boolean }
