/** Invalid Store API requests get the recorded or a clear error, and change nothing. */
import fc from 'fast-check'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { repetitions } from '../running/long-run.ts'
import { referenceIds } from '../support/reference-shop.ts'
import { openShop } from '../support/shop.ts'
import { type OpenApi, operationsOf, problemsWith } from './openapi-check.ts'
import { type Digest, digestShop } from './shop-digest.ts'

const { app, db } = await openShop()
const base = '/wp-json/wc/store/v1'
const document = (await (await app.request(`${base}/openapi.json`)).json()) as OpenApi

let headers: Record<string, string>
let key: string
let before: Digest

/** JSON as text, so that a test can send what no JSON library would write. */
const send = (path: string, body: string, method = 'POST', type = 'application/json') =>
  app.request(`${base}${path}`, { method, body, headers: { ...headers, 'content-type': type } })
const say = (path: string, body: unknown) => send(path, JSON.stringify(body))

beforeAll(async () => {
  const start = await app.request(`${base}/cart`)
  headers = { 'cart-token': start.headers.get('cart-token') ?? '' }
  const cart = (await (await say('/cart/add-item', { id: referenceIds.simple, quantity: 2 })).json()) as {
    items: { key: string }[]
  }
  key = cart.items[0]?.key ?? ''
})

beforeEach(async () => {
  before = await digestShop(db)
})

const nothingChanged = async () => expect(await digestShop(db)).toEqual(before)

const refused: readonly [name: string, path: string, body: string, status: number, code: RegExp][] = [
  ['an unknown product', '/cart/add-item', '{"id":999999,"quantity":1}', 400, /invalid_product/],
  ['a product number that is text', '/cart/add-item', '{"id":"abc","quantity":1}', 400, /rest_invalid_param/],
  ['a product number beyond all', '/cart/add-item', '{"id":99999999999,"quantity":1}', 400, /invalid_product/],
  ['quantity 0', '/cart/add-item', '{"id":131,"quantity":0}', 400, /invalid_quantity/],
  ['quantity -1', '/cart/add-item', '{"id":131,"quantity":-1}', 400, /invalid_quantity/],
  ['quantity 1.5', '/cart/add-item', '{"id":131,"quantity":1.5}', 400, /./],
  ['quantity 1e9', '/cart/add-item', '{"id":131,"quantity":1e9}', 400, /./],
  ['quantity 1e999', '/cart/add-item', '{"id":131,"quantity":1e999}', 400, /./],
  ['quantity abc', '/cart/add-item', '{"id":131,"quantity":"abc"}', 400, /rest_invalid_param/],
  ['quantity as a list', '/cart/add-item', '{"id":131,"quantity":[1]}', 400, /rest_invalid_param/],
  ['no product', '/cart/add-item', '{}', 400, /invalid_product/],
  ['broken JSON', '/cart/add-item', '{"id":', 400, /rest_invalid_json/],
  ['choices that are none', '/cart/add-item', '{"id":55,"quantity":1,"variation":"x"}', 400, /./],
  [
    'a choice with a null character',
    '/cart/add-item',
    '{"id":55,"variation":[{"attribute":"pa_size","value":"\\u0000"}]}',
    400,
    /./,
  ],
  [
    'a choice that is half a letter',
    '/cart/add-item',
    '{"id":55,"variation":[{"attribute":"pa_size","value":"\\ud800"}]}',
    400,
    /./,
  ],
  ['a forged line key', '/cart/update-item', '{"key":"ffffffffffffffffffffffffffffffff","quantity":3}', 409, /./],
  ['a line key with a null character', '/cart/remove-item', '{"key":"\\u0000"}', 409, /./],
  ['a checkout of nothing', '/checkout', '{}', 400, /./],
]
test.each(refused)('[API-02] %s is refused', async (_, path, body, status, code) => {
  const response = await send(path, body)
  expect(response.status).toBe(status)
  expect((await response.json()) as { code: string }).toMatchObject({ code: expect.stringMatching(code) })
  await nothingChanged()
})

test('[API-02] a forged token and a forged nonce open no cart', async () => {
  const [head, body, signature] = (headers['cart-token'] ?? '').split('.')
  for (const forged of [
    { 'cart-token': `${head}.${body}.${'x'.repeat(signature?.length ?? 10)}` },
    { 'cart-token': 'null' },
    { 'cart-token': 'a.b.c' },
    { nonce: 'forged0000' },
    {},
  ] as Record<string, string>[]) {
    const response = await app.request(`${base}/cart/add-item`, {
      method: 'POST',
      body: JSON.stringify({ id: referenceIds.simple, quantity: 1 }),
      headers: { 'content-type': 'application/json', ...forged },
    })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(404)
  }
  await nothingChanged()
})

const anyNumber = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, -0, 1.5, 1e9, 2 ** 31, 2 ** 53, -1, 1))
const anyWord = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('', '\0', 'abc', '1', '1e9', '__proto__', 'x'.repeat(20_000), '\ud800', 'CA', 'ON'),
)
const anyValue = fc.oneof(anyNumber, anyWord, fc.boolean(), fc.constant(null), fc.jsonValue({ maxDepth: 3 }))
const address = fc.dictionary(
  fc.constantFrom(
    'first_name',
    'last_name',
    'country',
    'state',
    'postcode',
    'city',
    'address_1',
    'email',
    'phone',
    '__proto__',
  ),
  anyValue,
)
const bodies = fc.oneof(
  fc.record(
    {
      id: fc.oneof(anyValue, fc.constantFrom(131, 133, 55, 56, 137)),
      key: fc.oneof(anyValue, fc.constant('KEY')),
      quantity: anyValue,
      variation: fc.oneof(
        anyValue,
        fc.array(fc.record({ attribute: anyValue, value: anyValue }, { requiredKeys: [] })),
      ),
      billing_address: fc.oneof(anyValue, address),
      shipping_address: fc.oneof(anyValue, address),
      package_id: anyValue,
      rate_id: anyValue,
      payment_method: fc.oneof(anyValue, fc.constant('stripe_cc')),
      payment_data: fc.oneof(anyValue, fc.array(fc.record({ key: anyValue, value: anyValue }, { requiredKeys: [] }))),
      customer_note: anyValue,
      extensions: anyValue,
      code: fc.oneof(anyValue, fc.constantFrom('tea10', 'FIVE-OFF', 'solo', 'nope')),
      namespace: anyValue,
      data: anyValue,
      requests: fc.oneof(
        anyValue,
        fc.array(
          fc.record(
            {
              method: fc.oneof(anyValue, fc.constantFrom('POST', 'DELETE')),
              path: fc.oneof(
                anyValue,
                fc.constantFrom(
                  '/wc/store/v1/cart/add-item',
                  '/wc/store/v1/batch',
                  '/wc/store/v1/../../wp-admin/',
                  '/wc/store/v1/nope?x=%00',
                  '/wc/store/v1//',
                ),
              ),
              headers: fc.oneof(anyValue, fc.dictionary(fc.constantFrom('Nonce', 'Cart-Token', 'Host'), anyValue)),
              body: anyValue,
            },
            { requiredKeys: [] },
          ),
          { maxLength: 30 },
        ),
      ),
    },
    { requiredKeys: [] },
  ),
  fc.jsonValue(),
)
/** Every operation except GET, with its path parameters filled in. */
const operations = operationsOf(document)
  .filter(({ method }) => method !== 'get')
  .map(({ path, method }) => ({
    method: method.toUpperCase(),
    path: path.replace('{key}', 'KEY').replaceAll(/\{\w+\}/g, 'tea10'),
  }))

test('[API-02] random JSON to any call causes no server error, and each response matches its document', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...operations), bodies, async (operation, body) => {
      const known = JSON.stringify(body)?.replaceAll('"KEY"', `"${key}"`) ?? ''
      const path = operation.path.replace('KEY', key)
      const response = await send(path, known, operation.method)
      const sent = `${operation.method} ${path} ${known.slice(0, 500)}`
      expect(response.status, sent).toBeLessThan(500)
      const text = await response.text()
      const answer = { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) }
      expect(problemsWith(document, { method: operation.method, path: base + path }, answer), sent).toEqual([])
    }),
    { numRuns: repetitions(500) },
  )
})

test('[API-02] no call that refuses changes anything', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...operations), bodies, async (operation, body) => {
      const unchanged = await digestShop(db)
      const known = JSON.stringify(body)?.replaceAll('"KEY"', `"${key}"`) ?? ''
      const response = await send(operation.path.replace('KEY', key), known, operation.method)
      await response.arrayBuffer()
      if (response.status >= 400)
        expect(await digestShop(db), `${operation.method} ${operation.path} ${known.slice(0, 300)}`).toEqual(unchanged)
    }),
    { numRuns: repetitions(60) },
  )
})

test('[API-02] random parameters of the product lists cause no server error', async () => {
  const names = [
    'page',
    'per_page',
    'search',
    'slug',
    'sku',
    'category',
    'tag',
    'min_price',
    'max_price',
    'orderby',
    'order',
    'include',
    'exclude',
    'offset',
    'type',
    'stock_status[]',
    'attributes[0][attribute]',
    'attributes[0][slug]',
    'featured',
    'on_sale',
    'rating',
    'calculate_price_range',
    'hide_empty',
    'parent',
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(
        '/products',
        '/products/131',
        '/products/categories',
        '/products/attributes',
        '/products/reviews',
        '/products/collection-data',
        '/products/tags',
        '/products/brands',
        '/products/brands/1',
        '/products/categories/30',
        '/products/attributes/1',
        '/products/attributes/1/terms',
      ),
      fc.dictionary(fc.constantFrom(...names), fc.oneof(anyWord, anyNumber.map(String)), { maxKeys: 4 }),
      async (path, query) => {
        const response = await app.request(`${base}${path}?${new URLSearchParams(query)}`)
        expect(response.status, `${path} ${JSON.stringify(query).slice(0, 300)}`).toBeLessThan(500)
        await response.arrayBuffer()
      },
    ),
    { numRuns: repetitions(300) },
  )
})
