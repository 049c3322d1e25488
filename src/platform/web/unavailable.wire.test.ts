import { createServer } from 'node:http'
import { type AddressInfo, connect as openConnection } from 'node:net'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newBuyer, type SendRequest } from '../../../test/running/buyer.ts'
import { makeForm, send as sendForm } from '../../../test/support/contact-form.ts'
import { openDatabaseProxy } from '../../../test/support/database-proxy.ts'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop, recordedSettings } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { ajaxCalls, createApp } from '../../app.ts'
import { openProductIndex } from '../../shop/listing/index/live-product-index.ts'
import type { Shop } from '../../shop.ts'
import { connect } from '../database/connect.ts'
import { openLog } from '../log/open-log.ts'
import { requestListener } from './http/http-server.ts'
import { PageCache } from './page-cache.ts'

const opened = await openShop({ settings: recordedSettings })
const { db } = opened
const line = await openDatabaseProxy((opened.pool.options as { connectionString?: string }).connectionString ?? '')
const overLine = connect(line.url, { poolSize: 4 })
afterAll(() => overLine.close())
const lines: string[] = []
const shop: Shop = {
  ...opened.shop,
  db: overLine.db,
  productIndex: openProductIndex(overLine.db, () => new Date()),
  log: openLog({ LOG_LEVEL: 'warn' }, { write: (said: string) => void lines.push(said) }),
}
const app = createApp(shop)
const send: SendRequest = async (path, init) => app.request(path, init)
const owner = await createSignedInUser(opened.shop, 'administrator')
const png = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#486' } })
  .png()
  .toBuffer()
const expectedText = 'nothing was charged twice'

beforeEach(async () => {
  line.restore()
  await expect.poll(async () => (await send('/healthz')).status).toBe(200)
  lines.length = 0
})

async function expectUnavailablePage(path: string, init: RequestInit = {}): Promise<string> {
  const answer = await send(path, init)
  expect([path, answer.status]).toEqual([path, 503])
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(answer.headers.get('content-type')).toContain('text/html')
  expect(answer.headers.get('cache-control')).toContain('no-store')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'")
  const html = await answer.text()
  expect(html).toContain(expectedText)
  return html
}

describe('without its database', () => {
  test('a page explains the outage, that nothing was charged twice, and how to continue', async () => {
    line.disconnect()
    for (const path of ['/shop/', '/product/anything/', '/blog/', '/shop/?s=tea'])
      expect(await expectUnavailablePage(path).then((html) => html.includes('noindex'))).toBe(true)
    const html = await expectUnavailablePage('/product/anything/?a=1&b="><script>')
    expect(html).toMatch(/<a class="[^"]*" href="\/product\/anything\/\?a=1&amp;b=[^"]*">Try again<\/a>/)
    expect(html).not.toContain('<script>"')
    line.restore()
    expect((await send('/shop/')).status).toBe(200)
  })

  test('a hanging database gets the same response within a time limit', async () => {
    const impatient = connect(line.url, { poolSize: 2, statementTimeoutMs: 2000, answerTimeoutMs: 2500 })
    const shelves = openProductIndex(impatient.db, () => new Date())
    const hasty = createApp({ ...shop, db: impatient.db, productIndex: shelves, pages: new PageCache() })
    const statusOf = async (path: string) => (await hasty.request(path)).status
    expect(await statusOf('/shop/?s=tea')).toBe(200)
    line.hang()
    const startedAt = performance.now()
    const paths = ['/product/anything/', '/blog/', '/shop/?s=tea', '/healthz']
    const answers = await Promise.all(paths.map(async (path) => hasty.request(path)))
    expect(answers.map(({ status, headers }) => [status, headers.has('retry-after')])).toEqual(
      paths.map(() => [503, true]),
    )
    expect(await answers[0]?.text()).toContain(expectedText)
    // Allows for two sequential queries on one of two connections.
    expect(performance.now() - startedAt).toBeLessThan(9000)
    line.restore()
    await expect.poll(() => statusOf('/shop/?s=tea')).toBe(200)
    await impatient.close()
  })

  test('a submitted form explains how to submit it again', async () => {
    const buyer = newBuyer(send)
    await buyer.add(referenceIds.simple)
    const page = await buyer.openCheckout()
    line.disconnect()
    const body = new URLSearchParams({
      'woocommerce-process-checkout-nonce': page.checkoutNonce,
      payment_method: 'cod',
    })
    const cookie = [...buyer.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const html = await expectUnavailablePage('/checkout/', { method: 'POST', body, headers: { cookie } })
    expect(html).toContain('Reload this page')
    expect(html).not.toContain('Try again</a>')
  })

  test('signed-in users get the same page', async () => {
    line.disconnect()
    for (const path of ['/my-account/', '/checkout/', '/wp-admin/orders/'])
      await expectUnavailablePage(path, { headers: { cookie: owner.cookie } })
    const answer = await send('/wp-json/wc/v3/orders', { headers: owner.headers })
    expect(answer.status).toBe(503)
    const said = (await answer.json()) as { message: string }
    expect(said).toMatchObject({ code: 'service_unavailable', data: { status: 503 } })
    // Every screen of the back office shows it, also those that have nothing to do with orders.
    expect(said.message).not.toMatch(/order|charged/)
  })

  test.each(Object.keys(ajaxCalls))('the call %s responds in the format of its scripts', async (name) => {
    const buyer = newBuyer(send)
    await buyer.add(referenceIds.simple)
    const page = await buyer.openCheckout()
    line.disconnect()
    const answer = await buyer.post(`/?wc-ajax=${name}`, {
      product_id: String(referenceIds.simple),
      security: page.reviewNonce,
      'woocommerce-process-checkout-nonce': page.checkoutNonce,
    })
    // Requests without database access may succeed.
    if (answer.status === 200 || answer.status === 403) return
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    const said = (await answer.json()) as { messages: string }
    expect(said).toMatchObject({ result: 'failure', refresh: false, reload: false, error: true })
    expect(said.messages).toMatch(/^<ul class="woocommerce-error/)
    expect(said.messages).toContain(expectedText)
  })

  test('programs get JSON in the platform’s shape, one by one and in a batch', async () => {
    line.disconnect()
    for (const path of ['/wp-json/wc/store/v1/products', '/wp-json/wc/store/v1/products/reviews', '/healthz']) {
      const answer = await send(path)
      expect([path, answer.status]).toEqual([path, 503])
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await answer.json()).toMatchObject({ code: 'service_unavailable', data: { status: 503 } })
    }
  })

  test('static files are served as usual', async () => {
    line.disconnect()
    expect((await send('/assets/nothing.js')).status).toBe(404)
    expect((await send('/wp-content/uploads/2026/01/nothing.webp')).status).toBe(404)
  })

  test('the log has one entry, without personal data', async () => {
    line.disconnect()
    for (let tries = 0; tries < 20; tries += 1) await send('/my-account/', { headers: { cookie: owner.cookie } })
    expect(lines.length).toBeLessThanOrEqual(1)
    expect(lines.join('')).not.toContain(owner.email)
  })
})

describe('on a full disk', () => {
  /** Makes writes fail with the error that PostgreSQL reports on a full disk, raised by the server itself. */
  const fill = (table = 'orders') =>
    db.execute(
      sql.raw(`
        create or replace function no_room() returns trigger language plpgsql as
          $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
        create trigger no_room before insert on ${table} for each row execute function no_room()`),
    )
  const clear = (table = 'orders') => db.execute(sql.raw(`drop trigger if exists no_room on ${table}`))

  test('[CHK-18] an order is rejected, the cart is unchanged, and the same form succeeds once there is space', async () => {
    const buyer = newBuyer(send)
    await buyer.add(referenceIds.simple, 2)
    const page = await buyer.openCheckout()
    const fields = { payment_method: 'cod', billing_email: 'no.room@shop.test' }
    const orders = async () =>
      (await db.execute(sql`select id from orders where billing->>'email' = 'no.room@shop.test'`)).rows.length
    await fill()
    const rejected = await buyer.post('/?wc-ajax=checkout', {
      ...fields,
      ...address,
      'woocommerce-process-checkout-nonce': page.checkoutNonce,
    })
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '30'])
    expect(await rejected.json()).toMatchObject({ result: 'failure' })
    expect(await orders()).toBe(0)
    expect((await send('/shop/')).status).toBe(200)
    await clear()
    expect(await buyer.checkout(page, fields)).toMatchObject({ result: 'success' })
    expect(await orders()).toBe(1)
  })

  test('an upload, a message with a file and a page without script say that the disk is full', async () => {
    const form = await makeForm(db, { form: '[file your-file][submit]' })
    const file = new File([new Uint8Array(png)], 'tin.png')
    const upload = () => {
      const body = new FormData()
      body.set('file', file)
      return send('/wp-json/wp/v2/media', { method: 'POST', headers: owner.headers, body })
    }
    const message =
      'The disk of the shop is full or cannot be written to, so nothing was saved. Please try again later.'
    await fill('media')
    await fill('form_files')
    const answer = await upload()
    expect([answer.status, await answer.json()]).toMatchObject([503, { message }])
    expect(await sendForm(app, form, { 'your-file': file })).toMatchObject({ code: 503, json: { message } })
    const body = new FormData()
    for (const [name, value] of Object.entries({ ...form.hidden, 'your-file': file })) body.append(name, value)
    const headers = { 'user-agent': 'Firefox/140.0', accept: 'text/html' }
    expect(await (await send(form.path, { method: 'POST', headers, body })).text()).toContain(message)
    await clear('media')
    await clear('form_files')
    expect((await upload()).status).toBe(201)
    expect(await sendForm(app, form, { 'your-file': file })).toMatchObject({ code: 200 })
  })
})

const address = {
  billing_first_name: 'Ada',
  billing_last_name: 'Leaf',
  billing_country: 'CA',
  billing_address_1: '1 Kettle Lane',
  billing_city: 'Toronto',
  billing_state: 'ON',
  billing_postcode: 'M5V 2T6',
  billing_phone: '416 555 0100',
}

test('a request that its sender cuts off is no outage', async () => {
  const server = createServer(requestListener(app))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const head = 'Host: shop.test\r\nContent-Type: application/json\r\nContent-Length: 100'
  for (const path of ['/wp-json/wc/store/v1/cart/add-item', '/?wc-ajax=add_to_cart', '/wp-json/wc-stripe/v1/webhook']) {
    const socket = openConnection((server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n\r\n{"id":`)
    await new Promise((done) => setTimeout(done, 100))
    socket.destroy()
  }
  await new Promise((done) => setTimeout(done, 300))
  expect(lines).toEqual([])
  server.close()
})

describe('https', () => {
  test('a public https shop sends HSTS, on rendered and cached pages', async () => {
    const secure: Shop = { ...shop, url: 'https://tea.example', pages: new PageCache() }
    const answers = requestListener(createApp(secure))
    let count = 0
    const server = createServer((request, response) => {
      if (secure.pages.serve(request, response, Date.now())) count += 1
      else answers(request, response)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    for (const path of ['/shop/', '/shop/', '/wp-json/wc/store/v1/products', '/no-such-page/', '/healthz']) {
      const answer = await fetch(url + path)
      await answer.text()
      expect([path, answer.headers.get('strict-transport-security')]).toEqual([path, 'max-age=31536000'])
    }
    expect(count).toBe(1)
    server.close()
  })

  test('one that is not, does not', async () => {
    expect((await send('/shop/')).headers.get('strict-transport-security')).toBe(null)
  })
})
