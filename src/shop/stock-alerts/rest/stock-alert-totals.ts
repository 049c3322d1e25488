import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { defineCall } from '../../../platform/rest/call.ts'
import { pageFields } from '../../../platform/rest/fields.ts'
import { toGmtIso } from '../../../platform/time/shop-time.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { productsWrite } from '../../catalog/capabilities.ts'

const totalShape = z.strictObject({
  id: z.int().describe('ID of the product or variation.'),
  name: z.string().describe('Name of the product. For a variation, the name of its parent product.'),
  choices: z.string().describe('Attribute values of a variation.'),
  slug: z.string(),
  stock_status: z.enum(['instock', 'outofstock', 'onbackorder']),
  waiting: z.int().describe('Number of confirmed requests without a notification yet.'),
  since_gmt: z.string().describe('Time of the earliest request, in GMT.'),
})

export type StockAlertTotalJson = z.infer<typeof totalShape>

type Row = Omit<StockAlertTotalJson, 'since_gmt'> & { readonly since: string; readonly total: number }

/** Number of people waiting for each sold-out product, most wanted first, without personal data. */
export const stockAlertTotalsCall = defineCall({
  summary: 'Lists products with stock alerts',
  method: 'GET',
  path: paths.restStockAlerts,
  capability: productsWrite,
  action: 'list',
  query: z.object(pageFields),
  response: totalShape,
  async handler({ db }: Pick<Platform, 'db'>, { query: { page, per_page } }) {
    const { rows } = await db.execute<Row>(sql`
      select product.id, coalesce(parent_entry.title, entry.title) as name, coalesce(parent_entry.slug, entry.slug) as slug,
        product.stock_status, demand.waiting, demand.since::text, count(*) over ()::int as total,
        coalesce((
          select string_agg(coalesce(terms.name, choice.value), ', ')
          from jsonb_each_text(product.choices) choice
          left join terms on terms.taxonomy = choice.key and terms.slug = choice.value
        ), '') as choices
      from (
        select product_id, count(*)::int as waiting, min(created_at) as since
        from stock_alerts where notified_at is null and confirmed_at is not null group by product_id
      ) demand
      join products product on product.id = demand.product_id
      join entries entry on entry.id = product.id
      left join entries parent_entry on parent_entry.id = product.parent_id
      order by demand.waiting desc, demand.since, product.id
      limit ${per_page} offset ${(page - 1) * per_page}`)
    const items = rows.map(({ total: _, since, ...row }) => ({ ...row, since_gmt: toGmtIso(new Date(since)) }))
    return { items, page, per_page, total: rows[0]?.total ?? 0 }
  },
})
