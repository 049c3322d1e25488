/** Figures of reports, calculated in two ways: from the daily totals, and from the orders. */

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ada, teapots } from '../../../test/support/orders.ts'
import type { Db } from '../../platform/database/connect.ts'
import { orders } from '../orders/orders.table.ts'
import { shopCents } from '../orders/shop-cents.ts'
import { openTestReports } from './open-test-reports.ts'
import { refreshTotals, resetTotals } from './refresh-totals.store.ts'
import { reportTotals } from './reports.table.ts'

const { db, order, refund } = await openTestReports()

/** A random number generator that yields the same numbers in every run. */
function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

type Day = { readonly day: string; readonly orders: number; readonly cents: number }
const ours = (kind: string) =>
  db
    .execute<Day>(sql`
      select day::text, sum(orders)::int as orders, sum(gross_cents - discounts_cents + fees_cents + shipping_cents
        + taxes_cents - returns_cents - returned_shipping_cents - returned_taxes_cents)::int as cents
      from report_totals where kind = ${kind} group by day order by day`)
    .then(({ rows }) => rows.filter(({ orders: count, cents }) => count !== 0 || cents !== 0))

const counts = sql`invoice_number is not null and status in ('on-hold', 'processing', 'completed', 'refunded')`
const allTotals = async () =>
  (await db.select().from(reportTotals)).toSorted((a, b) =>
    `${a.day} ${a.kind} ${a.key}`.localeCompare(`${b.day} ${b.kind} ${b.key}`),
  )
const sumOf = async (database: Db, what: ReturnType<typeof sql>): Promise<number> =>
  (await database.execute<{ sum: number }>(sql`select coalesce(${what}, 0)::int as sum`)).rows[0]?.sum ?? 0

test.each([1, 2, 3])('after anything that happens to orders, reports come to what the orders do (%i)', async (seed) => {
  const pick = random(seed)
  const currencies = [
    { currency: 'CAD', exchangeRate: '1' },
    { currency: 'USD', exchangeRate: '0.7311' },
    { currency: 'JPY', exchangeRate: '108.37' },
    { currency: 'KWD', exchangeRate: '0.2213' },
  ]
  const moment = () => new Date(Date.UTC(2026, 10, 1 + pick(6), pick(24), pick(60))).toISOString()
  const placed: number[] = []
  const place = async () => {
    const [first, second, off, ship] = [1 + pick(9000), 1 + pick(9000), pick(500), pick(2000)]
    const [tax, onShipping] = [pick(900), pick(200)]
    const fees = pick(3) === 0 ? pick(400) : 0
    const items = first + second - Math.min(off, first)
    const made = await order(moment(), {
      ...currencies[pick(currencies.length)],
      status: pick(4) === 0 ? 'on-hold' : 'processing',
      billing: { ...ada, email: `buyer${pick(4)}@shop.test` },
      attribution: { source_type: 'utm', utm_source: `s${pick(3)}` },
      itemsSubtotalCents: first + second,
      itemsTotalCents: items,
      feesCents: fees,
      shippingCents: ship,
      taxCents: tax + onShipping,
      totalCents: items + fees + ship + tax + onShipping,
      lines: [
        { ...teapots, subtotalCents: first, totalCents: first - Math.min(off, first), taxCents: tax },
        { ...teapots, productId: 132, subtotalCents: second, totalCents: second, taxCents: 0 },
      ],
      shippingLines: [],
      taxLines: [
        { code: 'A', label: 'A', ratePer100k: 5000, itemsTaxCents: tax, shippingTaxCents: 0 },
        { code: 'B', label: 'B', ratePer100k: 8000, itemsTaxCents: 0, shippingTaxCents: onShipping },
      ],
      coupons: off > 0 ? [{ code: 'off', discountCents: Math.min(off, first), discountTaxCents: 0, usedBy: '' }] : [],
    })
    placed.push(made.id)
  }
  const anyOrder = async () => {
    const id = placed[pick(placed.length)] ?? 0
    return (await db.select().from(orders).where(sql`id = ${id}`))[0]
  }
  const statuses = ['processing', 'completed', 'cancelled', 'on-hold', 'refunded', 'failed']
  const happenings = [
    place,
    async () => {
      const one = await anyOrder()
      const left = one ? one.totalCents - one.refundedCents : 0
      if (!one || left === 0) return
      const cents = 1 + pick(left)
      const lines = await db.execute<{ id: number }>(sql`select id from order_lines where order_id = ${one.id}`)
      const goods = Math.floor(cents / 2)
      const parts = [
        {
          kind: 'line',
          id: lines.rows[0]?.id,
          quantity: 1,
          totalCents: goods,
          taxCents: Math.floor((cents - goods) / 3),
        },
      ]
      await refund(one.id, cents, moment(), pick(2) === 0 ? { parts } : {})
    },
    () =>
      db.execute(sql`update orders set status = ${statuses[pick(6)]} where id = ${placed[pick(placed.length)] ?? 0}`),
    () => db.execute(sql`update orders set created_at = ${moment()} where id = ${placed[pick(placed.length)] ?? 0}`),
    () =>
      db.execute(sql`update orders set billing = jsonb_set(billing, '{email}', ${`"buyer${pick(5)}@shop.test"`}::jsonb)
        where id = ${placed[pick(placed.length)] ?? 0}`),
    async () => {
      const [id] = placed.splice(pick(placed.length), 1)
      if (pick(3) === 0) await db.execute(sql`delete from orders where id = ${id ?? 0}`)
      else if (id) placed.push(id)
    },
    // A refund that failed at the bank.
    async () => {
      const one = await anyOrder()
      if (!one) return
      await db.execute(sql`with failed as (update payment_refunds set status = 'failed'
        where id = (select min(id) from payment_refunds where order_id = ${one.id} and status = 'succeeded') returning amount_cents)
        update orders set refunded_cents = refunded_cents - (select amount_cents from failed)
        where id = ${one.id} and exists (select from failed)`)
    },
  ]
  for (let round = 0; round < 6; round += 1) {
    for (let step = 0; step < 15; step += 1) {
      await place()
      await happenings[pick(happenings.length)]?.()
    }
    expect(await refreshTotals(db, { timeZone: 'America/Toronto' })).toBe(true)
    const folded = await allTotals()
    await resetTotals(db)
    await refreshTotals(db, { timeZone: 'America/Toronto' })
    expect(folded).toEqual(await allTotals())

    const whole = sql`(select sum(${shopCents(sql`(total_cents - refunded_cents)`)}) from orders where ${counts})`
    expect(
      await sumOf(
        db,
        sql`(select sum(gross_cents - discounts_cents + fees_cents + shipping_cents + taxes_cents
      - returns_cents - returned_shipping_cents - returned_taxes_cents) from report_totals where kind = 'day')`,
      ),
    ).toBe(await sumOf(db, whole))
    expect(await ours('customer')).toEqual(await ours('day'))
    expect(await ours('origin')).toEqual(await ours('day'))
    const ofKind = (kind: string, column: string) =>
      sumOf(db, sql`(select sum(${sql.identifier(column)}) from report_totals where kind = ${kind})`)
    for (const [kind, column] of [
      ['product', 'items'],
      ['product', 'gross_cents'],
      ['product', 'discounts_cents'],
      ['coupon', 'discounts_cents'],
      ['tax', 'taxes_cents'],
    ] as const)
      expect([kind, column, await ofKind(kind, column)]).toEqual([kind, column, await ofKind('day', column)])
    expect(await ofKind('tax', 'returned_taxes_cents')).toBe(await ofKind('day', 'returned_taxes_cents'))
  }
  // If all orders are in the shop's currency, each day is the plain sum of its orders and refunds.
  await db.execute(sql`update orders set status = 'cancelled' where currency <> 'CAD'`)
  await refreshTotals(db, { timeZone: 'America/Toronto' })
  const plain = await db.execute<Day>(sql`
    select day::text, sum(orders)::int as orders, sum(cents)::int as cents from (
      select (created_at at time zone 'America/Toronto')::date as day, 1 as orders, total_cents as cents
      from orders where ${counts}
      union all select (refund.created_at at time zone 'America/Toronto')::date, 0, -amount_cents
      from payment_refunds refund
      where refund.status = 'succeeded' and order_id in (select id from orders where ${counts})
    ) facts group by day order by day`)
  expect(await ours('day')).toEqual(plain.rows.filter(({ orders: count, cents }) => count !== 0 || cents !== 0))
})
