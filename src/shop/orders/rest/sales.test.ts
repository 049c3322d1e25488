/** Orders and revenue by day, for the home screen of the back office. */
import { expect, test } from 'vitest'
import { writeOrder } from '../../../../test/support/orders.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'

// 23:30 on 20 November in Toronto.
const now = new Date('2026-11-21T04:30:00Z')
const { app, shop, db, pool } = await openShop({ now: () => now })
const owner = await createSignedInUser(shop, 'administrator')
const editor = await createSignedInUser(shop, 'editor')
const read = async (query: string, headers: Record<string, string> = owner.headers) => {
  const answer = await app.request(`/wp-json/samovar/v1/reports/sales${query}`, { headers })
  return { status: answer.status, body: await answer.json() }
}
let number = 8000
const order = (createdAt: string, changes: Parameters<typeof writeOrder>[1] = {}) =>
  writeOrder(db, { invoiceNumber: (number += 1), status: 'completed', createdAt: new Date(createdAt), ...changes })

test('has every day of the period in the shop’s time zone, less refunds and without cancelled orders', async () => {
  expect((await read('')).body.totals).toHaveLength(30)
  expect((await read('')).body).toMatchObject({ orders: 0, net_sales: '0.00' })
  await order('2026-11-21T04:29:00Z')
  await order('2026-11-20T05:00:00Z', { refundedCents: 4917 })
  await order('2026-11-20T04:59:59Z', { status: 'on-hold' })
  await order('2026-11-20T12:00:00Z', { status: 'cancelled' })
  await order('2026-11-20T12:00:00Z', { status: 'pending', invoiceNumber: null })
  await order('2026-11-18T04:59:59Z')
  expect((await read('?days=3')).body).toEqual({
    orders: 3,
    net_sales: '398.34',
    totals: [
      { date: '2026-11-18', orders: 0, net_sales: '0.00' },
      { date: '2026-11-19', orders: 1, net_sales: '149.17' },
      { date: '2026-11-20', orders: 2, net_sales: '249.17' },
    ],
  })
  expect((await read('?days=4')).body.orders).toBe(4)
})

test('a day may have 23 or 25 hours', async () => {
  await pool.query('truncate orders cascade')
  const autumn = new Date('2026-11-02T04:59:00Z')
  const { app: later, shop: laterShop, db: laterDb } = await openShop({ now: () => autumn })
  const { headers } = await createSignedInUser(laterShop, 'administrator')
  const at = (createdAt: string) =>
    writeOrder(laterDb, { invoiceNumber: (number += 1), status: 'completed', createdAt: new Date(createdAt) })
  await at('2026-11-01T04:00:00Z')
  await at('2026-11-02T04:58:00Z')
  await at('2026-11-01T03:59:00Z')
  const answer = await later.request('/wp-json/samovar/v1/reports/sales?days=2', { headers })
  const { totals } = (await answer.json()) as { totals: { orders: number }[] }
  expect(totals.map(({ orders }) => orders)).toEqual([1, 2])
})

test('[ACC-03] is for those who may read orders, and takes a year at most', async () => {
  expect((await read('', editor.headers)).status).toBe(403)
  expect((await read('', {})).status).toBe(401)
  expect((await read('?days=367')).status).toBe(400)
  expect((await read('?days=0')).status).toBe(400)
})
