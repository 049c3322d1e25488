import { formatMoney } from '../../../platform/money/format.ts'
import { addressBlocks, lineDetails, totalRows } from '../order-summary.ts'
import type { Order } from '../orders.store.ts'
import type { Message, MessageBlock, MessageContext } from './message.ts'

/** An email as plain text, complete for clients that show no HTML. */
export function messageText(message: Message, order: Order, shop: MessageContext): string {
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
