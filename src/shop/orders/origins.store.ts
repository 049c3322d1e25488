import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { originText } from '../tracking/origin.ts'

/** Number of orders of one origin, and their revenue after refunds, in cents. */
export type OriginTotal = { readonly origin: string; readonly orders: number; readonly netCents: number }

/** A link can name any source, so rare origins are combined. */
const MAX_ORIGINS = 12

/**
 * Origins of the accepted orders of a period, most orders first (ATTR-03). Cancelled orders do not count. `after` is
 * inclusive, `before` exclusive.
 */
export async function orderOrigins(
  db: Db | Tx,
  { after, before }: { readonly after: Date; readonly before: Date },
): Promise<OriginTotal[]> {
  const { rows } = await db.execute<{ source_type: string; utm_source: string; orders: number; cents: string }>(sql`
    select coalesce(attribution->>'source_type', '') as source_type, coalesce(attribution->>'utm_source', '') as utm_source,
      count(*)::int as orders, sum(total_cents - refunded_cents) as cents
    from orders
    where number is not null and status not in ('cancelled', 'failed', 'pending')
      and created_at >= ${after.toISOString()}::timestamptz and created_at < ${before.toISOString()}::timestamptz
    group by 1, 2`)
  const totals = new Map<string, OriginTotal>()
  for (const { orders, cents, ...attribution } of rows) {
    const origin = originText(attribution)
    const total = totals.get(origin) ?? { origin, orders: 0, netCents: 0 }
    totals.set(origin, { origin, orders: total.orders + orders, netCents: total.netCents + Number(cents) })
  }
  const sorted = [...totals.values()].toSorted(
    (a, b) => b.orders - a.orders || b.netCents - a.netCents || a.origin.localeCompare(b.origin, 'en-CA'),
  )
  const rest = sorted.slice(MAX_ORIGINS)
  if (rest.length === 0) return sorted
  const sum = (pick: (entry: OriginTotal) => number) => rest.reduce((total, entry) => total + pick(entry), 0)
  return [
    ...sorted.slice(0, MAX_ORIGINS),
    { origin: 'All others', orders: sum((entry) => entry.orders), netCents: sum((entry) => entry.netCents) },
  ]
}
