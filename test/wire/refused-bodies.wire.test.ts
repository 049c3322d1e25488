/** Bodies that are no object are refused at every call, and forms are read with their brackets, as in PHP. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { restCalls } from '../../src/faces/rest/rest.routes.ts'
import { entries } from '../../src/things/entries/entries.table.ts'
import { referenceIds } from '../support/reference-shop.ts'
import { openShop } from '../support/shop.ts'
import { createSignedInUser } from '../support/users.ts'
import { digestShop } from './shop-digest.ts'

const { app, shop, db } = await openShop()
const { headers } = await createSignedInUser(shop, 'administrator')

async function send(
  path: string,
  body: string | URLSearchParams | FormData | Uint8Array<ArrayBuffer>,
  type?: string,
  method = 'POST',
) {
  const init = { method, headers: { ...headers, ...(type === undefined ? {} : { 'content-type': type }) }, body }
  const response = await app.request(path, init)
  return { status: response.status, json: (await response.json()) as Record<string, unknown> }
}

const noObject = ['"hello"', '5', 'null', 'true', '[{"name":"Sencha"}]', ' "x" ']
const refusal = {
  status: 400,
  json: { code: 'rest_invalid_param', data: { params: { body: 'body is not of type object.' } } },
}

const writes = restCalls
  .filter((call) => !call.methods.includes('GET') && !call.acceptsLargeFile)
  .flatMap(({ methods, path }) => methods.map((method) => [method, path.replaceAll(/:\w+(\{[^}]*\})?/g, '1')] as const))

test('every call that writes refuses JSON that is no object, and changes nothing', async () => {
  const before = await digestShop(db)
  expect(writes.length).toBeGreaterThan(200)
  for (const [method, path] of writes)
    expect([method, path, await send(path, '5', 'application/json', method)]).toMatchObject([method, path, refusal])
  expect(await digestShop(db)).toEqual(before)
})

test.each(noObject)('%s is no object', async (body) => {
  expect(await send('/wp-json/wc/v3/products', body, 'application/json')).toMatchObject(refusal)
})

test('the Store API refuses it, too', async () => {
  for (const body of noObject)
    expect(await send('/wp-json/wc/store/v1/cart/add-item', body, 'application/json')).toMatchObject(refusal)
})

test('a body without fields is no error', async () => {
  const product = `/wp-json/wc/v3/products/${referenceIds.simple}`
  for (const body of ['', ' \n', '{}', '[]'])
    expect((await send(product, body, 'application/json', 'PUT')).status).toBe(200)
})

const batch = {
  'create[0][name]': 'Sencha',
  'create[0][manage_stock]': 'true',
  'create[0][stock_quantity]': '7',
  'create[0][meta_data][0][key]': 'cellar',
  'create[0][meta_data][0][value][]': 'north',
  'create[1][name]': 'Gyokuro',
  'create[1][sku]': 'GYO\0KURO',
  'update[0][id]': String(referenceIds.simple),
  'update[0][name]': 'Assam & more',
}
const formData = new FormData()
for (const [name, value] of Object.entries(batch)) formData.append(name, value.replace('KURO', 'KURO-2'))

test.each([
  ['URL-encoded', new URLSearchParams(batch)],
  ['multipart', formData],
])('a batch as a %s form is read like JSON', async (_, form) => {
  const { status, json } = await send('/wp-json/wc/v3/products/batch', form)
  expect(status).toBe(200)
  expect(json).toMatchObject({
    create: [
      { name: 'Sencha', stock_quantity: 7, meta_data: [{ key: 'cellar', value: ['north'] }] },
      { name: 'Gyokuro', sku: expect.stringMatching(/^GYOKURO/) },
    ],
    update: [{ id: referenceIds.simple, name: 'Assam & more' }],
  })
  const [stored] = await db.select().from(entries).where(eq(entries.id, referenceIds.simple))
  expect(stored?.title).toBe('Assam & more')
})

test('ids to delete are listed as delete[]', async () => {
  const made = await send('/wp-json/wc/v3/products/tags', new URLSearchParams({ name: 'Smoky' }))
  const id = Number(made.json.id)
  const deletion = await send('/wp-json/wc/v3/products/tags/batch', new URLSearchParams({ 'delete[]': String(id) }))
  expect(deletion).toMatchObject({ status: 200, json: { delete: [{ id, name: 'Smoky' }] } })
})

test('an order as a form has its items and addresses', async () => {
  const order = {
    'billing[first_name]': 'Ada',
    'line_items[3][product_id]': String(referenceIds.simple),
    'line_items[3][quantity]': '2',
    'shipping_lines[0][method_id]': 'flat_rate',
    'shipping_lines[0][method_title]': 'Post',
    'shipping_lines[0][total]': '5.00',
    set_paid: 'false',
  }
  expect(await send('/wp-json/wc/v3/orders', new URLSearchParams(order))).toMatchObject({
    status: 201,
    json: {
      billing: { first_name: 'Ada' },
      line_items: [{ product_id: referenceIds.simple, quantity: 2 }],
      shipping_lines: [{ method_title: 'Post', total: '5.00' }],
    },
  })
})

test('a form with more fields than are read is refused as a whole', async () => {
  const before = await digestShop(db)
  const many = Array.from({ length: 5001 }, (_, nth) => [`create[${nth % 100}][name]`, 'x'] as [string, string])
  const { status, json } = await send('/wp-json/wc/v3/products/batch', new URLSearchParams(many))
  expect([status, json.code]).toEqual([400, 'rest_invalid_param'])
  expect(await digestShop(db)).toEqual(before)
})

const json = '{"status":"processing"}'
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

test.each([
  ['JSON', 'application/x-www-form-urlencoded', json],
  ['JSON', 'text/plain;charset=UTF-8', json],
  ['JSON', '', json],
  ['a form', 'text/plain', 'status=processing'],
  ['XML', 'text/xml', '<status/>'],
  ['a form without its boundary', 'multipart/form-data; boundary=y', '--x\r\n\r\n--x--'],
])('%s that is called “%s” is refused, because no field of it would be read', async (_, type, body) => {
  const before = await digestShop(db)
  const answer = await send('/wp-json/wc/v3/orders', body, type)
  expect([answer.status, answer.json.message]).toEqual([400, 'Invalid parameter(s): body'])
  expect(await digestShop(db)).toEqual(before)
})

test.each([
  ['application/json', latin1('{"name":"Caf\xe9"}'), 'rest_invalid_json'],
  ['application/x-www-form-urlencoded', latin1('name=Caf%E9'), 'rest_invalid_param'],
  ['application/x-www-form-urlencoded', latin1('name=Caf\xe9'), 'rest_invalid_param'],
])('%s that is not in UTF-8 is refused, because its letters would be lost', async (type, body, code) => {
  const before = await digestShop(db)
  const answer = await send('/wp-json/wc/v3/products', body, type)
  expect([answer.status, answer.json.code]).toEqual([400, code])
  expect(await digestShop(db)).toEqual(before)
})

test('a replacement character that was sent is a letter like others', async () => {
  for (const body of [new URLSearchParams({ name: 'Tea \ufffd' }), JSON.stringify({ name: 'Tea \ufffd' })]) {
    const type = typeof body === 'string' ? 'application/json' : undefined
    expect((await send('/wp-json/wc/v3/products', body, type)).json.name).toBe('Tea \ufffd')
  }
})

test('a part of a batch without fields may be sent as PHP writes an empty object', async () => {
  const part = { method: 'DELETE', path: '/wc/store/v1/cart/items', body: [] }
  const other = { method: 'POST', path: '/wc/store/v1/cart/remove-item', body: [] }
  const start = await app.request('/wp-json/wc/store/v1/cart')
  const answer = await app.request('/wp-json/wc/store/v1/batch', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'cart-token': start.headers.get('cart-token') ?? '' },
    body: JSON.stringify({ requests: [part, other] }),
  })
  const { responses } = (await answer.json()) as { responses: readonly { body: { code?: string }; status: number }[] }
  expect(responses.map(({ status }) => status)).toEqual([200, 409])
})

test.each([
  ['!!!', 'Slug "!!!" has no letters or digits. Change it, please.'],
  ['pa_', 'Slug "pa_" has no letters or digits. Change it, please.'],
])('the slug %s of an attribute is refused as a slug', async (slug, message) => {
  const before = await digestShop(db)
  const path = '/wp-json/wc/v3/products/attributes'
  const created = await send(path, JSON.stringify({ name: 'Harvest', slug }), 'application/json')
  expect(created).toMatchObject({ status: 400, json: { code: 'woocommerce_rest_cannot_create', message } })
  const changed = await send(`${path}/2`, JSON.stringify({ slug }), 'application/json', 'PUT')
  expect(changed).toMatchObject({ status: 400, json: { code: 'woocommerce_rest_cannot_edit', message } })
  expect(await digestShop(db)).toEqual(before)
})
