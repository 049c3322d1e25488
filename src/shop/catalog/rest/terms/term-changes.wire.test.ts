/** How a change of a term or an attribute affects the products that have it, and which changes are refused. */
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { referenceIds } from '../../../../../test/support/reference-shop.ts'
import { openShop } from '../../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../../test/support/users.ts'
import { whileDeleting } from '../../../../../test/support/while-deleting.ts'
import type { Tx } from '../../../../platform/database/connect.ts'
import { entries } from '../../../../things/entries/entries.table.ts'
import { terms } from '../../../../things/entries/terms.table.ts'
import { media } from '../../../../things/media/media.table.ts'
import { loadProducts } from '../../catalog.store.ts'
import { attributes, productAttributes, products } from '../../catalog.table.ts'
import { lockTerms } from '../../save-term.ts'

const { app, db, shop } = await openShop()
const owner = await createSignedInUser(shop, 'administrator')
const editor = await createSignedInUser(shop, 'editor')

type Json = Record<string, unknown> & { id: number; name: string; slug: string; code: string }
async function call(method: string, path: string, body?: object, headers: Record<string, string> = owner.headers) {
  const response = await app.request(`/wp-json/wc/v3/products${path}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const json = (await response.json()) as Json
  return { status: response.status, json, items: json as unknown as Json[] }
}
const productOf = async (id: number) => (await db.select().from(products).where(eq(products.id, id)))[0]
const variationsOf = () => db.select().from(products).where(eq(products.parentId, referenceIds.variable))
const pageOf = async (path: string) => {
  const response = await app.request(path)
  return { status: response.status, text: await response.text() }
}

test('[API-02] 10 concurrent creations of one name make one, and none fails', async () => {
  for (const path of ['/categories', '/brands', '/tags', '/shipping_classes', '/attributes', '/attributes/2/terms']) {
    const made = await Promise.all(Array.from({ length: 10 }, () => call('POST', path, { name: 'Rush' })))
    expect([path, made.map(({ status }) => status).toSorted()]).toEqual([path, [201, ...Array(9).fill(400)]])
  }
})

test.each([
  ['a tint that is no colour', '/attributes/2/terms', { name: 'x', samovar: { tint: 'red;background:url(//x)' } }],
  ['a picture that is not there', '/categories', { name: 'x', image: { id: 99_999 } }],
  ['a picture by its address', '/categories', { name: 'x', image: { src: 'javascript:alert(1)' } }],
  ['a name of markup alone', '/categories', { name: '<img src=x onerror=alert(1)>' }],
  ['a name that is too long', '/brands', { name: 'x'.repeat(201) }],
  ['a parent that is of another taxonomy', '/brands', { name: 'x', parent: 30 }],
  ['a display that is not known', '/attributes', { name: 'x', samovar: { display: 'grid' } }],
])('[API-02] %s is refused and makes nothing', async (_, path, body) => {
  const count = async () => [await db.$count(terms), await db.$count(attributes)]
  const before = await count()
  expect((await call('POST', path, body)).status).toBe(400)
  expect(await count()).toEqual(before)
})

test('[API-02] a picture that is deleted while a category is saved is refused as one that is not there', async () => {
  const file = { path: '2026/11/gone.webp', mime: 'image/webp', width: 10, height: 10, bytes: 1 }
  const [picture] = await db.insert(media).values(file).returning()
  const image = { id: picture?.id ?? 0 }
  const saved = await whileDeleting(
    db,
    (tx) => tx.delete(media).where(eq(media.id, image.id)),
    () => call('POST', '/categories', { name: 'With a picture', image }),
  )
  expect(saved.status).toBe(400)
  expect(saved.json).toEqual((await call('POST', '/categories', { name: 'With a picture', image })).json)
})

test('a deleted picture is no longer that of a category', async () => {
  const file = { path: '2026/11/short.webp', mime: 'image/webp', width: 10, height: 10, bytes: 1 }
  const [picture] = await db.insert(media).values(file).returning()
  const { json } = await call('POST', '/categories', { name: 'Pictured', image: { id: picture?.id } })
  await db.delete(media).where(eq(media.id, picture?.id ?? 0))
  const { json: shown } = await call('GET', `/categories/${json.id}?context=edit`)
  expect(shown).toMatchObject({ image: null, samovar: { image_id: 0 } })
})

test('[ACC-03] terms and attributes are for those who may change products', async () => {
  for (const path of ['/categories', '/brands', '/shipping_classes', '/attributes', '/attributes/2/terms'])
    for (const [headers, status] of [
      [{}, 401],
      [editor.headers, 403],
    ] as const) {
      expect((await call('GET', path, undefined, headers)).status).toBe(status)
      expect((await call('POST', path, { name: 'x' }, headers)).status).toBe(status)
      expect((await call('POST', `${path}/batch`, { create: [{ name: 'x' }] }, headers)).status).toBe(status)
    }
})

test('[API-02] a renamed category is found by its new name, with what is below it, and on the pages of its products', async () => {
  const { json: below } = await call('POST', '/categories', { name: 'Smoked', parent: 30 })
  await db.execute(sql`insert into entry_terms values (131, ${below.id})`)
  const page = '/product/tea-1/'
  expect((await pageOf(page)).status).toBe(200)
  await call('PUT', '/categories/30', { name: 'Dark Leaf', slug: 'dark-leaf' })
  expect((await pageOf('/product-category/dark-leaf/')).text).toContain('Dark Leaf')
  expect((await pageOf('/product-category/black-tea/')).status).toBe(404)
  expect((await productOf(131))?.searchVector).toContain("'dark'")
  expect((await call('PUT', '/categories/30', { parent: below.id })).json.code).toBe('rest_invalid_param')
  expect(Number((await call('GET', '/categories/30')).json.count)).toBeGreaterThan(1)
})

test('[API-02] products follow the slug of their shipping class, and lose a class that is deleted', async () => {
  const { json } = await call('POST', '/shipping_classes', { name: 'Fragile' })
  await db.update(products).set({ shippingClass: 'fragile' }).where(eq(products.id, 131))
  expect((await call('GET', `/shipping_classes/${json.id}`)).json.count).toBe(1)
  expect((await call('GET', '/shipping_classes?product=131')).items).toHaveLength(1)
  await call('PUT', `/shipping_classes/${json.id}`, { slug: 'glass' })
  expect((await productOf(131))?.shippingClass).toBe('glass')
  await call('DELETE', `/shipping_classes/${json.id}?force=true`)
  expect((await productOf(131))?.shippingClass).toBe('')
})

test('[API-02] an attribute of one product alone is no attribute of the shop', async () => {
  const [local] = await db.insert(attributes).values({ slug: 'pa_own-1a2b3c', label: 'Own', isLocal: true }).returning()
  const { items } = await call('GET', '/attributes')
  expect(items.map(({ slug }) => slug)).toEqual(expect.arrayContaining(['pa_origin', 'pa_size']))
  expect(items.map(({ slug }) => slug)).not.toContain('pa_own-1a2b3c')
  for (const path of [`/attributes/${local?.id}`, `/attributes/${local?.id}/terms`])
    expect((await call('GET', path)).status).toBe(404)
})

test('[API-02] values have the order of their attribute', async () => {
  const namesOf = async () => {
    const [product] = await loadProducts(db, [referenceIds.variable])
    return product?.attributes.find(({ slug }) => slug === 'pa_size')?.terms.map(({ name }) => name)
  }
  await call('PUT', '/attributes/2', { order_by: 'name_num' })
  expect(await namesOf()).toEqual(['50 g', '100 g', '250 g'])
  await call('PUT', '/attributes/2', { order_by: 'menu_order' })
  expect(await namesOf()).toEqual(['100 g', '250 g', '50 g'])
})

test('[API-02] variations and preset choices follow the slug of an attribute and of its values', async () => {
  await db
    .update(productAttributes)
    .set({ defaultSlug: '50-g' })
    .where(eq(productAttributes.productId, referenceIds.variable))
  await call('PUT', '/attributes/2/terms/23', { name: 'Fifty', slug: 'fifty' })
  expect((await variationsOf()).map(({ choices }) => choices?.pa_size)).toContain('fifty')
  const [used] = await db.select().from(productAttributes).where(eq(productAttributes.productId, referenceIds.variable))
  expect(used?.defaultSlug).toBe('fifty')
  const { status, json } = await call('PUT', '/attributes/2', { name: 'Pack' })
  expect([status, json.slug]).toEqual([200, 'pa_pack'])
  expect((await variationsOf()).map(({ choices }) => Object.keys(choices ?? {}))).toEqual([
    ['pa_pack'],
    ['pa_pack'],
    ['pa_pack'],
  ])
  const [product] = await db.select().from(entries).where(eq(entries.id, referenceIds.variable))
  const page = await pageOf(`/product/${product?.slug}/`)
  expect([page.status, page.text.includes('attribute_pa_pack'), page.text.includes('Fifty')]).toEqual([200, true, true])
})

test('[API-02] the variations of a value that is deleted are no longer sold, nor those of an attribute', async () => {
  const soldOf = async () => {
    const [product] = await loadProducts(db, [referenceIds.variable])
    return product?.variations.length
  }
  expect(await soldOf()).toBe(3)
  await call('DELETE', '/attributes/2/terms/23?force=true')
  expect(await soldOf()).toBe(2)
  const [used] = await db.select().from(productAttributes).where(eq(productAttributes.productId, referenceIds.variable))
  expect(used?.defaultSlug).toBe(null)
  expect((await call('DELETE', '/attributes/2')).status).toBe(200)
  expect(await soldOf()).toBe(0)
  expect((await variationsOf()).map(({ choices }) => choices)).toEqual([{}, {}, {}])
  expect(await db.$count(terms, eq(terms.taxonomy, 'pa_pack'))).toBe(0)
})

test('[API-02] a shipping class that is deleted while a product is saved with it leaves that product', async () => {
  const { json: bulky } = await call('POST', '/shipping_classes', { name: 'Bulky' })
  const { deleting } = await db.transaction(async (tx) => {
    await tx.select().from(terms).where(eq(terms.id, bulky.id)).for('key share')
    await tx.update(products).set({ shippingClass: bulky.slug }).where(eq(products.id, referenceIds.simple))
    const deleting = call('DELETE', `/shipping_classes/${bulky.id}?force=true`)
    await new Promise((done) => setTimeout(done, 300))
    return { deleting }
  })
  expect((await deleting).status).toBe(200)
  expect((await productOf(referenceIds.simple))?.shippingClass).toBe('')
})

test.each([
  ['a value that is added to it', 'POST', '/terms'],
  ['its own change', 'PUT', ''],
])('[API-02] while an attribute is deleted, %s is refused and leaves nothing', async (_, method, below) => {
  const { json } = await call('POST', '/attributes', { name: 'Fleeting' })
  const count = async () => [await db.$count(terms), await db.$count(attributes)]
  const [ofTerms = 0, ofAttributes = 0] = await count()
  const remove = async (tx: Tx) => {
    await lockTerms(tx)
    await tx.delete(attributes).where(eq(attributes.id, json.id))
  }
  const late = await whileDeleting(db, remove, () => call(method, `/attributes/${json.id}${below}`, { name: 'Late' }))
  expect([late.status, late.json.code]).toEqual([404, 'woocommerce_rest_taxonomy_invalid'])
  expect(await count()).toEqual([ofTerms, ofAttributes - 1])
})

test('[API-02] an attribute that is deleted while a product is saved with a new value takes the value along', async () => {
  const { json } = await call('POST', '/attributes', { name: 'Passing' })
  const { started } = await db.transaction(async (tx) => {
    await tx.insert(terms).values({ taxonomy: json.slug, name: 'New', slug: 'new' })
    await tx.insert(productAttributes).values({ productId: referenceIds.simple, attributeId: json.id, position: 9 })
    const started = call('DELETE', `/attributes/${json.id}?force=true`)
    await new Promise((passed) => setTimeout(passed, 300))
    return { started }
  })
  expect((await started).status).toBe(200)
  expect(await db.$count(terms, eq(terms.taxonomy, json.slug))).toBe(0)
})
