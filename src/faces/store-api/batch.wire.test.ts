import { expect, test } from 'vitest'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop, recordedSettings } from '../../../test/support/shop.ts'
import { ada, type StoreClient, storeClientWithToken } from '../../../test/support/store-client.ts'
import { digestShop } from '../../../test/wire/shop-digest.ts'
import { orders } from '../../shop/orders/orders.table.ts'

const { app, db } = await openShop({ settings: recordedSettings })

const call = (path: string, body: object) => ({ method: 'POST', path: `/wc/store/v1${path}`, body })
const add = (id: unknown = referenceIds.simple) => call('/cart/add-item', { id, quantity: 1 })
const checkout = (more: object = {}) =>
  call('/checkout', { billing_address: { ...ada, email: 'ada@shop.test' }, payment_method: 'cod', ...more })
const batch = (client: StoreClient, requests: readonly object[], more: object = {}) =>
  client.post('/batch', { requests, ...more })
const statuses = (json: { responses: ({ status: number } | null)[] }) =>
  json.responses.map((one) => one?.status ?? null)
const all = { validation: 'require-all-validate' }

test('[API-01] [CHK-18] a whole purchase in one batch; the same checkout twice is one order', async () => {
  const { status, json } = await batch(await storeClientWithToken(app), [add(), checkout(), checkout()])
  expect([status, statuses(json)]).toEqual([207, [201, 200, 200]])
  const [, first, again] = json.responses
  expect(first.body).toMatchObject({ status: 'processing', payment_result: { payment_status: 'success' } })
  expect(again.body.order_id).toBe(first.body.order_id)
  expect(await db.select().from(orders)).toHaveLength(1)
})

test('[API-01] a new browser has the same session throughout its batch', async () => {
  const response = await app.request('/wp-json/wc/store/v1/cart')
  const headers = { Nonce: response.headers.get('nonce') }
  const requests = [add(), checkout()].map((one) => ({ ...one, headers }))
  const sent = await app.request('/wp-json/wc/store/v1/batch', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ requests }),
  })
  expect(statuses((await sent.json()) as { responses: { status: number }[] })).toEqual([201, 200])
})

test('[API-01] require-all validation: if one is invalid, none is executed', async () => {
  const client = await storeClientWithToken(app)
  await client.post('/cart/add-item', { id: referenceIds.simple, quantity: 1 })
  const before = await digestShop(db)
  for (const [invalid, status, code] of [
    [add('tea'), 400, 'rest_invalid_param'],
    [call('/checkout', {}), 400, 'rest_missing_callback_param'],
    [checkout({ payment_method: 'paypal' }), 400, 'rest_invalid_param'],
    [checkout({ shipping_address: { ...ada, postcode: '12345' } }), 400, 'rest_invalid_param'],
    [call('/no-such-call', {}), 404, 'rest_no_route'],
    [call('/batch', { requests: [] }), 400, 'rest_batch_not_allowed'],
  ] as const) {
    const response = await batch(client, [add(), invalid, checkout()], all)
    expect([response.status, response.json.failed, statuses(response.json)]).toEqual([
      207,
      'validation',
      [null, status, null],
    ])
    expect(response.json.responses[1].body.code).toBe(code)
  }
  expect(await digestShop(db)).toEqual(before)
})

test('[API-01] require-all validation: if all are valid, all are executed, and a failure does not stop the others', async () => {
  const client = await storeClientWithToken(app)
  const { json } = await batch(client, [add(), add(999_999), checkout()], all)
  expect([json.failed, statuses(json)]).toEqual([undefined, [201, 400, 200]])
})

test('[API-01] an unknown validation mode is rejected', async () => {
  const before = await digestShop(db)
  for (const validation of ['none', 1, true, ['normal']]) {
    const { status, json } = await batch(await storeClientWithToken(app), [add()], { validation })
    expect([status, json.data.params.validation]).toEqual([
      400,
      'validation is not one of require-all-validate and normal.',
    ])
  }
  expect(await digestShop(db)).toEqual(before)
})

test('[API-02] no request header turns a call into validation only', async () => {
  const client = await storeClientWithToken(app)
  const added = await client.post('/cart/add-item', { id: referenceIds.simple, quantity: 1 }, { 'only-check': 'true' })
  expect([added.status, added.json.items_count]).toEqual([201, 1])
})

test('[API-02] a nested batch is rejected however its path is written', async () => {
  const client = await storeClientWithToken(app)
  const before = await digestShop(db)
  for (const path of [
    '/wc/store/v1/batch',
    '/wc/store/batch',
    '/wc/store/v1/b%61tch',
    '/wc/store/v1/%62%61%74%63%68',
    '/wc/store/v1/cart/../batch',
    '/wc/store/v1/cart/%2e%2e/b%61tch?x=/cart',
  ]) {
    const inner = { method: 'POST', path, body: { requests: Array.from({ length: 25 }, () => add()) } }
    const normal = await batch(client, [inner, inner])
    expect([path, normal.status, statuses(normal.json)]).toEqual([path, 207, [400, 400]])
    expect(normal.json.responses[0].body).toEqual({
      code: 'rest_batch_not_allowed',
      message: 'A batch cannot be part of a batch.',
      data: { status: 400 },
    })
    const checked = await batch(client, [inner, add()], all)
    expect([path, checked.json.failed, statuses(checked.json)]).toEqual([path, 'validation', [400, null]])
  }
  expect(await digestShop(db)).toEqual(before)
})

test('[API-02] JSON nested too deep is rejected, alone and in a batch', async () => {
  const client = await storeClientWithToken(app)
  await client.post('/cart/add-item', { id: referenceIds.simple, quantity: 1 })
  const before = await digestShop(db)
  const deep = `${'{"a":'.repeat(60_000)}1${'}'.repeat(60_000)}`
  const body = JSON.stringify({ billing_address: ada, payment_method: 'cod', extensions: 'DEEP' })
  const whole = body.replace('"DEEP"', deep)
  for (const [path, sent] of [
    ['/checkout', whole],
    ['/cart/extensions', `{"namespace":"x","data":${deep}}`],
    ['/batch', `{"requests":[{"path":"/wc/store/v1/checkout","body":${whole}}]}`],
    ['/batch', `{"requests":${'['.repeat(100_000)}`],
  ] as const) {
    const { status, json } = await client.post(path, sent)
    expect([path, status, json]).toEqual([
      path,
      400,
      {
        code: 'rest_invalid_json',
        message: 'Invalid JSON body passed.',
        data: { status: 400, json_error_code: 1, json_error_message: 'Maximum stack depth exceeded' },
      },
    ])
  }
  expect(await digestShop(db)).toEqual(before)
})

test('[API-02] the maximum nesting is accepted, in a batch too', async () => {
  const client = await storeClientWithToken(app)
  const nested = JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`)
  const { status, json } = await batch(client, [add(), checkout({ extensions: { tea: nested } })])
  expect([status, statuses(json)]).toEqual([207, [201, 200]])
})
