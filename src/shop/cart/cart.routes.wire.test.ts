/** The cart page’s links and forms, in a browser without JavaScript. */

import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { addProduct } from '../../../test/faults/stock.ts'
import { type Buyer, newBuyer } from '../../../test/running/buyer.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { loadCart } from './cart.store.ts'
import { cartOf, follow, nonceOf, openTestCart, page, quantities } from './open-test-cart.ts'

const { ask, db, sessionOf } = await openTestCart()

let buyer: Buyer
beforeEach(() => {
  buyer = newBuyer(ask)
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

  test('[MINI-05] a product with a password, which was entered to add it, is restored', async () => {
    const tin = await addProduct(db, 5)
    await buyer.add(tin, 1)
    await db.update(entries).set({ password: 'oolong' }).where(eq(entries.id, tin))
    const nonce = nonceOf(await page(buyer, '/cart/'))
    const key = (await cartOf(buyer))[0]?.key ?? ''
    await buyer.remove(key)
    await buyer.send(`/cart/?undo_item=${key}&_wpnonce=${nonce}`)
    expect(await quantities(buyer)).toEqual([[tin, 1]])
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
