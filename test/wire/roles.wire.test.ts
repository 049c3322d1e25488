/**
 * Lists every write that shoppers may make. All other writes are declared calls of the REST API, whose roles are tested
 * in `rest-roles.wire.test.ts`.
 */
import { beforeAll, expect, test } from 'vitest'
import { ajaxCalls } from '../../src/app.ts'
import { restCalls } from '../../src/faces/rest/rest.routes.ts'
import { writeOrder } from '../support/orders.ts'
import { openShop } from '../support/shop.ts'
import { createSignedInUser, type TestUser } from '../support/users.ts'
import { digestShop } from './shop-digest.ts'

const { app, db, shop } = await openShop()

type Caller =
  /** Guests and all roles: these writes are needed to buy and to sign in. */
  | 'anyone'
  /** The payment provider, identified by its signature. */
  | 'provider'

/** Writes that the Store API allows shoppers, below its base path. */
const store = [
  '/cart/add-item',
  '/cart/update-item',
  '/cart/remove-item',
  '/cart/items',
  '/cart/items/:key{[\\w-]+}',
  '/cart/update-customer',
  '/cart/select-shipping-rate',
  '/cart/apply-coupon',
  '/cart/remove-coupon',
  '/cart/coupons',
  '/cart/coupons/:code{[^/]+}',
  '/cart/extensions',
  '/batch',
  '/checkout',
  '/checkout/:id{[0-9]+}',
]
/** Both base paths of the Store API. A test below checks that all other methods under them change nothing. */
const storeBases = ['/wp-json/wc/store/v1', '/wp-json/wc/store']

/** Calls that shoppers make through the payment plugin's scripts. */
const stripe = [
  'cart/add-to-cart',
  'cart/cart-calculation',
  'cart/shipping-address',
  'cart/shipping-method',
  'googlepay/shipping-data',
  'checkout',
  'checkout/payment',
  'order-pay',
  'sync-payment-intent',
  'payment-intent',
  'order/payment-intent',
  'setup-intent',
  'source/update',
]

/** A write that is not listed here fails the test below. */
const writes: Readonly<Record<string, Caller>> = {
  'POST /wp-json/wc-stripe/v1/webhook': 'provider',
  ...Object.fromEntries(stripe.map((route) => [`POST /wp-json/wc-stripe/v1/${route}`, 'anyone' as const])),
  'DELETE /wp-json/wc-stripe/v1/source/order/source': 'anyone',
  ...Object.fromEntries(storeBases.flatMap((base) => store.map((path) => [`ALL ${base}${path}`, 'anyone' as const]))),
  'POST /wp-json/contact-form-7/v1/contact-forms/:id{[0-9]+}/feedback': 'anyone',
  'POST /wp-login.php': 'anyone',
  'POST /wp-admin/admin-ajax.php': 'anyone',
  // Sets only a cookie in the browser, for staff.
  'POST /wp-admin/shopper-view/': 'anyone',
  'POST /wc-api/:call{[^/]+}/': 'anyone',
  'POST /wc-api/:call{[^/]+}': 'anyone',
  'POST /my-account/': 'anyone',
  'POST /my-account/lost-password/': 'anyone',
  'POST /my-account/confirm-email/': 'anyone',
  'POST /my-account/sign-in-code/': 'anyone',
  'POST /my-account/sign-in-link/': 'anyone',
  'POST /my-account/confirm-account/': 'anyone',
  'POST /my-account/undo-email/': 'anyone',
  'POST /my-account/invitation/': 'anyone',
  'POST /my-account/edit-account/': 'anyone',
  'POST /my-account/view-order/:order{[0-9]+}/': 'anyone',
  'POST /my-account/edit-address/': 'anyone',
  'POST /my-account/edit-address/:set{billing|shipping}/': 'anyone',
  // Sends the password of a protected product.
  'POST /product/:slug/': 'anyone',
  'POST /saved-teas/': 'anyone',
  'POST /back-in-stock/': 'anyone',
  'POST /back-in-stock/:token{[\\w-]{22}}/': 'anyone',
  'POST /my-account/edit-address/new/': 'anyone',
  'POST /my-account/edit-address/:address{[0-9]+}/': 'anyone',
  'POST /my-account/add-payment-method/': 'anyone',
  'POST /my-account/delete-payment-method/:card{[0-9]+}/': 'anyone',
  'POST /my-account/set-default-payment-method/:card{[0-9]+}/': 'anyone',
  'POST /my-account/mail-choices/': 'anyone',
  'POST /my-account/privacy/': 'anyone',
  'POST /my-account/privacy/download/': 'anyone',
  'POST /my-account/privacy/deletion/': 'anyone',
  'POST /my-account/unsubscribe/': 'anyone',
  'POST /my-account/sign-ins/': 'anyone',
  'POST /my-account/second-factor/': 'anyone',
  'POST /my-account/passkeys/': 'anyone',
  'POST /my-account/confirm/': 'anyone',
  'ALL /wp-comments-post.php': 'anyone',
  // Previews what an editor has typed; for other people the URL does not exist, and it writes nothing.
  'POST /': 'anyone',
  'POST /cart/': 'anyone',
  'POST /checkout/': 'anyone',
  'POST /checkout/order-received/:order{[0-9]+}/': 'anyone',
  'POST /checkout/order-pay/:order{[0-9]+}/': 'anyone',
}

/** Calls by `?wc-ajax=`, all of which shoppers may make. */
const shoppersCalls = [
  'add_to_cart',
  'remove_from_cart',
  'get_refreshed_fragments',
  'apply_coupon',
  'remove_coupon',
  'get_cart_totals',
  'update_shipping_method',
  'get_variation',
  'update_order_review',
  'checkout',
  'wc_stripe_frontend_request',
]

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Middleware is mounted at these paths; it only handles calls and products that are listed above. */
const isMiddleware = (path: string) => path === '/*' || path === '*'

const routes = [
  ...new Set(
    app.routes
      .filter(({ method, path }) => !reading.has(method) && !isMiddleware(path))
      .map(({ method, path }) => `${method} ${path}`),
  ),
]
const answersOnly = routes.filter(
  (route) => storeBases.some((base) => route.startsWith(`ALL ${base}`)) && !Object.hasOwn(writes, route),
)

const declared = new Set(restCalls.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`)))

let people: Record<'customer' | 'administrator', TestUser>
let orderId: number

beforeAll(async () => {
  people = {
    customer: await createSignedInUser(shop, 'customer'),
    administrator: await createSignedInUser(shop, 'administrator'),
  }
  orderId = (await writeOrder(db)).id
})

const filled = (path: string) =>
  path
    .replace(/:order\{[^}]*\}/, String(orderId))
    .replace(/:\w+\{[^}]*\}/g, '131')
    .replace('*', 'x')

const send = (method: string, path: string, headers: Record<string, string> = {}) =>
  app.request(path, {
    method,
    headers: { ...headers, ...(reading.has(method) ? {} : { 'content-type': 'application/json' }) },
    ...(reading.has(method) ? {} : { body: JSON.stringify({ status: 'completed' }) }),
  })

test('[ACC-03] every write is a declared call or in the table of writes, and the table contains no other', () => {
  const others = routes.filter((route) => !answersOnly.includes(route) && !declared.has(route))
  expect(others.toSorted()).toEqual(Object.keys(writes).toSorted())
  expect(Object.keys(ajaxCalls).toSorted()).toEqual(shoppersCalls.toSorted())
})

/** Readable by everyone: indexes, the API's document, and data that shoppers' forms need. */
const publicReads = [
  '/wp-json/',
  '/wp-json/:family{[\\w-]+/v[0-9]+}',
  '/wp-json/samovar/v1/openapi.json',
  '/wp-json/samovar/v1/challenge',
  '/wp-json/samovar/v1/comment-form',
  '/wp-json/samovar/v1/forms/:id{[0-9]+}/visitor',
  '/wp-json/contact-form-7/v1/contact-forms/:id{[0-9]+}/feedback/schema',
  '/wp-json/contact-form-7/v1/contact-forms/:id{[0-9]+}/refill',
]

test('[ACC-03] every read of the REST API is a declared call, of the Store API, or public', () => {
  const others = app.routes.filter(
    ({ method, path }) =>
      method === 'GET' &&
      path.startsWith('/wp-json/') &&
      !declared.has(`GET ${path}`) &&
      !['/wp-json/wc/store', '/wp-json/wc-stripe'].some((prefix) => path.startsWith(prefix)),
  )
  expect(others.map(({ path }) => path).toSorted()).toEqual(publicReads.toSorted())
})

test('[ACC-03] the back office opens only for staff', async () => {
  const opens = async (headers: Record<string, string>) => (await send('GET', '/wp-admin/orders/', headers)).status
  expect(await opens({})).toBe(302)
  expect(await opens(people.customer.headers)).toBe(403)
  expect(await opens(people.administrator.headers)).toBe(200)
})

test('[PAY-18 verified] an event without the provider’s signature is refused', async () => {
  const before = await digestShop(db)
  const response = await send('POST', '/wp-json/wc-stripe/v1/webhook', { 'stripe-signature': 't=1,v1=forged' })
  expect(response.status).toBe(401)
  expect(await digestShop(db)).toEqual(before)
})

test.each(answersOnly)('[API-02] %s changes nothing with any method', async (route) => {
  const path = filled(route.split(' ')[1] ?? '')
  const before = await digestShop(db)
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const { status } = await send(method, path, people.administrator.headers)
    expect([404, 405], `${method} ${path}`).toContain(status)
  }
  expect(await digestShop(db)).toEqual(before)
})

const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

test.each(Object.keys(writes).filter((route) => writes[route] === 'anyone'))(
  '[ACC-03] %s is refused to a page of another site',
  async (route) => {
    const [method = '', pattern = ''] = route.split(' ')
    const before = await digestShop(db)
    const response = await send(method === 'ALL' ? 'POST' : method, filled(pattern), {
      ...people.customer.headers,
      ...foreign,
    })
    expect(response.status).toBe(403)
    expect(await digestShop(db)).toEqual(before)
  },
)

test.each(shoppersCalls)('[ACC-03] ?wc-ajax=%s is refused to a page of another site', async (name) => {
  const before = await digestShop(db)
  const response = await app.request(`/?wc-ajax=${name}`, {
    method: 'POST',
    body: new URLSearchParams({ product_id: '131' }),
    headers: foreign,
  })
  expect(response.status).toBe(403)
  expect(await digestShop(db)).toEqual(before)
})
