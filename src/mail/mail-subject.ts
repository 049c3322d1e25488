import { formatMoney } from '../money/format.ts'
import { type Numbered, orderName } from '../orders/order-number.ts'
import { isPickup, wasPickedUp } from '../orders/pickup.ts'
import type { MailFacts } from './mail.table.ts'
import type { MailTemplate } from './mail-templates.ts'

type About = Numbered & {
  readonly id: number
  readonly totalCents: number
  /** Both tell how it gets to its buyer, which the mail about a completed order says. */
  readonly paymentMethod?: string
  readonly shippingLines?: readonly { readonly rateId: string }[]
}

/** The subject of a mail. Known when it is asked for, so that the outbox can be read before anything is sent. */
export function mailSubject(template: MailTemplate, order: About, facts: MailFacts, shopTitle: string): string {
  const yours = order.number === null ? `Your ${shopTitle} order` : `Your ${shopTitle} order #${order.number}`
  const theirs = `[${shopTitle}] ${orderName(order, `Unpaid order (id ${order.id})`)}`
  switch (template) {
    case 'order-confirmation':
      return yours
    case 'payment-received':
      return `${yours}: payment received`
    case 'order-sent':
      return `${yours} ${completedAs(order)}`
    case 'payment-request':
      return `${yours}: ${formatMoney(order.totalCents)} to pay`
    case 'payment-reminder':
      return `${yours} is waiting for payment`
    case 'payment-failed':
      return `${yours}: the payment did not go through`
    case 'order-cancelled':
      return `${yours} was cancelled`
    case 'order-refunded':
      return isFull(order, facts)
        ? `${yours} was refunded`
        : `${yours}: a refund of ${formatMoney(facts.refundCents ?? 0)}`
    case 'customer-note':
      return `${yours}: a note from us`
    case 'order-link':
      return `${yours}: the link you asked for`
    case 'new-account':
      return `Your ${shopTitle} account`
    case 'new-order':
      return `[${shopTitle}] New ${orderName(order).toLowerCase()}`
    case 'shop-payment-received':
      return `${theirs}: payment received`
    case 'shop-payment-failed':
      return `${theirs}: payment failed`
    case 'shop-order-cancelled':
      return `${theirs} cancelled`
    case 'shop-order-refunded':
      return `${theirs}: ${formatMoney(facts.refundCents ?? order.totalCents)} refunded`
    case 'shop-refund-failed':
      return `${theirs}: the refund of ${formatMoney(facts.refundCents ?? 0)} failed`
    case 'shop-dispute-opened':
      return facts.dispute?.isInquiry ? `${theirs}: the bank asks about the payment` : `${theirs}: payment disputed`
    case 'shop-dispute-closed':
      return `${theirs}: dispute ${facts.dispute?.isLost ? 'lost' : 'closed'}`
  }
}

function completedAs({ shippingLines = [], paymentMethod = '' }: About): string {
  if (wasPickedUp({ shippingLines, paymentMethod })) return 'was picked up'
  return isPickup({ shippingLines }) ? 'is ready for pickup' : 'is on its way'
}

/** Is all of the order's money given back? Without an amount it is. */
export const isFull = (order: { readonly totalCents: number }, facts: MailFacts): boolean =>
  facts.refundCents === undefined || facts.refundCents >= order.totalCents
