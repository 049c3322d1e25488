import { z } from 'zod'
import { priceString, sumOf } from '../../../platform/money/money.ts'
import { defineCall } from '../../../platform/rest/call.ts'
import { addError } from '../../../platform/rest/fields.ts'
import { each, fixed, itemShape, shownIn } from '../../../platform/rest/item-shape.ts'
import { itemLinks } from '../../../platform/rest/links.ts'
import { invalidFields } from '../../../platform/rest/params.ts'
import { shopDayOf } from '../../../platform/time/shop-time.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { ordersRead } from '../../orders/capabilities.ts'
import { countCoupons, countCustomers, countNewCustomers, countProducts, countReviews } from '../count-totals.store.ts'
import { addMonths, daysIn, intervalStart, intervalsOf, isDay, MAX_DAYS, presetRange, type Range } from '../range.ts'
import type { ReportShop } from '../read-report.ts'
import { readDays, readRows } from '../read-totals.store.ts'
import { refreshTotals } from '../refresh-totals.store.ts'
import { addTotals, netOf, refundsOf, totalOf } from '../totals.ts'
import { totalsOutdated } from './report-shape.ts'

type ReportsShop = ReportShop & Pick<Platform, 'url'>

const shown = <T extends z.ZodType>(schema: T) => fixed(shownIn(schema, 'view'))
const text = shown(z.string())
const whole = shown(z.int())
const viewed = { context: z.enum(['view']).default('view') }

const day = z
  .string()
  .meta({ format: 'date' })
  .superRefine((value, context) => {
    if (!isDay(value)) addError(context, 'The date you provided is invalid.', 'woocommerce_rest_invalid_date')
  })
  .optional()

const rangeFields = z.object({
  ...viewed,
  period: z.enum(['week', 'month', 'last_month', 'year']).optional(),
  date_min: day,
  date_max: day,
})

const badRange = invalidFields({ date_min: 'date_min must be before, and at most ten years before, date_max.' })

/** Range and interval as in WooCommerce: by default today, and by month for ranges of more than three months. */
function rangeOf(shop: ReportsShop, { period, date_min: min, date_max: max }: z.output<typeof rangeFields>) {
  const today = shopDayOf(shop.now())
  const ranges = { week: '7-days', month: 'month', last_month: 'last-month', year: 'year' } as const
  const custom = { after: min ?? max ?? today, before: max ?? today }
  const range: Range = period ? presetRange(ranges[period], today) : custom
  if (range.after > range.before || daysIn(range) > MAX_DAYS) return null
  const isLong = addMonths(range.after, 4) <= range.before
  return { ...range, interval: period === 'year' || (!period && isLong) ? 'month' : 'day' } as const
}

const aboutLink = ({ url }: ReportsShop) => ({ about: [{ href: url + paths.restReports }] })

/** As in WooCommerce, `total_refunds` is a number; `sales`, `tax` and `shipping` of an interval are before refunds. */
const salesShape = itemShape('sales_report', {
  ...each(text, 'total_sales', 'net_sales', 'average_sales'),
  ...each(whole, 'total_orders', 'total_items'),
  ...each(text, 'total_tax', 'total_shipping'),
  total_refunds: shown(z.number()),
  total_discount: text,
  totals_grouped_by: text,
  totals: shown(
    z.record(
      z.string(),
      z.strictObject({
        ...each(z.string(), 'sales', 'tax', 'shipping', 'discount'),
        ...each(z.int(), 'orders', 'items', 'customers'),
      }),
    ),
  ),
  total_customers: whole,
})

const reading = { method: 'GET', capability: ordersRead, action: 'list' } as const

const salesCall = defineCall({
  summary: 'Retrieves the sales of a period',
  ...reading,
  path: `${paths.restReports}/sales`,
  query: rangeFields,
  response: z.array(salesShape),
  async handler(shop: ReportsShop, { query }) {
    const range = rangeOf(shop, query)
    if (!range) return badRange
    const { timeZone } = shop.settings()
    if (!(await refreshTotals(shop.db, { timeZone, days: range }))) return totalsOutdated
    const days = await readDays(shop.db, range)
    const customers = await countNewCustomers(shop.db, range, timeZone)
    const { interval } = range
    const starts = intervalsOf(range, interval)
    const inInterval = (start: string) => (one: string) => intervalStart(one, interval) === start
    const totals = addTotals([...days.values()])
    const part = (start: string) => {
      const sold = addTotals([...days].flatMap(([one, value]) => (inInterval(start)(one) ? [value] : [])))
      const { orders, items, taxes, shipping, discounts } = sold
      return {
        sales: priceString(totalOf(sold) + refundsOf(sold)),
        orders,
        items,
        tax: priceString(taxes),
        shipping: priceString(shipping),
        discount: priceString(discounts),
        customers: sumOf([...customers], ([one, count]) => (inInterval(start)(one) ? count : 0)),
      }
    }
    const json = {
      total_sales: priceString(totalOf(totals)),
      net_sales: priceString(netOf(totals)),
      average_sales: priceString(Math.round(netOf(totals) / starts.length)),
      total_orders: totals.orders,
      total_items: totals.items,
      total_tax: priceString(totals.taxes - totals.returnedTaxes),
      total_shipping: priceString(totals.shipping - totals.returnedShipping),
      total_refunds: refundsOf(totals) / 100,
      total_discount: priceString(totals.discounts),
      totals_grouped_by: interval,
      totals: Object.fromEntries(
        starts.map((start) => [interval === 'month' ? start.slice(0, 7) : start, part(start)]),
      ),
      total_customers: sumOf([...customers.values()], (count) => count),
      _links: aboutLink(shop),
    }
    return { json: [json] }
  },
})

const MAX_SELLERS = 12

const topSellersCall = defineCall({
  summary: 'Lists the top sellers of a period',
  ...reading,
  path: `${paths.restReports}/top_sellers`,
  query: rangeFields,
  response: z.array(itemShape('top_sellers_report', { name: text, product_id: whole, quantity: whole })),
  async handler(shop: ReportsShop, { query }) {
    const range = rangeOf(shop, query)
    if (!range) return badRange
    if (!(await refreshTotals(shop.db, { timeZone: shop.settings().timeZone, days: range }))) return totalsOutdated
    const page = { orderby: 'items', order: 'desc', limit: MAX_SELLERS, offset: 0 } as const
    const { rows } = await readRows(shop.db, range, { ...page, kind: 'product' })
    return {
      json: rows.map(({ key, label, items, returnedItems }) => ({
        name: label,
        product_id: Number(key),
        quantity: items - returnedItems,
        _links: { ...aboutLink(shop), product: [{ href: `${shop.url}${paths.restProducts}/${key}` }] },
      })),
    }
  },
})

type Count = { readonly slug: string; readonly name: string; readonly total: number }

const totalsCall = (of: string, count: (shop: ReportsShop) => Promise<readonly Count[]>) =>
  defineCall({
    summary: `Retrieves the number of ${of}s per kind`,
    ...reading,
    path: `${paths.restReports}/${of}s/totals`,
    query: z.object(viewed),
    response: z.array(itemShape(`report_${of}_total`, { slug: text, name: text, total: whole })),
    handler: async (shop: ReportsShop) => ({ json: await count(shop) }),
  })

const descriptions = {
  sales: 'List of sales reports.',
  top_sellers: 'List of top sellers products.',
  'orders/totals': 'Orders totals.',
  'products/totals': 'Products totals.',
  'customers/totals': 'Customers totals.',
  'coupons/totals': 'Coupons totals.',
  'reviews/totals': 'Reviews totals.',
}

const indexCall = defineCall({
  summary: 'Lists the available reports',
  ...reading,
  path: paths.restReports,
  query: z.object(viewed),
  response: z.array(itemShape('report', { slug: text, description: text })),
  handler: async ({ url }: ReportsShop) => ({
    json: Object.entries(descriptions).map(([slug, description]) => ({
      slug,
      description,
      _links: itemLinks(url + paths.restReports, slug, ['GET']),
    })),
  }),
})

export const reportCalls = [
  indexCall,
  salesCall,
  topSellersCall,
  totalsCall('product', ({ db }) => countProducts(db)),
  totalsCall('customer', ({ db }) => countCustomers(db)),
  totalsCall('coupon', ({ db }) => countCoupons(db)),
  totalsCall('review', ({ db }) => countReviews(db)),
]
