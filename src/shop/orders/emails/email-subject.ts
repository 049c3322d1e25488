import { formatMoney } from '../../../platform/money/format.ts'
import type { EmailData } from '../../../things/messages/emails.table.ts'
import { isPickup, orderName, type WithOrderNumber, wasPickedUp } from '../order-status.ts'
import type { EmailTemplate } from './email-templates.ts'

type EmailOrder = WithOrderNumber & {
  readonly id: number
  readonly totalCents: number
  /** The delivery of the order, which the completed-order email mentions. */
  readonly paymentMethod?: string
  readonly shippingLines?: readonly { readonly rateId: string }[]
}

/** The subject of an email. Rendered when the email is queued, so that the outbox shows it before sending. */
export function emailSubject(template: EmailTemplate, order: EmailOrder, data: EmailData, shopTitle: string): string {
  const customerPrefix = order.number === null ? `Your ${shopTitle} order` : `Your ${shopTitle} order #${order.number}`
  const shopPrefix = `[${shopTitle}] ${orderName(order, `Unpaid order (id ${order.id})`)}`
  switch (template) {
    case 'order-confirmation':
      return customerPrefix
    case 'payment-received':
      return `${customerPrefix}: payment received`
    case 'order-sent':
      return `${customerPrefix} ${completedAs(order)}`
    case 'payment-request':
      return `${customerPrefix}: ${formatMoney(order.totalCents)} to pay`
    case 'payment-reminder':
      return `${customerPrefix} is waiting for payment`
    case 'payment-failed':
      return `${customerPrefix}: the payment did not go through`
    case 'order-cancelled':
      return `${customerPrefix} was cancelled`
    case 'order-refunded':
      return isFullRefund(order, data)
        ? `${customerPrefix} was refunded`
        : `${customerPrefix}: a refund of ${formatMoney(data.refundCents ?? 0)}`
    case 'customer-note':
      return `${customerPrefix}: a note from us`
    case 'order-link':
      return `${customerPrefix}: the link you asked for`
    case 'new-account':
      return `Your ${shopTitle} account`
    case 'new-order':
      return `[${shopTitle}] New ${orderName(order).toLowerCase()}`
    case 'shop-payment-received':
      return `${shopPrefix}: payment received`
    case 'shop-payment-failed':
      return `${shopPrefix}: payment failed`
    case 'shop-order-cancelled':
      return `${shopPrefix} cancelled`
    case 'shop-order-refunded':
      return `${shopPrefix}: ${formatMoney(data.refundCents ?? order.totalCents)} refunded`
    case 'shop-refund-failed':
      return `${shopPrefix}: the refund of ${formatMoney(data.refundCents ?? 0)} failed`
    case 'shop-dispute-opened':
      return data.dispute?.isInquiry
        ? `${shopPrefix}: the bank asks about the payment`
        : `${shopPrefix}: payment disputed`
    case 'shop-dispute-closed':
      return `${shopPrefix}: dispute ${data.dispute?.isLost ? 'lost' : 'closed'}`
  }
}

function completedAs({ shippingLines = [], paymentMethod = '' }: EmailOrder): string {
  if (wasPickedUp({ shippingLines, paymentMethod })) return 'was picked up'
  return isPickup({ shippingLines }) ? 'is ready for pickup' : 'is on its way'
}

/** Whether the order was refunded in full; true without an amount. */
export const isFullRefund = (order: { readonly totalCents: number }, data: EmailData): boolean =>
  data.refundCents === undefined || data.refundCents >= order.totalCents
