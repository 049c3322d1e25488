import { and, desc, lt } from 'drizzle-orm'
import type { Address } from '../../../people/addresses/address.ts'
import { csvLine } from '../../../platform/csv.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { priceString, sumOf } from '../../../platform/money/money.ts'
import { MAX_ID } from '../../../platform/rest/params.ts'
import { timeCell } from '../../catalog/export/cell-forms.ts'
import { invoiceNumberText, statusNames } from '../order-status.ts'
import { lineDetails } from '../order-summary.ts'
import { orders } from '../orders.table.ts'
import { findOrders, type OrderDetails, type OrderFilter, readMatching } from '../orders-read.store.ts'
import { ownStatusOf } from '../statuses/own-statuses.ts'

const BATCH_SIZE = 250

/** Orders as CSV, newest first, in chunks; only one chunk of orders is in memory. */
export async function* exportOrders(db: Db, filter: OrderFilter): AsyncGenerator<string> {
  const chosen = columnsFor(filter)
  yield `\uFEFF${csvLine(chosen.map(([heading]) => heading))}`
  const { where, exact } = await findOrders(db, filter)
  const first = exact ? await readMatching(db, exact, [], 1) : []
  const skipped = first[0]?.id
  if (first.length > 0) yield first.map((order) => rowOf(chosen, order)).join('')
  for (let last = MAX_ID; ; ) {
    const batch = await readMatching(db, and(where, lt(orders.id, last)), [desc(orders.id)], BATCH_SIZE)
    const next = batch.at(-1)?.id
    if (next === undefined) return
    yield batch
      .filter(({ id }) => id !== skipped)
      .map((order) => rowOf(chosen, order))
      .join('')
    last = next
  }
}

type Column = readonly [heading: string, cell: (order: OrderDetails) => string]

const rowOf = (chosen: readonly Column[], order: OrderDetails): string => csvLine(chosen.map(([, cell]) => cell(order)))

function addressColumns(title: string, of: (order: OrderDetails) => Address): Column[] {
  const fields = {
    'first name': 'firstName',
    'last name': 'lastName',
    company: 'company',
    'address 1': 'address1',
    'address 2': 'address2',
    city: 'city',
    'state or province': 'state',
    'postal code': 'postcode',
    country: 'country',
    phone: 'phone',
  } as const
  return Object.entries(fields).map(([name, field]) => [`${title} ${name}`, (order) => of(order)[field]])
}

function columnsFor({ ownStatuses = [] }: OrderFilter): Column[] {
  const money = (cents: (order: OrderDetails) => number) => (order: OrderDetails) =>
    priceString(cents(order), order.currency)
  const joined = (texts: readonly string[]): string => texts.filter((text) => text !== '').join('; ')
  return [
    ['Order', ({ id }) => String(id)],
    ['Invoice', ({ invoiceNumber }) => (invoiceNumber === null ? '' : invoiceNumberText(invoiceNumber))],
    ['Status', (order) => ownStatusOf(order, ownStatuses)?.label ?? statusNames[order.status]],
    ['Date', ({ createdAt }) => timeCell(createdAt)],
    ['Date paid', ({ paidAt }) => timeCell(paidAt)],
    ['Date completed', ({ completedAt }) => timeCell(completedAt)],
    ['Customer ID', ({ customerId }) => String(customerId ?? 0)],
    ['Email', ({ billing }) => billing.email],
    ...addressColumns('Billing', ({ billing }) => billing),
    ...addressColumns('Shipping', ({ shipping }) => shipping),
    [
      'Items',
      ({ lines }) => joined(lines.map((line) => `${line.quantity} × ${joined([line.name, ...lineDetails(line)])}`)),
    ],
    ['SKUs', ({ lines }) => joined(lines.map(({ sku }) => sku))],
    ['Quantity', ({ lines }) => String(sumOf(lines, (line) => line.quantity))],
    ['Subtotal', money((order) => order.itemsSubtotalCents)],
    ['Discount', money((order) => order.itemsSubtotalCents - order.itemsTotalCents)],
    ['Coupons', ({ coupons }) => joined(coupons.map(({ code }) => code))],
    ['Fees', money((order) => order.feesCents)],
    ['Shipping', money((order) => order.shippingCents)],
    ['Shipping method', ({ shippingLines }) => joined(shippingLines.map(({ title }) => title))],
    ['Tax', money((order) => order.taxCents)],
    ['Total', money((order) => order.totalCents)],
    ['Refunded', money((order) => order.refundedCents)],
    ['Currency', ({ currency }) => currency],
    ['Payment method', (order) => order.paymentMethodTitle],
    ['Transaction', (order) => order.transactionId ?? order.paymentReference],
    ['Tracking numbers', ({ shipments }) => joined(shipments.map((one) => one.trackingNumber))],
    ['Note of the customer', ({ customerNote }) => customerNote],
    ['Made by', ({ createdVia }) => createdVia],
  ]
}
