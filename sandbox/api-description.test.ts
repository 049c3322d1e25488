import { expect, test } from 'vitest'
import { endpoints } from './endpoints.ts'
import { missingProperties, requiredProperties } from './open-test-properties.ts'
import { openTestSandbox } from './open-test-sandbox.ts'

const { keys, origin } = await openTestSandbox()

type Answer = Record<string, unknown> & { id: string; error?: { code?: string } }

/** Paths that responded, with the id in the path replaced by its name. */
const called = new Set<string>()
const seen = new Set<string>()

/** Calls the API as `curl` does, and checks every response against the provider's description. */
async function call(
  method: string,
  path: string,
  fields: Record<string, string> = {},
  key = keys.secretKey,
): Promise<Answer> {
  const query = new URLSearchParams(fields)
  const response = await fetch(`${origin()}${path}${method === 'POST' ? '' : `?${query}`}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Stripe-Version': '2022-08-01' },
    ...(method === 'POST' ? { body: path === '/v1/files' ? multipart(fields) : query } : {}),
  })
  const answer = (await response.json()) as Answer
  const known = endpoints.find(
    (one) => one.method === method && new RegExp(`^${one.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path),
  )
  if (known) called.add(`${known.method} ${known.path}`)
  expect(missingProperties(answer), `${method} ${path}`).toEqual([])
  noteObjects(answer)
  return answer
}

/** A form with a small PDF. */
function multipart(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new File(['%PDF-1.7'], 'proof.pdf'))
  return form
}

function noteObjects(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if ('object' in value && typeof value.object === 'string') seen.add(value.object)
  for (const inside of Object.values(value)) noteObjects(inside)
}

const post = (path: string, fields: Record<string, string> = {}) => call('POST', path, fields)
const get = (path: string, fields: Record<string, string> = {}) => call('GET', path, fields)
const pay = (card: string, fields: Record<string, string> = {}) =>
  post('/v1/payment_intents', { amount: '4218', currency: 'cad', payment_method: card, confirm: 'true', ...fields })

test('[PAY-02 API version] every answer has the properties that the provider’s API description requires', async () => {
  const customer = await post('/v1/customers', { name: 'Ada', email: 'ada@shop.test' })
  await post(`/v1/customers/${customer.id}`, { phone: '+1 416 555 0100' })
  await get(`/v1/customers/${customer.id}`)
  const inWallet = {
    'card[number]': '4506445006931933',
    'card[tokenization_method]': 'apple_pay',
    'card[cryptogram]': 'A1',
  }
  const expiry = { 'card[exp_month]': '12', 'card[exp_year]': String(new Date().getFullYear() + 1) }
  const token = await call('POST', '/v1/tokens', { ...inWallet, ...expiry }, keys.publishableKey)
  await get(`/v1/tokens/${token.id}`)
  const wallet = await post('/v1/payment_methods', { type: 'card', 'card[token]': token.id })
  await get(`/v1/payment_methods/${wallet.id}`)
  await post(`/v1/payment_methods/${wallet.id}`, { 'billing_details[name]': 'Ada' })
  await post(`/v1/payment_methods/${wallet.id}/attach`, { customer: customer.id })
  await get(`/v1/customers/${customer.id}/payment_methods`)
  await post(`/v1/payment_methods/${wallet.id}/detach`)
  const { id: former } = await post('/v1/customers')
  await call('DELETE', `/v1/customers/${former}`)
  expect(await get(`/v1/customers/${former}`)).toMatchObject({ id: former, deleted: true })

  const intent = await post('/v1/payment_intents', { amount: '4218', currency: 'cad' })
  await get(`/v1/payment_intents/${intent.id}`)
  await post(`/v1/payment_intents/${intent.id}`, { 'metadata[order_id]': '1' })
  await post(`/v1/payment_intents/${intent.id}/confirm`, { payment_method: 'pm_card_authenticationRequired' })
  await post(`/v1/payment_intents/${intent.id}/cancel`)
  const held = await pay('pm_card_visa', { capture_method: 'manual' })
  await post(`/v1/payment_intents/${held.id}/capture`, { 'expand[]': 'payment_method' })
  const waiting = await pay('pm_card_processing')
  await post(`/v1/test_helpers/payment_intents/${waiting.id}`, { status: 'succeeded' })
  expect((await pay('pm_card_chargeDeclined')).error?.code).toBe('card_declined')

  const setup = await post('/v1/setup_intents', { customer: customer.id })
  await get(`/v1/setup_intents/${setup.id}`)
  await post(`/v1/setup_intents/${setup.id}/confirm`, { payment_method: 'pm_card_authenticationRequired' })
  await post(`/v1/setup_intents/${setup.id}/cancel`)

  const paid = await pay('pm_card_pendingRefund')
  await get(`/v1/charges/${String(paid.latest_charge)}`, { 'expand[]': 'payment_intent' })
  const refund = await post('/v1/refunds', { payment_intent: paid.id, amount: '100' })
  await get(`/v1/refunds/${refund.id}`)
  await post(`/v1/test_helpers/refunds/${refund.id}`, { status: 'failed' })
  await get(`/v1/balance_transactions/${refund.balance_transaction}`)
  await post('/v1/test_helpers/expire_authorizations')
  const disputed = await post('/v1/test_helpers/disputes', { payment_intent: held.id })
  await get(`/v1/disputes/${disputed.id}`)
  const proof = await post('/v1/files', { purpose: 'dispute_evidence' })
  await get(`/v1/files/${proof.id}`)
  const documents = { 'evidence[receipt]': proof.id }
  await post(`/v1/disputes/${disputed.id}`, { 'evidence[uncategorized_text]': 'Here it is.', ...documents })
  await post(`/v1/disputes/${disputed.id}/close`)

  const endpoint = await post('/v1/webhook_endpoints', {
    url: 'http://127.0.0.1:9/nobody-listens',
    'enabled_events[]': '*',
  })
  await get(`/v1/webhook_endpoints/${endpoint.id}`)
  await call('DELETE', `/v1/webhook_endpoints/${endpoint.id}`)
  const lists = endpoints.filter(({ method, path }) => method === 'GET' && !path.includes(':')).map(({ path }) => path)
  for (const path of lists) await get(path)
  const events = (await get('/v1/events', { limit: '100' })) as unknown as { data: Answer[] }
  await get(`/v1/events/${events.data[0]?.id}`)

  expect(endpoints.map(({ method, path }) => `${method} ${path}`).filter((one) => !called.has(one))).toEqual([])
  // An error has no `object`; the next test covers it.
  const described = Object.keys(requiredProperties).filter((name) => !name.includes('.') && name !== 'error')
  expect(described).toEqual(expect.arrayContaining(['customer', 'balance_transaction', 'payout']))
  expect(described.filter((object) => !seen.has(object))).toEqual([])
})

test('[PAY-02 API version] refusals are errors of the description too', async () => {
  for (const [method, path, fields] of [
    ['GET', '/v1/charges/ch_none', {}],
    ['POST', '/v1/refunds', {}],
    ['POST', '/v1/payment_intents', { amount: '1', currency: 'cad' }],
    ['POST', '/v1/payment_intents', { amonut: '4218' }],
    ['GET', '/v1/nothing', {}],
  ] as const) {
    expect(await call(method, path, fields)).toHaveProperty('error')
  }
})

test('an answer without a property, or with another type, is found', () => {
  const refund = { object: 'refund', id: 're_1', created: 1, amount: '100', currency: 'cad', customer: null }
  const more = { payment_method: 'pm_1', destination_details: { type: 'card' } }
  expect(missingProperties({ ...refund, ...more })).toEqual(['refund.amount: string in place of integer'])
  expect(missingProperties({ data: { object: 'charge', outcome: {} } })).toContain(
    'charge.outcome.type: undefined in place of string',
  )
  expect(Object.keys(requiredProperties)).toContain('payment_method.card.wallet')
})
