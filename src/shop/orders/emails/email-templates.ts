import { contactOf } from '../../../people/addresses/store-address.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { formatMoney } from '../../../platform/money/money.ts'
import type { Platform, WithSettings } from '../../../platform/web/context.ts'
import { type Email, type EmailContent, insertEmails, type NewEmail } from '../../../things/messages/emails.store.ts'
import type { EmailData } from '../../../things/messages/emails.table.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import type { PaymentMethodSettings } from '../../payments/settings.ts'
import type { EmailContext } from '../context.ts'
import { needsPayment, orderName } from '../order-status.ts'
import { addressBlocks, lineDetails, totalRows } from '../order-summary.ts'
import { findOrder, type Order, type OrderRow } from '../orders.store.ts'
import type { OrderStatus } from '../orders.table.ts'
import { type CustomerEmail, customerEmails, customerMessage } from './customer-emails.ts'
import type { Message, MessageBlock, MessageContext, SubjectOrder } from './message.ts'
import { messageHtml } from './message-html.tsx'
import { shopEmails, shopMessage } from './shop-emails.ts'

/** Every email about orders. */
export const emailTemplates = { ...customerEmails, ...shopEmails }

export type EmailTemplate = keyof typeof emailTemplates

export const emailTemplateIds = Object.keys(emailTemplates) as EmailTemplate[]

export const isEmailTemplate = (text: string): text is EmailTemplate => Object.hasOwn(emailTemplates, text)

export const isForCustomer = (template: EmailTemplate): template is CustomerEmail =>
  Object.hasOwn(customerEmails, template)

/** The subject of an email. Rendered when the email is queued, so that the outbox shows it before sending. */
export function emailSubject(template: EmailTemplate, order: SubjectOrder, data: EmailData, shopTitle: string): string {
  const customersName = order.number === null ? `Your ${shopTitle} order` : `Your ${shopTitle} order #${order.number}`
  const shopsName = `[${shopTitle}] ${orderName(order, `Unpaid order (id ${order.id})`)}`
  const name = isForCustomer(template) ? customersName : shopsName
  return emailTemplates[template].subject({ order, data, shopTitle, orderName: name })
}

/** Owner's settings of one email type. Default: enabled, and shop emails go to the owner's address. */
export type EmailTemplateSettings = { readonly enabled: boolean; readonly recipients: readonly string[] }
export type EmailSettings = Readonly<Partial<Record<EmailTemplate, EmailTemplateSettings>>>

/** The owner marks offline payments as paid, so an email about it is useful only for shops with more staff. */
const disabledByDefault: ReadonlySet<EmailTemplate> = new Set(['shop-payment-received'])

export const emailTemplateSettings = (settings: EmailSettings, template: EmailTemplate): EmailTemplateSettings =>
  settings[template] ?? { enabled: !disabledByDefault.has(template), recipients: [] }

type StatusTransition = {
  readonly from: OrderStatus
  readonly to: OrderStatus
  /** The order had a number before the transition, so customer and shop know of it. */
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
  readonly data?: EmailData
}

/**
 * Queues the emails about a status transition, in the same transaction. Repeated calls queue each email once. Returns
 * whether any email is queued.
 */
export async function enqueueEmails(
  shop: EmailContext,
  tx: Tx,
  order: EmailOrder,
  request: EmailRequest,
): Promise<boolean> {
  const emails = buildEmails(shop, order, request)
  if (emails.length === 0) return false
  await insertEmails(tx, emails, shop.now())
  shop.jobs.enqueueSoon('send-emails')
  return true
}

/** The emails about a status transition, without the types that the owner has disabled. */
export function buildEmails(shop: EmailContext, order: EmailOrder, request: EmailRequest): NewEmail[] {
  const settings = shop.settings()
  const data = request.data ?? {}
  return request.templates.flatMap((template) => {
    const templateSettings = emailTemplateSettings(settings.emails, template)
    if (!templateSettings.enabled) return []
    const recipient = isForCustomer(template)
      ? order.billing.email
      : templateSettings.recipients.join(', ') || settings.ownerEmail
    if (recipient === '') return []
    const subject = emailSubject(template, order, data, settings.siteTitle)
    return [{ orderId: order.id, transition: request.transition, template, recipient, subject, data }]
  })
}

/** One email ready to send: subject, HTML and plain text, all from the stored order. */
export function renderEmail(template: EmailTemplate, order: Order, data: EmailData, shop: MessageContext) {
  const message = isForCustomer(template)
    ? customerMessage(template, order, data, shop)
    : shopMessage(template, order, data, shop)
  return {
    subject: emailSubject(template, order, data, shop.settings.siteTitle),
    html: messageHtml({ message, order, shop }),
    text: messageText(message, order, shop),
  }
}

/**
 * The content of an email: stored if it was sent, otherwise rendered from its order. Throws when rendering fails; the
 * email then stays queued.
 */
export async function emailContent(
  db: Db | Tx,
  email: Email,
  shop: Pick<Platform, 'secret' | 'url'> & WithSettings<PaymentMethodSettings & SiteSettings>,
): Promise<EmailContent> {
  if (email.html !== null && email.text !== null) return { html: email.html, text: email.text }
  if (!isEmailTemplate(email.template)) throw new Error(`Mail ${email.id} is of an unknown kind: ${email.template}`)
  const order = email.orderId === null ? null : await findOrder(db, email.orderId)
  if (!order) throw new Error(`The order of mail ${email.id} is gone`)
  const { url, secret } = shop
  const { html, text } = renderEmail(email.template, order, email.data, { url, secret, settings: shop.settings() })
  return { html, text }
}

/** An email as plain text, complete for clients that show no HTML. */
function messageText(message: Message, order: Order, shop: MessageContext): string {
  const blocks = message.blocks.map((block) => blockText(block, order)).filter((block) => block !== '')
  return [message.title, ...blocks, signature(shop)].join('\n\n')
}

function blockText(block: MessageBlock, order: Order): string {
  switch (block.kind) {
    case 'text':
      return block.text
    case 'quote':
      return block.text
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n')
    case 'button':
      return `${block.label}:\n${block.href}`
    case 'links':
      return block.links.map(({ label, href }) => `${label}:\n${href}`).join('\n\n')
    case 'rows':
      return [block.title, ...block.rows.map(([label, value]) => `  ${label}: ${value}`)].join('\n')
    case 'order':
      return orderText(order)
    case 'addresses':
      return addressesText(order)
  }
}

function orderText(order: Order): string {
  const items = order.lines.map((line) => {
    const details = lineDetails(line).map((detail) => `, ${detail.replace(/^.*: /, '')}`)
    return [`${line.quantity} × ${line.name}${details.join('')}`, formatMoney(line.subtotalCents)] as const
  })
  const totals = totalRows(order).map((row) => [row.label, row.amount] as const)
  return [...items.map(row), '-'.repeat(48), ...totals.map(row)].join('\n')
}

/** Label on the left, amount on the right: plain text is shown in a monospaced font. */
const row = ([label, amount]: readonly [string, string]): string =>
  label.length + amount.length < 47 ? label.padEnd(48 - amount.length) + amount : `${label}\n${amount.padStart(48)}`

function addressesText(order: Order): string {
  const blocks = addressBlocks(order).map(([title, lines]) => [title, ...lines].join('\n'))
  const note = order.customerNote === '' ? [] : [`Note with the order\n${order.customerNote}`]
  return [...blocks, ...note].join('\n\n')
}

function signature({ url, settings }: MessageContext): string {
  const { email, phone } = contactOf(settings)
  return ['-- ', settings.siteTitle, url, email, phone].filter((line) => line !== '').join('\n')
}
