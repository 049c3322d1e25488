import { and, between, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/connect.ts'
import { shopDayOf } from '../../platform/time/shop-time.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { productViews } from './product-views.table.ts'

export async function countProductView(db: Db, productId: number, now: Date): Promise<void> {
  await db.execute(sql`
    insert into product_views (product_id, viewed_on, views)
    select products.id, ${shopDayOf(now)}::date, 1 from products join entries using (id)
    where products.id = ${productId} and products.parent_id is null and entries.status = 'publish'
    on conflict (product_id, viewed_on) do update set views = product_views.views + 1`)
}

export type ViewedProduct = { readonly id: number; readonly name: string; readonly views: number }

type Days = { readonly after: string; readonly before: string }

/** The most viewed products of a range of days, which includes both its ends. */
export const viewedProducts = (db: Db, { after, before }: Days, limit: number): Promise<ViewedProduct[]> =>
  db
    .select({ id: entries.id, name: entries.title, views: sql<number>`sum(${productViews.views})::int` })
    .from(productViews)
    .innerJoin(entries, eq(entries.id, productViews.productId))
    .where(and(between(productViews.viewedOn, after, before), eq(entries.status, 'publish')))
    .groupBy(entries.id)
    .orderBy(desc(sql`sum(${productViews.views})`), entries.id)
    .limit(limit)
