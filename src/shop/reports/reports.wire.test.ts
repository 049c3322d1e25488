/** What reports count, on which days, for whom, and when they are complete. */

import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ada, teapots } from '../../../test/support/orders.ts'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { paths } from '../../platform/web/routes.ts'
import { anonymiseOrders } from '../orders/anonymise-orders.ts'
import { countProductView } from '../tracking/product-views.store.ts'
import { now, openTestReports } from './open-test-reports.ts'
import { refreshTotals, resetTotals } from './refresh-totals.store.ts'
import { reportTotals } from './reports.table.ts'

const { db, editor, get, order, read, refund } = await openTestReports()

afterEach(() => void vi.restoreAllMocks())

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
