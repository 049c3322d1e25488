/** The cart page's links and forms, and adding to the cart from any page, in a browser without JavaScript. */
import { beforeEach, describe, expect, test } from 'vitest'
import { addProduct } from '../../../test/faults/stock.ts'
import { type Buyer, type CartResponse, linesOf, newBuyer, type SendRequest } from '../../../test/running/buyer.ts'
import { openShop } from '../../../test/support/shop.ts'
import { FLASH_COOKIE } from '../../platform/web/flash.tsx'
import { loadCart } from './cart.store.ts'
import { cartCookieName } from './cart-session.ts'

const { app, shop, db } = await openShop()
const ask: SendRequest = async (path, init) => app.request(path, init)

let buyer: Buyer
beforeEach(() => {
  buyer = newBuyer(ask)
})

async function cartOf(shopper: Buyer) {
  const answer = await (await shopper.send('/?wc-ajax=get_refreshed_fragments')).json()
  return linesOf(answer as Parameters<typeof linesOf>[0])
}
const quantities = async (shopper: Buyer) =>
  (await cartOf(shopper)).map(({ productId, quantity }) => [productId, quantity])
const page = async (shopper: Buyer, path: string) => (await shopper.send(path)).text()
const nonceOf = (html: string) => /name="woocommerce-cart-nonce" value="([^"]+)"/.exec(html)?.[1] ?? ''
const follow = (shopper: Buyer, response: Response) => page(shopper, response.headers.get('location') ?? '')
const sessionOf = (shopper: Buyer) =>
  decodeURIComponent(shopper.cookies.get(cartCookieName(shop.url)) ?? '').split('|')[0] ?? ''

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

describe('removing and restoring', () => {
  test('[MINI-03] [MINI-05] a restored line has its position and quantity again', async () => {
    for (const id of [131, 133, 138]) await buyer.add(id, id === 133 ? 2 : 1)
    const html = await page(buyer, '/cart/')
    const key = (await cartOf(buyer))[1]?.key ?? ''
    const removed = await buyer.send(`/cart/?remove_item=${key}&_wpnonce=${nonceOf(html)}`)
    const after = await follow(buyer, removed)
    expect(after).toContain('removed.')
    const undo = /href="([^"]+)" class="restore-item"/.exec(after)?.[1]?.replaceAll('&amp;', '&') ?? ''
    // The cart changes before the removal is undone.
    await buyer.add(140)
    expect(await follow(buyer, await buyer.send(undo))).toContain('is back in your cart')
    expect((await quantities(buyer)).slice(0, 3)).toEqual([
      [131, 1],
      [133, 2],
      [138, 1],
    ])
  })

  test('[MINI-05] only the remaining stock is restored, and a sold-out product shows a notice', async () => {
    const tin = await addProduct(db, 5)
    await buyer.add(tin, 5)
    const html = await page(buyer, '/cart/')
    const key = (await cartOf(buyer))[0]?.key ?? ''
    const nonce = nonceOf(html)
    await buyer.remove(key)
    await db.execute(`update stock_levels set on_hand = 2 where product_id = ${tin}`)
    const restored = await buyer.send(`/cart/?undo_item=${key}&_wpnonce=${nonce}`)
    expect(await follow(buyer, restored)).toContain('Only 2 of 5 are left')
    expect(await quantities(buyer)).toEqual([[tin, 2]])
    await buyer.remove(key)
    await db.execute(`update stock_levels set on_hand = 0 where product_id = ${tin}`)
    const refused = await buyer.send(`/cart/?undo_item=${key}&_wpnonce=${nonce}`)
    expect(await follow(buyer, refused)).toContain('out of stock')
    expect(await quantities(buyer)).toEqual([])
  })

  test('[MINI-05] without the session’s nonce nothing is removed or restored', async () => {
    await buyer.add(131)
    const key = (await cartOf(buyer))[0]?.key ?? ''
    for (const query of [
      `remove_item=${key}`,
      `remove_item=${key}&_wpnonce=0123456789`,
      `undo_item=${key}&_wpnonce=x`,
    ]) {
      expect(await follow(buyer, await buyer.send(`/cart/?${query}`))).toContain('open for too long')
    }
    expect(await quantities(buyer)).toEqual([[131, 1]])
  })
})

describe('the form', () => {
  test('[MINI-06] an outdated page in another tab does not undo later changes', async () => {
    await buyer.add(131, 1)
    await buyer.add(138, 1)
    const [tea, other] = await cartOf(buyer)
    const nonce = nonceOf(await page(buyer, '/cart/'))
    const sent = (changes: Record<string, string>) =>
      buyer.post('/cart/', {
        'woocommerce-cart-nonce': nonce,
        update_cart: 'Update cart',
        [`cart[${tea?.key}][qty]`]: '1',
        [`cart[${tea?.key}][was]`]: '1',
        [`cart[${other?.key}][qty]`]: '1',
        [`cart[${other?.key}][was]`]: '1',
        ...changes,
      })
    await sent({ [`cart[${tea?.key}][qty]`]: '5' })
    await sent({ [`cart[${other?.key}][qty]`]: '2' })
    expect(await quantities(buyer)).toEqual([
      [131, 5],
      [138, 2],
    ])
    await buyer.remove(tea?.key ?? '')
    const answer = await sent({
      [`cart[${tea?.key}][qty]`]: '3',
      [`cart[${other?.key}][qty]`]: '2',
      [`cart[${other?.key}][was]`]: '2',
    })
    expect(await answer.text()).toContain('changed in another window')
    expect(await quantities(buyer)).toEqual([[138, 2]])
  })

  test('[MINI-05] as sent by WooCommerce scripts, without the shown quantities, every field counts', async () => {
    await buyer.add(131, 1)
    const key = (await cartOf(buyer))[0]?.key ?? ''
    const nonce = nonceOf(await page(buyer, '/cart/'))
    await buyer.post('/cart/', { 'woocommerce-cart-nonce': nonce, update_cart: '1', [`cart[${key}][qty]`]: '4' })
    expect(await quantities(buyer)).toEqual([[131, 4]])
    const none = { 'woocommerce-cart-nonce': nonce, update_cart: '1', [`cart[${key}][qty]`]: '0' }
    const emptied = await (await buyer.post('/cart/', none)).text()
    const undo = /removed\. <a href="([^"]+)" class="restore-item"/.exec(emptied)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect(await quantities(buyer)).toEqual([])
    await buyer.send(undo)
    expect(await quantities(buyer)).toEqual([[131, 4]])
  })

  test('[MINI-05] without one of its buttons it changes nothing and says nothing', async () => {
    await buyer.add(131, 1)
    const key = (await cartOf(buyer))[0]?.key ?? ''
    const nonce = nonceOf(await page(buyer, '/cart/'))
    const answer = await buyer.post('/cart/', { 'woocommerce-cart-nonce': nonce, [`cart[${key}][qty]`]: '4' })
    expect(await answer.text()).not.toContain('Cart updated.')
    expect(await quantities(buyer)).toEqual([[131, 1]])
  })

  test('[MINI-05] a coupon is applied by its button and removed by its link', async () => {
    await buyer.add(131)
    const nonce = nonceOf(await page(buyer, '/cart/'))
    const refused = await buyer.post('/cart/', {
      'woocommerce-cart-nonce': nonce,
      apply_coupon: '1',
      coupon_code: 'nope',
    })
    expect(await refused.text()).toMatch(/id="coupon-error-notice"[^>]*>Coupon &quot;nope&quot; cannot be applied/)
    const applied = await buyer.post('/cart/', {
      'woocommerce-cart-nonce': nonce,
      apply_coupon: '1',
      coupon_code: 'TEA10',
    })
    const html = await applied.text()
    expect(html).toContain('cart-discount coupon-tea10')
    const removeLink = /href="([^"]*remove_coupon=[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect(await follow(buyer, await buyer.send(removeLink))).toContain('Coupon has been removed.')
    expect((await loadCart(db, sessionOf(buyer))).couponCodes).toEqual([])
  })

  test.each([
    ['AB', 'GST'],
    ['BC', 'GST+PST'],
    ['MB', 'GST'],
    ['NB', 'GST'],
    ['NL', 'GST'],
    ['NT', 'GST'],
    ['NS', 'GST'],
    ['NU', 'GST'],
    ['ON', 'HST'],
    ['PE', 'GST'],
    ['QC', 'GST+QST'],
    ['SK', 'GST'],
    ['YT', 'GST'],
  ])('[MINI-05] the shipping estimate for %s shows its tax by name: %s', async (state, label) => {
    await buyer.add(131)
    const html = await page(buyer, '/cart/')
    const nonce = /name="woocommerce-shipping-calculator-nonce" value="([^"]+)"/.exec(html)?.[1] ?? ''
    const answer = await buyer.post('/cart/', {
      'woocommerce-shipping-calculator-nonce': nonce,
      calc_shipping: '1',
      calc_shipping_country: 'CA',
      calc_shipping_state: state,
      calc_shipping_postcode: '',
    })
    expect(/class="tax-rate [^"]*"><th scope="row">([^<]*)/.exec(await answer.text())?.[1]).toBe(label)
    expect((await loadCart(db, sessionOf(buyer))).shipping.state).toBe(state)
  })

  test('a city for the shipping estimate is cut to what can be stored, also within an emoji', async () => {
    await buyer.add(131)
    const html = await page(buyer, '/cart/')
    const nonce = /name="woocommerce-shipping-calculator-nonce" value="([^"]+)"/.exec(html)?.[1] ?? ''
    const answer = await buyer.post('/cart/', {
      'woocommerce-shipping-calculator-nonce': nonce,
      calc_shipping: '1',
      calc_shipping_country: 'CA',
      calc_shipping_state: 'ON',
      calc_shipping_city: `a${'🍵'.repeat(60)}`,
    })
    expect(answer.status).toBeLessThan(400)
    expect((await loadCart(db, sessionOf(buyer))).shipping.city).toMatch(/^a🍵+$/u)
  })

  test.each([
    ['a province that is none', { calc_shipping_state: 'XX' }, 'choose a province'],
    ['no province', { calc_shipping_state: '' }, 'choose a province'],
    ['a postal code that is none', { calc_shipping_state: 'ON', calc_shipping_postcode: '12345' }, 'postal code'],
    ['a country that is none', { calc_shipping_country: '??', calc_shipping_state: 'ON' }, 'country'],
  ])(
    '[MINI-05] the shipping estimate with %s is refused with a message and changes nothing',
    async (_, fields, message) => {
      await buyer.add(131)
      const html = await page(buyer, '/cart/')
      const nonce = /name="woocommerce-shipping-calculator-nonce" value="([^"]+)"/.exec(html)?.[1] ?? ''
      const before = await loadCart(db, sessionOf(buyer))
      const answer = await buyer.post('/cart/', {
        'woocommerce-shipping-calculator-nonce': nonce,
        calc_shipping: '1',
        calc_shipping_country: 'CA',
        ...fields,
      })
      expect(await answer.text()).toContain(message)
      expect(await loadCart(db, sessionOf(buyer))).toEqual(before)
    },
  )

  test('[MINI-05] a shipping method is chosen without script', async () => {
    await buyer.add(131, 2)
    const nonce = nonceOf(await page(buyer, '/cart/'))
    const sent = (method: string) =>
      buyer.post('/cart/', { 'woocommerce-cart-nonce': nonce, update_shipping: '1', 'shipping_method[0]': method })
    expect(await (await sent('local_pickup:3')).text()).toMatch(
      /value="local_pickup:3"[^>]*checked|checked[^>]*value="local_pickup:3"/,
    )
    await sent('flat_rate:999')
    expect((await loadCart(db, sessionOf(buyer))).shippingMethod).toBe('local_pickup:3')
  })
})

describe('changes since an item was added', () => {
  test('[MINI-05] a new price is accepted by one button', async () => {
    const tin = await addProduct(db, 9)
    await buyer.add(tin)
    await db.execute(`update products set regular_price_cents = regular_price_cents + 100 where id = ${tin}`)
    const html = await page(buyer, '/cart/')
    expect(html).toMatch(/now \$[\d.]+, was \$[\d.]+/)
    const key = (await cartOf(buyer))[0]?.key ?? ''
    const fixed = await buyer.post('/cart/', { 'woocommerce-cart-nonce': nonceOf(html), mend: key })
    expect(await fixed.text()).not.toContain('Before you go on')
    expect(await quantities(buyer)).toEqual([[tin, 1]])
  })

  test('[MINI-05] an excessive quantity is lowered by one button', async () => {
    const tin = await addProduct(db, 9)
    await buyer.add(tin, 5)
    await db.execute(`update stock_levels set on_hand = 3 where product_id = ${tin}`)
    const html = await page(buyer, '/cart/')
    expect(html).toContain('only 3 left.')
    expect(html).toContain('Set to 3')
    const key = (await cartOf(buyer))[0]?.key ?? ''
    await buyer.post('/cart/', { 'woocommerce-cart-nonce': nonceOf(html), mend: key })
    expect(await quantities(buyer)).toEqual([[tin, 3]])
  })

  test('[MINI-05] a product no longer sold is named in a notice and removed', async () => {
    const tin = await addProduct(db, 9)
    await buyer.add(tin)
    await buyer.add(131)
    await db.execute(`update entries set status = 'draft' where id = ${tin}`)
    expect(await page(buyer, '/cart/')).toContain('is no longer for sale and has been taken out of your cart')
    expect(await quantities(buyer)).toEqual([[131, 1]])
    expect(await page(buyer, '/cart/')).not.toContain('no longer for sale')
  })

  test('[MINI-05] an expired form changes nothing and shows a notice', async () => {
    await buyer.add(131)
    const key = (await cartOf(buyer))[0]?.key ?? ''
    const answer = await buyer.post('/cart/', { 'woocommerce-cart-nonce': '0123456789', [`cart[${key}][qty]`]: '9' })
    expect(await answer.text()).toContain('open for too long')
    expect(await quantities(buyer)).toEqual([[131, 1]])
  })
})

describe('the element that scripts look for', () => {
  const wrapperIn = (html: string) =>
    /<main id="content"[^>]*>.*?<div class="woocommerce">(.*)<\/div><\/main>/s.exec(html)?.[1]

  test('[MINI-04] cart, empty cart, checkout and account each have one div.woocommerce in their main part', async () => {
    expect(wrapperIn(await page(buyer, '/cart/'))).toMatch(
      /<div class="woocommerce-notices-wrapper">.*<div class="wc-empty-cart-message"><p class="cart-empty woocommerce-info">/s,
    )
    await buyer.add(131)
    expect(wrapperIn(await page(buyer, '/cart/'))).toMatch(/woocommerce-cart-form__contents.*class="cart_totals/s)
    expect(wrapperIn(await page(buyer, '/checkout/'))).toContain('<form name="checkout"')
    expect(wrapperIn(await page(buyer, '/my-account/'))).toContain('woocommerce-form-login')
    expect(wrapperIn(await page(buyer, '/checkout/order-received/1/'))).toContain('woocommerce-verify-email')
    for (const path of ['/cart/', '/checkout/', '/my-account/'])
      expect((await page(buyer, path)).match(/<div class="woocommerce">/g), path).toHaveLength(1)
  })
})
