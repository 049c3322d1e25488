import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { whileDeleting } from '../../../../../test/support/while-deleting.ts'
import { terms } from '../../../../things/entries/terms.table.ts'
import { media } from '../../../../things/media/media.table.ts'
import { allocateStock } from '../../../inventory/stock.store.ts'
import { openTestProducts } from './open-test-products.ts'

const { call, change, db, make, read } = await openTestProducts()

test('two creations with one SKU at once: one wins, the others get the recorded error', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => call('POST', '', { name: 'Rush', sku: 'RUSH' })))
  expect(all.filter(({ status }) => status === 201)).toHaveLength(1)
  const refused = all.filter(({ status }) => status === 400)
  expect(refused).toHaveLength(7)
  const winner = all.find(({ status }) => status === 201)?.json.id
  for (const { json } of refused)
    expect([json.code, json.data]).toEqual([
      'product_invalid_sku',
      { status: 400, resource_id: winner, unique_sku: 'RUSH-1' },
    ])
})

test('two changes of one version at once: one wins', async () => {
  const { id, samovar } = await make()
  const all = await Promise.all(
    [1, 2, 3].map((n) => change(id, { name: `Name ${n}`, samovar: { version: samovar?.version } })),
  )
  expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect(all.find(({ status }) => status === 409)?.json).toMatchObject({
    code: 'samovar_rest_outdated',
    data: { version: (samovar?.version ?? 0) + 1 },
  })
})

test('a change of the stock by difference loses no order that is placed meanwhile; a number is set', async () => {
  const { id } = await make({ manage_stock: true, stock_quantity: 40 })
  const order = (number: number) => db.transaction((tx) => allocateStock(tx, number, [{ productId: id, quantity: 2 }]))
  const add = () => change(id, { samovar: { stock_change: 5 } })
  const work = Array.from({ length: 6 }, (_, index) => [order(900_000 + index), add()])
  await Promise.all(work.flat())
  expect((await read(id)).stock_quantity).toBe(40 - 6 * 2 + 6 * 5)
  expect((await change(id, { inventory_delta: -3 })).json.stock_quantity).toBe(55)
  expect((await change(id, { samovar: { stock_change: -56 } })).status).toBe(400)
  expect((await change(id, { stock_quantity: 12 })).json.stock_quantity).toBe(12)
  const { rows } = await db.execute(
    sql`select reason, sum(delta)::int as sum from stock_movements where product_id = ${id} group by reason`,
  )
  expect(Object.fromEntries(rows.map((row) => [row.reason, row.sum]))).toEqual({ count: -3, order: -12, adjusted: 27 })
})

test('a category that somebody deletes meanwhile is one that is not there', async () => {
  const { json: category } = await call('POST', '/categories', { name: 'Gone soon' })
  const saving = await db.transaction(async (tx) => {
    await tx.delete(terms).where(eq(terms.id, category.id))
    const sent = call('POST', '', { name: 'Late', categories: [{ id: category.id }] })
    await new Promise((done) => setTimeout(done, 300))
    return { sent }
  })
  const { status, json } = await saving.sent
  expect([status, json.code]).toEqual([400, 'rest_invalid_param'])
})

test('a picture that somebody deletes meanwhile is one that is not there', async () => {
  const [picture] = await db
    .insert(media)
    .values({ path: '2026/11/gone.jpg', mime: 'image/jpeg', width: 9, height: 9, bytes: 1 })
    .returning()
  const saving = await db.transaction(async (tx) => {
    await tx.delete(media).where(eq(media.id, picture?.id ?? 0))
    const sent = call('POST', '', { name: 'Pictured late', images: [{ id: picture?.id }] })
    await new Promise((done) => setTimeout(done, 300))
    return { sent }
  })
  const { status, json } = await saving.sent
  expect([status, json.code]).toEqual([400, 'woocommerce_product_invalid_image_id'])
})

test('a shipping class that somebody deletes meanwhile is one that is not there', async () => {
  const [gone] = await db
    .insert(terms)
    .values({ taxonomy: 'product_shipping_class', slug: 'gone', name: 'Gone' })
    .returning()
  const { status, json } = await whileDeleting(
    db,
    (tx) => tx.delete(terms).where(eq(terms.id, gone?.id ?? 0)),
    () => call('POST', '', { name: 'Classed late', shipping_class: 'gone' }),
  )
  expect([status, json.code]).toEqual([400, 'rest_invalid_param'])
})

test('a change beyond the largest stock that can be counted ends there', async () => {
  const { id } = await make({ manage_stock: true, stock_quantity: 2_147_483_647 })
  expect((await change(id, { inventory_delta: 1 })).json.stock_quantity).toBe(2_147_483_647)
})
