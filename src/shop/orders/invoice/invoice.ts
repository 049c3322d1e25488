import { contactOf } from '../../../people/addresses/store-address.ts'
import { formatMoney } from '../../../platform/money/money.ts'
import { formatShopDay } from '../../../platform/time/shop-time.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import { invoiceNumberText } from '../order-status.ts'
import { addressBlocks, lineDetails, totalRows } from '../order-summary.ts'
import type { Order } from '../orders.store.ts'

export type Invoice = NonNullable<ReturnType<typeof invoiceOf>>

const INVOICED: ReadonlySet<Order['status']> = new Set(['on-hold', 'processing', 'completed', 'refunded'])

/** Whether there is an invoice: the order was accepted, and was not cancelled without having been paid. */
export const isInvoiced = (order: Pick<Order, 'invoiceNumber' | 'status' | 'paidAt'>): boolean =>
  order.invoiceNumber !== null && (INVOICED.has(order.status) || order.paidAt !== null)

export function invoiceOf(order: Order, settings: SiteSettings) {
  const { invoiceNumber, createdAt, paidAt } = order
  if (invoiceNumber === null || !isInvoiced(order)) return null
  const number = invoiceNumberText(invoiceNumber)
  const { email, phone, address } = contactOf(settings)
  return {
    number,
    title: `Invoice ${number}`,
    shopName: settings.siteTitle,
    shopLines: [...address, email, phone].filter((line) => line !== ''),
    facts: [
      ['Invoice number', number] as const,
      ['Order number', String(order.id)] as const,
      ['Invoice date', formatShopDay(createdAt)] as const,
      ...(settings.taxNumber === '' ? [] : [['GST/HST number', settings.taxNumber] as const]),
    ],
    addresses: addressBlocks(order),
    lines: order.lines.map((line) => ({
      name: line.name,
      details: [...lineDetails(line), ...(line.sku === '' ? [] : [`SKU ${line.sku}`])],
      quantity: String(line.quantity),
      // '' where the price was entered with tax and is not the one of the line.
      price:
        line.unitPriceCents * line.quantity === line.subtotalCents
          ? formatMoney(line.unitPriceCents, order.currency)
          : '',
      amount: formatMoney(line.subtotalCents, order.currency),
    })),
    totals: totalRows(order),
    payment: paymentText(order, paidAt),
    closing: `Thank you for your order. Questions about it? Write to ${email}.`,
  }
}

function paymentText({ totalCents, refundedCents, paymentMethodTitle, currency }: Order, paidAt: Date | null): string {
  const total = `${formatMoney(totalCents, currency)} ${currency}`
  if (totalCents === 0) return 'There is nothing to pay.'
  if (paidAt === null) return `Not paid yet: ${total} is due, by ${paymentMethodTitle}.`
  const refund = refundedCents > 0 ? ` ${formatMoney(refundedCents, currency)} ${currency} was refunded.` : ''
  return `Paid on ${formatShopDay(paidAt)}, by ${paymentMethodTitle}: ${total}.${refund}`
}
