import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { findProduct } from '../catalog/catalog.store.ts'
import { couponProblemText } from '../pricing/coupon.ts'
import { coupons } from '../pricing/coupons.table.ts'
import { cartProblemText } from './cart.ts'
import { parseLinkItems } from './checkout-link.routes.ts'

const { app, db, shop, pool } = await openShop()
await db.insert(coupons).values({ code: 'spring10', discountType: 'percent', amount: 1000 })
const { rows: simple } = await db.execute<{ id: number; sku: string; title: string }>(sql`
  select p.id, p.sku, e.title from products p join entries e on e.id = p.id
  where p.type = 'simple' and p.listed and p.stock_status = 'instock' and p.sku is not null order by p.id limit 2`)
const [one, other] = [simple[0]?.id ?? 0, simple[1]?.id ?? 0]
const variation = referenceIds.sizes['100-g']

/** A browser with a cookie jar. */
class Browser {
  readonly cookies = new Map<string, string>()
  async open(path: string, init: { method?: string; headers?: Record<string, string> } = {}) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await app.request(path, { ...init, headers: { ...init.headers, cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (/max-age=0/i.test(set)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return { status: response.status, to: response.headers.get('location'), text: await response.text() }
  }
  async cart() {
    type Cart = { items: { id: number; quantity: number }[]; coupons: { code: string }[] }
    const { items, coupons: codes } = JSON.parse((await this.open('/wp-json/wc/store/v1/cart')).text) as Cart
    return { items: items.map(({ id, quantity }) => [id, quantity]), coupons: codes.map(({ code }) => code) }
  }
}

test('[PLAT-04] a checkout link fills the cart and redirects to the checkout', async () => {
  const guest = new Browser()
  const opened = await guest.open(`/checkout-link/?products=${one}:2,${variation}&coupon=SPRING10&utm_source=mail`)
  expect([opened.status, opened.to]).toEqual([302, '/checkout/?utm_source=mail'])
  expect(await guest.cart()).toEqual({
    items: [
      [one, 2],
      [variation, 1],
    ],
    coupons: ['spring10'],
  })
  expect((await guest.open(opened.to ?? '')).text).toContain('Coupon code applied successfully.')
})

test('it replaces the previous items and coupons, and notifies the shopper', async () => {
  const guest = new Browser()
  await guest.open(`/checkout-link/?products=${one}:3&coupon=spring10`)
  const secondVisit = await guest.open(`/checkout-link/?products=${other}`)
  expect(await guest.cart()).toEqual({ items: [[other, 1]], coupons: [] })
  expect((await guest.open(secondVisit.to ?? '')).text).toContain('What was in it before was taken out.')
})

test('the same link opened twice produces the same cart', async () => {
  const guest = new Browser()
  for (const _ of [1, 2]) await guest.open(`/checkout-link/?products=${one}:2,${other}`)
  expect((await guest.cart()).items).toEqual([
    [one, 2],
    [other, 1],
  ])
})

test('a signed-in customer’s own cart is filled', async () => {
  const customer = await createSignedInUser(shop, 'customer')
  const response = await app.request(`/checkout-link/?products=${one}`, { headers: { cookie: customer.cookie } })
  expect(response.headers.get('location')).toBe('/checkout/')
  const { rows } = await db.execute(
    sql`select product_id, quantity from cart_lines join carts on carts.id = cart_id where session_key = ${String(customer.id)}`,
  )
  expect(rows).toEqual([{ product_id: one, quantity: 1 }])
})

test('unavailable items are reported at the checkout, and the others are in the cart', async () => {
  const guest = new Browser()
  const opened = await guest.open(`/checkout-link/?products=999999:1,${one}:1,${referenceIds.variable}:1&coupon=nope`)
  expect(opened.to).toBe('/checkout/')
  expect(await guest.cart()).toEqual({ items: [[one, 1]], coupons: [] })
  const { text } = await guest.open('/checkout/')
  expect(text).toContain('Product with ID “999999” was not found and cannot be added to the cart.')
  const { name = '' } = (await findProduct(db, { id: referenceIds.variable })) ?? {}
  expect(text).toContain(cartProblemText({ kind: 'choose-options', name, missing: ['Size'] }))
  expect(text).toContain(couponProblemText('nope', { kind: 'not-found' }).replaceAll('"', '&quot;'))
})

test('SKUs and options are supported, too', async () => {
  const guest = new Browser()
  await guest.open(
    `/checkout-link/?products=${encodeURIComponent(simple[0]?.sku ?? '')}:2,${referenceIds.variable}:1:attribute_pa_size=100-g`,
  )
  expect((await guest.cart()).items).toEqual([
    [one, 2],
    [variation, 1],
  ])
})

test.each([
  '',
  '?products=',
  '?products=abc',
  '?products=999999',
  `?products=${one}:0`,
  `?products=${one}:-1`,
  '?products=99999999999:1',
  `?products=${one}:99999`,
])('a link without any available item (%s) redirects to the unchanged cart', async (query) => {
  const guest = new Browser()
  await guest.open(`/?add-to-cart=${other}`)
  const opened = await guest.open(`/checkout-link/${query}`)
  expect([opened.status, opened.to]).toEqual([302, '/cart/'])
  expect((await guest.cart()).items).toEqual([[other, 1]])
  expect((await guest.open('/cart/')).text).toContain('The provided checkout link was out of date or invalid.')
})

test('a link with a hundred variable products needs no more queries than one with a few', async () => {
  const ask = async (times: number) => {
    const wish = `${referenceIds.variable}:1:attribute_pa_size=100-g`
    const spy = vi.spyOn(pool, 'query')
    const opened = await new Browser().open(`/checkout-link/?products=${Array(times).fill(wish).join(',')}`)
    const queries = spy.mock.calls.length
    spy.mockRestore()
    expect(opened.to).toBe('/checkout/')
    return queries
  }
  expect(await ask(100)).toBe(await ask(2))
})

test('a visitor with an invalid link gets no session', async () => {
  const guest = new Browser()
  await guest.open('/checkout-link/?products=999999')
  expect([...guest.cookies.keys()]).toEqual(['samovar_flash'])
})

test('a HEAD request, a prefetch or an image request fills no cart', async () => {
  const guest = new Browser()
  const link = `/checkout-link/?products=${one}`
  expect((await guest.open(link, { method: 'HEAD' })).status).toBe(302)
  expect((await guest.open(link, { headers: { 'sec-purpose': 'prefetch;prerender' } })).status).toBe(503)
  expect((await guest.open(link, { headers: { 'sec-fetch-dest': 'image' } })).status).toBe(503)
  expect(guest.cookies.size).toBe(0)
  expect((await guest.open(`/checkout-link?products=${one}`)).to).toBe(link)
})

test('the product list is parsed as in WooCommerce', () => {
  const item = (product: string, quantity: number, choices = {}) => ({ product, quantity, choices })
  expect(parseLinkItems('12:2,15')).toEqual([item('12', 2), item('15', 1)])
  expect(parseLinkItems(' 12 : 2 ,,15:,x:1.5,y:-1')).toEqual([item('12', 2), item('15', 1)])
  expect(parseLinkItems('T-1:1:attribute_pa_size=50-g;pa_kind=a=b;odd:note=x')).toEqual([
    item('T-1', 1, { pa_size: '50-g', pa_kind: 'a=b' }),
  ])
  expect(parseLinkItems(Array.from({ length: 500 }, (_, at) => at + 1).join(','))).toHaveLength(100)
})
