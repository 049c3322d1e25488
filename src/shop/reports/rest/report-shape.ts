import { z } from 'zod'
import { priceString } from '../../../platform/money/money.ts'
import { comparisons, intervals } from '../range.ts'
import { netOf, refundsOf, type Totals, totalOf } from '../totals.ts'

const money = z.string()
const figuresShape = z.strictObject({
  orders: z.int(),
  items: z.int().describe('Sold, less those that came back.'),
  gross_sales: money.describe('Before discounts and refunds.'),
  discounts: money,
  fees: money,
  returns: money.describe('Refunded, without shipping and taxes.'),
  net_sales: money.describe('Gross sales less discounts and returns, with fees.'),
  shipping: money.describe('Less what was refunded of it.'),
  taxes: money.describe('Less what was refunded of them.'),
  refunds: money.describe('Refunded, with shipping and taxes.'),
  total_sales: money.describe('What the orders come to after refunds.'),
  average_order: money.describe('Net sales for each order.'),
})

/** Amounts are in the shop's currency. */
export type Figures = z.infer<typeof figuresShape>

export function figuresOf(totals: Totals): Figures {
  const { orders } = totals
  return {
    orders,
    items: totals.items - totals.returnedItems,
    gross_sales: priceString(totals.gross),
    discounts: priceString(totals.discounts),
    fees: priceString(totals.fees),
    returns: priceString(totals.returns),
    net_sales: priceString(netOf(totals)),
    shipping: priceString(totals.shipping - totals.returnedShipping),
    taxes: priceString(totals.taxes - totals.returnedTaxes),
    refunds: priceString(refundsOf(totals)),
    total_sales: priceString(totalOf(totals)),
    average_order: priceString(orders === 0 ? 0 : Math.round(netOf(totals) / orders)),
  }
}

const compared = { ...figuresShape.shape, previous: figuresShape.nullable() }
const rangeShape = z.strictObject({ after: z.string(), before: z.string() })

export const reportShape = z.strictObject({
  report: z.string(),
  ...rangeShape.shape,
  compare: z.enum(comparisons),
  compared: rangeShape.nullable(),
  interval: z.enum(intervals),
  is_current: z.boolean().describe('False while totals of many days are being worked out.'),
  totals: z.strictObject(compared),
  intervals: z.array(z.strictObject({ start: z.string(), ...compared })),
  rows: z.array(
    z.strictObject({
      key: z.string(),
      label: z.string(),
      ...compared,
      stock: z
        .strictObject({ on_hand: z.int(), is_low: z.boolean(), days_left: z.int().nullable() })
        .nullable()
        .describe('Of the report on stock.'),
    }),
  ),
  total_rows: z.int(),
  viewed: z
    .array(z.strictObject({ id: z.int(), name: z.string(), views: z.int() }))
    .describe('Of the report on sources.'),
})

export type ReportJson = z.infer<typeof reportShape>
