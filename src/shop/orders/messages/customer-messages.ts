import { formatShopDay } from '../../../platform/time/shop-time.ts'
import { text } from '../../../things/messages/message.ts'
import { isPaidOnDelivery } from '../../payment-methods/payment-methods.ts'
import { wasPickedUp } from '../order-payment.ts'
import { isPickup, orderName } from '../order-status.ts'
import { type OrderMessage, shipmentBlocks } from './order-message.ts'

export const customerMessages = {
  'order-confirmation': {
    title: 'Order confirmation',
    when: 'An order is accepted: paid by card, or placed to be paid another way.',
    subject: (email) => email.orderName,
    content: ({ order, firstName, total, delivery, viewOrder, orderBlocks, instructions, reviewBlocks }) => {
      const title = `Thank you, ${firstName}.`
      if (order.totalCents === 0 || order.paidAt !== null) {
        const intro =
          order.totalCents === 0
            ? `We have received your order and are ${delivery.preparing}. There is nothing to pay.`
            : `We have received your order and your payment, and are ${delivery.preparing}.`
        return [title, intro, viewOrder, ...orderBlocks, ...reviewBlocks()]
      }
      const intro = isPaidOnDelivery(order.paymentMethod)
        ? `We have received your order. ${total} is due when you receive it.`
        : `We have received your order and are holding it for you. We will ${delivery.afterTransfer} as soon as your ${total} arrives.`
      return [title, intro, ...instructions(), viewOrder, ...orderBlocks]
    },
  },
  'payment-received': {
    title: 'Payment received',
    when: 'The payment for an on-hold order has arrived.',
    subject: (email) => `${email.orderName}: payment received`,
    content: ({ firstName, total, name, delivery, viewOrder, orderBlocks }) => [
      `Thank you for your payment, ${firstName}.`,
      `We have received ${total} for ${name}. We are ${delivery.preparing}.`,
      viewOrder,
      ...orderBlocks,
    ],
  },
  'order-sent': {
    title: 'Order on its way',
    when: 'An order is completed. To who picks it up it says that it is ready, or, when it is paid at pickup, that it was picked up.',
    subject: ({ orderName: name, order: { shippingLines = [], paymentMethod = '' } }) =>
      wasPickedUp({ shippingLines, paymentMethod })
        ? `${name} was picked up`
        : `${name} ${isPickup({ shippingLines }) ? 'is ready for pickup' : 'is on its way'}`,
    content: ({ order, data, firstName, viewOrder, orderBlocks, reviewBlocks }) => {
      const rest = [...shipmentBlocks(data.shipments), viewOrder, ...orderBlocks, ...reviewBlocks()]
      const name = orderName(order)
      if (wasPickedUp(order)) {
        const intro = `${name} has been picked up and paid. Put the kettle on soon.`
        return [`Thank you for coming by, ${firstName}.`, intro, ...rest]
      }
      return isPickup(order)
        ? [
            `Your order is ready for pickup, ${firstName}.`,
            `${name} has been packed with care and is ready for you at the shop. Please bring your order number. If you have picked it up already, put the kettle on.`,
            ...rest,
          ]
        : [
            `Your order is on its way, ${firstName}.`,
            `${name} has been packed with care and is on its way. Put the kettle on soon.`,
            ...rest,
          ]
    },
  },
  'payment-request': {
    title: 'Payment request',
    when: 'You request payment for an open order.',
    subject: ({ orderName: name, total }) => `${name}: ${total} to pay`,
    content: ({ firstName, total, delivery, pay, orderBlocks }) => [
      `Your order is waiting for payment.`,
      `Thank you for your order, ${firstName}. It comes to ${total}. Once it is paid, ${delivery.oncePaid}.`,
      pay,
      ...orderBlocks,
    ],
  },
  'payment-failed': {
    title: 'Payment failed',
    when: 'The payment for an order has failed.',
    subject: (email) => `${email.orderName}: the payment did not go through`,
    content: ({ firstName, total, pay, orderBlocks }) => [
      `The payment did not go through.`,
      `${firstName}, your bank did not let the payment of ${total} through. Nothing was charged. You can try again, or pay another way.`,
      pay,
      ...orderBlocks,
    ],
  },
  'payment-reminder': {
    title: 'Payment reminder',
    when: 'An order waiting for a transfer or a cheque will soon be cancelled.',
    subject: (email) => `${email.orderName} is waiting for payment`,
    content: ({ data, firstName, total, name, instructions, viewOrder, orderBlocks }) => [
      `Your order is still waiting for payment.`,
      `${firstName}, your payment of ${total} for ${name} has not reached us yet. We are holding your order until the end of ${data.until ? formatShopDay(new Date(data.until)) : 'this week'}. If it is not paid by then, we will cancel it and you will owe nothing. If you have already sent the money, there is nothing more to do.`,
      ...instructions(),
      viewOrder,
      ...orderBlocks,
    ],
  },
  'order-cancelled': {
    title: 'Order cancelled',
    when: 'An accepted order is cancelled. No email is sent for orders abandoned before payment.',
    subject: (email) => `${email.orderName} was cancelled`,
    content: ({ order, firstName, delivery, orderBlocks }) => [
      `${orderName(order)} was cancelled.`,
      order.paidAt !== null
        ? `${firstName}, ${delivery.cancelled}. We will refund what you paid and email you when it is done.`
        : order.reminderSentAt !== null
          ? `${firstName}, we did not receive your payment in time, so ${delivery.cancelled} and you owe nothing. If you have already sent the money, please reply to this email.`
          : `${firstName}, ${delivery.cancelled} and you owe nothing. If you did not expect this, please reply to this email.`,
      ...orderBlocks,
    ],
  },
  'order-refunded': {
    title: 'Refund',
    when: 'An order is refunded, in full or in part.',
    subject: ({ orderName: name, isFullRefund, refund }) =>
      isFullRefund ? `${name} was refunded` : `${name}: a refund of ${refund}`,
    content: ({ data, firstName, total, name, orderBlocks, isFullRefund, refund }) => {
      const amount = isFullRefund ? `the full ${total}` : `${refund} of the ${total}`
      return [
        data.isRefundedByHand ? `Your refund, ${firstName}.` : `Your refund is on its way, ${firstName}.`,
        `We have refunded ${amount} of ${name}.${data.isRefundedByHand ? '' : ' Banks take 5 to 10 days to show it.'}`,
        ...(data.reason ? [text(data.reason)] : []),
        ...orderBlocks,
      ]
    },
  },
  'customer-note': {
    title: 'Note to the customer',
    when: 'You add a note for the customer.',
    subject: (email) => `${email.orderName}: a note from us`,
    content: ({ data, firstName, name, viewOrder, orderBlocks }) => [
      `A note about ${name}.`,
      `${firstName}, we have added a note to your order:`,
      { kind: 'quote', text: data.note ?? '' },
      viewOrder,
      orderBlocks[0],
    ],
  },
  'order-question': {
    title: 'Message received',
    when: 'A customer writes to you about an order.',
    subject: (email) => `${email.orderName}: we have your message`,
    content: ({ data, firstName, name, viewOrder }) => [
      'We have your message.',
      `${firstName}, thank you for writing to us about ${name}. We will answer by email. This is what you wrote:`,
      { kind: 'quote', text: data.note ?? '' },
      viewOrder,
    ],
  },
  'order-link': {
    title: 'Link to an order',
    when: 'Someone asks for a link to their order.',
    subject: (email) => `${email.orderName}: the link you asked for`,
    content: ({ viewOrder }) => [
      'The link you asked for.',
      'Someone, most likely you, asked for a link to this order. Here it is. If it was not you, you can ignore this email: nobody can open the order without it.',
      viewOrder,
    ],
  },
} as const satisfies Record<string, OrderMessage>
