import { sql } from 'drizzle-orm'
import type { Db } from '../../src/platform/database/connect.ts'

const tables = [
  'carts',
  'cart_lines',
  'orders',
  'order_lines',
  'order_notes',
  'order_meta',
  'order_coupons',
  'coupons',
  'payments',
  'stock_levels',
  'stock_movements',
  'emails',
  'products',
  'entries',
  'entry_revisions',
  'builder_drafts',
  'builder_locks',
  'builder_templates',
  'terms',
  'entry_terms',
  'media',
  'comments',
  'form_submissions',
  'settings',
  'shipping_methods',
  'shipping_zones',
  'saved_lists',
  'saved_items',
  'stock_alerts',
  'users',
  'api_keys',
  'application_passwords',
  'credentials',
  'staff_invitations',
  'admin_log',
] as const

export type Digest = Readonly<Record<(typeof tables)[number], string>>

/** One statement for all tables, because every request that is refused is followed by it. */
const digests = sql.join(
  tables.map(
    (table) => sql`
      select ${sql.raw(`'${table}'`)} as name, count(*)::int as count,
          coalesce(md5(string_agg(row.text, '|' order by row.text)), '') as content
        from (select t::text as text from ${sql.identifier(table)} t) row`,
  ),
  sql` union all `,
)

/** Row count and digest of every table, to show that a refused request changed nothing. */
export async function digestShop(db: Db): Promise<Digest> {
  const { rows } = await db.execute<{ name: string; count: number; content: string }>(digests)
  return Object.fromEntries(rows.map(({ name, count, content }) => [name, `${count} rows ${content}`])) as Digest
}
