/** Every write is listed with the roles that may do it; this tries all routes, and every other role is refused. */
import { beforeAll, expect, test } from 'vitest'
import { ajaxCalls } from '../../src/app.ts'
import type { RoleOrGuest } from '../../src/platform/access/permissions.ts'
import { writeOrder } from '../support/orders.ts'
import { openShop } from '../support/shop.ts'
import { createSignedInUser, type TestUser } from '../support/users.ts'
import { digestShop } from './shop-digest.ts'

const { app, db, shop } = await openShop()

type Caller =
  /** Guests and all roles: what is needed to buy and to sign in. */
  | 'anyone'
  /** The payment provider, by its signature. */
  | 'provider'
  /** Administrators and editors. */
  | 'staff'
  /** Everyone with an account, on what is their own. */
  | 'account'
  | Extract<RoleOrGuest, 'administrator'>

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
/** Both base paths of that API. All other methods below them change nothing, which is tested below. */
const storeBases = ['/wp-json/wc/store/v1', '/wp-json/wc/store']

/** A write that is not listed here fails the test below. */
const writes: Readonly<Record<string, Caller>> = {
  'POST /wp-json/wc-stripe/v1/webhook': 'provider',
  ...Object.fromEntries(storeBases.flatMap((base) => store.map((path) => [`ALL ${base}${path}`, 'anyone' as const]))),
  'POST /wp-json/wc/v3/orders/:order{[0-9]+}': 'administrator',
  'PUT /wp-json/wc/v3/orders/:order{[0-9]+}': 'administrator',
  'PATCH /wp-json/wc/v3/orders/:order{[0-9]+}': 'administrator',
  'POST /wp-json/wc/v3/orders/:order{[0-9]+}/notes': 'administrator',
  'POST /wp-json/wc/v3/coupons': 'administrator',
  ...Object.fromEntries(
    ['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [
      `${method} /wp-json/wc/v3/coupons/:id{[0-9]+}`,
      'administrator' as const,
    ]),
  ),
  ...Object.fromEntries(
    ['POST', 'PUT', 'PATCH'].map((method) => [`${method} /wp-json/wc/v3/coupons/batch`, 'administrator' as const]),
  ),
  'POST /wp-json/wc/v3/orders/:order{[0-9]+}/actions/send_order_details': 'administrator',
  'POST /wp-json/wc/v3/payments/orders/:order{[0-9]+}/capture_authorization': 'administrator',
  'POST /wp-json/wc/v3/payments/orders/:order{[0-9]+}/cancel_authorization': 'administrator',
  'POST /wp-json/samovar/v1/keys': 'administrator',
  'PUT /wp-json/samovar/v1/keys/:key{[0-9]+}': 'administrator',
  'PATCH /wp-json/samovar/v1/keys/:key{[0-9]+}': 'administrator',
  'DELETE /wp-json/samovar/v1/keys/:key{[0-9]+}': 'administrator',
  'POST /wp-json/wp/v2/users/me/application-passwords': 'account',
  'DELETE /wp-json/wp/v2/users/me/application-passwords': 'account',
  'DELETE /wp-json/wp/v2/users/me/application-passwords/:uuid{[\\w-]+}': 'account',
  'POST /wp-json/wc/v3/products/tags': 'administrator',
  ...Object.fromEntries(
    ['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [
      `${method} /wp-json/wc/v3/products/tags/:id{[0-9]+}`,
      'administrator' as const,
    ]),
  ),
  ...Object.fromEntries(
    ['POST', 'PUT', 'PATCH'].map((method) => [
      `${method} /wp-json/wc/v3/products/tags/batch`,
      'administrator' as const,
    ]),
  ),
  'POST /wp-json/wc/v3/products/reviews': 'staff',
  ...Object.fromEntries(
    ['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [
      `${method} /wp-json/wc/v3/products/reviews/:review{[0-9]+}`,
      'staff' as const,
    ]),
  ),
  'POST /wp-json/wc/v3/products/reviews/batch': 'staff',
  'PUT /wp-json/wc/v3/products/reviews/batch': 'staff',
  'PATCH /wp-json/wc/v3/products/reviews/batch': 'staff',
  ...Object.fromEntries(
    ['posts', 'pages'].flatMap((kind) => [
      [`POST /wp-json/wp/v2/${kind}`, 'staff' as const],
      [`POST /wp-json/wp/v2/${kind}/:parent{[0-9]+}/revisions/:id{[0-9]+}/restore`, 'staff' as const],
      ...['POST', 'PUT', 'PATCH'].map((method) => [`${method} /wp-json/wp/v2/${kind}/batch`, 'staff' as const]),
      ...['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [
        `${method} /wp-json/wp/v2/${kind}/:id{[0-9]+}`,
        'staff' as const,
      ]),
    ]),
  ),
  'POST /wp-json/wp/v2/media': 'staff',
  ...Object.fromEntries(
    ['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [
      `${method} /wp-json/wp/v2/media/:id{[0-9]+}`,
      'staff' as const,
    ]),
  ),
  'PUT /wp-json/samovar/v1/home-page': 'staff',
  'POST /wp-json/samovar/v1/comments/moves': 'staff',
  'POST /wp-json/samovar/v1/comments/deletions': 'staff',
  'PUT /wp-json/samovar/v1/comments/:comment{[0-9]+}': 'staff',
  'POST /wp-json/samovar/v1/comments/:comment{[0-9]+}/replies': 'staff',
  'POST /wp-json/samovar/v1/settings': 'staff',
  'PUT /wp-json/samovar/v1/settings': 'staff',
  'PATCH /wp-json/samovar/v1/settings': 'staff',
  ...Object.fromEntries(
    ['PUT', 'POST', 'PATCH'].map((method) => [
      `${method} /wp-json/samovar/v1/settings/payments`,
      'administrator' as const,
    ]),
  ),
  'POST /wp-json/samovar/v1/mails/:mail{[0-9]+}/retry': 'administrator',
  'PUT /wp-json/samovar/v1/mail-kinds/:kind{[\\w-]+}': 'administrator',
  'POST /wp-login.php': 'anyone',
  'POST /wp-admin/admin-ajax.php': 'anyone',
  'POST /wc-api/:call{[^/]+}/': 'anyone',
  'POST /wc-api/:call{[^/]+}': 'anyone',
  'POST /my-account/': 'anyone',
  'POST /my-account/lost-password/': 'anyone',
  'ALL /wp-comments-post.php': 'anyone',
  'POST /cart/': 'anyone',
  'POST /checkout/': 'anyone',
  'POST /checkout/order-received/:order{[0-9]+}/': 'anyone',
  'POST /checkout/order-pay/:order{[0-9]+}/': 'anyone',
}

/** Calls by `?wc-ajax=`, all of them open to shoppers. */
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

/** Screens and lists that only an administrator may read. */
const administratorsReads = [
  '/wp-json/wc/v3/orders',
  '/wp-json/wc/v3/orders/:order{[0-9]+}',
  '/wp-json/wc/v3/orders/:order{[0-9]+}/notes',
  '/wp-json/wc/v3/reports/orders/totals',
  '/wp-json/samovar/v1/reports/order-attribution',
  '/wp-json/samovar/v1/mails',
]

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Middleware is mounted under these; it only answers calls and products that are listed above. */
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

let people: Record<'customer' | 'editor' | 'administrator', TestUser>
let orderId: number

beforeAll(async () => {
  people = {
    customer: await createSignedInUser(shop, 'customer'),
    editor: await createSignedInUser(shop, 'editor'),
    administrator: await createSignedInUser(shop, 'administrator'),
  }
  orderId = (await writeOrder(db)).id
})

const filled = (path: string) =>
  path
    .replace(/:(review|comment)\{[^}]*\}/, '1')
    .replace(/:order\{[^}]*\}/, String(orderId))
    .replace(/:\w+\{[^}]*\}/g, '131')
    .replace('*', 'x')

/** A valid body for each write. */
const bodyFor = (path: string) =>
  JSON.stringify(path.endsWith('/notes') ? { note: 'A forged note' } : { status: 'completed' })
const send = (method: string, path: string, headers: Record<string, string> = {}) =>
  app.request(path, {
    method,
    headers: { ...headers, ...(reading.has(method) ? {} : { 'content-type': 'application/json' }) },
    ...(reading.has(method) ? {} : { body: bodyFor(path) }),
  })

test('[ACC-03] every write is in the table of capabilities, and the table contains no other', () => {
  const others = routes.filter((route) => !answersOnly.includes(route))
  expect(others.toSorted()).toEqual(Object.keys(writes).toSorted())
  expect(Object.keys(ajaxCalls).toSorted()).toEqual(shoppersCalls.toSorted())
})

const ofAdministrator = Object.entries(writes)
  .filter(([, caller]) => caller === 'administrator')
  .map(([route]) => route)

test.each(ofAdministrator)(
  '[ACC-03 guest, customer, editor] %s refuses guests, customers and editors',
  async (route) => {
    const [method = '', pattern = ''] = route.split(' ')
    const path = filled(pattern)
    const before = await digestShop(db)
    expect((await send(method, path)).status).toBe(401)
    expect((await send(method, path, { cookie: people.administrator.cookie })).status).toBe(401)
    expect((await send(method, path, { ...people.administrator.headers, 'x-wp-nonce': 'forged0000' })).status).toBe(403)
    expect((await send(method, path, people.customer.headers)).status).toBe(403)
    expect((await send(method, path, people.editor.headers)).status).toBe(403)
    expect(await digestShop(db)).toEqual(before)
  },
)

test.each(administratorsReads)('[ACC-03] GET %s shows nothing to guests, customers and editors', async (pattern) => {
  const path = filled(pattern)
  expect((await send('GET', path)).status).toBe(401)
  expect((await send('GET', path, people.customer.headers)).status).toBe(403)
  expect((await send('GET', path, people.editor.headers)).status).toBe(403)
  expect((await send('GET', path, people.administrator.headers)).status).toBe(200)
})

const ofStaff = Object.entries(writes)
  .filter(([, caller]) => caller === 'staff')
  .map(([route]) => route)

test.each(ofStaff)('[ACC-03] %s refuses guests and customers', async (route) => {
  const [method = '', pattern = ''] = route.split(' ')
  const path = filled(pattern)
  const before = await digestShop(db)
  expect((await send(method, path)).status).toBe(401)
  expect((await send(method, path, { cookie: people.editor.cookie })).status).toBe(401)
  expect((await send(method, path, { ...people.editor.headers, 'x-wp-nonce': 'forged0000' })).status).toBe(403)
  expect((await send(method, path, people.customer.headers)).status).toBe(403)
  expect(await digestShop(db)).toEqual(before)
})

const ofAccounts = Object.keys(writes).filter((route) => writes[route] === 'account')

test.each(ofAccounts)('[ACC-03] %s refuses guests and pages of other sites', async (route) => {
  const [method = '', pattern = ''] = route.split(' ')
  const path = filled(pattern)
  const before = await digestShop(db)
  expect((await send(method, path)).status).toBe(401)
  expect((await send(method, path, { cookie: people.customer.cookie })).status).toBe(401)
  expect((await send(method, path, { ...people.customer.headers, ...foreign })).status).toBe(403)
  expect(await digestShop(db)).toEqual(before)
})

test.each([
  '/wp-json/wc/v3/products/reviews',
  '/wp-json/wc/v3/products/reviews/1',
  '/wp-json/samovar/v1/comments',
  '/wp-json/samovar/v1/comments/counts',
])('[ACC-03] GET %s is for editors and administrators', async (path) => {
  expect((await send('GET', path)).status).toBe(401)
  expect((await send('GET', path, people.customer.headers)).status).toBe(403)
  expect((await send('GET', path, people.editor.headers)).status).toBe(200)
})

test('[ACC-03 administrator] the administrator may do what the others may not', async () => {
  const noted = await send('POST', `/wp-json/wc/v3/orders/${orderId}/notes`, people.administrator.headers)
  expect(noted.status).toBe(201)
  const changed = await send('PUT', `/wp-json/wc/v3/orders/${orderId}`, people.administrator.headers)
  expect(changed.status).toBe(200)
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
  expect(response.status).toBe(400)
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
