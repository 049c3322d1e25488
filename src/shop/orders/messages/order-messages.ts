import { contactOf } from '../../../people/addresses/store-address.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { insertEmails, type NewEmail } from '../../../things/messages/emails.store.ts'
import { defineMessage, type MessageType } from '../../../things/messages/message.ts'
import { messageHtml } from '../../../things/messages/message-html.tsx'
import { messageText } from '../../../things/messages/message-text.ts'
import type { MessageSender } from '../../../things/messages/send-message.ts'
import { sendEmailsJob } from '../../../things/messages/send-message.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import { needsPayment, orderName } from '../order-status.ts'
import { findOrder, latestOrder, type Order, type OrderRow } from '../orders.store.ts'
import type { OrderStatus } from '../orders.table.ts'
import { readShipments } from '../shipments.store.ts'
import { type CustomerMessage, customerMessage, customerMessages } from './customer-messages.ts'
import type { OrderMessageContext, OrderMessageData, OrderSubject, SubjectOrder } from './order-message.ts'
import { orderForTemplate, sampleEmailData, sampleOrder, sampleOrderKey } from './sample-order.ts'
import { shopMessage, shopMessages } from './shop-messages.ts'

const templates = { ...customerMessages, ...shopMessages }

/** An email about an order. */
export type EmailTemplate = keyof typeof templates

export const emailTemplateIds = Object.keys(templates) as EmailTemplate[]

export const isForCustomer = (template: EmailTemplate): template is CustomerMessage =>
  Object.hasOwn(customerMessages, template)

/** The owner marks offline payments as paid, so an email about it is useful only for shops with more staff. */
const offByDefault: ReadonlySet<EmailTemplate> = new Set(['shop-payment-received'])

type OrderMessageType = MessageType<OrderSubject, OrderMessageData, OrderMessageContext>

/** Every email about orders. */
export const orderMessages = Object.fromEntries(
  emailTemplateIds.map((id) => [id, orderMessageType(id)] as const),
) as Readonly<Record<EmailTemplate, OrderMessageType>>

function orderMessageType(id: EmailTemplate): OrderMessageType {
  const { title, when } = templates[id]
  return defineMessage({
    ...{
      id,
      title,
      description: when,
      to: isForCustomer(id) ? 'customer' : 'shop',
      isOffByDefault: offByDefault.has(id),
    },
    subject: ({ order, data }: OrderSubject, settings) => orderSubject(id, order, data, settings),
    placeholders: { order_number: ({ order }) => String(order.id) },
    async load(db, { payload, orderId }) {
      const order = orderId === null ? null : await findOrder(db, orderId)
      if (!order) return null
      const data = payload as OrderMessageData
      return { order, data: id === 'order-sent' ? { ...data, shipments: await readShipments(db, [order.id]) } : data }
    },
    render: ({ order, data }: { order: Order; data: OrderMessageData }, context: OrderMessageContext) =>
      writeMessage(id, order, data, context),
    // A sample is no order that could be opened.
    orderIdOf: ({ order }) => (order.orderKey === sampleOrderKey ? 0 : order.id),
    // The newest order, or if there is none, a sample.
    async sample(db, now) {
      const order = orderForTemplate(id, (await latestOrder(db)) ?? sampleOrder(now), now)
      return { order, data: sampleEmailData(id, order) }
    },
  })
}

/** Rendered when the email is queued, so that the outbox shows it before sending. */
function orderSubject(id: EmailTemplate, order: SubjectOrder, data: OrderMessageData, { siteTitle }: SiteSettings) {
  const name = isForCustomer(id) ? `Your ${siteTitle} order #${order.id}` : `[${siteTitle}] ${orderName(order)}`
  return templates[id].subject({ order, data, shopTitle: siteTitle, orderName: name })
}

const writeMessage = (id: EmailTemplate, order: Order, data: OrderMessageData, context: OrderMessageContext) =>
  isForCustomer(id) ? customerMessage(id, order, data, context) : shopMessage(id, order, data, context)

type StatusTransition = {
  readonly from: OrderStatus
  readonly to: OrderStatus
  /** The order was accepted before the transition, so customer and shop know of it. */
  readonly wasAccepted: boolean
  readonly isPaid: boolean
}

/** The emails that a status transition triggers. */
export function emailsForTransition({ from, to, wasAccepted, isPaid }: StatusTransition): readonly EmailTemplate[] {
  switch (to) {
    case 'processing':
    case 'on-hold':
      if (!wasAccepted && needsPayment(from)) return ['order-confirmation', 'new-order']
      return isPaid && (from === 'on-hold' || needsPayment(from)) ? ['payment-received', 'shop-payment-received'] : []
    case 'completed':
      return wasAccepted ? ['order-sent'] : ['order-confirmation', 'new-order']
    case 'failed':
      return ['payment-failed', 'shop-payment-failed']
    case 'cancelled':
      return wasAccepted ? ['order-cancelled', 'shop-order-cancelled'] : []
    case 'refunded':
      return ['order-refunded', 'shop-order-refunded']
    case 'pending':
      return []
  }
}

type EmailOrder = SubjectOrder & Pick<OrderRow, 'billing'>

type EmailRequest = {
  readonly transition: string
  readonly templates: readonly EmailTemplate[]
  readonly data?: OrderMessageData
}

/**
 * Queues the emails about a status transition, in the same transaction. Repeated calls queue each email once. Returns
 * whether any email is queued.
 */
export async function enqueueEmails(
  shop: MessageSender,
  tx: Tx,
  order: EmailOrder,
  request: EmailRequest,
): Promise<boolean> {
  const emails = buildEmails(shop, order, request)
  if (emails.length === 0) return false
  await insertEmails(tx, emails, shop.now())
  shop.jobs.enqueueSoon(sendEmailsJob)
  return true
}

/** The emails about a status transition, without the types that the owner has disabled. */
export function buildEmails(shop: MessageSender, order: EmailOrder, request: EmailRequest): NewEmail[] {
  const { transition, data = {} } = request
  return request.templates.flatMap((template) => {
    const email = orderMessages[template].compose(
      {
        ...{ recipient: order.billing.email, payload: data, orderId: order.id, subject: { order, data } },
        key: orderKeyOf(order.id, transition),
      },
      shop,
    )
    return email ?? []
  })
}

/** The event of an order that causes emails. */
const orderKeyOf = (orderId: number, transition: string): string => `order:${orderId}:${transition}`

/** One email ready to send: subject, HTML and plain text, all from the stored order. */
export function renderEmail(template: EmailTemplate, order: Order, data: OrderMessageData, shop: OrderMessageContext) {
  const message = writeMessage(template, order, data, shop)
  const letterhead = { ...shop, contact: contactOf(shop.settings) }
  return {
    subject: orderSubject(template, order, data, shop.settings),
    html: messageHtml(message, letterhead),
    text: messageText(message, letterhead),
  }
}
