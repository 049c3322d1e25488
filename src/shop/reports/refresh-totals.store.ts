import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { shopCents } from '../orders/shop-cents.ts'
import type { Range } from './range.ts'
import { reportDays, reportState } from './reports.table.ts'

/** Days per transaction, which then takes a few seconds even for busy days. */
const DAYS_PER_TRANSACTION = 10

/** SQL condition: accepted orders count, unless they are cancelled or unpaid again. */
const isCounted = (order: string) =>
  sql.raw(
    `${order}.invoice_number is not null and ${order}.status in ('on-hold', 'processing', 'completed', 'refunded')`,
  )

type Refresh = { readonly timeZone: string; readonly days?: Range; readonly untilMs?: number }

/**
 * Recalculates outdated days; true if none is left, false after `untilMs`. Readers pass the `days` they show, so that
 * their figures are up to date.
 */
export async function refreshTotals(db: Db, { timeZone, days, untilMs = 5000 }: Refresh): Promise<boolean> {
  const start = performance.now()
  while (await isBehind(db, timeZone, days)) {
    if (performance.now() - start > untilMs) return false
    const count = await db.transaction(async (tx) => {
      await markChangedDays(tx, timeZone)
      const { rows } = await tx.execute<{ day: string }>(sql`
        select day::text as day from report_days where ${within(days)} order by day desc limit ${DAYS_PER_TRANSACTION}`)
      await writeTotals(tx, `{${rows.map(({ day }) => day).join(',')}}`, timeZone)
      return rows.length
    })
    // Orders that change meanwhile would make it go on for ever.
    if (count < DAYS_PER_TRANSACTION) return true
  }
  return true
}

/** Makes the next refresh recalculate everything. */
export const resetTotals = (db: Db) => db.update(reportState).set({ timeZone: '' })

export const countStaleDays = (db: Db): Promise<number> => db.$count(reportDays)

const within = (days: Range | undefined) =>
  days ? sql`day between ${days.after}::date and ${days.before}::date` : sql`true`

async function isBehind(db: Db, timeZone: string, days: Range | undefined): Promise<boolean> {
  const { rows } = await db.execute<{ behind: boolean }>(sql`
    select time_zone <> ${timeZone} or exists (select from report_changes)
      or exists (select from report_days where ${within(days)}) as behind from report_state`)
  return rows[0]?.behind ?? false
}

/** Locks the state row first: the next statement then has a later snapshot, with every change committed by then. */
async function markChangedDays(tx: Tx, timeZone: string): Promise<void> {
  const [state] = await tx.select().from(reportState).for('update')
  const dayOf = (at: string) => sql`(${sql.raw(at)} at time zone ${timeZone})::date`
  if (state?.timeZone !== timeZone) {
    await tx.execute(sql`delete from report_changes`)
    await tx.execute(sql`delete from report_totals`)
    await tx.execute(sql`
      insert into report_days select ${dayOf('created_at')} from orders where ${isCounted('orders')}
      union select ${dayOf('created_at')} from payment_refunds on conflict do nothing`)
    await tx.update(reportState).set({ timeZone })
    return
  }
  // The buyer's next order may have become a new customer's first, or no longer be it.
  await tx.execute(sql`
    with gone as (delete from report_changes returning order_id, at),
    changed as (
      select distinct orders.id, orders.created_at, ${knownEmail} as email
      from gone join orders on orders.id = gone.order_id
    ), touched as (
      select id, created_at from changed
      union select next.id, next.created_at from changed cross join lateral (
        select id, created_at from orders
        where lower(billing->>'email') = changed.email and (created_at, id) > (changed.created_at, changed.id)
          and ${isCounted('orders')}
        order by created_at, id limit 1) next
    )
    insert into report_days
    select distinct ${dayOf('at')} from (
      select at from gone union all select created_at from touched
      union all select refund.created_at from payment_refunds refund join touched on touched.id = refund.order_id
    ) as moments on conflict do nothing`)
}

const toShopCents = (amount: string) => shopCents(sql.raw(`(${amount})`))
/** A part of an order as the difference of running totals: converted parts then add up to the converted whole. */
const between = (from: string, to: string) => sql`(${toShopCents(to)} - ${toShopCents(from)})`

/** SQL: null if it is unknown or was removed. */
const knownEmail = sql`case when orders.anonymised_at is null then nullif(lower(orders.billing->>'email'), '') end`

/** SQL columns `buyer` (new, returning or unknown customer) and `origin` of a sale or refund. */
const buyer = sql`case when ${knownEmail} is null then 'unknown'
    when exists (select from orders earlier where lower(earlier.billing->>'email') = lower(orders.billing->>'email')
      and ${isCounted('earlier')} and (earlier.created_at, earlier.id) < (orders.created_at, orders.id))
    then 'returning' else 'new' end as buyer,
  left(coalesce(orders.attribution->>'source_type', ''), 20) || ' ' ||
    left(coalesce(orders.attribution->>'utm_source', ''), 100) as origin`

/** Three rows for each order or refund: for its day, its kind of customer and its origin. */
const wholeOrderRows = sql.raw(
  "cross join lateral (values ('day', ''), ('customer', buyer), ('origin', origin)) as kinds (kind, key)",
)

/** Adds tax lines. Lateral, to use the index for each order: otherwise the planner would scan those of all orders. */
const taxLineRows = sql.raw(`cross join lateral (
  select tax.*, items_tax_cents + shipping_tax_cents as cents,
    sum(items_tax_cents + shipping_tax_cents) over (order by tax.id) as to_here,
    sum(items_tax_cents + shipping_tax_cents) over () as all_cents
  from order_tax_lines tax where tax.order_id = orders.id) rates`)

const goodsRows = sql.raw(
  "cross join lateral (values ('product', product_id::text), ('variation', nullif(variation_id, 0)::text)) as kinds (kind, key)",
)

async function writeTotals(tx: Tx, days: string, timeZone: string): Promise<void> {
  await tx.execute(sql`delete from report_totals where day = any(${days}::date[])`)
  await tx.execute(sql`
    with days as (
      select day, day::timestamp at time zone ${timeZone} as first, (day + 1)::timestamp at time zone ${timeZone} as next
      from unnest(${days}::date[]) as day
    ), sold as materialized (
      select days.day, orders.id, currency, exchange_rate, items_subtotal_cents as subtotal, items_total_cents as items,
        items_total_cents + shipping_cents as shipped, items_total_cents + shipping_cents + fees_cents as untaxed,
        total_cents as total, greatest(refunded_cents - coalesce((select sum(amount_cents) from payment_refunds refund
          where refund.order_id = orders.id and refund.status = 'succeeded'), 0), 0) as unexplained, ${buyer}
      from days join orders on orders.created_at >= first and orders.created_at < next where ${isCounted('orders')}
    ), lines as (
      select day, orders.id as order_id, product_id, variation_id, name, quantity,
        ${between('gross_to - subtotal_cents', 'gross_to')} as gross, ${between('net_to - total_cents', 'net_to')} as net
      from sold as orders cross join lateral (
        select line.*, sum(subtotal_cents) over sequence as gross_to, sum(total_cents) over sequence as net_to
        from order_lines line where line.order_id = orders.id window sequence as (order by line.id)) line
    ), refunded as (
      select days.day, refund.id as refund_id, refund.parts, orders.id, currency, exchange_rate, ${buyer},
        total_cents - least(refunded_cents, earlier) as held,
        total_cents - least(refunded_cents, earlier + refund.amount_cents) as kept
      from days join payment_refunds refund on refund.created_at >= first and refund.created_at < next
        and refund.status = 'succeeded'
      join orders on orders.id = refund.order_id and ${isCounted('orders')}
      cross join lateral (
        select greatest(refunded_cents - sum(amount_cents), 0)
          + coalesce(sum(amount_cents) filter (where (created_at, other.id) < (refund.created_at, refund.id)), 0) as earlier
        from payment_refunds other where other.order_id = orders.id and other.status = 'succeeded') before
    ), back as materialized (
      select refunded.*, least(tax_part, held - kept) as tax,
        least(shipping_part, held - kept - least(tax_part, held - kept)) as shipping, pieces
      from refunded cross join lateral (
        select coalesce(sum((part->>'taxCents')::int), 0) as tax_part,
          coalesce(sum((part->>'totalCents')::int) filter (where part->>'kind' = 'shipping'), 0) as shipping_part,
          coalesce(sum((part->>'quantity')::int) filter (where part->>'kind' = 'line'), 0) as pieces
        from jsonb_array_elements(parts) part) parts
    ), returned_lines as (
      select day, product_id, variation_id, name, pieces, ${between('held - to_here', 'held - to_here + part_cents')} as cents
      from (select back.day, back.id as order_id, currency, exchange_rate, held, (part->>'id')::int as line_id,
          (part->>'quantity')::int as pieces, (part->>'totalCents')::int as part_cents,
          sum((part->>'totalCents')::int) over (partition by refund_id order by position) as to_here
        from back cross join lateral jsonb_array_elements(parts) with ordinality as parts (part, position)
        where part->>'kind' = 'line') orders
      join order_lines line on line.id = line_id and line.order_id = orders.order_id
    ), facts (day, kind, key, label, order_id, items, gross, discounts, fees, shipping, taxes,
        returns, returned_shipping, returned_taxes, returned_items) as (
      select day, kind, key, '', id, (select coalesce(sum(quantity), 0) from order_lines where order_id = orders.id),
        ${toShopCents('subtotal')}, ${between('items', 'subtotal')}, ${between('shipped', 'untaxed')}, ${between('items', 'shipped')},
        ${between('untaxed', 'total')}, ${between('total - unexplained', 'total')}, 0, 0, 0
      from sold as orders ${wholeOrderRows}
      union all select day, kind, key, '', null, 0, 0, 0, 0, 0, 0, ${between('kept + tax + shipping', 'held')},
        ${between('kept + tax', 'kept + tax + shipping')}, ${between('kept', 'kept + tax')}, pieces
      from back as orders ${wholeOrderRows}
      union all select day, kind, key, name, order_id, quantity, gross, gross - net, 0, 0, 0, 0, 0, 0, 0
      from lines ${goodsRows}
      where key is not null
      union all select day, kind, key, name, null, 0, 0, 0, 0, 0, 0, cents, 0, 0, pieces
      from returned_lines ${goodsRows}
      where key is not null
      union all select day, 'coupon', code, '', order_id, 0, 0, ${between('items + to_here - discount_cents', 'items + to_here')},
        0, 0, 0, 0, 0, 0, 0
      from sold as orders cross join lateral (
        select code, order_id, discount_cents, sum(discount_cents) over (order by code) as to_here
        from order_coupons where order_id = orders.id) used
      union all select day, 'tax', code || ' ' || rate_per_100k, label, order_id, 0, 0, 0, 0, ${toShopCents('shipping_tax_cents')},
        ${between('untaxed + to_here - cents', 'untaxed + to_here')}, 0, 0, 0, 0
      from sold as orders ${taxLineRows}
      union all select day, 'tax', code || ' ' || rate_per_100k, label, null, 0, 0, 0, 0, 0, 0, 0, 0,
        round(${between('kept', 'kept + tax')} * to_here::numeric / all_cents)
          - round(${between('kept', 'kept + tax')} * (to_here - cents)::numeric / all_cents), 0
      from back as orders ${taxLineRows} where all_cents <> 0
    )
    insert into report_totals (day, kind, key, label, orders, items, gross_cents, discounts_cents, fees_cents,
      shipping_cents, taxes_cents, returns_cents, returned_shipping_cents, returned_taxes_cents, returned_items)
    select day, kind, key, max(label), count(distinct order_id), sum(items), sum(gross), sum(discounts), sum(fees),
      sum(shipping), sum(taxes), sum(returns), sum(returned_shipping), sum(returned_taxes), sum(returned_items)
    from facts group by day, kind, key`)
  await tx.execute(sql`delete from report_days where day = any(${days}::date[])`)
}
