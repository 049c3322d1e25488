/** Figures of reports, calculated in two ways: from the daily totals, and from the orders. */
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ada, teapots, writeOrder } from '../../../test/support/orders.ts'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import type { Db } from '../../platform/database/connect.ts'
import { paths } from '../../platform/web/routes.ts'
import { anonymiseOrders } from '../orders/anonymise-orders.ts'
import { orders } from '../orders/orders.table.ts'
import { paymentRefunds } from '../orders/payments/payments.table.ts'
import { shopCents } from '../orders/shop-cents.ts'
import { countProductView } from '../tracking/product-views.store.ts'
import { refreshTotals, resetTotals } from './refresh-totals.store.ts'
import { reportTotals } from './reports.table.ts'
import type { ReportJson } from './rest/report-shape.ts'

// 23:30 on 20 November in Toronto.
const now = new Date('2026-11-21T04:30:00Z')
const { app, shop, db, pool } = await openShop({ now: () => now })
const owner = await createSignedInUser(shop, 'administrator')
const editor = await createSignedInUser(shop, 'editor')
const get = (path: string, headers: Record<string, string> = owner.headers) => app.request(path, { headers })
const read = async (query = '') => {
  const answer = await get(`/wp-json/samovar/v1/analytics${query}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as ReportJson
}
let numbers = 8000
type Changes = Parameters<typeof writeOrder>[1]
const order = (createdAt: string, changes: Changes = {}) =>
  writeOrder(db, { invoiceNumber: (numbers += 1), status: 'completed', createdAt: new Date(createdAt), ...changes })
let keys = 0
const refund = (orderId: number, amountCents: number, createdAt: string, more: object = {}) =>
  db.transaction(async (tx) => {
    const idempotencyKey = `refund-${(keys += 1)}`
    const at = new Date(createdAt)
    await tx
      .insert(paymentRefunds)
      .values({ orderId, amountCents, idempotencyKey, status: 'succeeded', createdAt: at, ...more })
    await tx.execute(sql`update orders set refunded_cents = refunded_cents + ${amountCents} where id = ${orderId}`)
  })

afterEach(async () => {
  vi.restoreAllMocks()
  await pool.query('truncate orders, payment_refunds, order_coupons cascade')
})

describe('figures', () => {
  const customerKinds = async () =>
    (await read('?report=customers&after=2026-11-10')).rows.map((row) => [row.label, row.orders]).toSorted()

  test('are of days in the shop’s time zone, without orders that are cancelled or not accepted', async () => {
    await order('2026-11-21T04:29:00Z')
    await order('2026-11-20T05:00:00Z', { refundedCents: 4917 })
    await order('2026-11-20T04:59:59Z', { status: 'on-hold' })
    await order('2026-11-20T12:00:00Z', { status: 'cancelled' })
    await order('2026-11-20T12:00:00Z', { status: 'pending', invoiceNumber: null })
    await order('2026-11-18T04:59:59Z')
    const { totals, intervals } = await read('?after=2026-11-18')
    expect(totals).toMatchObject({ orders: 3, total_sales: '398.34' })
    expect(intervals.map((one) => [one.start, one.orders, one.total_sales])).toEqual([
      ['2026-11-18', 0, '0.00'],
      ['2026-11-19', 1, '149.17'],
      ['2026-11-20', 2, '249.17'],
    ])
    expect((await read('?after=2026-11-17')).totals.orders).toBe(4)
  })

  test('are of days of 23 or 25 hours, too', async () => {
    await order('2026-11-01T04:00:00Z')
    await order('2026-11-02T04:58:00Z')
    await order('2026-11-01T03:59:00Z')
    const { intervals } = await read('?after=2026-10-31&before=2026-11-01')
    expect(intervals.map((one) => one.orders)).toEqual([1, 2])
  })

  test('count a refund on its own day, split into goods, shipping and taxes', async () => {
    const sold = await order('2026-11-10T12:00:00Z')
    const [line] = sold.lines
    const parts = [
      { kind: 'line', id: line?.id, quantity: 1, totalCents: 6103, taxCents: 793 },
      { kind: 'shipping', id: 1, quantity: 0, totalCents: 995, taxCents: 129 },
    ]
    await refund(sold.id, 8020, '2026-11-12T12:00:00Z', { parts })
    const { intervals } = await read('?after=2026-11-10&before=2026-11-12')
    expect(intervals[0]).toMatchObject({
      orders: 1,
      items: 2,
      net_sales: '122.06',
      taxes: '17.16',
      total_sales: '149.17',
    })
    expect(intervals[2]).toMatchObject({ orders: 0, items: -1, returns: '61.03', shipping: '-9.95', taxes: '-9.22' })
    expect(intervals[2]).toMatchObject({ net_sales: '-61.03', refunds: '80.20', total_sales: '-80.20' })
    const { rows } = await read('?report=products&after=2026-11-10&before=2026-11-12')
    expect(rows).toMatchObject([{ key: '131', items: 1, returns: '61.03', net_sales: '61.03' }])
    const taxes = await read('?report=taxes&after=2026-11-10&before=2026-11-12')
    expect(taxes.rows).toMatchObject([{ label: 'HST 13%', taxes: '7.94' }])
  })

  test('stand beside those of the week, the time or the year before', async () => {
    await order('2026-11-20T12:00:00Z')
    await order('2026-11-13T12:00:00Z')
    await order('2026-11-13T13:00:00Z')
    const today = await read('?after=2026-11-20&before=2026-11-20&compare=previous_week')
    expect(today).toMatchObject({ compared: { after: '2026-11-13' }, totals: { orders: 1, previous: { orders: 2 } } })
    const month = await read(
      '?after=2026-11-16&before=2026-11-20&compare=previous_period&interval=week&report=products',
    )
    expect(month.intervals).toMatchObject([{ start: '2026-11-16', orders: 1, previous: { orders: 2 } }])
    expect(month.rows).toMatchObject([{ orders: 1, previous: { orders: 2, items: 4 } }])
    // The 31 days before March begin in January: all of them are compared with March.
    await order('2026-01-30T12:00:00Z')
    await order('2026-02-10T12:00:00Z')
    const march = await read('?after=2026-03-01&before=2026-03-31&compare=previous_period&interval=month')
    expect(march.totals.previous?.orders).toBe(2)
    expect(march.intervals.map(({ start, previous }) => [start, previous?.orders])).toEqual([['2026-03-01', 2]])
    // In another year, weeks begin on other dates.
    await order('2025-11-15T12:00:00Z')
    await order('2025-11-17T12:00:00Z')
    const weeks = await read('?after=2026-11-16&before=2026-11-20&compare=previous_year&interval=week')
    expect(weeks.intervals.map(({ previous }) => previous?.orders)).toEqual([weeks.totals.previous?.orders])
  })

  test('follow the first order of a customer when it is cancelled', async () => {
    const first = await order('2026-11-10T12:00:00Z')
    await order('2026-11-12T12:00:00Z', { billing: { ...ada, email: 'ADA@shop.test' } })
    expect(await customerKinds()).toEqual([
      ['New customers', 1],
      ['Returning customers', 1],
    ])
    await db.execute(sql`update orders set status = 'cancelled' where id = ${first.id}`)
    expect(await customerKinds()).toEqual([['New customers', 1]])
  })

  test('do not take all whose personal data was removed for one returning customer', async () => {
    const made = await Promise.all(
      ['one', 'two', 'three'].map((name) =>
        order('2026-11-12T12:00:00Z', { billing: { ...ada, email: `${name}@shop.test` } }),
      ),
    )
    expect(await customerKinds()).toEqual([['New customers', 3]])
    const ids = made.map(({ id }) => id)
    await db.transaction((tx) => anonymiseOrders(tx, ids, now))
    expect(await customerKinds()).toEqual([['Unknown customers (no email address, or erased)', 3]])
  })

  test('of another time zone are worked out anew', async () => {
    await order('2026-11-20T04:59:59Z')
    expect((await read('?after=2026-11-19&before=2026-11-19')).totals.orders).toBe(1)
    await refreshTotals(db, { timeZone: 'Europe/Berlin' })
    expect(await db.select({ day: reportTotals.day }).from(reportTotals).groupBy(reportTotals.day)).toEqual([
      { day: '2026-11-20' },
    ])
    expect((await read('?after=2026-11-19&before=2026-11-19')).totals.orders).toBe(1)
  })
})

describe('[ATTR-03 charted] the report on sources', () => {
  const google = { source_type: 'organic', utm_source: 'google' }
  const direct = { source_type: 'typein', utm_source: '(direct)' }
  const day = '2026-11-20T11:49:27Z'

  test('counts accepted orders by origin, most first, less refunds and without cancelled orders', async () => {
    await order(day, { attribution: google })
    await order(day, { attribution: google, refundedCents: 4917 })
    await order(day, { attribution: direct, status: 'processing' })
    await order(day, { status: 'on-hold' })
    await order(day, { attribution: direct, status: 'cancelled' })
    const { rows, totals } = await read('?report=sources')
    expect(totals).toMatchObject({ orders: 4, total_sales: '547.51' })
    expect(rows.map((row) => [row.label, row.orders, row.total_sales])).toEqual([
      ['Organic: Google', 2, '249.17'],
      ['Direct', 1, '149.17'],
      ['Unknown', 1, '149.17'],
    ])
  })

  test('counts views on the days of the range, in the shop’s time zone', async () => {
    const [tea, cup] = [referenceIds.simple, referenceIds.variable]
    for (const [id, at] of [
      [tea, '2026-11-19T04:59:00Z'],
      [cup, '2026-11-19T05:00:00Z'],
      [cup, '2026-11-20T04:59:00Z'],
      [tea, '2026-11-20T05:00:00Z'],
    ] as const)
      await countProductView(db, id, new Date(at))
    const viewed = async (query: string) =>
      (await read(`?report=sources&${query}`)).viewed.map(({ id, views }) => [id, views])
    expect(await viewed('after=2026-11-19&before=2026-11-19')).toEqual([[cup, 2]])
    expect(await viewed('after=2026-11-18&before=2026-11-20')).toEqual([cup, tea].map((id) => [id, 2]))
  })

  test('combines rare origins, so that fake ones cannot fill it, and a file of them has no formulas', async () => {
    for (let count = 0; count < 14; count += 1)
      await order(day, { attribution: { source_type: 'utm', utm_source: `odd-${count}` } })
    const { rows } = await read('?report=sources')
    expect(rows).toHaveLength(13)
    expect(rows.at(-1)).toMatchObject({ label: 'All others', orders: 2, total_sales: '298.34' })
    await order(day, { lines: [{ ...teapots, productId: 999_999, name: '=HYPERLINK("x")' }] })
    const file = await get('/wp-json/samovar/v1/analytics/csv?report=products&compare=previous_week')
    expect(file.headers.get('content-disposition')).toContain('products-2026-10-22-to-2026-11-20.csv')
    const text = await file.text()
    expect(text).toContain(`"'=HYPERLINK(""x"")",2,122.06`)
    expect(text).toContain('Net sales (previous week)')
  })
})

test('files have the shop’s day in their names', async () => {
  for (const path of [
    paths.restAnalyticsCsv,
    paths.restOrderExport,
    paths.restProductExport,
    `${paths.restTaxRates}/csv`,
    paths.restSubmissionExport,
  ])
    expect((await get(path)).headers.get('content-disposition'), path).toContain('2026-11-20.csv"')
})

test('[ACC-03] is for those who may read orders, and refuses ranges that make no sense', async () => {
  for (const path of ['/wp-json/samovar/v1/analytics', '/wp-json/samovar/v1/analytics/csv']) {
    expect((await get(path, editor.headers)).status).toBe(403)
    expect((await get(path, {})).status).toBe(401)
    for (const query of ['after=2026-11-21', 'after=1999-01-01', 'after=2026-02-30', 'after=soon', 'report=money'])
      expect((await get(`${path}?${query}`)).status, query).toBe(400)
  }
})

test('stock says what to order first, and how long the rest lasts', async () => {
  const { rows } = await db.execute<{ id: number }>(
    sql`select product_id as id from stock_levels where tracks_inventory order by 1 limit 2`,
  )
  const [low, much] = rows.map(({ id }) => id)
  if (!low || !much) throw new Error('The reference shop counts nothing')
  await db.execute(sql`update stock_levels set on_hand = 1000, low_stock_amount = 5`)
  await db.execute(sql`update stock_levels set on_hand = 3 where product_id = ${low}`)
  await order('2026-11-20T12:00:00Z', { lines: [{ ...teapots, productId: much, quantity: 10 }] })
  const all = await read('?report=stock&after=2026-11-11&before=2026-11-20')
  expect(all.rows[0]).toMatchObject({ key: String(low), stock: { on_hand: 3, is_low: true, days_left: null } })
  expect(all.rows[1]).toMatchObject({ key: String(much), items: 10, stock: { is_low: false, days_left: 1000 } })
  expect(await read('?report=stock&level=low')).toMatchObject({ total_rows: 1, rows: [{ key: String(low) }] })
  const { variable, sizes } = referenceIds
  await db.execute(
    sql`update stock_levels set tracks_inventory = true, on_hand = 1 where product_id = ${sizes['100-g']}`,
  )
  const lowTotals = async () => [
    (await read('?report=stock&level=low')).total_rows,
    Number((await get('/wp-json/samovar/v1/stock?level=low')).headers.get('x-wp-total')),
  ]
  expect(await lowTotals()).toEqual([2, 2])
  await db.execute(sql`update entries set status = 'trash' where id = ${variable}`)
  expect(await lowTotals()).toEqual([1, 1])
})

test('files and figures for programs are refused until they are complete', async () => {
  for (let day = 1; day <= 30; day += 1) await order(`2026-10-${String(day).padStart(2, '0')}T12:00:00Z`)
  await resetTotals(db)
  const range = 'date_min=2026-10-01&date_max=2026-10-30'
  const paths = [
    '/wp-json/samovar/v1/analytics/csv?after=2026-10-01&before=2026-10-30&interval=day',
    `/wp-json/wc/v3/reports/sales?${range}`,
    `/wp-json/wc/v3/reports/top_sellers?${range}`,
  ]
  const realTime = performance.now.bind(performance)
  // Each millisecond is as long as a quarter of an hour.
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => realTime() * 1_000_000)
  for (const path of paths) {
    const early = await get(path)
    expect([early.status, early.headers.get('retry-after')], path).toEqual([503, '60'])
  }
  clock.mockRestore()
  const [file, sales, sellers] = await Promise.all(paths.map(async (path) => get(path)))
  expect((await file?.text())?.match(/149\.17/g)).toHaveLength(30)
  expect(await sales?.json()).toMatchObject([{ total_orders: 30 }])
  expect(await sellers?.json()).toMatchObject([{ quantity: 60 }])
})

test('totals of a range are complete although orders go on changing', async () => {
  await order('2026-10-05T12:00:00Z')
  const transaction = db.transaction.bind(db)
  const busy = vi.spyOn(db, 'transaction').mockImplementation(async (...args) => {
    const result = await transaction(...args)
    await db.execute(sql`update orders set updated_at = clock_timestamp()`)
    return result
  })
  const days = { after: '2026-10-01', before: '2026-10-30' }
  expect(await refreshTotals(db, { timeZone: 'America/Toronto', days, untilMs: 500 })).toBe(true)
  busy.mockRestore()
  expect(await db.$count(reportTotals)).toBeGreaterThan(0)
})

test('what happens while totals are worked out is in the next ones', async () => {
  const day = '2026-11-20T12:00:00Z'
  await Promise.all(
    Array.from({ length: 24 }, async (_, index) => {
      const { id } = await order(day)
      if (index % 3 === 0) await read('?report=customers')
      if (index % 4 === 0) await db.execute(sql`update orders set status = 'cancelled' where id = ${id}`)
      await read()
    }),
  )
  expect((await read()).totals).toMatchObject({ orders: 18, total_sales: '2685.06' })
  const changed = sql`select count(*)::int as sum from report_changes`
  expect((await db.execute<{ sum: number }>(changed)).rows[0]?.sum).toBe(0)
})

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
