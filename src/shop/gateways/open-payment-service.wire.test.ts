/** Which provider the shop calls, depending on its keys, and how it calls it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxKeys } from '../../../sandbox/keys.ts'
import { openShop } from '../../../test/support/shop.ts'
import { ownsSandbox } from '../../open-shop.ts'
import { openPaymentService } from './open-payment-service.ts'

const requests: { path: string; version: string; agent: string; key: string }[] = []
const server = createServer((request, response) => {
  const { headers, url = '' } = request
  requests.push({
    path: url,
    version: String(headers['stripe-version']),
    agent: String(headers['user-agent']),
    key: String(headers.authorization),
  })
  response.writeHead(404, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify({ error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such' } }),
  )
})
beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)))
afterAll(() => new Promise<void>((done) => server.close(() => done())))
const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const keys = (kind: string) => ({
  secretKey: `sk_${kind}_1`,
  publishableKey: `pk_${kind}_1`,
  webhookSecret: 'whsec_1',
})

test('[PAY-02 SDK, API version] every call goes through the provider’s own SDK, with API version 2022-08-01 and the secret key', async () => {
  const { provider } = openPaymentService({ keys: sandboxKeys('a'.repeat(40)), sandboxOrigin: origin() })
  await provider.retrieveIntent('pi_1').catch(() => undefined)
  await provider.cancelIntent({ intentId: 'pi_1', reason: 'abandoned', idempotencyKey: 'one' }).catch(() => undefined)
  expect(requests.map(({ path }) => path.split('?')[0])).toEqual([
    '/v1/payment_intents/pi_1',
    '/v1/payment_intents/pi_1/cancel',
  ])
  for (const { version, agent, key } of requests) {
    expect(version).toMatch(/^2022-08-01/)
    expect(agent).toMatch(/^Stripe\/v1 NodeBindings\//)
    expect(key).toBe(`Bearer ${sandboxKeys('a'.repeat(40)).secretKey}`)
  }
})

test('[PAY-02 live or test by keys] the keys alone decide between live and test mode', () => {
  for (const mode of ['live', 'test'] as const) {
    const gateway = openPaymentService({ keys: keys(mode), sandboxOrigin: null })
    expect([gateway.mode, gateway.provider.name, gateway.publishableKey]).toEqual([
      mode,
      `stripe_${mode}`,
      `pk_${mode}_1`,
    ])
    expect(gateway.scriptUrl).toMatch(/^https:\/\/js\.stripe\.com\//)
  }
})

test('[PAY-02 sandbox without keys] without keys a local sandbox provides the provider’s API', async () => {
  expect([ownsSandbox({ STRIPE_SECRET_KEY: undefined }), ownsSandbox({ STRIPE_SECRET_KEY: 'sk_test_1' })]).toEqual([
    true,
    false,
  ])
  const { shop, provider } = await openShop()
  expect([shop.payments.mode, shop.payments.provider.name]).toEqual(['sandbox', 'sandbox'])
  expect(shop.payments.scriptUrl.startsWith(provider.url)).toBe(true)
  const answer = await fetch(`${provider.url}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${provider.secretKey}` },
    body: new URLSearchParams({ amount: '1234', currency: 'cad' }),
  })
  expect(await answer.json()).toMatchObject({ object: 'payment_intent', amount: 1234, currency: 'cad' })
})
