import { expect, test } from 'vitest'
import { cpuMsOf } from '../../../../test/support/cpu-time.ts'
import { referenceIds } from '../../../../test/support/reference-shop.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'

const { app, shop } = await openShop()
const owner = await createSignedInUser(shop, 'administrator')

const json = async (path: string, init: RequestInit = {}) => {
  const response = await app.request(path, init)
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) }
}
const sent = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { ...owner.headers, 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

test('[API-01] ?rest_route= is the call that it names, with the rest of its query', async () => {
  const canonical = await json('/wp-json/wc/store/v1/products?per_page=2&page=2')
  for (const path of ['/?rest_route=/wc/store/v1/products', '/index.php?rest_route=%2Fwc%2Fstore%2Fv1%2Fproducts']) {
    const routed = await json(`${path}&per_page=2&page=2`)
    expect(routed.status).toBe(200)
    expect(routed.body).toEqual(canonical.body)
    expect(routed.headers.get('x-wp-total')).toBe(canonical.headers.get('x-wp-total'))
  }
  expect((await json('/?rest_route=/')).body.namespaces).toContain('wc/store/v1')
  expect((await json('/?rest_route=/wc/store/v1/nope')).body.code).toBe('rest_no_route')
  expect((await app.request('/?rest_route=')).headers.get('content-type')).toMatch(/^text\/html/)
})

test('[API-01] a path outside the API is rejected', async () => {
  for (const route of [
    '/../cart/',
    '/%2e%2e/cart/',
    '//evil.example/x',
    '/wc/store/v1/%2e%2e/%2e%2e/%2e%2e/%2e%2e/cart/',
  ]) {
    const response = await app.request(`/?rest_route=${encodeURIComponent(route)}`)
    expect([route, response.status]).toEqual([route, 404])
  }
})

test('[API-01] API paths work with and without trailing slash', async () => {
  expect((await json('/wp-json/wc/store/v1/products/')).body).toEqual(
    (await json('/wp-json/wc/store/v1/products')).body,
  )
  expect((await json('/wp-json')).body).toEqual((await json('/wp-json/')).body)
})

test('[API-01] thousands of slashes take linear time', async () => {
  const timeOf = (path: string) => cpuMsOf(async () => expect((await json(path)).status).toBe(404))
  await timeOf('/wp-json/x')
  // The time is linear in the length of the path.
  expect(await timeOf(`/wp-json/${'/'.repeat(40_000)}x`)).toBeLessThan(500)
})

test('[API-01] calls and forms behind /index.php are those without it', async () => {
  for (const path of ['/wp-json/wc/store/v1/products', '/wp-json/']) {
    const rewritten = await json(`/index.php${path}`)
    expect([path, rewritten.status]).toEqual([path, 200])
    expect(rewritten.body).toEqual((await json(path)).body)
  }
  const made = await json('/index.php/wp-json/wc/v3/coupons', sent({ code: 'behind', amount: '5' }))
  expect(made.status).toBe(201)
  const body = new URLSearchParams({ username: 'nobody@shop.test', password: 'wrong', login: 'Log in' })
  const posted = await Promise.all(
    ['/my-account/', '/index.php/my-account/'].map(async (path) => app.request(path, { method: 'POST', body })),
  )
  expect(posted.map(({ status }) => status)).toEqual([422, 422])
  for (let path = '/index.php'; path.length < 8000; path += path)
    expect((await app.request(`${path}/wp-json/`)).status).toBe(path === '/index.php' ? 200 : 404)
})

test('a POST can override its method, in query or header', async () => {
  const made = await json('/wp-json/wc/v3/coupons', sent({ code: 'long-way', amount: '5' }))
  expect(made.status).toBe(201)
  const path = `/wp-json/wc/v3/coupons/${made.body.id}`
  const put = await json(`${path}?_method=PUT`, sent({ amount: '6' }))
  expect([put.status, put.body.amount]).toEqual([200, '6.00'])
  const patched = await json(`/?rest_route=/wc/v3/coupons/${made.body.id}&_method=patch`, sent({ amount: '7' }))
  expect([patched.status, patched.body.amount]).toEqual([200, '7.00'])
  const deleted = await json(`${path}?force=true`, sent({}, { 'x-http-method-override': 'DELETE' }))
  expect(deleted.status).toBe(200)
  expect((await json(path, { headers: owner.headers })).status).toBe(404)
})

test('only a POST can override its method, and only with a known one', async () => {
  const made = await json('/wp-json/wc/v3/coupons', sent({ code: 'stays', amount: '5' }))
  const path = `/wp-json/wc/v3/coupons/${made.body.id}`
  await app.request(`${path}?_method=DELETE&force=true`, { headers: owner.headers })
  expect((await json(path, { headers: owner.headers })).status).toBe(200)
  const unknown = await json(`${path}?_method=BREW`, sent({}))
  expect([unknown.status, unknown.body.code]).toEqual([404, 'rest_no_route'])
})

test('[ACC-03] cross-site writes are rejected in every form', async () => {
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  for (const path of [
    '/?rest_route=/wc/v3/coupons',
    '/index.php/wp-json/wc/v3/coupons',
    '/wp-json/wc/v3/coupons?_method=PUT',
    '/wp-admin/admin-ajax.php',
  ]) {
    expect([path, (await app.request(path, sent({ code: 'theirs' }, foreign))).status]).toEqual([path, 403])
  }
  const call = '/?rest_route=/wc/store/v1/cart/add-item'
  expect((await app.request(call, sent({ id: referenceIds.simple, quantity: 1 }, foreign))).status).toBe(403)
})

test('admin-ajax.php without an action, or with an unknown one, answers 400 and 0', async () => {
  const requests: [string, RequestInit][] = [
    ['/wp-admin/admin-ajax.php', {}],
    ['/wp-admin/admin-ajax.php', { method: 'POST' }],
    ['/wp-admin/admin-ajax.php?action=nope', {}],
    ['/wp-admin/admin-ajax.php', { method: 'POST', body: new URLSearchParams({ action: 'woocommerce_nope' }) }],
  ]
  for (const [path, init] of requests) {
    const response = await app.request(path, init)
    expect([response.status, await response.text()]).toEqual([400, '0'])
    expect(response.headers.get('cache-control')).toContain('no-store')
  }
})

test('admin-ajax.php carries the shop’s own calls under their older names', async () => {
  const body = new URLSearchParams({ action: 'woocommerce_add_to_cart', product_id: String(referenceIds.simple) })
  const added = await json('/wp-admin/admin-ajax.php', { method: 'POST', body })
  expect(added.status).toBe(200)
  expect(Object.keys(added.body).toSorted()).toEqual(['cart_hash', 'fragments'])
  const fragments = await json('/wp-admin/admin-ajax.php?action=woocommerce_get_refreshed_fragments')
  expect(Object.keys(fragments.body)).toContain('fragments')
})

test('an unknown gateway callback returns 400 and -1', async () => {
  for (const path of ['/?wc-api=wc_gateway_nobody', '/wc-api/wc_gateway_nobody/', '/wc-api/wc_gateway_nobody']) {
    for (const method of ['GET', 'POST']) {
      const response = await app.request(path, { method })
      expect([path, method, response.status, await response.text()]).toEqual([path, method, 400, '-1'])
    }
  }
})
