import { collapseWhitespace } from '../../../people/addresses/address.ts'
import { contactOf } from '../../../people/addresses/store-address.ts'
import { formatMoney, sumOf } from '../../../platform/money/money.ts'
import { formatShopDay } from '../../../platform/time/shop-time.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import { invoiceNumberText, isPickup } from '../order-status.ts'
import { addressBlocks, addressLines, deliveryOf, lineDetails, totalRows } from '../order-summary.ts'
import type { Order } from '../orders.store.ts'
import type { OrderDetails } from '../orders-read.store.ts'

/** An invoice or packing slip. */
export type Paper = {
  readonly title: string
  readonly shopName: string
  readonly shopLines: readonly string[]
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly addresses: readonly (readonly [title: string, lines: readonly string[]])[]
  readonly lines: readonly {
    readonly name: string
    readonly details: readonly string[]
    readonly quantity: string
    readonly price: string
    readonly amount: string
  }[]
  /** Empty on a packing slip, which has no prices. */
  readonly totals: ReturnType<typeof totalRows>
  readonly payment: string
  readonly closing: string
}

const INVOICED: ReadonlySet<Order['status']> = new Set(['on-hold', 'processing', 'completed', 'refunded'])

/** Whether there is an invoice: the order was accepted, and not cancelled unpaid. */
export const isInvoiced = (order: Pick<Order, 'invoiceNumber' | 'status' | 'paidAt'>): boolean =>
  order.invoiceNumber !== null && (INVOICED.has(order.status) || order.paidAt !== null)

export function invoiceOf(order: Order, settings: SiteSettings) {
  const { invoiceNumber, createdAt, paidAt } = order
  if (invoiceNumber === null || !isInvoiced(order)) return null
  const number = invoiceNumberText(invoiceNumber)
  return {
    number,
    title: `Invoice ${number}`,
    ...letterhead(settings),
    facts: [
      ['Invoice number', number] as const,
      ['Order number', String(order.id)] as const,
      ['Invoice date', formatShopDay(createdAt)] as const,
      ...(settings.taxNumber === '' ? [] : [['GST/HST number', settings.taxNumber] as const]),
    ],
    addresses: addressBlocks(order),
    lines: order.lines.map((line) => ({
      ...lineText(line),
      // '' if the price was entered with tax, and so does not match the amount.
      price:
        line.unitPriceCents * line.quantity === line.subtotalCents
          ? formatMoney(line.unitPriceCents, order.currency)
          : '',
      amount: formatMoney(line.subtotalCents, order.currency),
    })),
    totals: totalRows(order),
    payment: paymentText(order, paidAt),
    closing: `Thank you for your order. Questions about it? Write to ${contactOf(settings).email}.`,
  } satisfies Paper & { number: string }
}

/** Address and quantities of a parcel. Items refunded before shipping are left out. */
export function packingSlipOf(order: OrderDetails, settings: SiteSettings): Paper {
  const shipping = order.shippingLines.map(({ title }) => title).join(', ')
  const refunded = order.completedAt === null ? order.refunds.flatMap(({ parts }) => parts) : []
  const lines = order.lines.map((line) => {
    const lineRefunds = refunded.filter(({ kind, id }) => kind === 'line' && id === line.id)
    return { ...line, quantity: line.quantity - sumOf(lineRefunds, ({ quantity }) => quantity) }
  })
  const pieces = sumOf(lines, (line) => line.quantity)
  // Many empty lines would waste paper.
  const note = collapseWhitespace(order.customerNote)
  return {
    title: `Packing slip #${order.id}`,
    ...letterhead(settings),
    facts: [
      ['Order number', String(order.id)] as const,
      ['Order date', formatShopDay(order.createdAt)] as const,
      ...(shipping === '' ? [] : [['Shipping', shipping] as const]),
    ],
    addresses: [
      [isPickup(order) ? 'Picked up by' : 'Deliver to', [...addressLines(deliveryOf(order)), order.billing.phone]],
    ],
    lines: lines.filter(({ quantity }) => quantity > 0).map((line) => ({ ...lineText(line), price: '', amount: '' })),
    totals: [],
    payment: `${pieces} ${pieces === 1 ? 'item' : 'items'} in all.`,
    closing: note === '' ? 'Thank you for your order.' : `Customer note: ${note}`,
  }
}

function letterhead(settings: SiteSettings) {
  const { email, phone, address } = contactOf(settings)
  return { shopName: settings.siteTitle, shopLines: [...address, email, phone].filter((line) => line !== '') }
}

const lineText = (line: Order['lines'][number]) => ({
  name: line.name,
  details: [...lineDetails(line), ...(line.sku === '' ? [] : [`SKU ${line.sku}`])],
  quantity: String(line.quantity),
})

function paymentText({ totalCents, refundedCents, paymentMethodTitle, currency }: Order, paidAt: Date | null): string {
  const total = `${formatMoney(totalCents, currency)} ${currency}`
  const by = paymentMethodTitle === '' ? '' : `, by ${paymentMethodTitle}`
  if (totalCents === 0) return 'There is nothing to pay.'
  if (paidAt === null) return `Not paid yet: ${total} is due${by}.`
  const refund = refundedCents > 0 ? ` ${formatMoney(refundedCents, currency)} ${currency} was refunded.` : ''
  return `Paid on ${formatShopDay(paidAt)}${by}: ${total}.${refund}`
}
