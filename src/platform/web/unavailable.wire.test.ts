import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newBuyer, type SendRequest } from '../../../test/running/buyer.ts'
import { openDatabaseProxy } from '../../../test/support/database-proxy.ts'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop, recordedSettings } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { ajaxCalls, createApp } from '../../app.ts'
import { openProductIndex } from '../../shop/listing/index/live-product-index.ts'
import type { Shop } from '../../shop.ts'
import { connect } from '../database/connect.ts'
import { openLog } from '../log/log.ts'
import { requestListener } from './http-server.ts'
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
const ask: SendRequest = async (path, init) => app.request(path, init)
const owner = await createSignedInUser(opened.shop, 'administrator')
const words = 'nothing was charged twice'

beforeEach(async () => {
  line.restore()
  await expect.poll(async () => (await ask('/healthz')).status).toBe(200)
  lines.length = 0
})

async function expectCalmPage(path: string, init: RequestInit = {}): Promise<string> {
  const answer = await ask(path, init)
  expect([path, answer.status]).toEqual([path, 503])
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(answer.headers.get('content-type')).toContain('text/html')
  expect(answer.headers.get('cache-control')).toContain('no-store')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'")
  const html = await answer.text()
  expect(html).toContain(words)
  return html
}

describe('without its database', () => {
  test('a page says what happened, that nothing was charged twice, and how to go on', async () => {
    line.disconnect()
    for (const path of ['/shop/', '/product/anything/', '/blog/', '/shop/?s=tea'])
      expect(await expectCalmPage(path).then((html) => html.includes('noindex'))).toBe(true)
    const html = await expectCalmPage('/product/anything/?a=1&b="><script>')
    expect(html).toMatch(/<a href="\/product\/anything\/\?a=1&amp;b=[^"]*" class="[^"]*">Try again<\/a>/)
    expect(html).not.toContain('<script>"')
    line.restore()
    expect((await ask('/shop/')).status).toBe(200)
  })

  test('one that hangs without ending a connection is answered the same, and not waited for', async () => {
    const impatient = connect(line.url, { poolSize: 2, statementTimeoutMs: 2000, answerTimeoutMs: 2500 })
    const shelves = openProductIndex(impatient.db, () => new Date())
    const hasty = createApp({ ...shop, db: impatient.db, productIndex: shelves, pages: new PageCache() })
    const statusOf = async (path: string) => (await hasty.request(path)).status
    expect(await statusOf('/shop/?s=tea')).toBe(200)
    line.hang()
    const since = performance.now()
    const paths = ['/product/anything/', '/blog/', '/shop/?s=tea', '/healthz']
    const answers = await Promise.all(paths.map(async (path) => hasty.request(path)))
    expect(answers.map(({ status, headers }) => [status, headers.has('retry-after')])).toEqual(
      paths.map(() => [503, true]),
    )
    expect(await answers[0]?.text()).toContain(words)
    // Two sequential queries on one of two connections.
    expect(performance.now() - since).toBeLessThan(9000)
    line.restore()
    await expect.poll(() => statusOf('/shop/?s=tea')).toBe(200)
    await impatient.close()
  })

  test('a form that was sent says how to send it again', async () => {
    const buyer = newBuyer(ask)
    await buyer.add(referenceIds.simple)
    const page = await buyer.openCheckout()
    line.disconnect()
    const body = new URLSearchParams({
      'woocommerce-process-checkout-nonce': page.checkoutNonce,
      payment_method: 'cod',
    })
    const cookie = [...buyer.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const html = await expectCalmPage('/checkout/', { method: 'POST', body, headers: { cookie } })
    expect(html).toContain('Reload this page')
    expect(html).not.toContain('Try again</a>')
  })

  test('somebody who is signed in hears the same: a library in between does not make it a mistake', async () => {
    line.disconnect()
    for (const path of ['/my-account/', '/checkout/', '/wp-admin/orders/'])
      await expectCalmPage(path, { headers: { cookie: owner.cookie } })
    const answer = await ask('/wp-json/wc/v3/orders', { headers: owner.headers })
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ code: 'service_unavailable', data: { status: 503 } })
  })

  test.each(Object.keys(ajaxCalls))('the call %s is answered in what its scripts read', async (name) => {
    const buyer = newBuyer(ask)
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
    expect(said.messages).toContain(words)
  })

  test('programs get JSON in the platform’s shape, one by one and in a batch', async () => {
    line.disconnect()
    for (const path of ['/wp-json/wc/store/v1/products', '/wp-json/wc/store/v1/products/reviews', '/healthz']) {
      const answer = await ask(path)
      expect([path, answer.status]).toEqual([path, 503])
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await answer.json()).toMatchObject({ code: 'service_unavailable', data: { status: 503 } })
    }
  })

  test('what lies on the disk is sent as always', async () => {
    line.disconnect()
    expect((await ask('/assets/nothing.js')).status).toBe(404)
    expect((await ask('/wp-content/uploads/2026/01/nothing.webp')).status).toBe(404)
  })

  test('the log says so once, and names nobody', async () => {
    line.disconnect()
    for (let tries = 0; tries < 20; tries += 1) await ask('/my-account/', { headers: { cookie: owner.cookie } })
    expect(lines.length).toBeLessThanOrEqual(1)
    expect(lines.join('')).not.toContain(owner.email)
  })
})

describe('on a full disk', () => {
  /** The error that PostgreSQL reports when a write fails, from the server itself. */
  const fill = () =>
    db.execute(
      sql.raw(`
        create or replace function no_room() returns trigger language plpgsql as
          $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
        create trigger no_room before insert on orders for each row execute function no_room()`),
    )
  const clear = () => db.execute(sql`drop trigger if exists no_room on orders`)

  test('[CHK-18] an order is refused calmly, the cart stays as it is, and the same form is an order once there is room', async () => {
    const buyer = newBuyer(ask)
    await buyer.add(referenceIds.simple, 2)
    const page = await buyer.openCheckout()
    const fields = { payment_method: 'cod', billing_email: 'no.room@shop.test' }
    const orders = async () =>
      (await db.execute(sql`select id from orders where billing->>'email' = 'no.room@shop.test'`)).rows.length
    await fill()
    const refused = await buyer.post('/?wc-ajax=checkout', {
      ...fields,
      ...address,
      'woocommerce-process-checkout-nonce': page.checkoutNonce,
    })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
    expect(await refused.json()).toMatchObject({ result: 'failure' })
    expect(await orders()).toBe(0)
    expect((await ask('/shop/')).status).toBe(200)
    await clear()
    expect(await buyer.checkout(page, fields)).toMatchObject({ result: 'success' })
    expect(await orders()).toBe(1)
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

describe('https', () => {
  test('a shop that is public under https tells browsers to come no other way, on made and on kept pages', async () => {
    const secure: Shop = { ...shop, url: 'https://tea.example', pages: new PageCache() }
    const answers = requestListener(createApp(secure))
    let kept = 0
    const server = createServer((request, response) => {
      if (secure.pages.serve(request, response, Date.now())) kept += 1
      else answers(request, response)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    for (const path of ['/shop/', '/shop/', '/wp-json/wc/store/v1/products', '/no-such-page/', '/healthz']) {
      const answer = await fetch(url + path)
      await answer.text()
      expect([path, answer.headers.get('strict-transport-security')]).toEqual([path, 'max-age=31536000'])
    }
    expect(kept).toBe(1)
    server.close()
  })

  test('one that is not, does not', async () => {
    expect((await ask('/shop/')).headers.get('strict-transport-security')).toBe(null)
  })
})
