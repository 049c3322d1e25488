/** A variation that is refused stays refused, even if the reason goes away while its request is served. */

import { eq } from 'drizzle-orm'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { products } from '../../catalog.table.ts'
import { openTestVariations } from './open-test-variations.ts'

type Query = (this: pg.Client, ...args: unknown[]) => unknown

/** Runs once, after the first statement that contains `text` and before its sender gets the rows. */
let interruption: { readonly text: string; readonly run: () => Promise<unknown> } | null = null
const query = pg.Client.prototype.query as Query
const interrupted: Query = function (this, ...args) {
  const [sent] = args as [string | { readonly text: string }]
  const response = query.apply(this, args)
  const text = typeof sent === 'string' ? sent : sent.text
  if (!interruption || !(response instanceof Promise) || !text.includes(interruption.text)) return response
  const { run } = interruption
  interruption = null
  return response.finally(run)
}
// Connections take the driver's method when they open.
vi.spyOn(pg.Client.prototype, 'query').mockImplementation(interrupted as typeof pg.Client.prototype.query)

const { call, db, makeProduct, makeSampler } = await openTestVariations()

test('a variation whose SKU becomes free after it was refused is not saved', async () => {
  const path = `/products/${await makeSampler('RACE')}/variations`
  const other = await makeProduct({ name: 'Other', sku: 'TAKEN' })
  interruption = {
    text: '"gtin" = any',
    run: () => db.update(products).set({ sku: null }).where(eq(products.id, other)),
  }
  const create = [
    { sku: 'TAKEN', regular_price: '5', attributes: [{ id: 1, option: '50 g' }] },
    { sku: 'FREE', regular_price: '5', attributes: [{ id: 1, option: '50 g' }] },
  ]
  expect((await call('POST', `${path}/batch`, { create })).json).toMatchObject({
    create: [{ error: { code: 'product_invalid_sku', data: { resource_id: other } } }, { sku: 'FREE' }],
  })
  expect(interruption).toBeNull()
  expect((await call('GET', path)).items.map(({ sku }) => sku)).toEqual(['FREE'])
})
