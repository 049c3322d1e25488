/** No list, search or report of a shop with many orders sequentially reads a table that grows with its orders. */
import { expect, test } from 'vitest'
import { factsOf } from '../../src/shop/risk/fraud.store.ts'
import { businessScenarios } from '../bench/business.ts'
import { addManyOrders, FIRST_ORDER } from '../support/many-orders.ts'
import { blocksReadBy, sequentialScansOf } from '../support/query-plans.ts'
import { openShop } from '../support/shop.ts'
import { createSignedInUser } from '../support/users.ts'

const ORDERS = 12_000

/** These tables have a row for each order, buyer or day; the others have few rows in any shop. */
const bigTables = new Set([
  'orders',
  'order_lines',
  'order_search',
  'order_notes',
  'payments',
  'emails',
  'order_tax_lines',
  'users',
  'report_totals',
])

const { app, pool, shop } = await openShop({
  template: {
    name: 'many_orders',
    prepare: ({ db }) => addManyOrders(db, { customers: ORDERS, orders: ORDERS, now: new Date() }),
  },
})
const { headers } = await createSignedInUser(shop, 'administrator')
// As autovacuum does: without it, even rows that an index contains are read from their tables.
await pool.query('vacuum analyze')

test.each(businessScenarios.map((one) => [one.what, one] as const))('%s', async (_what, { ask }) => {
  const { path } = ask(3, [FIRST_ORDER + 8])
  const work = async () => expect((await app.request(path, { headers })).status).toBe(200)
  // The first request after a change updates the totals.
  await work()
  const { statements, scans } = await sequentialScansOf(work, { pool, bigTables })
  expect(statements).toBeGreaterThan(2)
  expect(scans).toEqual([])
})

test('the fraud rules read the orders of the buyer, card, network and address, not all of a busy day', async () => {
  const orderId = FIRST_ORDER + ORDERS
  const { fraudRules } = shop.settings()
  const hours = 24 * 365 * 10
  const everyDay = Object.fromEntries(Object.entries(fraudRules).map(([rule, set]) => [rule, { ...set, hours }]))
  const rules = { ...fraudRules, ...everyDay }
  const card = { fingerprint: 'unseen', country: 'CA', postalCheck: 'pass' } as const
  const work = async () => expect((await factsOf(shop.db, [orderId], rules, card)).size).toBe(1)
  expect(await blocksReadBy(work, pool)).toBeLessThan(400)
  expect((await sequentialScansOf(work, { pool, bigTables })).scans).toEqual([])
})

test.each([
  ['the last page', `orders?per_page=20&page=${ORDERS / 20}`],
  ['in the order of no ids', 'orders?orderby=include'],
  ['of a product nobody ordered', 'orders?product=9999999'],
  ['customers who paid', 'reports/customers/totals'],
])('%s is read without the rows of all orders', async (_what, path) => {
  const work = async () => expect((await app.request(`/wp-json/wc/v3/${path}`, { headers })).status).toBe(200)
  await work()
  expect(await blocksReadBy(work, pool)).toBeLessThan(700)
  expect((await sequentialScansOf(work, { pool, bigTables })).scans).toEqual([])
})
