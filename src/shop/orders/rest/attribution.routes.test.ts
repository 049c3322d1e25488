/** The order attribution report of the back office. */
import { describe, expect, test } from 'vitest'
import { writeOrder } from '../../../../test/support/orders.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'

const now = new Date('2026-11-21T09:00:00Z')
const { app, shop, db } = await openShop({ now: () => now })
const owner = await createSignedInUser(shop, 'administrator')
const path = '/wp-json/samovar/v1/reports/order-attribution'
const read = async (query = '') => {
  const answer = await app.request(path + query, { headers: owner.headers })
  return { status: answer.status, body: await answer.json() }
}
let numbers = 7000
const order = (source: Record<string, string>, changes: Parameters<typeof writeOrder>[1] = {}) =>
  writeOrder(db, {
    invoiceNumber: (numbers += 1),
    status: 'completed',
    attribution: source,
    createdAt: new Date('2026-11-20T11:49:27Z'),
    ...changes,
  })
const google = { source_type: 'organic', utm_source: 'google' }
const direct = { source_type: 'typein', utm_source: '(direct)' }

describe('[ATTR-03 charted] the report', () => {
  test('is empty for a shop without orders', async () => {
    expect(await read()).toEqual({
      status: 200,
      body: { days: 30, orders: 0, net_sales: '0.00', origins: [], products: [] },
    })
  })

  test('counts accepted orders by origin, most first, less refunds and without cancelled orders', async () => {
    await order(google)
    await order(google, { refundedCents: 4917 })
    await order(direct, { status: 'processing' })
    await order({}, { status: 'on-hold' })
    await order(direct, { status: 'cancelled' })
    await order(direct, { status: 'pending', invoiceNumber: null })
    await order(direct, { createdAt: new Date('2026-09-01T00:00:00Z') })
    expect((await read()).body).toEqual({
      days: 30,
      orders: 4,
      net_sales: '547.51',
      origins: [
        { origin: 'Organic: Google', orders: 2, net_sales: '249.17' },
        { origin: 'Direct', orders: 1, net_sales: '149.17' },
        { origin: 'Unknown', orders: 1, net_sales: '149.17' },
      ],
      products: [],
    })
    expect((await read('?days=365')).body.orders).toBe(5)
    expect((await read('?days=1')).body.orders).toBe(4)
  })

  test('combines rare origins, so that fake ones cannot fill it', async () => {
    for (let count = 0; count < 14; count += 1) await order({ source_type: 'utm', utm_source: `odd-${count}` })
    const { origins } = (await read()).body
    expect(origins).toHaveLength(13)
    expect(origins.at(-1)).toEqual({ origin: 'All others', orders: 5, net_sales: '745.85' })
  })

  test('is refused for invalid dates, for editors, and without a sign-in', async () => {
    for (const invalid of ['0', '-1', 'x', '99999']) expect((await read(`?days=${invalid}`)).status, invalid).toBe(400)
    const editor = await createSignedInUser(shop, 'editor')
    expect((await app.request(path, { headers: editor.headers })).status).toBe(403)
    expect((await app.request(path)).status).toBe(401)
  })
})
