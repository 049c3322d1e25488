import { expect, test } from 'vitest'
import { createTestDatabase } from '../test/support/database.ts'
import { sandboxKeys } from './keys.ts'
import { createSandbox } from './sandbox.ts'

const { pool } = await createTestDatabase()
const keys = sandboxKeys('google pay')
const publicOrigin = 'http://sandbox.test'
const shop = 'http://shop.test'
const sandbox = createSandbox({
  pool,
  publicOrigin,
  shopOrigins: [shop],
  secretKey: keys.secretKey,
  webhook: { url: 'http://127.0.0.1:9/', secret: keys.webhookSecret },
})
await sandbox.start()

const get = (path: string) => sandbox.app.request(`${publicOrigin}${path}`)
const post = (path: string, body: string, type = 'application/json') =>
  sandbox.app.request(`${publicOrigin}${path}`, { method: 'POST', headers: { 'Content-Type': type }, body })

const pages = ['/gp/p/sheet', '/gp/p/loading', '/gp/p/result', '/gp/p/button']

test('the wallet’s pages are for the shop’s pages only, and run nothing but their own files', async () => {
  for (const path of pages) {
    expect((await get(`${path}?parent=http://shop.test.evil.example`)).status).toBe(403)
    const response = await get(`${path}?parent=${shop}`)
    expect(response.status).toBe(200)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`frame-ancestors ${shop}`)
    expect(policy).not.toContain('unsafe')
  }
})

test('a sheet returns to the shop only', async () => {
  const sheet = (url: string) => get(`/gp/p/sheet?parent=${shop}&return_url=${encodeURIComponent(url)}`)
  expect((await sheet(`${shop}/product/sencha/?a=1`)).status).toBe(200)
  for (const url of ['http://evil.example/', 'http://shop.test.evil.example/', 'javascript:alert(1)', 'x', ''])
    expect((await sheet(url)).status).toBe(403)
})

test('every file that the wallet’s pages ask for is there', async () => {
  for (const path of pages) {
    const html = await (await get(`${path}?parent=${shop}`)).text()
    for (const [, file = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g))
      await expectModule(new URL(file, publicOrigin))
  }
})

async function expectModule(url: URL): Promise<void> {
  const response = await get(url.pathname)
  expect(response.status, url.pathname).toBe(200)
  for (const [, imported = ''] of (await response.text()).matchAll(/from '([^']+)'/g))
    await expectModule(new URL(imported, url))
}

test('a result goes through sealed, whatever else is sent is refused', async () => {
  const outcome = { status: 'SUCCESS', data: { email: 'ada@example.test' } }
  const sent = await post('/gp/p/results', JSON.stringify({ origin: shop, state: 'abc', outcome }))
  const { sealed } = (await sent.json()) as { sealed: string }
  const opened = await post('/gp/p/results/open', JSON.stringify({ origin: shop, sealed }))
  expect(await opened.json()).toEqual({ state: 'abc', outcome })

  for (const body of ['', '{', 'null', '7', '[]', '{"origin":7}', '{"origin":"http://evil.example","state":"a"}']) {
    expect((await post('/gp/p/results', body)).status).toBe(400)
    expect((await post('/gp/p/results/open', body)).status).toBe(400)
  }
  // A form of another site could send this request.
  const asForm = await post('/gp/p/results', JSON.stringify({ origin: shop, state: 'a', outcome }), 'text/plain')
  expect(asForm.status).toBe(400)
})
