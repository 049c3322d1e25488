import { formatMoney } from '../../../platform/money/format.ts'
import { formatShopDay } from '../../../platform/time/shop-time.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import type { EmailData } from '../../../things/messages/emails.table.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import { bankAccountRows, instructionsFor } from '../../payments/gateways.ts'
import type { PaymentMethodSettings } from '../../payments/settings.ts'
import { createReviewKey, reviewKeyExpiresAt } from '../order-key.ts'
import { orderName } from '../order-status.ts'
import { fullName, type Order } from '../orders.store.ts'
import { completedTexts, deliveryTexts } from './delivery-texts.ts'
import { isFullRefund } from './email-subject.ts'
import type { EmailTemplate } from './email-templates.ts'

/** The content of an email, from which both HTML and plain text are rendered. */
export type Message = {
  /** Preview text that mail clients show beside the subject. */
  readonly preview: string
  readonly title: string
  readonly blocks: readonly MessageBlock[]
}

export type MessageBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'button'; readonly label: string; readonly href: string }
  | { readonly kind: 'links'; readonly links: readonly { readonly label: string; readonly href: string }[] }
  | { readonly kind: 'rows'; readonly title: string; readonly rows: readonly (readonly [string, string])[] }
  /** Items and totals. */
  | { readonly kind: 'order' }
  | { readonly kind: 'addresses' }

export type MessageContext = {
  /** Public URL without a trailing slash. */
  readonly url: string
  /** Signs the links to review forms; without it emails contain no such links. */
  readonly secret?: string
  readonly settings: Pick<SiteSettings, 'siteTitle' | 'contact' | 'ownerEmail'> & PaymentMethodSettings
}

const text = (content: string): MessageBlock => ({ kind: 'text', text: content })

/** The content of one email, from the stored order. No amount is computed here. */
export function composeMessage(template: EmailTemplate, order: Order, data: EmailData, shop: MessageContext): Message {
  return (isForShop(template) ? shopMessage : customerMessage)(template, order, data, shop)
}

const isForShop = (template: EmailTemplate): boolean => template === 'new-order' || template.startsWith('shop-')

function customerMessage(template: EmailTemplate, order: Order, data: EmailData, shop: MessageContext): Message {
  const { firstName } = order.billing
  const delivery = deliveryTexts(order)
  const total = formatMoney(order.totalCents)
  const viewOrderButton: MessageBlock = {
    kind: 'button',
    label: 'See your order',
    href: shop.url + hrefs.orderReceived(order.id, order.orderKey),
  }
  const orderBlocks: MessageBlock[] = [{ kind: 'order' }, { kind: 'addresses' }]
  const message = (title: string, intro: string, ...parts: readonly MessageBlock[]): Message => ({
    preview: intro,
    title,
    blocks: [text(intro), ...parts],
  })
  switch (template) {
    case 'payment-received':
      return message(
        `Thank you for your payment, ${firstName}.`,
        `We have received ${total} for ${orderName(order, 'your order')}. We are ${delivery.preparing}.`,
        viewOrderButton,
        ...orderBlocks,
      )
    case 'order-sent': {
      const { title, lead } = completedTexts(order)
      return message(title, lead, viewOrderButton, ...orderBlocks, ...reviewBlocks(order, shop))
    }
    case 'payment-request':
      return message(
        `Your order is waiting for payment.`,
        `Thank you for your order, ${firstName}. It comes to ${total}. Once it is paid, ${delivery.oncePaid}.`,
        { kind: 'button', label: `Pay ${total}`, href: shop.url + hrefs.orderPay(order.id, order.orderKey) },
        ...orderBlocks,
      )
    case 'payment-reminder':
      return message(
        `Your order is still waiting for payment.`,
        `${firstName}, your payment of ${total} for ${orderName(order, 'your order')} has not reached us yet. We are holding your order until the end of ${data.until ? formatShopDay(new Date(data.until)) : 'this week'}. If it is not paid by then, we will cancel it and you will owe nothing. If you have already sent the money, there is nothing more to do.`,
        ...paymentInstructionBlocks(order, shop),
        viewOrderButton,
        ...orderBlocks,
      )
    case 'payment-failed':
      return message(
        `The payment did not go through.`,
        `${firstName}, your bank did not let the payment of ${total} through. Nothing was charged. You can try again, or pay another way.`,
        { kind: 'button', label: `Pay ${total}`, href: shop.url + hrefs.orderPay(order.id, order.orderKey) },
        ...orderBlocks,
      )
    case 'order-cancelled':
      return message(
        `${orderName(order)} was cancelled.`,
        order.paidAt === null && order.reminderSentAt !== null
          ? `${firstName}, we did not receive your payment in time, so ${delivery.cancelled} and you owe nothing. If you have already sent the money, please reply to this email.`
          : order.paidAt === null
            ? `${firstName}, ${delivery.cancelled} and you owe nothing. If you did not expect this, please reply to this email.`
            : `${firstName}, ${delivery.cancelled}. We will refund what you paid and email you when it is done.`,
        ...orderBlocks,
      )
    case 'order-refunded':
      return message(
        `Your refund is on its way, ${firstName}.`,
        refundText(order, data),
        ...(data.reason ? [text(data.reason)] : []),
        ...orderBlocks,
      )
    case 'customer-note':
      return message(
        `A note about ${orderName(order, 'your order')}.`,
        `${firstName}, we have added a note to your order:`,
        { kind: 'quote', text: data.note ?? '' },
        viewOrderButton,
        { kind: 'order' },
      )
    case 'order-link':
      return message(
        'The link you asked for.',
        'Someone, most likely you, asked for a link to this order. Here it is. If it was not you, you can ignore this email: nobody can open the order without it.',
        viewOrderButton,
      )
    case 'new-account':
      return message(
        `Your account is ready, ${firstName}.`,
        `You can now see your orders and buy without typing your address again. You sign in with ${order.billing.email}.`,
        data.passwordKey === undefined
          ? { kind: 'button', label: 'Open your account', href: shop.url + hrefs.account() }
          : {
              kind: 'button',
              label: 'Choose your password',
              href: shop.url + hrefs.setPassword(data.passwordKey),
            },
        ...(data.passwordKey === undefined ? [] : [text('The link works once and expires after a week.')]),
      )
    default:
      return confirmation(order, shop, message, viewOrderButton, orderBlocks)
  }
}

/** Confirms a paid order, or explains how to pay. */
function confirmation(
  order: Order,
  shop: MessageContext,
  message: (title: string, intro: string, ...parts: readonly MessageBlock[]) => Message,
  viewOrderButton: MessageBlock,
  orderBlocks: readonly MessageBlock[],
): Message {
  const title = `Thank you, ${order.billing.firstName}.`
  const { preparing, afterTransfer } = deliveryTexts(order)
  if (order.paidAt !== null || order.totalCents === 0) {
    const intro =
      order.totalCents === 0
        ? `We have received your order and are ${preparing}. There is nothing to pay.`
        : `We have received your order and your payment, and are ${preparing}.`
    return message(title, intro, viewOrderButton, ...orderBlocks, ...reviewBlocks(order, shop))
  }
  const intro =
    order.paymentMethod === 'cod'
      ? `We have received your order. ${formatMoney(order.totalCents)} is due when you receive it.`
      : `We have received your order and are holding it for you. We will ${afterTransfer} as soon as your ${formatMoney(order.totalCents)} arrives.`
  return message(title, intro, ...paymentInstructionBlocks(order, shop), viewOrderButton, ...orderBlocks)
}

/** Payment instructions of an offline gateway, with the bank accounts for a transfer. */
function paymentInstructionBlocks(order: Order, shop: MessageContext): MessageBlock[] {
  const { gateways } = shop.settings
  const accounts = order.paymentMethod === 'bacs' ? gateways.bacs.accounts : []
  return [
    ...instructionsFor(shop.settings, order.paymentMethod).map(text),
    ...accounts.map(
      (account): MessageBlock => ({
        kind: 'rows',
        title: 'Our bank account',
        rows: [
          ...bankAccountRows(account),
          ['Amount', `${formatMoney(order.totalCents)} ${order.currency}`],
          ['Message', orderName(order)],
        ],
      }),
    ),
  ]
}

/** A limit, so that a long order does not fill the email with links. */
const MAX_REVIEW_LINKS = 8

/** Links that let the customer of a completed order review the products without signing in. */
function reviewBlocks(order: Order, shop: MessageContext): MessageBlock[] {
  const { completedAt } = order
  if (shop.secret === undefined || order.status !== 'completed' || completedAt === null) return []
  const key = createReviewKey(shop.secret, order.id, completedAt)
  const names = new Map(order.lines.map(({ productId, name }) => [productId, name]))
  const links = [...names].slice(0, MAX_REVIEW_LINKS).map(([productId, name]) => ({
    label: `Review ${name}`,
    href: shop.url + hrefs.reviewPurchase(productId, key),
  }))
  const until = formatShopDay(reviewKeyExpiresAt(completedAt))
  return [
    text(
      `How did you like it? Tell others once you have had it for a while. These links are yours and good until ${until}.`,
    ),
    { kind: 'links', links },
  ]
}

function refundText(order: Order, data: EmailData): string {
  const paid = formatMoney(order.totalCents)
  if (isFullRefund(order, data))
    return `We have refunded the full ${paid} of ${orderName(order, 'your order')}. Banks take 5 to 10 days to show it.`
  return `We have refunded ${formatMoney(data.refundCents ?? 0)} of the ${paid} of ${orderName(order, 'your order')}. Banks take 5 to 10 days to show it.`
}

function shopMessage(template: EmailTemplate, order: Order, data: EmailData, shop: MessageContext): Message {
  const name = orderName(order, `The unpaid order with id ${order.id}`)
  const customerName = fullName(order.billing)
  const total = formatMoney(order.totalCents)
  const [title, intro] = ((): readonly [string, string] => {
    switch (template) {
      case 'shop-payment-received':
        return [`${name} is paid.`, `${total} from ${customerName} has been paid by ${order.paymentMethodTitle}.`]
      case 'shop-payment-failed':
        return [
          `A payment failed.`,
          `${name} of ${customerName}, ${total} by ${order.paymentMethodTitle}, could not be paid.`,
        ]
      case 'shop-order-cancelled':
        return [`${name} was cancelled.`, `${customerName} ordered for ${total}. The items are back in stock.`]
      case 'shop-order-refunded':
        return [
          `${name} was refunded.`,
          `${formatMoney(data.refundCents ?? order.totalCents)} was refunded to ${customerName}.`,
        ]
      case 'shop-refund-failed':
        return [
          `A refund failed.`,
          `${formatMoney(data.refundCents ?? 0)} of ${name} could not be refunded to ${customerName}: their bank refused it, and the money is back in your account at the payment provider. Please refund it another way, and write to ${customerName}.`,
        ]
      case 'shop-dispute-opened':
        return [
          data.dispute?.isInquiry ? `A bank is asking about ${name}.` : `The payment of ${name} is disputed.`,
          disputeText(customerName, data),
        ]
      case 'shop-dispute-closed':
        return [
          `The dispute about ${name} is ${data.dispute?.isLost ? 'lost' : 'closed'}.`,
          disputeClosedText(customerName, data),
        ]
      default:
        return [`New ${orderName(order).toLowerCase()}.`, newOrderText(order)]
    }
  })()
  return {
    preview: intro,
    title,
    blocks: [
      text(intro),
      ...(data.reason ? [text(data.reason)] : []),
      { kind: 'button', label: 'Open it in the back office', href: shop.url + hrefs.adminOrder(order.id) },
      { kind: 'order' },
      {
        kind: 'rows',
        title: 'Customer',
        rows: [
          ['Name', customerName] as const,
          ['Email', order.billing.email] as const,
          ['Phone', order.billing.phone] as const,
        ].filter(([, value]) => value !== ''),
      },
      { kind: 'addresses' },
    ],
  }
}

function disputeText(customerName: string, { dispute }: EmailData): string {
  const amount = formatMoney(dispute?.amountCents ?? 0)
  const summaryText = dispute?.isInquiry
    ? `The bank of ${customerName} asks about ${amount} (${dispute.reason}). No money has moved yet.`
    : `The bank of ${customerName} has taken back ${amount} (${dispute?.reason ?? ''}).`
  const deadlineText = dispute?.respondBy
    ? `Answer at the payment provider by ${dispute.respondBy}; without an answer the money is lost.`
    : 'Answer at the payment provider; without an answer the money is lost.'
  return `${summaryText} ${deadlineText} If the order is still with you, please do not send it yet.`
}

function disputeClosedText(customerName: string, { dispute }: EmailData): string {
  const amount = formatMoney(dispute?.amountCents ?? 0)
  return dispute?.isLost
    ? `The bank has decided for ${customerName}: ${amount} stays with them. If the goods are still with you, keep them.`
    : `${amount} stays with you. An order that waited for this goes on.`
}

function newOrderText(order: Order): string {
  const summary = `${fullName(order.billing)} ordered for ${formatMoney(order.totalCents)}`
  return order.paidAt === null
    ? `${summary}, to be paid by ${order.paymentMethodTitle}.`
    : `${summary}, paid by ${order.paymentMethodTitle}.`
}
