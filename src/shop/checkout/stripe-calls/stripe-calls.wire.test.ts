/** The calls of the payment plugin's scripts: their URLs, who may make them, and what they refuse. */
import { beforeEach, describe, expect, test } from 'vitest'
import { writeOrder } from '../../../../test/support/orders.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { digestShop } from '../../../../test/wire/shop-digest.ts'
import { restNonceOf } from '../../../people/identity/rest-nonce.ts'
import { orderPayNonce } from '../order-pay/submit-order-pay.ts'
import { stripeCalls } from './stripe-calls.ts'

const { app, db, pool, shop } = await openShop()

const AJAX = '/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/'
const addresses = [AJAX, '/wp-json/wc-stripe/v1/', '/?rest_route=/wc-stripe/v1/'] as const

beforeEach(async () => {
  await pool.query('truncate orders, payments, rate_limits cascade')
})

type Json = Record<string, unknown> & { data?: Record<string, unknown> }
async function post(
  path: string,
  body: Record<string, string> | object,
  headers: Record<string, string> = {},
  method = 'POST',
) {
  const isForm = !('json' in body)
  const response = await app.request(path, {
    method,
    body: isForm ? new URLSearchParams(body as Record<string, string>) : JSON.stringify(body.json),
    headers: { ...headers, ...(isForm ? {} : { 'content-type': 'application/json' }) },
  })
  return { status: response.status, headers: response.headers, json: (await response.json()) as Json }
}

const unpaid = () => writeOrder(db, { paymentMethod: 'stripe_cc', paymentMethodTitle: 'Card' })

describe('addresses', () => {
  const routes = stripeCalls.map(({ route, method }) => [route, method] as const)

  test.each(routes)('[PAY-07 base path] %s answers the same at each of its addresses', async (route, method) => {
    const [ajax, ...others] = await Promise.all(addresses.map((base) => post(base + route, {}, {}, method)))
    expect(ajax?.json.code).not.toBe('rest_no_route')
    for (const answer of others) expect([answer?.status, answer?.json]).toEqual([ajax?.status, ajax?.json])
    expect(ajax?.headers.get('cache-control')).toContain('no-store')
  })

  test.each(routes)('[API-01] %s is in the index of the API with its parameters', async (route, method) => {
    const index = (await (await app.request('/wp-json/wc-stripe/v1')).json()) as {
      routes: Record<string, { methods: string[]; endpoints: { args: Record<string, { required: boolean }> }[] }>
    }
    const described = index.routes[`/wc-stripe/v1/${route}`]
    expect(described?.methods).toEqual([method])
    const names = Object.keys(described?.endpoints[0]?.args ?? {})
    expect(names.length > 0).toBe(method === 'POST')
  })

  test('[PAY-07 base path] unknown routes and wrong methods are 404, a call without path is empty', async () => {
    for (const route of ['none', '', 'checkout/payment/', '../webhook', 'webhook', '__proto__', '%FF']) {
      const { status, json } = await post(AJAX + route, {})
      expect([route, status, json.code]).toEqual([route, 404, 'rest_no_route'])
    }
    for (const path of ['/wc/v3/orders', 'wc-stripe/v1/order-pay', '/order-pay'])
      expect((await post(`/?wc-ajax=wc_stripe_frontend_request&path=${path}`, {})).status).toBe(404)
    for (const base of addresses) {
      const read = await app.request(`${base}order-pay`)
      expect([read.status, ((await read.json()) as Json).code]).toEqual([404, 'rest_no_route'])
    }
    for (const query of ['', '&path=']) {
      const nothing = await app.request(`/?wc-ajax=wc_stripe_frontend_request${query}`, { method: 'POST' })
      expect([nothing.status, await nothing.text()]).toEqual([200, ''])
    }
  })

  test('sources, which were before intents: none is known to change, and to forget one changes nothing', async () => {
    const before = await digestShop(db)
    const fields = { source_id: 'src_1', client_secret: 'src_1_secret', 'updates[amount]': '1' }
    expect(await post(`${AJAX}source/update`, fields)).toMatchObject({
      status: 400,
      json: { code: 'source-error', message: 'No such source: src_1', data: { status: 400 } },
    })
    expect(await post(`${AJAX}source/update`, { source_id: 'src_1' })).toMatchObject({
      status: 400,
      json: { code: 'rest_missing_callback_param' },
    })
    expect(await post(`${AJAX}source/order/source`, {}, {}, 'DELETE')).toMatchObject({
      status: 200,
      json: { success: true },
    })
    // The settings of pages contain another URL, to which no call belongs.
    expect((await post(`${AJAX}order/source`, {}, {}, 'DELETE')).status).toBe(404)
    expect(await digestShop(db)).toEqual(before)
  })

  test('a missing parameter is named, and nothing is run', async () => {
    const before = await digestShop(db)
    const { status, json } = await post(`${AJAX}order-pay`, { order_id: '1', 'address[city]': 'Toronto' })
    expect([status, json]).toEqual([
      400,
      {
        code: 'rest_missing_callback_param',
        message: 'Missing parameter(s): order_key, payment_method',
        data: { status: 400, params: ['order_key', 'payment_method'] },
      },
    ])
    expect(await digestShop(db)).toEqual(before)
  })

  test('[PAY-07 order-pay] a form and JSON are the same request', async () => {
    for (const toBody of [(fields: object) => fields, (fields: object) => ({ json: fields })]) {
      const order = await unpaid()
      const fields = {
        order_id: order.id,
        order_key: order.orderKey,
        'woocommerce-pay-nonce': orderPayNonce(shop, order),
        payment_method: 'stripe_cc',
        stripe_cc_token_key: 'pm_card_visa',
      }
      const { json } = await post(`/wp-json/wc-stripe/v1/order-pay`, toBody(fields))
      expect(json).toEqual({ success: true, needs_confirmation: false })
    }
  })
})

describe('who calls', () => {
  const call = async (headers: Record<string, string>, fields: Record<string, string> = {}) => {
    const { status, json } = await post(
      `${AJAX}checkout/payment`,
      { order_id: '1', order_key: 'x', ...fields },
      headers,
    )
    return [status, json.code ?? json.result]
  }
  const served = [200, 'failure']
  const refused = [403, 'rest_cookie_invalid_nonce']

  test('[PAY-06 checkout_payment] a wrong nonce is refused from everyone, in header, form and query', async () => {
    const { cookie, nonce } = await createSignedInUser(shop, 'customer')
    const other = await createSignedInUser(shop, 'customer')
    const guestNonce = restNonceOf(shop, null)
    for (const headers of [{}, { cookie }] as Record<string, string>[]) {
      for (const wrong of ['', 'x', '0123456789', other.nonce]) {
        expect(await call({ ...headers, 'x-wp-nonce': wrong })).toEqual(refused)
        expect(await call(headers, { _wpnonce: wrong })).toEqual(refused)
      }
      expect(await call({ ...headers, 'x-wp-nonce': guestNonce })).toEqual(served)
      expect(await call(headers)).toEqual(served)
    }
    expect(await call({ cookie, 'x-wp-nonce': nonce })).toEqual(served)
    expect(await call({ 'x-wp-nonce': nonce })).toEqual(refused)
  })

  test('every client address may send only so many requests', async () => {
    const from = { 'x-forwarded-for': '203.0.113.9' }
    const send = () => call(from)
    for (let count = 0; count < 6; count += 1) await Promise.all(Array.from({ length: 100 }, send))
    expect(await send()).toEqual([429, 'rate_limit_exceeded'])
    expect(await call({ 'x-forwarded-for': '198.51.100.77' })).toEqual(served)
  })
})
