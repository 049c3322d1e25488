import { describe, expect, test } from 'vitest'
import { shapeOf } from '../../../../test/support/json-shape.ts'
import { ada, writeOrder } from '../../../../test/support/orders.ts'
import { payments } from '../payments/payments.table.ts'
import { now, openTestOrders, recorded } from './open-test-orders.ts'

const { db, get } = await openTestOrders()
const json = async (path: string) => (await get(path)).json()

describe('the order list', () => {
  test('has totals, links to further pages, and the newest first', async () => {
    for (let nth = 0; nth < 4; nth += 1) {
      await writeOrder(db, { billing: { ...ada, lastName: 'Paging' }, createdAt: new Date(now.getTime() + nth * 1000) })
    }
    const answer = await get('/wp-json/wc/v3/orders?per_page=3&search=paging')
    expect(answer.headers.get('x-wp-total')).toBe('4')
    expect(answer.headers.get('x-wp-totalpages')).toBe('2')
    expect(answer.headers.get('link')).toBe(
      '<http://shop.test/wp-json/wc/v3/orders?per_page=3&search=paging&page=2>; rel="next"',
    )
    const ids = ((await answer.json()) as { id: number }[]).map((order) => order.id)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    const second = await get('/wp-json/wc/v3/orders?per_page=3&search=paging&page=2')
    expect(second.headers.get('link')).toContain('rel="prev"')
    expect(await second.json()).toHaveLength(1)
    expect(await json('/wp-json/wc/v3/orders?per_page=3&search=paging&page=9')).toEqual([])
    expect((await json('/wp-json/wc/v3/orders?search=paging&order=asc&orderby=id'))[0].id).toBe(Math.min(...ids) - 1)
  })

  test('its items have the recorded structure', async () => {
    await db.transaction((tx) => tx.delete(payments))
    const ours = shapeOf((await json('/wp-json/wc/v3/orders?per_page=1'))[0]) as Record<string, unknown>
    const theirs = shapeOf((recorded('list').body as unknown[])[0]) as Record<string, unknown>
    expect(Object.keys(ours)).toEqual(Object.keys(theirs))
  })

  test('searches by number, email and name, with % and _ as plain characters', async () => {
    const order = await writeOrder(db, {
      billing: { ...ada, firstName: 'Béatrice', lastName: 'Oolong', email: 'bea_1@shop.test' },
    })
    for (const search of [String(order.id), `#${order.id}`, 'bea_1@SHOP', 'béatrice oolong', 'OOLONG']) {
      const found = await json(`/wp-json/wc/v3/orders?search=${encodeURIComponent(search)}`)
      expect(found.map((one: { id: number }) => one.id)).toContain(order.id)
    }
    expect(await json('/wp-json/wc/v3/orders?search=%25')).toEqual([])
    expect(await json('/wp-json/wc/v3/orders?search=bea%5F%5F')).toEqual([])
  })

  test('filters by one status, several, or any', async () => {
    const person = { billing: { ...ada, lastName: 'Statuses' } }
    await writeOrder(db, { ...person, status: 'processing' })
    await writeOrder(db, { ...person, status: 'on-hold' })
    await writeOrder(db, { ...person, status: 'completed' })
    const statuses = async (query: string) =>
      (await json(`/wp-json/wc/v3/orders?search=statuses&${query}`))
        .map((one: { status: string }) => one.status)
        .toSorted()
    expect(await statuses('status=processing')).toEqual(['processing'])
    expect(await statuses('status=processing,on-hold')).toEqual(['on-hold', 'processing'])
    expect(await statuses('status[]=processing&status[]=completed')).toEqual(['completed', 'processing'])
    expect(await statuses('status=any')).toHaveLength(3)
  })

  test('filters by date in the shop’s time zone', async () => {
    await writeOrder(db, { billing: { ...ada, lastName: 'Days' }, createdAt: new Date('2025-06-02T03:30:00Z') })
    expect(await json('/wp-json/wc/v3/orders?search=days&after=2025-06-01T23:00:00')).toHaveLength(1)
    expect(await json('/wp-json/wc/v3/orders?search=days&after=2025-06-02')).toHaveLength(0)
    expect(await json('/wp-json/wc/v3/orders?search=days&before=2025-06-02')).toHaveLength(1)
    expect(await json('/wp-json/wc/v3/orders?search=days&before=9999-12-31T23:59:59')).toHaveLength(1)
    expect((await get('/wp-json/wc/v3/orders?before=0000-01-01')).status).toBe(400)
  })

  test('an invalid parameter is reported in the recorded format', async () => {
    const answer = await get('/wp-json/wc/v3/orders?per_page=101&page=0&orderby=weight&after=soon')
    expect(answer.status).toBe(400)
    const body = (await answer.json()) as { data: { params: Record<string, string>; details: Record<string, unknown> } }
    expect(shapeOf({ ...body, data: { ...body.data, params: {}, details: {} } })).toEqual(
      shapeOf({ ...(recorded('bad status').body as object), data: { status: 400, params: {}, details: {} } }),
    )
    expect(body.data.params).toEqual({
      page: 'page must be greater than or equal to 1',
      per_page: 'per_page must be between 1 (inclusive) and 100 (inclusive)',
      orderby: 'orderby is not one of date, id, include, and modified.',
      after: 'Invalid date.',
    })
    expect(body.data.details.page).toEqual({ code: 'rest_out_of_bounds', message: body.data.params.page, data: null })
    // The valid statuses depend on the settings.
    const status = await get('/wp-json/wc/v3/orders?status=lost')
    expect(status.status).toBe(400)
    expect((await status.json()).data.params).toEqual({
      status: 'status[0] is not one of any, pending, on-hold, processing, completed, cancelled, refunded, and failed.',
    })
  })

  test('counts the orders in each status', async () => {
    const totals = (await json('/wp-json/wc/v3/reports/orders/totals')) as {
      slug: string
      name: string
      total: number
    }[]
    expect(totals.find((one) => one.slug === 'on-hold')).toEqual({ slug: 'on-hold', name: 'On hold', total: 1 })
    expect(totals.find((one) => one.slug === 'refunded')?.total).toBe(0)
  })
})
