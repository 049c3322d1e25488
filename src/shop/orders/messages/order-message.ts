import { formatMoney } from '../../../platform/money/money.ts'
import { formatShopDay } from '../../../platform/time/shop-time.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { type MessageBlock, type MessageContext, text } from '../../../things/messages/message.ts'
import type { MessageSettings } from '../../../things/messages/settings.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import { paymentInstructions } from '../../payment-methods/payment-methods.ts'
import type { PaymentMethodSettings } from '../../payment-methods/settings.ts'
import { downloadHref, type OrderExtras } from '../downloads/order-downloads.ts'
import { createReviewKey, reviewKeyExpiresAt } from '../order-key.ts'
import { isPickup, orderName } from '../order-status.ts'
import type { Order } from '../orders.store.ts'
import { fullName } from '../orders.store.ts'
import type { Shipment } from '../shipment.ts'
import { carrierName, trackingHref } from '../shipment.ts'
import { addressesBlock, orderBlock } from './order-blocks.tsx'

export type OrderMessageData = {
  readonly note?: string
  readonly refundCents?: number
  /** Refunded without the payment provider. */
  readonly isRefundedByHand?: boolean
  readonly reason?: string
  readonly dispute?: {
    readonly amountCents: number
    readonly reason: string
    readonly isInquiry: boolean
    readonly isLost: boolean
    readonly respondBy?: string
  }
  /** The parcels, read when the email is sent. */
  readonly shipments?: readonly Shipment[]
  readonly until?: string
  /** The extras of a paid order, read when the email is sent. */
  readonly extras?: OrderExtras
}

export type OrderMessageContext = MessageContext<SiteSettings & MessageSettings & PaymentMethodSettings>

/** The order data in subjects. The completed-order email also mentions the delivery. */
export type SubjectOrder = Pick<Order, 'id' | 'orderKey' | 'totalCents' | 'currency'> &
  Partial<Pick<Order, 'paymentMethod' | 'shippingLines'>>

export type OrderSubject = { readonly order: SubjectOrder; readonly data: OrderMessageData }

type SubjectParts = OrderSubject & {
  readonly shopTitle: string
  /** 'Your Samovar order #1042' to the customer, '[Samovar] Order #1042' to the shop. */
  readonly orderName: string
  readonly total: string
  readonly refund: string
  readonly isFullRefund: boolean
}

export type OrderMessage = {
  readonly title: string
  /** When it is sent. */
  readonly when: string
  readonly subject: (parts: SubjectParts) => string
  readonly content: (parts: MessageParts) => readonly [title: string, intro: string, ...blocks: MessageBlock[]]
}

/** Amounts in subjects and texts. Without `refundCents` a refund is in full. */
export const orderAmounts = ({ totalCents, currency }: SubjectOrder, { refundCents }: OrderMessageData) => ({
  total: formatMoney(totalCents, currency),
  refund: formatMoney(refundCents ?? 0, currency),
  isFullRefund: refundCents === undefined || refundCents >= totalCents,
})

const shippingTexts = {
  /** After 'we are'. */
  preparing: 'getting your parcel ready',
  /** After 'once it is paid'. */
  oncePaid: 'we will pack and ship it',
  /** After 'we will', before 'as soon as your $12 arrives'. */
  afterTransfer: 'ship it',
  cancelled: 'nothing will be shipped',
}
const nothingShipped: typeof shippingTexts = {
  preparing: 'getting it ready for you',
  oncePaid: 'it is yours',
  afterTransfer: 'get it ready for you',
  cancelled: 'nothing will be sent',
}
const pickupTexts: typeof shippingTexts = {
  preparing: 'getting it ready for pickup',
  oncePaid: 'we will pack it for pickup',
  afterTransfer: 'get it ready for pickup',
  cancelled: 'there is nothing to pick up',
}

type MessageParts = ReturnType<typeof messageParts>

export function messageParts(order: Order, data: OrderMessageData, shop: OrderMessageContext) {
  const amounts = orderAmounts(order, data)
  const link = (label: string, path: string): MessageBlock => ({ kind: 'button', label, href: shop.url + path })
  return {
    order,
    data,
    ...amounts,
    disputed: formatMoney(data.dispute?.amountCents ?? 0, order.currency),
    firstName: order.billing.firstName,
    customer: fullName(order.billing),
    name: orderName(order),
    delivery: isPickup(order) ? pickupTexts : order.shippingLines.length > 0 ? shippingTexts : nothingShipped,
    viewOrder: link('See your order', hrefs.orderReceived(order.id, order.orderKey)),
    pay: link(`Pay ${amounts.total}`, hrefs.orderPay(order.id, order.orderKey)),
    orderBlocks: [orderBlock(order, shop.url), addressesBlock(order)] as const,
    instructions: () => instructionBlocks(order, shop),
    reviewBlocks: () => reviewBlocks(order, shop),
  }
}

function instructionBlocks(order: Order, { settings }: OrderMessageContext): MessageBlock[] {
  const { paragraphs, accounts } = paymentInstructions(settings, order.paymentMethod)
  return [
    ...paragraphs.map(text),
    ...accounts.map(
      (rows): MessageBlock => ({
        kind: 'rows',
        title: 'Our bank account',
        rows: [
          ...rows,
          ['Amount', `${formatMoney(order.totalCents, order.currency)} ${order.currency}`],
          ['Message', orderName(order)],
        ],
      }),
    ),
  ]
}

export function shipmentBlocks(shipments: readonly Shipment[] = []): MessageBlock[] {
  if (shipments.length === 0) return []
  const rows = shipments.map((shipment) => [carrierName(shipment), shipment.trackingNumber] as const)
  const links = shipments.flatMap((shipment) => {
    const href = trackingHref(shipment)
    return href === null ? [] : [{ label: `Follow ${carrierName(shipment)} ${shipment.trackingNumber}`, href }]
  })
  return [
    { kind: 'rows', title: shipments.length === 1 ? 'Your parcel' : 'Your parcels', rows },
    ...(links.length > 0 ? [{ kind: 'links' as const, links }] : []),
  ]
}

/** Files of a paid order, and purchase notes. */
export function extraBlocks({ extras }: OrderMessageData, url: string): MessageBlock[] {
  const { downloads = [], notes = [] } = extras ?? {}
  const links = downloads.map((one) => ({ label: `${one.productName}: ${one.name}`, href: url + downloadHref(one) }))
  return [
    ...(links.length > 0 ? [text('Your files, ready to download:'), { kind: 'links' as const, links }] : []),
    ...notes.map(({ name, note }): MessageBlock => ({ kind: 'quote', text: `${name}\n${note}` })),
  ]
}

const MAX_REVIEW_LINKS = 8

/** Links that let the customer of a completed order review the products without signing in. */
function reviewBlocks({ id, status, completedAt, lines }: Order, { url, secret }: OrderMessageContext): MessageBlock[] {
  if (secret === undefined || status !== 'completed' || completedAt === null) return []
  const key = createReviewKey(secret, id, completedAt)
  const names = new Map(lines.map(({ productId, name }) => [productId, name]))
  const links = [...names].slice(0, MAX_REVIEW_LINKS).map(([productId, name]) => ({
    label: `Review ${name}`,
    href: url + hrefs.reviewPurchase(productId, key),
  }))
  const until = formatShopDay(reviewKeyExpiresAt(completedAt))
  return [
    text(
      `How did you like it? Tell others once you have had it for a while. These links are yours and good until ${until}.`,
    ),
    { kind: 'links', links },
  ]
}
