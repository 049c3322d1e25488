/** Choosing a currency, and catalogue prices in that currency. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { currencyBuyers, currencySetting } from '../../../test/support/currencies.ts'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop } from '../../../test/support/shop.ts'
import { CURRENCY_COOKIE } from '../../platform/web/currency.ts'
import { orders } from '../orders/orders.table.ts'
import type { CurrencySetting } from '../pricing/settings.ts'

const all = [
  currencySetting('EUR', '0.67'),
  currencySetting('JPY', '108.5'),
  currencySetting('USD', '0.73', { isCharged: false }),
]
const currencies: CurrencySetting[] = []
const { app, shop, db, pool } = await openShop({ settings: { currencies } })
const productId = referenceIds.simple

/** Replaces the enabled currencies. */
const turnOn = (...on: CurrencySetting[]) => currencies.splice(0, currencies.length, ...on)

beforeEach(async () => {
  turnOn(...all)
  shop.pages.clear()
  await pool.query('truncate orders, payments, carts, emails, stock_movements, rate_limits cascade')
})

const { visitor, choose, buyerIn, text, pay } = currencyBuyers({ app, shop })
const theOrder = async () => (await db.select().from(orders))[0]

describe('prices of the catalogue', () => {
  const variable = referenceIds.variable
  test('[PAY-14 display currency] variations, product pages and the Store API', async () => {
    const cookie = { cookie: `${CURRENCY_COOKIE}=EUR` }
    const product = await (await app.request(`/wp-json/wc/store/v1/products/${productId}`, { headers: cookie })).json()
    expect(product.prices).toMatchObject({ price: '4089', currency_code: 'EUR', currency_minor_unit: 2 })
    expect(product.price_html).toContain('€</span>40.89')
    const asked = await (await app.request(`/wp-json/wc/store/v1/products/${productId}?currency=JPY`)).json()
    expect(asked.prices).toMatchObject({ price: '6622', currency_code: 'JPY', currency_minor_unit: 0 })
    const { permalink } = await (await app.request(`/wp-json/wc/store/v1/products/${variable}`)).json()
    const page = await (await app.request(new URL(permalink).pathname, { headers: cookie })).text()
    expect(page).toContain('€</span>')
    expect(page).toContain('"isMultiCurrencyEnabled":true')
    expect(page.slice(page.indexOf('<main'))).not.toMatch(/\$<\/span>\d|[^S]\$\d/)
    const body = new URLSearchParams({ product_id: String(variable), attribute_pa_size: '50-g' })
    const variation = await (
      await app.request('/?wc-ajax=get_variation', { method: 'POST', headers: cookie, body })
    ).json()
    // $10.50 are €7.04.
    expect([variation.display_price, variation.price_html]).toEqual([7.04, expect.stringContaining('€</span>7.04')])
  })

  test('[PAY-14 display currency] the price filter takes bounds in the currency of the page', async () => {
    const count = (html: string) => /woocommerce-result-count[^>]*>([^<]*)</.exec(html)?.[1]
    const inDollars = await (await app.request('/shop/?min_price=20&max_price=40')).text()
    const inEuros = await (
      await app.request('/shop/?min_price=13.40&max_price=26.80', { headers: { cookie: `${CURRENCY_COOKIE}=EUR` } })
    ).text()
    expect(count(inDollars)).toMatch(/\d/)
    expect(count(inEuros)).toBe(count(inDollars))
    expect(inEuros).toContain('€13.40 to €26.80')
  })

  test('[PAY-14 display currency] cached pages are kept for each currency', async () => {
    const server = createServer((request, response) => {
      if (!shop.pages.serve(request, response, Date.now())) response.writeHead(404).end()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    onTestFinished(() => void server.close())
    const cached = (code?: string) =>
      fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/shop/`, {
        headers: code === undefined ? {} : { cookie: `a=b; ${CURRENCY_COOKIE}=${code}` },
      })
    shop.pages.clear()
    await (await app.request('/shop/', { headers: { cookie: `${CURRENCY_COOKIE}=EUR` } })).text()
    expect([(await cached()).status, (await cached('JPY')).status, (await cached('XYZ')).status]).toEqual([
      404, 404, 404,
    ])
    expect(await (await cached('EUR')).text()).toContain('€</span>')
    await (await app.request('/shop/')).text()
    expect(await (await cached('XYZ')).text()).not.toContain('€</span>')
    // A cookie that the page cache and the shop could read as different currencies must not store a page under the
    // wrong one.
    for (const forged of [
      'EURO',
      'XYZ; samovar_currency=EUR',
      'XYZ; other=samovar_currency=EUR',
      'JPY; samovar_currency=EUR',
    ]) {
      shop.pages.clear()
      await (await app.request('/shop/', { headers: { cookie: `${CURRENCY_COOKIE}=${forged}` } })).text()
      expect([forged, (await cached('EUR')).status]).toEqual([forged, 404])
    }
  })
})

describe('the choice', () => {
  test('[PAY-14 CAD by default] a shop with one currency has the same pages with and without the parameter', async () => {
    turnOn()
    for (const path of ['/', '/shop/', '/product/sencha/', '/cart/']) {
      const plain = await app.request(path)
      const asked = await app.request(`${path}?currency=EUR`, { headers: { cookie: `${CURRENCY_COOKIE}=EUR` } })
      expect([asked.status, asked.headers.getSetCookie()]).toEqual([plain.status, plain.headers.getSetCookie()])
      expect(await asked.text()).toBe(await plain.text())
    }
  })

  test('[PAY-14 display currency] is kept in a cookie, and CAD ends it', async () => {
    const buyer = await buyerIn('EUR')
    expect(buyer.cookies.get(CURRENCY_COOKIE)).toBe('EUR')
    expect(await text(buyer, '/shop/')).toContain('€</span>')
    await choose(buyer, 'CAD')
    expect(buyer.cookies.has(CURRENCY_COOKIE)).toBe(false)
    expect(await text(buyer, '/shop/')).not.toContain('€')
  })

  test('[PAY-14 display currency] keeps the rest of the address, and leads to no other host', async () => {
    const answer = await app.request('/shop/?orderby=price&currency=EUR&on_sale=1')
    expect(answer.headers.get('location')).toBe(`${shop.url}/shop/?orderby=price&on_sale=1`)
    const other = await app.request('//evil.test/?currency=EUR')
    expect(other.headers.get('location') ?? shop.url).toMatch(/^http:\/\/shop\.test/)
  })

  test('[PAY-14 display currency] unknown currencies change nothing', async () => {
    const buyer = visitor()
    for (const code of ['XYZ', 'eur', '', 'EUR,JPY', '%00', 'constructor', '€'.repeat(500)]) {
      const answer = await buyer.send(`/shop/?currency=${encodeURIComponent(code)}`)
      expect(answer.status, code).toBeLessThan(401)
      expect(buyer.cookies.has(CURRENCY_COOKIE)).toBe(false)
      expect(await answer.text()).not.toContain('€</span>')
    }
    await buyer.add(productId)
    await pay(buyer, { currency: 'CAD' })
    expect(await theOrder()).toMatchObject({ currency: 'CAD', exchangeRate: '1' })
  })

  test('[PAY-14 display currency] only displayed: pages say about what it costs, and dollars are charged', async () => {
    const buyer = await buyerIn('USD')
    expect(await text(buyer, '/shop/')).toContain('approx.')
    const prefixOf = async (visitor: typeof buyer) =>
      /<input id="site-search-field"[^>]* data-price-prefix="([^"]*)"/.exec(
        await (await visitor.send('/shop/')).text(),
      )?.[1]
    expect([await prefixOf(buyer), await prefixOf(await buyerIn('EUR'))]).toEqual(['approx. ', undefined])
    await buyer.add(productId)
    const page = await text(buyer, '/checkout/')
    expect(page).toContain('You pay in Canadian dollars')
    expect(page).not.toContain('US$</span>')
    await pay(buyer)
    expect(await theOrder()).toMatchObject({ currency: 'CAD' })
  })
})
