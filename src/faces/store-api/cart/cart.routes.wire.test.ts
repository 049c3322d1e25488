import { eq, sql } from 'drizzle-orm'
import { sign } from 'hono/jwt'
import { describe, expect, test } from 'vitest'
import { referenceIds } from '../../../../test/support/reference-shop.ts'
import { openShop, recordedSettings, SHOP_URL } from '../../../../test/support/shop.ts'
import { StoreClient, storeClientWithToken } from '../../../../test/support/store-client.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { carts } from '../../../shop/cart/cart.table.ts'
import { lineKey } from '../../../shop/cart/cart.ts'
import { products } from '../../../shop/catalog/catalog.table.ts'
import { makeCartToken, verifyCartToken } from '../store-session.ts'

let now = new Date('2026-11-21T09:00:00Z')
const { app, shop, db } = await openShop({ settings: recordedSettings, now: () => now })
const { simple, threeLeft, soldIndividually, soldOut, variable, sizes } = referenceIds
const teaKey = lineKey(simple, 0, {})
const cartsInAll = async () => (await db.select({ count: sql<number>`count(*)::int` }).from(carts))[0]?.count
const quantities = (json: { items: { id: number; quantity: number }[] }) =>
  Object.fromEntries(json.items.map((item) => [item.id, item.quantity]))

describe('adding to the cart', () => {
  test.each([
    ['quantity 0', { id: simple, quantity: 0 }, 400, 'woocommerce_rest_product_invalid_quantity'],
    ['quantity -1', { id: simple, quantity: -1 }, 400, 'woocommerce_rest_product_invalid_quantity'],
    ['quantity 1.5', { id: simple, quantity: 1.5 }, 400, 'invalid_quantity'],
    ['quantity 1e9', { id: simple, quantity: 1e9 }, 400, 'invalid_quantity'],
    ['quantity 1e300', { id: simple, quantity: 1e300 }, 400, 'invalid_quantity'],
    ["quantity 'abc'", { id: simple, quantity: 'abc' }, 400, 'rest_invalid_param'],
    ['quantity a list', { id: simple, quantity: [1] }, 400, 'rest_invalid_param'],
    ['quantity true', { id: simple, quantity: true }, 400, 'rest_invalid_param'],
    ['more than there is', { id: threeLeft, quantity: 4 }, 400, 'woocommerce_rest_product_partially_out_of_stock'],
    ['sold out', { id: soldOut }, 400, 'woocommerce_rest_product_out_of_stock'],
    ['an unknown product', { id: 999999 }, 400, 'woocommerce_rest_cart_invalid_product'],
    ['an id beyond all ids', { id: 99999999999 }, 400, 'woocommerce_rest_cart_invalid_product'],
    ['a negative id', { id: -5 }, 400, 'woocommerce_rest_cart_invalid_product'],
    ['an id that is no number', { id: 'tea' }, 400, 'rest_invalid_param'],
    ['an id that is an object', { id: { $gt: 0 } }, 400, 'rest_invalid_param'],
    ['a page', { id: referenceIds.page }, 400, 'woocommerce_rest_cart_invalid_product'],
    ['nothing', {}, 400, 'woocommerce_rest_cart_invalid_product'],
    ['an empty list', [], 400, 'woocommerce_rest_cart_invalid_product'],
    ['a list', [131], 400, 'rest_invalid_param'],
    ['null', null, 400, 'rest_invalid_param'],
    ['broken JSON', '{"id":131,', 400, 'rest_invalid_json'],
    ['no size chosen', { id: variable }, 400, 'woocommerce_rest_missing_attributes'],
    [
      'a size that is not made',
      { id: variable, variation: [{ attribute: 'Size', value: '9 kg' }] },
      400,
      'woocommerce_rest_variation_id_from_variation_data',
    ],
    [
      'a variation with the size of another',
      { id: sizes['50-g'], variation: [{ attribute: 'pa_size', value: '100-g' }] },
      400,
      'woocommerce_rest_variation_id_from_variation_data',
    ],
    ['choices that are no list', { id: variable, variation: 'Size' }, 400, 'rest_invalid_param'],
    ['choices that are no pairs', { id: variable, variation: [7] }, 400, 'rest_invalid_param'],
    ['choices of objects', { id: variable, variation: [{ attribute: {}, value: '50-g' }] }, 400, 'rest_invalid_param'],
  ])('[API-01] %s: rejected, and nothing is stored', async (_name, body, status, code) => {
    const client = await storeClientWithToken(app)
    const before = await cartsInAll()
    const response = await client.post('/cart/add-item', typeof body === 'string' ? body : JSON.stringify(body))
    expect([response.status, response.json.code]).toEqual([status, code])
    expect(response.json.data.status).toBe(status)
    expect((await client.get('/cart')).json.items).toEqual([])
    expect(await cartsInAll()).toBe(before)
  })

  test('[API-01] a body of 10 MB is refused before it is read', async () => {
    const client = await storeClientWithToken(app)
    const response = await client.post('/cart/add-item', JSON.stringify({ id: simple, note: 'x'.repeat(10_000_000) }))
    expect(response.status).toBe(413)
  })

  test('[API-01] unknown attributes of a variation do not create a second line', async () => {
    const client = await storeClientWithToken(app)
    const invalid = [{ attribute: 'colour\0', value: 'green\0' }]
    await client.post('/cart/add-item', { id: sizes['50-g'] })
    const { status, json } = await client.post('/cart/add-item', { id: sizes['50-g'], variation: invalid })
    expect([status, quantities(json)]).toEqual([201, { 56: 2 }])
  })

  test('[API-01] a product sold individually is added once', async () => {
    const client = await storeClientWithToken(app)
    const first = await client.post('/cart/add-item', { id: soldIndividually, quantity: 5 })
    expect([first.status, first.json.items[0].quantity]).toEqual([201, 1])
    const second = await client.post('/cart/add-item', { id: soldIndividually })
    expect([second.status, second.json.code]).toEqual([400, 'woocommerce_rest_cart_product_sold_individually'])
    expect(second.json.message).toBe('You cannot add another &quot;Smoky Needle Pu-erh No. 4&quot; to your cart.')
  })

  test('[API-01] the quantity in the cart counts against the stock', async () => {
    const client = await storeClientWithToken(app)
    await client.post('/cart/add-item', { id: threeLeft, quantity: 2 })
    const response = await client.post('/cart/add-item', { id: threeLeft, quantity: 2 })
    expect([response.status, response.json.code]).toEqual([400, 'woocommerce_rest_product_partially_out_of_stock'])
    expect(quantities((await client.get('/cart')).json)).toEqual({ [threeLeft]: 2 })
  })

  test('[API-01] 20 concurrent additions all count', async () => {
    const client = await storeClientWithToken(app)
    const responses = await Promise.all(Array.from({ length: 20 }, () => client.post('/cart/add-item', { id: simple })))
    expect(responses.every((response) => response.status === 201)).toBe(true)
    expect(quantities((await client.get('/cart')).json)).toEqual({ [simple]: 20 })
  })

  test('[API-01] no amount comes from a request', async () => {
    const client = await storeClientWithToken(app)
    const { json } = await client.post('/cart/add-item', { id: simple, price: 1, prices: { price: '1' }, total: '1' })
    expect(json.totals.total_items).toBe('6103')
  })
})

describe('lines', () => {
  test('[API-01] a quantity is set within its limits; above the stock it is refused and stays', async () => {
    const client = await storeClientWithToken(app)
    await client.post('/cart/add-item', { id: threeLeft })
    const key = lineKey(threeLeft, 0, {})
    expect((await client.post('/cart/update-item', { key, quantity: 3 })).json.items[0].quantity).toBe(3)
    for (const quantity of [4, 1.5, -1, 0]) {
      const response = await client.post('/cart/update-item', { key, quantity })
      expect([response.status, response.json.code]).toEqual([400, 'invalid_quantity'])
    }
    expect(quantities((await client.get('/cart')).json)).toEqual({ [threeLeft]: 3 })
  })

  test.each(['', 'x', '00000000000000000000000000000000', "' or 1=1 --", '\0', 'x'.repeat(5000)])(
    '[API-01] a forged key %j changes nothing and returns the cart',
    async (key) => {
      const client = await storeClientWithToken(app)
      await client.post('/cart/add-item', { id: simple })
      for (const path of ['/cart/update-item', '/cart/remove-item']) {
        const response = await client.post(path, { key, quantity: 7 })
        expect([response.status, response.json.code]).toEqual([409, 'woocommerce_rest_cart_invalid_key'])
        expect(quantities(response.json.data.cart)).toEqual({ [simple]: 1 })
      }
    },
  )

  test('[API-01] lines by their URLs: add, read, change, remove, clear', async () => {
    const client = await storeClientWithToken(app)
    const added = await client.post('/cart/items', { id: simple, quantity: 2 })
    expect([added.status, added.json.key]).toEqual([201, teaKey])
    expect((await client.call('PUT', `/cart/items/${teaKey}`, { quantity: 4 })).json.quantity).toBe(4)
    const overridden = await client.post(`/cart/items/${teaKey}`, undefined, { 'x-http-method-override': 'DELETE' })
    expect([overridden.status, overridden.json]).toEqual([204, null])
    expect((await client.get(`/cart/items/${teaKey}`)).status).toBe(409)
    await client.post('/cart/items', { id: simple })
    expect((await client.call('DELETE', '/cart/items')).json).toEqual([])
    expect((await client.get('/cart/items')).json).toEqual([])
  })

  test('[API-01] a line that has sold out appears in the cart’s errors', async () => {
    const client = await storeClientWithToken(app)
    await client.post('/cart/add-item', { id: threeLeft, quantity: 2 })
    await db.execute(sql`update stock_levels set on_hand = 1 where product_id = ${threeLeft}`)
    const errors = (await client.get('/cart')).json.errors
    await db.execute(sql`update stock_levels set on_hand = 0 where product_id = ${threeLeft}`)
    const none = (await client.get('/cart')).json.errors
    await db.execute(sql`update stock_levels set on_hand = 3 where product_id = ${threeLeft}`)
    expect([errors, none].map(([error]) => error.code)).toEqual([
      'woocommerce_rest_product_partially_out_of_stock',
      'woocommerce_rest_product_out_of_stock',
    ])
  })

  test('[API-01] a line whose product lost its price costs nothing and is reported', async () => {
    const client = await storeClientWithToken(app)
    await client.post('/cart/add-item', { id: 1128 })
    await db.update(products).set({ regularPriceCents: null }).where(eq(products.id, 1128))
    const { status, json } = await client.get('/cart')
    expect([status, json.totals.total_price]).toEqual([200, '0'])
    expect(json.errors[0].code).toBe('woocommerce_rest_product_not_purchasable')
  })
})

describe('cart ownership', () => {
  test('[API-02] a browser: nonce, cookies, the same cart again', async () => {
    const browser = new StoreClient(app, 'cookies')
    const first = await browser.get('/cart')
    expect(first.headers.getSetCookie()).toEqual([])
    const added = await browser.post('/cart/add-item', { id: simple })
    expect(added.status).toBe(201)
    expect([...browser.cookies.keys()].map((name) => name.replace(/_[0-9a-f]{32}$/, ''))).toEqual([
      'wp_woocommerce_session',
      'woocommerce_items_in_cart',
      'woocommerce_cart_hash',
    ])
    expect(browser.cookies.get('woocommerce_cart_hash')).toBe(added.headers.get('cart-hash'))
    expect(quantities((await browser.get('/cart')).json)).toEqual({ [simple]: 1 })
    await browser.post('/cart/remove-item', { key: teaKey })
    expect(browser.cookies.has('woocommerce_items_in_cart')).toBe(false)
  })

  test('[API-02] a rejected first addition does not create a session', async () => {
    const browser = new StoreClient(app, 'cookies')
    await browser.get('/cart')
    await browser.post('/cart/add-item', { id: soldOut })
    expect(browser.cookies.size).toBe(0)
  })

  test('[API-02] an API client: its token is its session, and it gets no cookies', async () => {
    const program = await storeClientWithToken(app)
    const added = await program.post('/cart/add-item', { id: simple })
    expect([added.status, added.headers.getSetCookie()]).toEqual([201, []])
    expect((await program.get('/cart')).json.items_count).toBe(1)
  })

  test('[API-02] the token of one program opens no other cart', async () => {
    const [one, other] = [await storeClientWithToken(app), await storeClientWithToken(app)]
    await one.post('/cart/add-item', { id: simple })
    expect((await other.get('/cart')).json.items).toEqual([])
  })

  const session = 't_0123456789abcdef0123456789abcd'
  const claims = { user_id: session, iss: 'store-api', iat: now.getTime() / 1000, exp: now.getTime() / 1000 + 1000 }
  test.each([
    ['nonsense', async () => 'a.b.c'],
    ['of another key', () => sign(claims, 'another key', 'HS256')],
    ['signed with the secret itself', () => sign(claims, shop.secret, 'HS256')],
    ['of another algorithm', () => sign(claims, 'another key', 'HS512')],
    [
      'without a signature',
      async () =>
        `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`,
    ],
    ['much too long', async () => 'x'.repeat(5000)],
    ['empty', async () => ''],
  ])('[API-02] a cart token %s is ignored', async (_name, make) => {
    expect(await verifyCartToken(shop, await make())).toBeNull()
    const response = await new StoreClient(app).post('/cart/add-item', { id: simple }, { 'cart-token': await make() })
    expect([response.status, response.json.code]).toEqual([401, 'woocommerce_rest_missing_nonce'])
  })

  test('[API-02] a cart token lives two days', async () => {
    const token = await makeCartToken(shop, { sessionKey: session, authSessionId: '' })
    expect(await verifyCartToken(shop, token)).toEqual({ sessionKey: session, authSessionId: '' })
    now = new Date(now.getTime() + 172_799_000)
    expect(await verifyCartToken(shop, token)).toEqual({ sessionKey: session, authSessionId: '' })
    now = new Date(now.getTime() + 1000)
    expect(await verifyCartToken(shop, token)).toBeNull()
  })

  test('[API-02] a signed-in user has a nonce of their own, and their id in the headers', async () => {
    const ada = await createSignedInUser(shop, 'customer')
    const browser = new StoreClient(app, 'cookies')
    const guest = await browser.get('/cart')
    const sameOrigin = await browser.get('/cart', { cookie: ada.cookie })
    expect(sameOrigin.headers.get('user-id')).toBe(String(ada.id))
    expect(sameOrigin.headers.get('nonce')).not.toBe(guest.headers.get('nonce'))
    const withGuests = { cookie: ada.cookie, nonce: guest.headers.get('nonce') ?? '' }
    expect((await browser.post('/cart/add-item', { id: simple }, withGuests)).status).toBe(403)
    const withOwn = { cookie: ada.cookie, nonce: sameOrigin.headers.get('nonce') ?? '' }
    expect((await browser.post('/cart/add-item', { id: simple }, withOwn)).status).toBe(201)
  })
})

describe('pages of other sites', () => {
  const elsewhere = 'http://other.test'

  test('[API-02] they are anonymous, whatever cookies are sent', async () => {
    const browser = new StoreClient(app, 'cookies')
    await browser.get('/cart')
    await browser.post('/cart/add-item', { id: simple })
    const read = await browser.get('/cart', { origin: elsewhere })
    expect(read.json.items).toEqual([])
    expect(read.headers.get('access-control-allow-origin')).toBeNull()
    const forged = await app.request('/wp-json/wc/store/v1/cart/add-item', {
      method: 'POST',
      headers: {
        origin: elsewhere,
        'cart-token': 'made up',
        'content-type': 'application/json',
        nonce: browser.nonce ?? '',
        cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      body: JSON.stringify({ id: simple, quantity: 5 }),
    })
    expect(forged.headers.get('access-control-allow-origin')).toBeNull()
    expect(quantities((await browser.get('/cart')).json)).toEqual({ [simple]: 1 })
  })

  test('[API-02] with their own cart token they may read and write; cookies have no effect', async () => {
    const browser = new StoreClient(app, 'cookies')
    await browser.get('/cart')
    await browser.post('/cart/add-item', { id: threeLeft })
    const ada = await createSignedInUser(shop, 'customer')
    const cookie = [ada.cookie, ...[...browser.cookies].map(([name, value]) => `${name}=${value}`)].join('; ')
    const program = await storeClientWithToken(app)
    const added = await program.post('/cart/add-item', { id: simple }, { origin: elsewhere, cookie })
    expect([added.status, quantities(added.json)]).toEqual([201, { [simple]: 1 }])
    expect(added.headers.get('access-control-allow-origin')).toBe(elsewhere)
    expect(added.headers.get('access-control-allow-credentials')).toBe('true')
    expect(added.headers.get('user-id')).toBe('0')
    expect(added.headers.getSetCookie()).toEqual([])
    expect(quantities((await browser.get('/cart')).json)).toEqual({ [threeLeft]: 1 })
  })

  test('[API-02] a write without a token is rejected with JSON, below every API path', async () => {
    for (const path of ['/wp-json/wc/store/v1/cart/add-item', '/wp-json/wc/v3/orders/1', '/wp-json/nowhere']) {
      const response = await app.request(path, { method: 'POST', headers: { origin: elsewhere } })
      expect([path, response.status, response.headers.get('content-type')]).toEqual([path, 403, 'application/json'])
      expect(await response.json()).toEqual({
        code: 'rest_forbidden',
        message: 'This request came from another site and was refused.',
        data: { status: 403 },
      })
    }
    const form = await app.request('/cart/', { method: 'POST', headers: { origin: elsewhere } })
    expect([form.status, form.headers.get('content-type')]).toEqual([403, 'text/plain; charset=UTF-8'])
    const invalid = await app.request('/wp-json/wc/store/v1/products?slug=%00')
    expect([invalid.status, ((await invalid.json()) as { code: string }).code]).toEqual([400, 'rest_invalid_address'])
  })

  test('[API-02] preflight requests succeed and allow credentials', async () => {
    const preflight = (origin: string) =>
      app.request('/wp-json/wc/store/v1/cart/add-item', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'cart-token' },
      })
    const foreign = await preflight(elsewhere)
    expect([foreign.status, foreign.headers.get('allow')]).toEqual([200, 'POST'])
    expect(foreign.headers.get('access-control-allow-origin')).toBe(elsewhere)
    expect(foreign.headers.get('access-control-allow-credentials')).toBe('true')
    const sameOrigin = await preflight(SHOP_URL)
    expect(sameOrigin.headers.get('access-control-allow-origin')).toBe(SHOP_URL)
    expect(sameOrigin.headers.get('access-control-allow-credentials')).toBe('true')
  })
})

describe('shipping address', () => {
  test('[API-01] a partial address retains the other fields', async () => {
    const client = await storeClientWithToken(app)
    await client.post('/cart/add-item', { id: simple })
    await client.post('/cart/update-customer', { shipping_address: { state: 'bc', city: ' Vancouver ' } })
    const { json } = await client.post('/cart/update-customer', { shipping_address: { postcode: 'v6b1a1' } })
    expect(json.shipping_address).toMatchObject({ state: 'BC', city: 'Vancouver', postcode: 'V6B 1A1', country: 'CA' })
    expect(json.totals.tax_lines).toEqual([{ name: 'GST+PST', price: '851', rate: '12%' }])
  })

  test.each([
    ['an address that is a text', { billing_address: 'here' }],
    ['a field that is a list', { billing_address: { city: ['Toronto'] } }],
    ['a field that is much too long', { billing_address: { city: 'x'.repeat(20_000) } }],
    ['a null character', { billing_address: { first_name: 'A\0da' } }],
    ['a broken character', '{"billing_address":{"first_name":"\\ud800"}}'],
    ['a telephone number of letters', { shipping_address: { phone: 'call me' } }],
    ['a country of its own', { shipping_address: { country: 'Canada' } }],
  ])('[API-01] %s: rejected, and nothing changes', async (_name, body) => {
    const client = await storeClientWithToken(app)
    await client.post('/cart/add-item', { id: simple })
    const before = (await client.get('/cart')).json
    const response = await client.post('/cart/update-customer', body)
    expect([response.status, response.json.code]).toEqual([400, 'rest_invalid_param'])
    expect((await client.get('/cart')).json).toEqual(before)
  })

  test('[API-01] reading a cart, or selecting an unavailable rate, stores nothing', async () => {
    const before = await cartsInAll()
    const client = await storeClientWithToken(app)
    await client.post('/cart/select-shipping-rate', { package_id: 0, rate_id: 'flat_rate:1' })
    await client.post('/cart/update-customer', {})
    await client.get('/cart/items')
    expect(await cartsInAll()).toBe(before)
  })
})
