import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { entries } from '../../../../things/entries/entries.table.ts'
import { terms } from '../../../../things/entries/terms.table.ts'
import { products } from '../../catalog.table.ts'
import { both, type Json, openTestVariations, variationsOf } from './open-test-variations.ts'

const { call, db, makeSampler } = await openTestVariations()

const list = async (product: number) =>
  (await call('GET', `${variationsOf(product)}?context=edit&order=asc&orderby=id`)).items
const copyOf = async (product: number, body: object = {}) =>
  (await call('POST', `/products/${product}/duplicate`, body)).json

/** What the variations of two products have in common: all but ids, addresses, dates, codes and whether the product is published. */
const contentsOf = (items: readonly Json[]) =>
  items.map(({ id: _, parent_id: __, purchasable, permalink, sku, global_unique_id, samovar, _links, ...item }) =>
    Object.fromEntries(
      Object.entries(item).filter(([name]) => !name.startsWith('date_created') && !/modified/.test(name)),
    ),
  )

test('[API-02] the copy of a variable product has its variations, with codes of their own', async () => {
  const product = await makeSampler('SAMPLER', { weight: '0.3', dimensions: { length: '4' } })
  const attributes = both('50 g', 'Fine')
  for (const body of [
    {
      attributes,
      sku: 'SAMPLER-S',
      global_unique_id: '12345678',
      regular_price: '12.50',
      sale_price: '9.00',
      date_on_sale_to: '2030-01-01T00:00:00',
      manage_stock: true,
      stock_quantity: 7,
      weight: '0.05',
      image: { id: 12 },
      description: '<p>Small</p>',
      menu_order: 2,
    },
    { attributes: both('100 g', ''), regular_price: '20.00', status: 'private' },
    { attributes: both('250 g', 'Whole'), regular_price: '30.00' },
  ])
    expect((await call('POST', variationsOf(product), body)).status).toBe(201)
  const before = await list(product)
  await call('DELETE', `${variationsOf(product)}/${before[2]?.id}?force=false`)
  const original = await list(product)

  const copy = await copyOf(product)
  expect(copy).toMatchObject({ status: 'draft', type: 'variable' })
  const copied = await list(copy.id)
  expect(contentsOf(copied)).toEqual(contentsOf(original))
  expect(copied.map(({ samovar, global_unique_id: gtin }) => [samovar?.sku, gtin, samovar?.weight])).toEqual([
    ['SAMPLER-S-1', '', '0.05'],
    ['', '', ''],
  ])
  expect((copy as unknown as { variations: number[] }).variations.toSorted()).toEqual(
    copied.map(({ id }) => id).toSorted(),
  )
  expect(await list(product)).toEqual(original)
  const [own] = await db
    .select()
    .from(products)
    .where(eq(products.id, copied[1]?.id ?? 0))
  expect([own?.weightGrams, own?.lengthCm]).toEqual([null, null])
  // A change of the copy leaves the original, also in its custom attribute.
  await call('PUT', `${variationsOf(copy.id)}/${copied[0]?.id}`, {
    regular_price: '15.00',
    attributes: both('50 g', 'Whole'),
  })
  expect(await list(product)).toEqual(original)
})

test('[API-02] a copy with another type or other attributes has no variations', async () => {
  const product = await makeSampler('OTHER')
  await call('POST', variationsOf(product), { attributes: both('50 g', 'Fine'), regular_price: '12.50' })
  for (const body of [{ type: 'simple' }, { attributes: [] }])
    expect(await list((await copyOf(product, body)).id)).toEqual([])
})

test('[BLD-12 rendered on the server] the copy of a product whose description is made of blocks has the blocks', async () => {
  const product = await makeSampler('BUILT', { description: '<p>Words</p>' })
  const builderDocument = {
    version: '4.0.0',
    blocks: [{ id: 1, lib: 'Samovar', block: 'rich_text', text: '<p>Words</p>' }],
  }
  await db.update(entries).set({ builderDocument }).where(eq(entries.id, product))
  const documentOf = async (id: number) =>
    (await db.select({ document: entries.builderDocument }).from(entries).where(eq(entries.id, id)))[0]?.document
  expect(await documentOf((await copyOf(product)).id)).toEqual(builderDocument)
  expect(await documentOf((await copyOf(product, { description: 'Other' })).id)).toBeNull()
})

test('[API-02] variations of a copy choose their own values, also after another attribute has lost all of its', async () => {
  const product = await makeSampler('LOST')
  await call('POST', variationsOf(product), { attributes: both('', 'Fine'), regular_price: '12.50' })
  await db.delete(terms).where(eq(terms.taxonomy, 'pa_size'))
  const copy = await copyOf(product)
  expect((await list(copy.id)).map(({ attributes }) => attributes)).toEqual([
    [expect.objectContaining({ name: 'Grind', option: 'Fine' })],
  ])
})

test('[API-02] copies made at the same moment have SKUs of their own, also of variations that differ in case alone', async () => {
  const product = await makeSampler('TWICE')
  const before = { attributes: both('50 g', 'Fine'), sku: 'TWICE-s' }
  const { json } = await call('POST', variationsOf(product), before)
  await call('POST', variationsOf(product), { attributes: both('50 g', 'Whole'), sku: 'TWICE-z' })
  // Such rows are from before the shop refused them.
  await db.update(products).set({ sku: 'TWICE-Z', skuCase: 1 }).where(eq(products.id, json.id))
  const copies = await Promise.all([copyOf(product), copyOf(product), copyOf(product)])
  expect(copies.map(({ sku }) => sku).toSorted()).toEqual(['TWICE-1', 'TWICE-2', 'TWICE-3'])
  const skus = (await Promise.all(copies.map(({ id }) => list(id)))).flat().map(({ samovar }) => samovar?.sku)
  expect(new Set(skus.map((sku) => sku?.toLowerCase())).size).toBe(6)
  const titles = await db
    .select({ title: entries.title })
    .from(entries)
    .where(eq(entries.id, (await list(copies[0]?.id ?? 0))[0]?.id ?? 0))
  expect(titles).toEqual([{ title: 'Sampler TWICE (Copy)' }])
})
