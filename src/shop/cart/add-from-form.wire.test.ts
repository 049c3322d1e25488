/** Adding to the cart from any page, in a browser without JavaScript. */

import { beforeEach, describe, expect, test } from 'vitest'
import { type Buyer, type CartResponse, linesOf, newBuyer } from '../../../test/running/buyer.ts'
import { openShop } from '../../../test/support/shop.ts'
import { FLASH_COOKIE } from '../../platform/web/flash.tsx'
import { cartCookieName } from './cart-session.ts'
import { follow, openTestCart, page, quantities } from './open-test-cart.ts'

const { ask, shop } = await openTestCart()

let buyer: Buyer
beforeEach(() => {
  buyer = newBuyer(ask)
})

describe('adding from a page', () => {
  test('[ATC-02] an add-to-cart link adds, and its page shows the notice once; a reload adds nothing', async () => {
    const added = await buyer.send('/shop/?orderby=price&add-to-cart=131&quantity=2')
    expect([added.status, added.headers.get('location')]).toEqual([303, '/shop/?orderby=price'])
    expect(await follow(buyer, added)).toContain('have been added to your cart')
    expect(await page(buyer, '/shop/?orderby=price')).not.toContain('woocommerce-message')
    expect(await quantities(buyer)).toEqual([[131, 2]])
  })

  test('[ATC-02] a product card’s link returns to the listing with its filters and sort order', async () => {
    const from = async (referer: string, path = '/shop/?add-to-cart=131') =>
      (await buyer.send(path, { headers: { referer } })).headers.get('location')
    expect(await from(`${shop.url}/shop/?filter_origin=japan&orderby=price`)).toBe(
      '/shop/?filter_origin=japan&orderby=price',
    )
    expect(await from(`${shop.url}/shop/?add-to-cart=7&s=tea`)).toBe('/shop/?s=tea')
    expect(await from(`${shop.url}/shop/?s=tea`, '/shop/?orderby=price&add-to-cart=131')).toBe('/shop/?orderby=price')
    for (const referer of [`${shop.url}/blog/?s=tea`, 'https://evil.example/shop/?s=tea', 'no address', ''])
      expect(await from(referer), referer).toBe('/shop/')
  })

  test('[ATC-02] the product page’s form returns to the product page', async () => {
    const added = await buyer.post('/product/tea-1/', { 'add-to-cart': '131', quantity: '3' })
    expect([added.status, added.headers.get('location')]).toEqual([303, '/product/tea-1/'])
    const shown = await buyer.send('/product/tea-1/')
    expect(shown.headers.get('cache-control')).toContain('no-store')
    expect(await shown.text()).toContain('added to your cart')
    expect(await quantities(buyer)).toEqual([[131, 3]])
  })

  test.each([
    ['more than there is', { product_id: '133', quantity: '9' }, 'there is not enough stock (3 remaining).'],
    ['sold out', { product_id: '137' }, 'to the cart because the product is out of stock.'],
    ['a product with options, unchosen', { product_id: '55' }, 'Choose a size for'],
    ['no whole number', { product_id: '131', quantity: '-2' }, 'Please enter a whole number of 1 or more'],
  ])('[ATC-07] refused by the wc-ajax call: %s; the product page shows the reason once', async (_name, fields, why) => {
    const answer = await (await buyer.post('/?wc-ajax=add_to_cart', fields)).json()
    expect(answer).toEqual({ error: true, product_url: expect.stringContaining(`${shop.url}/product/`) })
    const { pathname } = new URL((answer as { product_url: string }).product_url)
    const shown = await page(buyer, pathname)
    expect(/<ul class="woocommerce-error[^>]*>.*?<\/ul>/s.exec(shown)?.[0]).toContain(why)
    expect(await page(buyer, pathname)).not.toContain('woocommerce-error')
    expect(await page(newBuyer(ask), pathname)).not.toContain('woocommerce-error')
    expect(await quantities(buyer)).toEqual([])
  })

  test('[ATC-07] an add without a destination page leaves no notice', async () => {
    const answer = await buyer.post('/?wc-ajax=add_to_cart', { product_id: '999999' })
    expect(await answer.json()).toEqual({ error: true, product_url: false })
    expect(buyer.cookies.has(FLASH_COOKIE)).toBe(false)
  })

  test('[ATC-02] a notice for one shopper is never cached', async () => {
    await buyer.send('/shop/?add-to-cart=131')
    expect(await page(buyer, '/shop/')).toContain('woocommerce-message')
    expect(await page(newBuyer(ask), '/shop/')).not.toContain('woocommerce-message')
  })

  test('[ATC-08] with “redirect to the cart” enabled, the cart page follows', async () => {
    const other = await openShop({ settings: { cartRedirectAfterAdd: 'yes' } })
    const added = await other.app.request('/shop/?add-to-cart=131')
    expect([added.status, added.headers.get('location')]).toEqual([303, '/cart/'])
  })

  test('[ATC-02] a product with options redirects to its own page with a notice', async () => {
    const refused = await buyer.send('/shop/?add-to-cart=55')
    expect(refused.headers.get('location')).toBe('/product/sampler-2/')
    expect(await follow(buyer, refused)).toContain('Choose a size for')
    expect(buyer.cookies.has(cartCookieName(shop.url))).toBe(false)
  })

  test('[ATC-02] all children of a grouped product in one form are added', async () => {
    await buyer.post('/product/tea-1/', {
      'add-to-cart': '131',
      'quantity[131]': '2',
      'quantity[133]': '1',
      'quantity[138]': '',
    })
    expect(await quantities(buyer)).toEqual([
      [131, 2],
      [133, 1],
    ])
  })

  test('[ATC-02] a grouped product’s form without any quantity shows a notice', async () => {
    const refused = await buyer.post('/product/tea-1/', { 'add-to-cart': '131', 'quantity[131]': '0' })
    expect(await follow(buyer, refused)).toContain('woocommerce-error')
    expect(buyer.cookies.has(cartCookieName(shop.url))).toBe(false)
  })

  const noPages = [
    '/wp-json/wc/store/v1/cart?add-to-cart=131',
    '/wp-json/wc/v3/orders?add-to-cart=131',
    '/wp-admin/?add-to-cart=131',
    '/wp-login.php?add-to-cart=131',
    '/assets/boot.js?add-to-cart=131',
    '/wp-content/uploads/2026/11/tea-1.jpg?add-to-cart=131',
    '/healthz?add-to-cart=131',
  ]
  test.each(noPages)('[ATC-02] %s adds nothing', async (path) => {
    const answer = await buyer.send(path)
    expect(answer.headers.getSetCookie().join()).not.toContain('woocommerce_items_in_cart')
    expect(buyer.cookies.has(FLASH_COOKIE)).toBe(false)
  })

  test.each([
    ['a page fetched ahead of time', { 'sec-purpose': 'prefetch;prerender' }],
    ['a picture with such an address', { 'sec-fetch-dest': 'image' }],
  ])('[ATC-02] %s adds nothing', async (_, headers) => {
    const answer = await buyer.send('/shop/?add-to-cart=131', { headers })
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test('[ATC-02] a path with two leading slashes does not redirect to another host', async () => {
    const answer = await buyer.send('//evil.example/?add-to-cart=131')
    expect(answer.headers.get('location') ?? '/').toMatch(/^\/(?!\/)/)
  })

  test('[ATC-02] a forged notice is not shown', async () => {
    const forged = Buffer.from(JSON.stringify([{ kind: 'error', text: 'Call this number' }])).toString('base64url')
    buyer.cookies.set(FLASH_COOKIE, `${forged}.${'x'.repeat(22)}`)
    expect(await page(buyer, '/shop/')).not.toContain('Call this number')
  })
})

test('[ATC-01 button data] all data of a card’s button may be submitted as it is, and takes effect', async () => {
  const html = await page(buyer, '/shop/')
  const tag = [...html.matchAll(/<(?:a|button)\b[^>]*\bajax_add_to_cart\b[^>]*>/g)].map(([match]) => match)[0] ?? ''
  const data = Object.fromEntries(
    [...tag.matchAll(/\bdata-([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  )
  expect(Object.keys(data)).toEqual(expect.arrayContaining(['product_id', 'quantity', 'product_sku']))
  const send = async (fields: Record<string, string>) =>
    (await (await buyer.post('/?wc-ajax=add_to_cart', fields)).json()) as CartResponse
  const added = await send({ ...data, quantity: '3' })
  expect(added.cart_hash).toMatch(/^[0-9a-f]{32}$/)
  expect(linesOf(added)).toMatchObject([{ quantity: 3 }])
  expect(linesOf(await send(data))).toMatchObject([{ quantity: 3 + Number(data.quantity) }])
})

describe('a lost response', () => {
  test('[ATC-01] a repeated request id counts once, another one counts again', async () => {
    const add = (name: string) => buyer.add(131, 2, { request_id: name })
    await add('first-press')
    expect(linesOf(await add('first-press'))).toMatchObject([{ quantity: 2 }])
    expect(linesOf(await add('second-press'))).toMatchObject([{ quantity: 4 }])
  })

  test('[ATC-01] forty concurrent adds all count, and one repeated concurrently counts once', async () => {
    await buyer.add(131)
    await Promise.all(Array.from({ length: 40 }, () => buyer.add(131)))
    await Promise.all(Array.from({ length: 10 }, () => buyer.add(133, 1, { request_id: 'the-same-one' })))
    expect(await quantities(buyer)).toEqual([
      [131, 41],
      [133, 1],
    ])
  })
})
