import { contactOf } from '../../../people/addresses/store-address.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { insertEmails, type NewEmail } from '../../../things/messages/emails.store.ts'
import { defineMessage, type Message, type MessageType, text } from '../../../things/messages/message.ts'
import { messageHtml, messageText } from '../../../things/messages/message-html.tsx'
import type { MessageSender } from '../../../things/messages/send-message.ts'
import { sendEmailsJob } from '../../../things/messages/send-message.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import { extrasOf } from '../downloads/order-downloads.ts'
import { needsPayment, orderName } from '../order-status.ts'
import { findOrder, latestOrder, type Order, type OrderRow } from '../orders.store.ts'
import type { OrderStatus } from '../orders.table.ts'
import { readShipments } from '../shipments.store.ts'
import { customerMessages } from './customer-messages.ts'
import {
  extraBlocks,
  messageParts,
  type OrderMessage,
  type OrderMessageContext,
  type OrderMessageData,
  type OrderSubject,
  orderAmounts,
  type SubjectOrder,
} from './order-message.ts'
import { orderForTemplate, sampleEmailData, sampleOrder, sampleOrderKey } from './sample-order.ts'
import { shopMessages } from './shop-messages.ts'

const templates = { ...customerMessages, ...shopMessages }

export type EmailTemplate = keyof typeof templates

export const emailTemplateIds = Object.keys(templates) as EmailTemplate[]

export const isForCustomer = (template: EmailTemplate): template is keyof typeof customerMessages =>
  Object.hasOwn(customerMessages, template)

/** The owner marks offline payments as paid, so an email about it is useful only for shops with more staff. */
const offByDefault: ReadonlySet<EmailTemplate> = new Set(['shop-payment-received'])

/** Emails with download links and the other extras of a paid order. */
const emailsWithExtras: ReadonlySet<EmailTemplate> = new Set(['order-confirmation', 'payment-received', 'order-sent'])

type OrderMessageType = MessageType<OrderSubject, OrderMessageData, OrderMessageContext>

export const orderMessages = Object.fromEntries(
  emailTemplateIds.map((id) => [id, orderMessageType(id)] as const),
) as Readonly<Record<EmailTemplate, OrderMessageType>>

function orderMessageType(id: EmailTemplate): OrderMessageType {
  const { title, when } = templates[id]
  return defineMessage({
    id,
    title,
    description: when,
    isOffByDefault: offByDefault.has(id),
    to: isForCustomer(id) ? 'customer' : 'shop',
    subject: ({ order, data }: OrderSubject, settings) => orderSubject(id, order, data, settings),
    placeholders: { order_number: ({ order }) => String(order.id) },
    async load(db, { payload, orderId }) {
      const order = orderId === null ? null : await findOrder(db, orderId)
      if (!order) return null
      const extras = emailsWithExtras.has(id) ? { extras: await extrasOf(db, order, order.updatedAt) } : {}
      const shipments = id === 'order-sent' ? { shipments: await readShipments(db, [order.id]) } : {}
      const data: OrderMessageData = { ...payload, ...extras, ...shipments }
      return { order, data }
    },
    render: ({ order, data }: { order: Order; data: OrderMessageData }, context: OrderMessageContext) =>
      writeMessage(id, order, data, context),
    // The sample order cannot be opened.
    orderIdOf: ({ order }) => (order.orderKey === sampleOrderKey ? 0 : order.id),
    async sample(db, now) {
      const order = orderForTemplate(id, (await latestOrder(db)) ?? sampleOrder(now), now)
      return { order, data: sampleEmailData(id, order) }
    },
  })
}

/** Rendered when the email is queued, so that the outbox shows it before sending. */
function orderSubject(id: EmailTemplate, order: SubjectOrder, data: OrderMessageData, { siteTitle }: SiteSettings) {
  const name = isForCustomer(id) ? `Your ${siteTitle} order #${order.id}` : `[${siteTitle}] ${orderName(order)}`
  return templates[id].subject({ order, data, shopTitle: siteTitle, orderName: name, ...orderAmounts(order, data) })
}

/** The common frame of order emails. Those to the shop name the customer and link to the order. */
function writeMessage(id: EmailTemplate, order: Order, data: OrderMessageData, shop: OrderMessageContext): Message {
  const { content }: OrderMessage = templates[id]
  const parts = messageParts(order, data, shop)
  const [title, intro, ...own] = content(parts)
  if (isForCustomer(id)) return { preview: intro, title, blocks: [text(intro), ...extraBlocks(data, shop.url), ...own] }
  const { email, phone } = order.billing
  const customer = [['Name', parts.customer] as const, ['Email', email] as const, ['Phone', phone] as const]
  const [items, addresses] = parts.orderBlocks
  return {
    preview: intro,
    title,
    replyTo: id === 'shop-order-question' ? email : undefined,
    blocks: [
      ...[text(intro), ...own, ...(data.reason ? [text(data.reason)] : [])],
      { kind: 'button', label: 'Open it in the back office', href: shop.url + hrefs.adminOrder(order.id) },
      items,
      { kind: 'rows', title: 'Customer', rows: customer.filter(([, value]) => value !== '') },
      addresses,
    ],
  }
}

type StatusTransition = Readonly<{ from: OrderStatus; to: OrderStatus; wasAccepted: boolean; isPaid: boolean }>

export function emailsForTransition({ from, to, wasAccepted, isPaid }: StatusTransition): readonly EmailTemplate[] {
  if (to === 'processing' || to === 'on-hold') {
    if (!wasAccepted && needsPayment(from)) return ['order-confirmation', 'new-order']
    return isPaid && (from === 'on-hold' || needsPayment(from)) ? ['payment-received', 'shop-payment-received'] : []
  }
  if (to === 'completed') return wasAccepted ? ['order-sent'] : ['order-confirmation', 'new-order']
  if (to === 'cancelled') return wasAccepted ? ['order-cancelled', 'shop-order-cancelled'] : []
  if (to === 'failed') return ['payment-failed', 'shop-payment-failed']
  return to === 'refunded' ? ['order-refunded', 'shop-order-refunded'] : []
}

type EmailOrder = SubjectOrder & Pick<OrderRow, 'billing'>

type EmailRequest = {
  readonly transition: string
  readonly templates: readonly EmailTemplate[]
  readonly data?: OrderMessageData
}

/** Repeated calls queue each email once. Returns whether any email is queued. */
export async function enqueueEmails(shop: MessageSender, tx: Tx, order: EmailOrder, request: EmailRequest) {
  const emails = buildEmails(shop, order, request)
  if (emails.length === 0) return false
  await insertEmails(tx, emails, shop.now())
  shop.jobs.enqueueSoon(sendEmailsJob)
  return true
}

export function buildEmails(shop: MessageSender, order: EmailOrder, request: EmailRequest): NewEmail[] {
  const { transition, data = {} } = request
  return request.templates.flatMap((template) => {
    const email = orderMessages[template].compose(
      {
        recipient: order.billing.email,
        payload: data,
        orderId: order.id,
        subject: { order, data },
        key: orderKeyOf(order.id, transition),
      },
      shop,
    )
    return email ?? []
  })
}

const orderKeyOf = (orderId: number, transition: string): string => `order:${orderId}:${transition}`

export function renderEmail(template: EmailTemplate, order: Order, data: OrderMessageData, shop: OrderMessageContext) {
  const message = writeMessage(template, order, data, shop)
  const letterhead = { ...shop, contact: contactOf(shop.settings) }
  return {
    subject: orderSubject(template, order, data, shop.settings),
    html: messageHtml(message, letterhead),
    text: messageText(message, letterhead),
  }
}
