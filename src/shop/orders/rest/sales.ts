import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../../platform/database/connect.ts'
import { priceString, sumOf } from '../../../platform/money/money.ts'
import { defineCall } from '../../../platform/rest/call.ts'
import type { Platform, WithSettings } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import { ordersRead } from '../capabilities.ts'
import { shopCents } from '../shop-cents.ts'

type Day = { readonly date: string; readonly orders: number; readonly cents: number }

/** Accepted orders and their revenue after refunds, in cents of the shop's currency, for each of the last days in the time zone. */
async function salesByDay(db: Db, now: Date, days: number, timeZone: string): Promise<Day[]> {
  const { rows } = await db.execute<Day>(sql`
    with period as (
      select today - ${days - 1}::int as first, today
      from (select (${now.toISOString()}::timestamptz at time zone ${timeZone})::date as today) as clock
    )
    select to_char(day, 'YYYY-MM-DD') as date, coalesce(orders, 0) as orders, coalesce(cents, 0) as cents
    from period cross join generate_series(first, today, interval '1 day') as day
    left join (
      select (created_at at time zone ${timeZone})::date as day, count(*)::int as orders,
        sum(${shopCents(sql`(total_cents - refunded_cents)`)})::float8 as cents
      from orders
      where invoice_number is not null and status not in ('cancelled', 'failed', 'pending')
        and created_at >= (select first::timestamp at time zone ${timeZone} from period)
        and created_at < (select (today + 1)::timestamp at time zone ${timeZone} from period)
      group by 1
    ) as sales using (day)
    order by day`)
  return rows
}

const salesShape = z.strictObject({
  orders: z.int(),
  net_sales: z.string().describe('Revenue after refunds.'),
  totals: z.array(
    z.strictObject({ date: z.string().describe('In the shop’s time zone.'), orders: z.int(), net_sales: z.string() }),
  ),
})

export type SalesJson = z.infer<typeof salesShape>

export const salesCall = defineCall({
  summary: 'Orders and revenue of the last days, day by day',
  method: 'GET',
  path: paths.restSales,
  capability: ordersRead,
  action: 'list',
  query: z.object({ days: z.int().min(1).max(366).default(30) }),
  response: salesShape,
  async handler(shop: Pick<Platform, 'db' | 'now'> & WithSettings<SiteSettings>, { query }) {
    const days = await salesByDay(shop.db, shop.now(), query.days, shop.settings().timeZone)
    const json: SalesJson = {
      orders: sumOf(days, (day) => day.orders),
      net_sales: priceString(sumOf(days, (day) => day.cents)),
      totals: days.map(({ date, orders, cents }) => ({ date, orders, net_sales: priceString(cents) })),
    }
    return { json }
  },
})
