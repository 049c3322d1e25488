import type { Db, Tx } from '../../../platform/database/connect.ts'
import { formatMoney } from '../../../platform/money/money.ts'
import type { Platform, WithSettings } from '../../../platform/web/context.ts'
import type { EmailData, emails } from '../../../things/messages/emails.table.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import type { PaymentMethodSettings } from '../../payments/settings.ts'
import { addressBlocks, lineDetails, totalRows } from '../order-summary.ts'
import { findOrder, type Order } from '../orders.store.ts'
import { customerMessage } from './customer-emails.ts'
import { type EmailTemplate, emailSubject, isEmailTemplate, isForCustomer } from './email-templates.ts'
import type { Message, MessageBlock, MessageContext } from './message.ts'
import { messageHtml } from './message-html.tsx'
import { shopMessage } from './shop-emails.ts'

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

type EmailRow = Pick<typeof emails.$inferSelect, 'id' | 'orderId' | 'template' | 'data' | 'html' | 'text'>

/**
 * The content of an email: stored if it was sent, otherwise rendered from its order. Throws when rendering fails; the
 * email then stays queued.
 */
export async function emailContent(
  db: Db | Tx,
  email: EmailRow,
  shop: Pick<Platform, 'secret' | 'url'> & WithSettings<PaymentMethodSettings & SiteSettings>,
): Promise<{ readonly html: string; readonly text: string }> {
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
  const { contact, siteTitle, ownerEmail } = settings
  return ['-- ', siteTitle, url, contact?.email ?? ownerEmail, ...(contact ? [contact.phone] : [])]
    .filter((line) => line !== '')
    .join('\n')
}
