import { expect, test } from 'vitest'
import { providerOrigins } from '../src/shop/gateways/open-payment-service.ts'
import { createTestDatabase } from '../test/support/database.ts'
import { sandboxKeys } from './keys.ts'
import { createSandbox } from './sandbox.ts'

const { pool } = await createTestDatabase()
const keys = sandboxKeys('frames')
const publicOrigin = 'http://sandbox.test'
const sandbox = createSandbox({
  pool,
  publicOrigin,
  shopOrigins: ['http://shop.test', 'http://localhost:3000'],
  secretKey: keys.secretKey,
  webhook: { url: 'http://127.0.0.1:9/', secret: keys.webhookSecret },
})
await sandbox.start()

const get = (path: string) => sandbox.app.request(`${publicOrigin}${path}`)

test('the script is plain JavaScript that defines Stripe and may be loaded by any page', async () => {
  const { scriptUrl } = providerOrigins({ sandboxOrigin: publicOrigin })
  const response = await sandbox.app.request(scriptUrl)
  expect(response.headers.get('content-type')).toContain('javascript')
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  const text = await response.text()
  expect(() => new Function(text)).not.toThrow()
  expect(text).toContain('Object.assign(window, { Stripe })')
})

test('a frame stands in pages of the shop only, and runs nothing but its own files', async () => {
  for (const path of ['/v3/card', '/v3/controller']) {
    const response = await get(`${path}?parent=${encodeURIComponent('http://localhost:3000')}`)
    expect(response.status).toBe(200)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain('frame-ancestors http://shop.test http://localhost:3000')
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('unsafe')
    expect(await response.text()).toContain('data-parent-origin="http://localhost:3000"')
  }
})

test('a page of another origin is turned away', async () => {
  for (const parent of ['http://shop.test.evil.example', 'null', 'http://shop.test/', '*']) {
    expect((await get(`/v3/card?parent=${encodeURIComponent(parent)}`)).status).toBe(403)
  }
})

test('every field of the card has a label and tells browsers what to fill in', async () => {
  const html = await (await get('/v3/card?parent=http://shop.test')).text()
  for (const [id, autofill] of [
    ['number', 'cc-number'],
    ['expiry', 'cc-exp'],
    ['cvc', 'cc-csc'],
    ['postal', 'billing postal-code'],
  ]) {
    expect(html).toContain(`for="${id}"`)
    expect(html).toMatch(new RegExp(`<input id="${id}"[^>]*autocomplete="${autofill}"`))
  }
})

test('every file a frame asks for is there', async () => {
  for (const path of ['/v3/card', '/v3/controller']) {
    const html = await (await get(path)).text()
    for (const [, file] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
      const response = await get(file ?? '')
      expect(response.status).toBe(200)
      for (const [, imported] of (await response.text()).matchAll(/from '\.\/([^']+)'/g)) {
        expect((await get(`/v3/${imported}`)).status).toBe(200)
      }
    }
  }
})

test('the API answers no page: there are no CORS headers', async () => {
  const response = await sandbox.app.request(`${publicOrigin}/v1/payment_methods`, {
    method: 'POST',
    headers: { Origin: 'http://shop.test', Authorization: `Bearer ${keys.publishableKey}` },
  })
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
})

test('the real provider needs its own origins, the sandbox only its one', () => {
  expect(providerOrigins({ sandboxOrigin: null })).toMatchObject({
    scriptUrl: 'https://js.stripe.com/v3/',
    connect: ['https://api.stripe.com'],
  })
  expect(providerOrigins({ sandboxOrigin: publicOrigin })).toEqual({
    scriptUrl: 'http://sandbox.test/v3/',
    script: [publicOrigin],
    frame: [publicOrigin],
    connect: [],
  })
})
