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

test('[API-01] a browser that begins with a batch is one shopper all through it', async () => {
  const answer = await app.request('/wp-json/wc/store/v1/cart')
  const headers = { Nonce: answer.headers.get('nonce') }
  const requests = [add(), checkout()].map((one) => ({ ...one, headers }))
  const sent = await app.request('/wp-json/wc/store/v1/batch', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ requests }),
  })
  expect(statuses((await sent.json()) as { responses: { status: number }[] })).toEqual([201, 200])
})

test('[API-01] all have to be right: one that is not, and none is carried out', async () => {
  const client = await storeClientWithToken(app)
  await client.post('/cart/add-item', { id: referenceIds.simple, quantity: 1 })
  const before = await digestShop(db)
  for (const [wrong, status, code] of [
    [add('tea'), 400, 'rest_invalid_param'],
    [call('/checkout', {}), 400, 'rest_missing_callback_param'],
    [checkout({ payment_method: 'paypal' }), 400, 'rest_invalid_param'],
    [checkout({ shipping_address: { ...ada, postcode: '12345' } }), 400, 'rest_invalid_param'],
    [call('/no-such-call', {}), 404, 'rest_no_route'],
    [call('/batch', { requests: [] }), 400, 'rest_batch_not_allowed'],
  ] as const) {
    const answer = await batch(client, [add(), wrong, checkout()], all)
    expect([answer.status, answer.json.failed, statuses(answer.json)]).toEqual([
      207,
      'validation',
      [null, status, null],
    ])
    expect(answer.json.responses[1].body.code).toBe(code)
  }
  expect(await digestShop(db)).toEqual(before)
})

test('[API-01] all are right: all are carried out, and one that fails on the way does not stop the others', async () => {
  const client = await storeClientWithToken(app)
  const { json } = await batch(client, [add(), add(999_999), checkout()], all)
  expect([json.failed, statuses(json)]).toEqual([undefined, [201, 400, 200]])
})

test('[API-01] another word than the two is refused', async () => {
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

test('[API-02] no header of a request turns a call into a mere check', async () => {
  const client = await storeClientWithToken(app)
  const added = await client.post('/cart/add-item', { id: referenceIds.simple, quantity: 1 }, { 'only-check': 'true' })
  expect([added.status, added.json.items_count]).toEqual([201, 1])
})

test('[API-02] however its address is written, a batch in a batch is refused and carries nothing out', async () => {
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

test('[API-02] JSON nested too deep is refused, alone and inside of a batch', async () => {
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

test('[API-02] what is nested as deep as allowed is no trouble, inside of a batch either', async () => {
  const client = await storeClientWithToken(app)
  const nested = JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`)
  const { status, json } = await batch(client, [add(), checkout({ extensions: { tea: nested } })])
  expect([status, statuses(json)]).toEqual([207, [201, 200]])
})
