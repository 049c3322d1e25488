import { parseHTML } from 'linkedom'
import { expect, test, vi } from 'vitest'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import type { Entity } from '../../platform/admin/entity.ts'
import type { RestClient } from '../../platform/admin/rest.client.ts'
import { refreshProducts } from '../../shop/catalog/refresh-product.ts'
import { builderEntities } from '../../site/builder/editor/fields/entities.ts'
import { entities } from './entities.ts'

const { app, shop, db, pool } = await openShop()
const manager = await createSignedInUser(shop, 'shop_manager')
const editor = await createSignedInUser(shop, 'editor')
vi.stubGlobal(
  'DOMParser',
  class {
    parseFromString = (html: string) => parseHTML(`<!doctype html><html><body>${html}</body></html>`).document
  },
)

const find = async (entity: Entity, search: string, { headers } = manager) => {
  const get = async (path: string) => (await app.request(path, { headers })).json()
  const options = await entity.find(
    { get } as unknown as RestClient,
    { per_page: 20, search },
    new AbortController().signal,
  )
  return options.map(({ id, label, detail }) => [id, label, detail])
}
const read = async (entity: Entity, include: number, { headers } = editor) => {
  const get = async (path: string) => (await app.request(path, { headers })).json()
  return entity.read({ get } as unknown as RestClient, { per_page: 20, include }, new AbortController().signal)
}
async function hide(id: number, visibility: string) {
  await pool.query('update products set visibility = $2 where id = $1', [id, visibility])
  await db.transaction((tx) => refreshProducts(tx, [id], shop.now()))
}

test('the staff finds products by name and by SKU, also those that the shop hides', async () => {
  const option = [131, 'Golden Needle Green Tea No. 1', 'TEA-1']
  for (const visibility of ['visible', 'catalog', 'hidden']) {
    await hide(131, visibility)
    for (const search of ['golden needle', 'tea-1']) {
      expect(await find(entities.products, search)).toContainEqual(option)
      expect(await find(entities.products, search, editor)).toContainEqual(option)
      expect(await find(entities.sold, search)).toContainEqual(option)
      expect(await find(builderEntities.product, search, editor)).toContainEqual([...option.slice(0, 2), undefined])
    }
  }
  expect(await find(entities.products, 'no such tea')).toEqual([])
  expect(await find(entities.sold, 'no such tea')).toEqual([])
})

test('an editor reads the names of the products that blocks already have', async () => {
  const named = { id: 131, label: 'Golden Needle Green Tea No. 1' }
  expect(await read(builderEntities.product, 131)).toMatchObject([named])
  expect(await read(entities.products, 131)).toMatchObject([named])
})

test('an order by hand is offered each variation of a product', async () => {
  await hide(referenceIds.variable, 'hidden')
  const options = await find(entities.sold, 'sampler silver')
  expect(options.map(([id]) => id)).toEqual(Object.values(referenceIds.sizes))
  expect(options[0]?.[1]).toMatch(/^Sampler Silver Leaf – .*50 g/)
})

test('drafts are not offered', async () => {
  await pool.query("update entries set status = 'draft' where id = 131")
  expect(await find(entities.products, 'golden needle')).toEqual([])
  expect(await find(entities.sold, 'golden needle')).toEqual([])
})
