import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { jsonClient } from '../../../../../test/support/json-client.ts'
import { openShop } from '../../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../../test/support/users.ts'
import { digestShop } from '../../../../../test/wire/shop-digest.ts'
import { entryTerms, terms } from '../../../../things/entries/terms.table.ts'
import { products } from '../../catalog.table.ts'

const { app, db, shop } = await openShop()
const owner = await createSignedInUser(shop, 'administrator')
const editor = await createSignedInUser(shop, 'editor')
const base = '/wp-json/wc/v3/products/tags'

type TagJson = { id: number; name: string; slug: string; description: string; count: number }
type Json = TagJson & { code: string; data: Record<string, unknown> } & Record<string, unknown>
const call = jsonClient<Json>(app, base, owner)
const namesOf = async (query: string) => {
  const { json } = await call('GET', query)
  return (json as unknown as TagJson[]).map(({ name }) => name)
}
const make = async (name: string, more: object = {}) => (await call('POST', '', { name, ...more })).json

beforeEach(async () => {
  await db.delete(terms).where(eq(terms.taxonomy, 'product_tag'))
})

test('[API-02] a tag has the fields of WooCommerce, and what is written is read back', async () => {
  const made = await call('POST', '', { name: 'Takes <b>milk</b>', description: '<p>With & without</p>' })
  expect(made.status).toBe(201)
  const { id } = made.json
  const self = `http://shop.test${base}/${id}`
  expect(made.headers.get('location')).toBe(self)
  expect(made.json).toEqual({
    id,
    name: 'Takes milk',
    slug: 'takes-milk',
    description: 'With & without',
    count: 0,
    _links: {
      self: [{ href: self, targetHints: { allow: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] } }],
      collection: [{ href: `http://shop.test${base}` }],
    },
  })
  expect(Object.keys(made.json)).toEqual(['id', 'name', 'slug', 'description', 'count', '_links'])
  const changed = await call('PUT', `/${id}`, { ...made.json, slug: 'Milk tea', description: '' })
  expect([changed.status, changed.json.slug, changed.json.description]).toEqual([200, 'milk-tea', ''])
  expect((await call('GET', `/${id}`)).json).toEqual(changed.json)
  expect((await call('DELETE', `/${id}?force=true`)).json).toEqual(changed.json)
  expect((await call('GET', `/${id}`)).json).toEqual({
    code: 'woocommerce_rest_term_invalid',
    message: 'Resource does not exist.',
    data: { status: 404 },
  })
})

test('[API-02] the list: pages, search, slug, order, those of a product, without empty ones, `_fields`', async () => {
  for (const name of ['calm', 'Bold', 'awake']) await make(name)
  const [calm] = await db.select().from(terms).where(eq(terms.slug, 'calm'))
  await db.insert(entryTerms).values({ entryId: 131, termId: calm?.id ?? 0 })
  expect(await namesOf('')).toEqual(['awake', 'Bold', 'calm'])
  expect(await namesOf('?orderby=count&order=desc&per_page=1')).toEqual(['calm'])
  expect(await namesOf('?product=131')).toEqual(['calm'])
  expect(await namesOf('?hide_empty=true')).toEqual(['calm'])
  expect(await namesOf('?search=OL')).toEqual(['Bold'])
  expect(await namesOf('?slug=bold')).toEqual(['Bold'])
  expect(await namesOf('?offset=2')).toEqual(['calm'])
  const page = await call('GET', '?per_page=2&_fields=name,_links.self')
  expect([page.headers.get('x-wp-total'), page.headers.get('x-wp-totalpages')]).toEqual(['3', '2'])
  expect(Object.keys((page.json as unknown as object[])[0] ?? {})).toEqual(['name', '_links'])
  expect(page.headers.get('allow')).toBe('GET, POST')
  for (const query of [
    '?per_page=101',
    '?orderby=colour',
    '?page=x',
    '?product=-1',
    '?offset=1e9',
    '?hide_empty=often',
  ])
    expect([query, (await call('GET', query)).json.code]).toEqual([query, 'rest_invalid_param'])
})

test.each<[string, string, string, unknown, number, string]>([
  ['no name', 'POST', '', {}, 400, 'rest_missing_callback_param'],
  ['an empty name', 'POST', '', { name: ' <i> </i>' }, 400, 'empty_term_name'],
  ['a name that is taken', 'POST', '', { name: 'CALM' }, 400, 'term_exists'],
  ['a number for a name', 'POST', '', { name: 7 }, 400, 'rest_invalid_param'],
  ['another one’s slug', 'PUT', '/BOLD', { slug: 'calm' }, 400, 'duplicate_term_slug'],
  ['a tag nobody knows', 'PUT', '/99999', { name: 'x' }, 404, 'woocommerce_rest_term_invalid'],
  ['the trash', 'DELETE', '/BOLD', undefined, 501, 'woocommerce_rest_trash_not_supported'],
])('[API-02] %s is refused and changes nothing', async (_, method, path, body, status, code) => {
  await make('calm')
  const bold = await make('bold')
  const before = [await digestShop(db), await db.select().from(terms)]
  const { status: answered, json } = await call(method, path.replace('BOLD', String(bold.id)), body)
  expect([answered, json.code]).toEqual([status, code])
  expect([await digestShop(db), await db.select().from(terms)]).toEqual(before)
})

test('[API-02] a slug that is taken gets a number, and 10 concurrent creations of one name make one tag', async () => {
  await make('Calm')
  expect((await make('Calm!', { slug: 'calm' })).slug).toBe('calm-2')
  const made = await Promise.all(Array.from({ length: 10 }, () => call('POST', '', { name: 'rush' })))
  expect(made.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(made.filter(({ json }) => json.code === 'term_exists')).toHaveLength(9)
})

test('[API-02] batch: each item has its own answer', async () => {
  const calm = await make('calm')
  const { json } = await call('POST', '/batch', {
    create: [{ name: 'new' }, { name: 'calm' }],
    update: [{ id: calm.id, description: 'Still' }],
    delete: [99_999],
  })
  expect(json).toMatchObject({
    create: [{ name: 'new' }, { id: 0, error: { code: 'term_exists', data: { resource_id: calm.id } } }],
    update: [{ id: calm.id, description: 'Still' }],
    delete: [{ id: 99_999, error: { code: 'woocommerce_rest_term_invalid' } }],
  })
})

test('[API-02] a renamed tag is found by its new name, on its new page, and its products no longer by the old one', async () => {
  const tag = await make('quiet')
  await db.insert(entryTerms).values({ entryId: 131, termId: tag.id })
  await call('PUT', `/${tag.id}`, { name: 'Soothing', slug: 'soothing' })
  const page = await app.request('/product-tag/soothing/')
  expect([page.status, (await page.text()).includes('Soothing')]).toEqual([200, true])
  expect((await app.request('/product-tag/quiet/')).status).toBe(404)
  const [product] = await db.select().from(products).where(eq(products.id, 131))
  expect(product?.searchVector).toContain("'sooth")
  expect(product?.searchVector).not.toContain("'quiet")
  await call('DELETE', `/${tag.id}?force=true`)
  expect((await app.request('/product-tag/soothing/')).status).toBe(404)
})

test('[ACC-03] tags require the permission to change products', async () => {
  const tag = await make('calm')
  for (const [caller, status] of [
    [null, 401],
    [{ headers: { cookie: owner.cookie } }, 401],
    [editor, 403],
  ] as const) {
    for (const [method, path] of [
      ['GET', ''],
      ['GET', `/${tag.id}`],
      ['DELETE', `/${tag.id}?force=true`],
    ] as const)
      expect((await call(method, path, undefined, caller)).status).toBe(status)
    for (const path of ['', `/${tag.id}`, '/batch'])
      expect((await call('POST', path, { name: 'x' }, caller)).status).toBe(status)
  }
})
