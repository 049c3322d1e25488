import { formatMoney } from '../money/format.ts'
import { orderName } from '../orders/order-number.ts'
import { fullName, type Order } from '../orders/orders.store.ts'
import { makeReviewKey, reviewKeyEnds } from '../orders/review-key.ts'
import { hrefs } from '../routes.ts'
import { accountRows, instructionsFor } from '../settings/gateways.ts'
import type { Settings } from '../settings/settings.ts'
import { shopDay } from '../settings/shop-time.ts'
import { completedWords, deliveryWords } from './delivery-words.ts'
import type { MailFacts } from './mail.table.ts'
import { isFull } from './mail-subject.ts'
import type { MailTemplate } from './mail-templates.ts'

/** What a mail says, before it is set as HTML and as plain text: both are made of this, so both say the same. */
export type Letter = {
  /** Shown by mail programs beside the subject. */
  readonly preview: string
  readonly title: string
  readonly parts: readonly Part[]
}

export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'button'; readonly label: string; readonly href: string }
  | { readonly kind: 'links'; readonly links: readonly { readonly label: string; readonly href: string }[] }
  | { readonly kind: 'rows'; readonly title: string; readonly rows: readonly (readonly [string, string])[] }
  /** What was bought and what it came to. */
  | { readonly kind: 'order' }
  | { readonly kind: 'addresses' }

export type Shopfront = {
  /** Public address without a slash at the end. */
  readonly url: string
  /** Signs the links to the forms of reviews; without it the mails hold none. */
  readonly secret?: string
  readonly settings: Pick<Settings, 'siteTitle' | 'gateways' | 'contact' | 'ownerEmail'>
}

const text = (words: string): Part => ({ kind: 'text', text: words })

/** The words of one mail, from the order as it was written down. No amount is worked out here. */
export function letterFor(template: MailTemplate, order: Order, facts: MailFacts, shop: Shopfront): Letter {
  return (isForShop(template) ? shopLetter : customerLetter)(template, order, facts, shop)
}

const isForShop = (template: MailTemplate): boolean => template === 'new-order' || template.startsWith('shop-')

function customerLetter(template: MailTemplate, order: Order, facts: MailFacts, shop: Shopfront): Letter {
  const { firstName } = order.billing
  const delivery = deliveryWords(order)
  const total = formatMoney(order.totalCents)
  const see: Part = {
    kind: 'button',
    label: 'See your order',
    href: shop.url + hrefs.orderReceived(order.id, order.orderKey),
  }
  const goods: Part[] = [{ kind: 'order' }, { kind: 'addresses' }]
  const letter = (title: string, lead: string, ...parts: readonly Part[]): Letter => ({
    preview: lead,
    title,
    parts: [text(lead), ...parts],
  })
  switch (template) {
    case 'payment-received':
      return letter(
        `Thank you for your payment, ${firstName}.`,
        `We have received ${total} for ${orderName(order, 'your order')}. We are ${delivery.preparing}.`,
        see,
        ...goods,
      )
    case 'order-sent': {
      const { title, lead } = completedWords(order)
      return letter(title, lead, see, ...goods, ...reviewParts(order, shop))
    }
    case 'payment-request':
      return letter(
        `Your order is waiting for payment.`,
        `Thank you for your order, ${firstName}. It comes to ${total}. Once it is paid, ${delivery.oncePaid}.`,
        { kind: 'button', label: `Pay ${total}`, href: shop.url + hrefs.orderPay(order.id, order.orderKey) },
        ...goods,
      )
    case 'payment-reminder':
      return letter(
        `Your order is still waiting for payment.`,
        `${firstName}, your payment of ${total} for ${orderName(order, 'your order')} has not reached us yet. We are holding your order until the end of ${facts.until ? shopDay(new Date(facts.until)) : 'this week'}. If it is not paid by then, we will cancel it and you will owe nothing. If you have already sent the money, there is nothing more to do.`,
        ...payingParts(order, shop),
        see,
        ...goods,
      )
    case 'payment-failed':
      return letter(
        `The payment did not go through.`,
        `${firstName}, your bank did not let the payment of ${total} through. Nothing was charged. You can try again, or pay another way.`,
        { kind: 'button', label: `Pay ${total}`, href: shop.url + hrefs.orderPay(order.id, order.orderKey) },
        ...goods,
      )
    case 'order-cancelled':
      return letter(
        `${orderName(order)} was cancelled.`,
        order.paidAt === null && order.remindedAt !== null
          ? `${firstName}, we did not receive your payment in time, so ${delivery.cancelled} and you owe nothing. If you have already sent the money, please reply to this email.`
          : order.paidAt === null
            ? `${firstName}, ${delivery.cancelled} and you owe nothing. If you did not expect this, please reply to this email.`
            : `${firstName}, ${delivery.cancelled}. We will refund what you paid and email you when it is done.`,
        ...goods,
      )
    case 'order-refunded':
      return letter(
        `Your refund is on its way, ${firstName}.`,
        refundText(order, facts),
        ...(facts.reason ? [text(facts.reason)] : []),
        ...goods,
      )
    case 'customer-note':
      return letter(
        `A note about ${orderName(order, 'your order')}.`,
        `${firstName}, we have added a note to your order:`,
        { kind: 'quote', text: facts.note ?? '' },
        see,
        { kind: 'order' },
      )
    case 'order-link':
      return letter(
        'The link you asked for.',
        'Someone, most likely you, asked for a link to this order. Here it is. If it was not you, you can ignore this email: nobody can open the order without it.',
        see,
      )
    case 'new-account':
      return letter(
        `Your account is ready, ${firstName}.`,
        `You can now see your orders and buy without typing your address again. You sign in with ${order.billing.email}.`,
        facts.passwordKey === undefined
          ? { kind: 'button', label: 'Open your account', href: shop.url + hrefs.account() }
          : {
              kind: 'button',
              label: 'Choose your password',
              href: shop.url + hrefs.setPassword(facts.passwordKey),
            },
        ...(facts.passwordKey === undefined ? [] : [text('The link works once and expires after a week.')]),
      )
    default:
      return confirmation(order, shop, letter, see, goods)
  }
}

/** Confirms an order that is paid, or says how it is to be paid. */
function confirmation(
  order: Order,
  shop: Shopfront,
  letter: (title: string, lead: string, ...parts: readonly Part[]) => Letter,
  see: Part,
  goods: readonly Part[],
): Letter {
  const title = `Thank you, ${order.billing.firstName}.`
  const { preparing, afterTransfer } = deliveryWords(order)
  if (order.paidAt !== null || order.totalCents === 0) {
    const lead =
      order.totalCents === 0
        ? `We have received your order and are ${preparing}. There is nothing to pay.`
        : `We have received your order and your payment, and are ${preparing}.`
    return letter(title, lead, see, ...goods, ...reviewParts(order, shop))
  }
  const lead =
    order.paymentMethod === 'cod'
      ? `We have received your order. ${formatMoney(order.totalCents)} is due when you receive it.`
      : `We have received your order and are holding it for you. We will ${afterTransfer} as soon as your ${formatMoney(order.totalCents)} arrives.`
  return letter(title, lead, ...payingParts(order, shop), see, ...goods)
}

/** How to pay an order that is paid without the provider: the instructions, and the accounts for a transfer. */
function payingParts(order: Order, shop: Shopfront): Part[] {
  const { gateways } = shop.settings
  const accounts = order.paymentMethod === 'bacs' ? gateways.bacs.accounts : []
  return [
    ...instructionsFor(shop.settings, order.paymentMethod).map(text),
    ...accounts.map(
      (account): Part => ({
        kind: 'rows',
        title: 'Our bank account',
        rows: [
          ...accountRows(account),
          ['Amount', `${formatMoney(order.totalCents)} ${order.currency}`],
          ['Message', orderName(order)],
        ],
      }),
    ),
  ]
}

/** A long order would make a mail of links. */
const MOST_REVIEW_LINKS = 8

/** Links by which the buyer of a completed order reviews what they bought, without signing in. */
function reviewParts(order: Order, shop: Shopfront): Part[] {
  const { completedAt } = order
  if (shop.secret === undefined || order.status !== 'completed' || completedAt === null) return []
  const key = makeReviewKey(shop.secret, order.id, completedAt)
  const names = new Map(order.lines.map(({ productId, name }) => [productId, name]))
  const links = [...names].slice(0, MOST_REVIEW_LINKS).map(([productId, name]) => ({
    label: `Review ${name}`,
    href: shop.url + hrefs.reviewPurchase(productId, key),
  }))
  const until = shopDay(reviewKeyEnds(completedAt))
  return [
    text(
      `How did you like it? Tell others once you have had it for a while. These links are yours and good until ${until}.`,
    ),
    { kind: 'links', links },
  ]
}

function refundText(order: Order, facts: MailFacts): string {
  const paid = formatMoney(order.totalCents)
  if (isFull(order, facts))
    return `We have refunded the full ${paid} of ${orderName(order, 'your order')}. Banks take 5 to 10 days to show it.`
  return `We have refunded ${formatMoney(facts.refundCents ?? 0)} of the ${paid} of ${orderName(order, 'your order')}. Banks take 5 to 10 days to show it.`
}

function shopLetter(template: MailTemplate, order: Order, facts: MailFacts, shop: Shopfront): Letter {
  const name = orderName(order, `The unpaid order with id ${order.id}`)
  const who = fullName(order.billing)
  const total = formatMoney(order.totalCents)
  const [title, lead] = ((): readonly [string, string] => {
    switch (template) {
      case 'shop-payment-received':
        return [`${name} is paid.`, `${total} from ${who} has been paid by ${order.paymentTitle}.`]
      case 'shop-payment-failed':
        return [`A payment failed.`, `${name} of ${who}, ${total} by ${order.paymentTitle}, could not be paid.`]
      case 'shop-order-cancelled':
        return [`${name} was cancelled.`, `${who} ordered for ${total}. The items are back in stock.`]
      case 'shop-order-refunded':
        return [
          `${name} was refunded.`,
          `${formatMoney(facts.refundCents ?? order.totalCents)} was refunded to ${who}.`,
        ]
      case 'shop-refund-failed':
        return [
          `A refund failed.`,
          `${formatMoney(facts.refundCents ?? 0)} of ${name} could not be refunded to ${who}: their bank refused it, and the money is back in your account at the payment provider. Please refund it another way, and write to ${who}.`,
        ]
      case 'shop-dispute-opened':
        return [
          facts.dispute?.isInquiry ? `A bank is asking about ${name}.` : `The payment of ${name} is disputed.`,
          disputeText(who, facts),
        ]
      case 'shop-dispute-closed':
        return [
          `The dispute about ${name} is ${facts.dispute?.isLost ? 'lost' : 'closed'}.`,
          disputeEndText(who, facts),
        ]
      default:
        return [`New ${orderName(order).toLowerCase()}.`, newOrderText(order)]
    }
  })()
  return {
    preview: lead,
    title,
    parts: [
      text(lead),
      ...(facts.reason ? [text(facts.reason)] : []),
      { kind: 'button', label: 'Open it in the back office', href: shop.url + hrefs.adminOrder(order.id) },
      { kind: 'order' },
      {
        kind: 'rows',
        title: 'Customer',
        rows: [
          ['Name', who] as const,
          ['Email', order.billing.email] as const,
          ['Phone', order.billing.phone] as const,
        ].filter(([, value]) => value !== ''),
      },
      { kind: 'addresses' },
    ],
  }
}

function disputeText(who: string, { dispute }: MailFacts): string {
  const money = formatMoney(dispute?.cents ?? 0)
  const what = dispute?.isInquiry
    ? `The bank of ${who} asks about ${money} (${dispute.reason}). No money has moved yet.`
    : `The bank of ${who} has taken back ${money} (${dispute?.reason ?? ''}).`
  const answer = dispute?.answerBy
    ? `Answer at the payment provider by ${dispute.answerBy}; without an answer the money is lost.`
    : 'Answer at the payment provider; without an answer the money is lost.'
  return `${what} ${answer} If the order is still with you, please do not send it yet.`
}

function disputeEndText(who: string, { dispute }: MailFacts): string {
  const money = formatMoney(dispute?.cents ?? 0)
  return dispute?.isLost
    ? `The bank has decided for ${who}: ${money} stays with them. If the goods are still with you, keep them.`
    : `${money} stays with you. An order that waited for this goes on.`
}

function newOrderText(order: Order): string {
  const by = `${fullName(order.billing)} ordered for ${formatMoney(order.totalCents)}`
  return order.paidAt === null ? `${by}, to be paid by ${order.paymentTitle}.` : `${by}, paid by ${order.paymentTitle}.`
}
