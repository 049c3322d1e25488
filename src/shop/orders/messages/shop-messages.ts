import { formatShopDay } from '../../../platform/time/shop-time.ts'
import { orderName } from '../order-status.ts'
import type { Order } from '../orders.store.ts'
import type { OrderMessage } from './order-message.ts'

/** An order by hand may have no payment method. */
const byMethod = ({ paymentMethodTitle }: Order): string =>
  paymentMethodTitle === '' ? '' : ` by ${paymentMethodTitle}`

const paymentText = (order: Order): string => `, ${order.paidAt === null ? 'to be paid' : 'paid'}${byMethod(order)}`

export const shopMessages = {
  'new-order': {
    title: 'New order',
    when: 'An order is accepted.',
    subject: ({ shopTitle, order }) => `[${shopTitle}] New ${orderName(order).toLowerCase()}`,
    content: ({ order, customer, total }) => [
      `New ${orderName(order).toLowerCase()}.`,
      `${customer} ordered for ${total}${order.totalCents === 0 ? '' : paymentText(order)}.`,
    ],
  },
  'shop-payment-received': {
    title: 'Payment received',
    when: 'The payment for an on-hold order has arrived.',
    subject: (email) => `${email.orderName}: payment received`,
    content: ({ order, name, customer, total }) => [
      `${name} is paid.`,
      `${total} from ${customer} has been paid${byMethod(order)}.`,
    ],
  },
  'shop-capture-due': {
    title: 'Authorization ends soon',
    when: 'An authorized payment has to be captured within two days.',
    subject: (email) => `${email.orderName}: capture the payment soon`,
    content: ({ data, name, customer, total }) => [
      `The payment of ${name} is not captured yet.`,
      `${total} of ${customer} is authorized only until ${data.until ? formatShopDay(new Date(data.until)) : 'soon'}. Capture it, or cancel the order.`,
    ],
  },
  'shop-payment-failed': {
    title: 'Payment failed',
    when: 'The payment for an order has failed.',
    subject: (email) => `${email.orderName}: payment failed`,
    content: ({ order, name, customer, total }) => [
      `A payment failed.`,
      `${name} of ${customer}, ${total}${byMethod(order)}, could not be paid.`,
    ],
  },
  'shop-order-cancelled': {
    title: 'Order cancelled',
    when: 'An accepted order is cancelled.',
    subject: (email) => `${email.orderName} cancelled`,
    content: ({ name, customer, total }) => [
      `${name} was cancelled.`,
      `${customer} ordered for ${total}. The items are back in stock.`,
    ],
  },
  'shop-order-refunded': {
    title: 'Refund',
    when: 'An order is refunded.',
    subject: ({ orderName: name, refund, total, data }) =>
      `${name}: ${data.refundCents === undefined ? total : refund} refunded`,
    content: ({ data, name, customer, refund, total }) => [
      `${name} was refunded.`,
      `${data.refundCents === undefined ? total : refund} was refunded to ${customer}.`,
    ],
  },
  'shop-refund-failed': {
    title: 'Refund failed',
    when: 'Money that was given back could not be taken by the customer’s bank.',
    subject: ({ orderName: name, refund }) => `${name}: the refund of ${refund} failed`,
    content: ({ name, customer, refund }) => [
      `A refund failed.`,
      `${refund} of ${name} could not be refunded to ${customer}: their bank refused it, and the money is back in your account at the payment provider. Please refund it another way, and write to ${customer}.`,
    ],
  },
  'shop-refund-excess': {
    title: 'Too much refunded',
    when: 'More has gone back than was paid: at the payment provider, by a dispute and by hand.',
    subject: ({ orderName: name, refund }) => `${name}: ${refund} too much has gone back`,
    content: ({ name, customer, refund }) => [
      `More has gone back than was paid.`,
      `${customer} has got back ${refund} more than they paid for ${name}. Look at its refunds and disputes: delete a refund that was recorded by mistake, or write to ${customer}.`,
    ],
  },
  'shop-order-question': {
    title: 'Message from a customer',
    when: 'A customer writes to you about an order. Your reply goes to the customer.',
    subject: ({ orderName: name }) => `${name}: a message from the customer`,
    content: ({ data, name, customer }) => [
      `${customer} writes about ${name}.`,
      'Reply to this email to answer. The message is among the notes of the order, too.',
      { kind: 'quote', text: data.note ?? '' },
    ],
  },
  'shop-dispute-opened': {
    title: 'Payment disputed',
    when: 'A cardholder asks their bank for the money back. It says until when you can answer.',
    subject: ({ orderName: name, data }) =>
      `${name}: ${data.dispute?.isInquiry ? 'the bank asks about the payment' : 'payment disputed'}`,
    content: ({ data: { dispute }, name, customer, disputed }) => [
      dispute?.isInquiry ? `A bank is asking about ${name}.` : `The payment of ${name} is disputed.`,
      [
        dispute?.isInquiry
          ? `The bank of ${customer} asks about ${disputed} (${dispute.reason}). No money has moved yet.`
          : `The bank of ${customer} has taken back ${disputed} (${dispute?.reason ?? ''}).`,
        `Answer on the page of the order${dispute?.respondBy ? ` by ${dispute.respondBy}` : ''}; without an answer the money is lost.`,
        'If the order is still with you, please do not send it yet.',
      ].join(' '),
    ],
  },
  'shop-dispute-closed': {
    title: 'Dispute closed',
    when: 'The bank has decided about a dispute.',
    subject: ({ orderName: name, data }) => `${name}: dispute ${data.dispute?.isLost ? 'lost' : 'closed'}`,
    content: ({ data: { dispute }, name, customer, disputed }) => [
      `The dispute about ${name} is ${dispute?.isLost ? 'lost' : 'closed'}.`,
      dispute?.isLost
        ? `The bank has decided for ${customer}: ${disputed} stays with them. If the goods are still with you, keep them.`
        : `${disputed} stays with you. An order that waited for this goes on.`,
    ],
  },
} as const satisfies Record<string, OrderMessage>
