import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/connect.ts'
import type { Range } from './range.ts'

/** The number of rows per slug, in the order of `names`. */
async function countBySlug(db: Db, names: Readonly<Record<string, string>>, slugs: SQL) {
  const { rows } = await db.execute<{ slug: string; total: number }>(sql`
    select slug, count(*)::int as total from (${slugs}) as kinds group by slug`)
  const totals = new Map(rows.map(({ slug, total }) => [slug, total]))
  return Object.entries(names).map(([slug, name]) => ({ slug, name, total: totals.get(slug) ?? 0 }))
}

const types = {
  external: 'External/Affiliate product',
  grouped: 'Grouped product',
  simple: 'Simple product',
  variable: 'Variable product',
}
export const countProducts = (db: Db) =>
  countBySlug(
    db,
    types,
    sql`select type as slug from products join entries using (id) where kind = 'product' and status = 'publish'`,
  )

/** Two counts, because grouping the customers by whether they have paid takes half as long again. */
export async function countCustomers(db: Db) {
  const { rows } = await db.execute<{ customers: number; paying: number }>(sql`
    select count(*)::int as customers,
      (select count(*)::int from users where role = 'customer' and id in
        (select customer_id from orders where paid_at is not null and customer_id is not null)) as paying
      from users where role = 'customer'`)
  const { customers = 0, paying = 0 } = rows[0] ?? {}
  return [
    { slug: 'paying', name: 'Paying customer', total: paying },
    { slug: 'non_paying', name: 'Non-paying customer', total: customers - paying },
  ]
}

const discounts = {
  percent: 'Percentage discount',
  fixed_cart: 'Fixed cart discount',
  fixed_product: 'Fixed product discount',
}
export const countCoupons = (db: Db) =>
  countBySlug(db, discounts, sql`select discount_type as slug from coupons where is_active`)

const stars = Object.fromEntries([1, 2, 3, 4, 5].map((one) => [`rated_${one}_out_of_5`, `Rated ${one} out of 5`]))
export const countReviews = (db: Db) =>
  countBySlug(
    db,
    stars,
    sql`select 'rated_' || rating || '_out_of_5' as slug from comments
      join entries on entries.id = entry_id and kind = 'product'
      where rating is not null and comments.status in ('approved', 'pending')`,
  )

export async function countNewCustomers(db: Db, { after, before }: Range, timeZone: string) {
  const { rows } = await db.execute<{ day: string; total: number }>(sql`
    select (created_at at time zone ${timeZone})::date::text as day, count(*)::int as total from users
    where role = 'customer' and created_at >= ${after}::timestamp at time zone ${timeZone}
      and created_at < (${before}::date + 1)::timestamp at time zone ${timeZone} group by 1`)
  return new Map(rows.map(({ day, total }) => [day, total]))
}
