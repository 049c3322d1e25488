/** A text is stored whole or refused: none is cut without a word. */
import { expect, test } from 'vitest'
import { jsonClient } from '../support/json-client.ts'
import { referenceIds } from '../support/reference-shop.ts'
import { openShop } from '../support/shop.ts'
import { storeClientWithToken } from '../support/store-client.ts'
import { createSignedInUser } from '../support/users.ts'
import { digestShop } from './shop-digest.ts'

const { app, shop, db } = await openShop()
const call = jsonClient<Record<string, unknown>>(app, '/wp-json', await createSignedInUser(shop, 'administrator'))

const text = (length: number) => 'é'.repeat(length)
const lineWith = (details: readonly object[]) => ({
  line_items: [{ product_id: referenceIds.simple, quantity: 1, meta_data: details }],
})
const created = new Map<string, number>()

const idOf = async (path: string, body: object): Promise<number> => {
  const known = created.get(path)
  if (known !== undefined) return known
  const id = Number((await call('POST', path, body)).json.id)
  created.set(path, id)
  return id
}

test.each([
  ['/wc/v3/orders', 'transaction_id', text(201)],
  ['/wc/v3/orders', 'payment_method_title', text(201)],
  ['/wc/v3/coupons', 'description', text(20_001)],
  ['/wc/v3/taxes', 'cities', ['Toronto', text(101)]],
  ['/wc/v3/taxes', 'city', `Toronto;${text(101)}`],
  ['/wc/v3/taxes', 'postcodes', ['M5V*', 'A'.repeat(101)]],
  ['/wc/v3/taxes', 'postcode', `M5V*;${'A'.repeat(101)}`],
])('%s refuses a %s that is too long, of a new and of a stored item', async (path, name, value) => {
  const valid = path.endsWith('coupons') ? { code: 'kettle' } : {}
  const id = await idOf(path, valid)
  const before = await digestShop(db)
  for (const [method, address] of [
    ['POST', path],
    ['PUT', `${path}/${id}`],
  ] as const) {
    const { status, json } = await call(method, address, { ...valid, [name]: value })
    expect([status, json.code, json.message]).toEqual([400, 'rest_invalid_param', `Invalid parameter(s): ${name}`])
  }
  expect(await digestShop(db)).toEqual(before)
})

test.each([
  ['/wc/v3/orders', 'transaction_id', text(200)],
  ['/wc/v3/orders', 'payment_method_title', text(200)],
  ['/wc/v3/coupons', 'description', text(20_000)],
  ['/wc/v3/taxes', 'cities', ['TORONTO', 'É'.repeat(100)]],
])('%s stores a long %s whole', async (path, name, value) => {
  const id = await idOf(path, path.endsWith('coupons') ? { code: 'kettle' } : {})
  expect(await call('PUT', `${path}/${id}`, { [name]: value })).toMatchObject({ status: 200, json: { [name]: value } })
})

test.each([
  ['value', { key: 'Gift card', value: text(20_000) }],
  ['value', { key: 'Gift card', value: { to: text(20_000) } }],
  ['key', { key: text(256), value: 'yes' }],
])('a detail of an order line whose %s cannot be stored is refused', async (name, detail) => {
  const before = await digestShop(db)
  const { status, json } = await call('POST', '/wc/v3/orders', lineWith([{ key: 'Wrap', value: 'yes' }, detail]))
  expect([status, json.code]).toEqual([400, 'rest_invalid_param'])
  expect(Object.keys((json.data as { params: object }).params)).toEqual([`line_items.0.meta_data.1.${name}`])
  expect(await digestShop(db)).toEqual(before)
})

test('the instance of a shipping method is a short text', async () => {
  const line = (instance_id: string) => ({ shipping_lines: [{ method_id: 'flat_rate', instance_id, total: '5.00' }] })
  const before = await digestShop(db)
  const { status, json } = await call('POST', '/wc/v3/orders', line('x'.repeat(101)))
  expect([status, json.message]).toEqual([400, 'Invalid parameter(s): shipping_lines.0.instance_id'])
  expect(await digestShop(db)).toEqual(before)
  expect((await call('POST', '/wc/v3/orders', line('x'.repeat(100)))).status).toBe(201)
})

test('a menu item with a long title is refused', async () => {
  const menus = (await call('GET', '/wp/v2/menus')).json as unknown as readonly { readonly id: number }[]
  const before = await digestShop(db)
  const { status, json } = await call('POST', '/wp/v2/menu-items', {
    title: text(101),
    url: 'https://example.com/',
    menus: menus[0]?.id,
    status: 'publish',
  })
  expect([status, json.message]).toEqual([400, 'Invalid parameter(s): title'])
  expect(await digestShop(db)).toEqual(before)
})

test.each([
  ['/cart/apply-coupon', { code: text(201) }, 'code'],
  ['/cart/select-shipping-rate', { rate_id: 'x'.repeat(61) }, 'rate_id'],
  ['/cart/extensions', { namespace: text(201) }, 'namespace'],
  [
    '/cart/add-item',
    { id: referenceIds.variable, variation: [{ attribute: text(10_001), value: '50-g' }] },
    'variation',
  ],
  ['/checkout', { billing_address: {}, payment_data: [{ key: 'token', value: text(10_001) }] }, 'payment_data'],
  ['/checkout', { billing_address: {}, customer_password: text(1001) }, 'customer_password'],
])('the Store API refuses a text that is too long for %s', async (path, body, name) => {
  const client = await storeClientWithToken(app)
  await client.post('/cart/add-item', { id: referenceIds.simple, quantity: 1 })
  const before = await digestShop(db)
  const { status, json } = await client.post(path, body)
  expect([status, json.code, json.message]).toEqual([400, 'rest_invalid_param', `Invalid parameter(s): ${name}`])
  expect(await digestShop(db)).toEqual(before)
})
