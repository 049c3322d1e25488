import { priceString } from '../../../platform/money/money.ts'
import { toGmtIso } from '../../../platform/time/shop-time.ts'
import type { BalanceMovement, Payout } from '../../gateways/stripe/stripe-account.ts'
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

export type ComparisonJson = {
  readonly checked: number
  readonly differences: readonly {
    readonly intent_id: string
    readonly order_id: number
    readonly amount: string
    readonly currency: string
    readonly provider_status: string
    readonly shop_status: string | null
    readonly missed: readonly {
      readonly id: string
      readonly kind: 'refund' | 'dispute'
      readonly status: string
      readonly amount: string
    }[]
    readonly is_settled: boolean
  }[]
}

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
