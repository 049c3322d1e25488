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

/** Row count and digest of every table, to show that a refused request changed nothing. */
export async function digestShop(db: Db): Promise<Digest> {
  const digests = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await db.execute<{ count: number; content: string }>(sql`
        select count(*)::int as count, coalesce(md5(string_agg(row.text, '|' order by row.text)), '') as content
          from (select t::text as text from ${sql.identifier(table)} t) row`)
      return [table, `${rows[0]?.count} rows ${rows[0]?.content}`] as const
    }),
  )
  return Object.fromEntries(digests) as Digest
}
