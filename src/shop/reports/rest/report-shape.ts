import { z } from 'zod'
import { priceString } from '../../../platform/money/money.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import { comparisons, intervals } from '../range.ts'
import { netOf, refundsOf, type Totals, totalOf } from '../totals.ts'

const money = z.string()
const figuresShape = z.strictObject({
  orders: z.int(),
  items: z.int().describe('Number of items sold, minus returned items.'),
  gross_sales: money.describe('Sales before discounts and refunds.'),
  discounts: money,
  fees: money,
  returns: money.describe('Refunded amount, without shipping and taxes.'),
  net_sales: money.describe('Gross sales minus discounts and returns, plus fees.'),
  shipping: money.describe('Shipping minus refunded shipping.'),
  taxes: money.describe('Taxes minus refunded taxes.'),
  refunds: money.describe('Refunded amount, with shipping and taxes.'),
  total_sales: money.describe('Order totals minus refunds.'),
  average_order: money.describe('Net sales per order.'),
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
  is_current: z.boolean().describe('False while the totals of many days are being calculated.'),
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
        .describe('Stock of the product. Only in the stock report.'),
    }),
  ),
  total_rows: z.int(),
  viewed: z
    .array(z.strictObject({ id: z.int(), name: z.string(), views: z.int() }))
    .describe('Most viewed products. Only in the sources report.'),
})

export type ReportJson = z.infer<typeof reportShape>

/** For responses that could not say that figures are missing. A job calculates these every minute. */
export const totalsOutdated: RestError = {
  status: 503,
  code: 'samovar_report_outdated',
  message: 'The totals of many days are being calculated. Please try again in a minute.',
  headers: { 'retry-after': '60' },
}
