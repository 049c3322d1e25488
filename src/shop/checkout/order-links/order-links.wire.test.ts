/** `/cart/?cancel_order=` and `/cart/?order_again=`: links in account pages, in old emails and on the order's page. */

import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Buyer, newBuyer } from '../../../../test/running/buyer.ts'
import { onlyOrder, orderedProductId as productId } from '../../../../test/support/only-order.ts'
import { writeOrder } from '../../../../test/support/orders.ts'
import { referenceIds } from '../../../../test/support/reference-shop.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { defaultSettings } from '../../../settings.ts'
import { entries } from '../../../things/entries/entries.table.ts'
import { emails } from '../../../things/messages/emails.table.ts'
import { cartLines } from '../../cart/cart.table.ts'
import { products } from '../../catalog/catalog.table.ts'
import type { NewOrder } from '../../orders/orders.store.ts'
import { orders } from '../../orders/orders.table.ts'
import { payments } from '../../orders/payments/payments.table.ts'

const opened = await openShop({ settings: { gateways: defaultSettings.gateways } })
const { app, shop, db, pool } = opened
const { onHand, reset, theOrder } = onlyOrder(opened)
const PRICE = 6103
const STOCK = 10

beforeEach(async () => {
  await reset(STOCK)
})

const browser = (cookie = ''): Buyer => {
  const buyer = newBuyer(async (path, init) => app.request(path, init))
  for (const pair of cookie.split('; ').filter(Boolean)) {
    const at = pair.indexOf('=')
    buyer.cookies.set(pair.slice(0, at), pair.slice(at + 1))
  }
  return buyer
}
const customer = async () => {
  const user = await createSignedInUser(shop, 'customer')
  return { id: user.id, browser: browser(user.cookie) }
}
const page = async (buyer: Buyer, path: string) => {
  const response = await buyer.send(path)
  return {
    status: response.status,
    to: response.headers.get('location'),
    text: (await response.text()).replaceAll('&amp;', '&'),
  }
}
const hrefIn = (text: string, className: string): string =>
  new RegExp(`<a[^>]*class="[^"]*\\b${className}\\b[^"]*"[^>]*href="([^"]+)"`).exec(text)?.[1] ?? ''
/** The items of the cart with their quantities. */
const cart = async (buyer: Buyer): Promise<[number, number][]> => {
  const { items } = (await (await buyer.send('/wp-json/wc/store/v1/cart')).json()) as {
    items: { id: number; quantity: number }[]
  }
  return items.map(({ id, quantity }) => [id, quantity])
}

/**
 * An order of two packs whose card needs authentication by the bank, so that it waits for payment and holds its stock.
 */
async function unpaidOrder(buyer: Buyer, card = 'pm_card_authenticationRequired') {
  await buyer.add(productId, 2)
  await buyer.checkout(await buyer.openCheckout(), { stripe_cc_token_key: card })
  const order = await theOrder()
  expect(order.status).toBe('pending')
  return order
}
const withoutNonce = (order: { id: number; orderKey: string }) =>
  `/cart/?cancel_order=true&order=${order.orderKey}&order_id=${order.id}&redirect=%2Fmy-account%2Forders%2F`

describe('[ACC-02 orders] cancelling an unpaid order', () => {
  test('its owner cancels it by the link in the account, once: stock is free, and its lines are in the cart', async () => {
    const { browser: owner } = await customer()
    const order = await unpaidOrder(owner)
    expect(await onHand()).toBe(STOCK - 2)
    await pool.query('delete from cart_lines')

    const link = hrefIn((await page(owner, '/my-account/orders/')).text, 'cancel')
    expect(link).toMatch(
      new RegExp(
        `^/cart/\\?cancel_order=true&order=${order.orderKey}&order_id=${order.id}&redirect=.*&_wpnonce=\\w{10}$`,
      ),
    )
    const followed = await page(owner, link)
    expect([followed.status, followed.to]).toEqual([303, '/my-account/orders/'])
    const after = await page(owner, '/my-account/orders/')
    expect(after.text).toContain('Your order was cancelled.')
    expect(after.text).toContain('Its items are back in your cart.')
    expect([(await theOrder()).status, await onHand()]).toEqual(['cancelled', STOCK])
    expect(await cart(owner)).toEqual([[productId, 2]])

    await owner.remove((await page(owner, '/cart/')).text.match(/data-cart_item_key="(\w+)"/)?.[1] ?? '')
    await page(owner, link)
    expect((await page(owner, '/my-account/orders/')).text).toContain('This order is cancelled already.')
    expect([(await theOrder()).status, await onHand()]).toEqual(['cancelled', STOCK])
  })

  test('lines that are still in the cart are not put into it twice, and everything else stays', async () => {
    const { browser: owner } = await customer()
    await unpaidOrder(owner)
    await owner.add(referenceIds.onSale, 1)
    await page(owner, hrefIn((await page(owner, '/my-account/orders/')).text, 'cancel'))
    expect(await cart(owner)).toEqual([
      [productId, 2],
      [referenceIds.onSale, 1],
    ])
  })

  test('a product with a password goes back into the cart of the browser that knows the password', async () => {
    await db.update(entries).set({ password: 'oolong' }).where(eq(entries.id, productId))
    const [entry] = await db.select().from(entries).where(eq(entries.id, productId))
    const { browser: owner } = await customer()
    try {
      await owner.post(hrefs.product(entry?.slug ?? ''), { post_password: 'oolong' })
      await unpaidOrder(owner)
      await db.delete(cartLines)
      await page(owner, hrefIn((await page(owner, '/my-account/orders/')).text, 'cancel'))
      expect(await cart(owner)).toEqual([[productId, 2]])
    } finally {
      await db.update(entries).set({ password: '' }).where(eq(entries.id, productId))
    }
  })

  test('a guest cancels with the order’s key and the nonce of their browser', async () => {
    const guest = browser()
    const order = await unpaidOrder(guest, 'pm_card_chargeDeclined')
    const received = await page(guest, `/checkout/order-received/${order.id}/?key=${order.orderKey}`)
    expect((await page(guest, hrefIn(received.text, 'cancel'))).status).toBe(303)
    expect((await theOrder()).status).toBe('cancelled')
    expect(await cart(guest)).toEqual([[productId, 2]])
  })

  test('a link without this browser’s nonce asks first, and its form cancels from any browser', async () => {
    const order = await unpaidOrder(browser())
    const elsewhere = browser()
    for (const path of [withoutNonce(order), `${withoutNonce(order)}&_wpnonce=0123456789`]) {
      const asked = await page(elsewhere, path)
      expect([asked.status, asked.text.includes(`Cancel order #${order.id}?`)]).toEqual([200, true])
      expect((await theOrder()).status).toBe('pending')
    }
    const forged = await elsewhere.post(withoutNonce(order), { _wpnonce: '0123456789' })
    expect([forged.status, (await theOrder()).status]).toEqual([200, 'pending'])
    const form = (await page(elsewhere, withoutNonce(order))).text
    const nonce = /name="_wpnonce" value="(\w+)"/.exec(form)?.[1] ?? ''
    expect((await elsewhere.post(withoutNonce(order), { _wpnonce: nonce })).headers.get('location')).toBe(
      '/my-account/orders/',
    )
    expect((await theOrder()).status).toBe('cancelled')
    expect(await cart(elsewhere)).toEqual([[productId, 2]])
  })

  test('nothing happens ahead of time, for a picture, for HEAD, and for a page of another site', async () => {
    const { browser: owner } = await customer()
    await unpaidOrder(owner)
    const link = hrefIn((await page(owner, '/my-account/orders/')).text, 'cancel')
    const sends: RequestInit[] = [
      { headers: { 'sec-purpose': 'prefetch' } },
      { headers: { 'sec-fetch-dest': 'image' } },
      { method: 'HEAD' },
      { method: 'POST', headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } },
    ]
    for (const init of sends) await owner.send(link, init)
    expect((await theOrder()).status).toBe('pending')
  })

  test('a wrong key, an unknown order and somebody else’s order get one answer, which changes nothing', async () => {
    const { browser: owner } = await customer()
    const order = await unpaidOrder(owner)
    const { browser: other } = await customer()
    const guest = browser()
    const paths = [
      withoutNonce({ id: order.id, orderKey: 'wc_order_guess' }),
      withoutNonce({ id: order.id + 1000, orderKey: order.orderKey }),
      withoutNonce({ id: 10 ** 12, orderKey: order.orderKey }),
    ]
    for (const buyer of [other, owner, guest]) {
      for (const path of buyer === other ? [...paths, withoutNonce(order)] : paths) {
        expect((await page(buyer, path)).to).toBe('/my-account/orders/')
        expect((await page(buyer, '/cart/')).text).toContain('Invalid order.')
      }
    }
    expect((await page(guest, withoutNonce(order))).to).toMatch(/^\/wp-login\.php\?redirect_to=/)
    expect((await theOrder()).status).toBe('pending')
  })

  test('a redirect leads to this site only', async () => {
    const order = await unpaidOrder(browser())
    for (const redirect of ['https://evil.example/', '//evil.example/', '/\\evil.example'])
      expect(
        (
          await page(
            browser(),
            `/cart/?cancel_order=true&order=x&order_id=${order.id}&redirect=${encodeURIComponent(redirect)}`,
          )
        ).to,
      ).toBe('/cart/')
  })

  test.each(['on-hold', 'processing', 'completed', 'refunded'] as const)(
    'an order that is %s stays',
    async (status) => {
      const { id, browser: owner } = await customer()
      const order = await writeOrder(db, { status, customerId: id })
      expect((await page(owner, '/my-account/orders/')).text).not.toContain('cancel_order')
      const asked = (await page(owner, withoutNonce(order))).text
      const nonce = /name="_wpnonce" value="(\w+)"/.exec(asked)?.[1] ?? ''
      await owner.post(withoutNonce(order), { _wpnonce: nonce })
      expect((await page(owner, '/my-account/orders/')).text).toContain('Your order can no longer be cancelled.')
      expect((await theOrder()).status).toBe(status)
    },
  )

  test('a payment under way is not cancelled away', async () => {
    const { browser: owner } = await customer()
    const order = await unpaidOrder(owner)
    await db
      .update(orders)
      .set({ activePaymentAttempts: 1, paymentAttemptsExpireAt: new Date(Date.now() + 60_000) })
      .where(eq(orders.id, order.id))
    await page(owner, hrefIn((await page(owner, '/my-account/orders/')).text, 'cancel'))
    expect((await page(owner, '/my-account/orders/')).text).toContain('A payment for this order is under way')
    expect((await theOrder()).status).toBe('pending')
  })

  test('its payment is cancelled at the provider before the order is', async () => {
    const { browser: owner } = await customer()
    await unpaidOrder(owner)
    await page(owner, hrefIn((await page(owner, '/my-account/orders/')).text, 'cancel'))
    expect((await theOrder()).status).toBe('cancelled')
    expect((await db.select().from(payments)).map(({ status }) => status)).toEqual(['canceled'])
  })

  test('two presses at once cancel it once', async () => {
    const { browser: owner } = await customer()
    const order = await unpaidOrder(owner)
    await db.update(orders).set({ status: 'failed', invoiceNumber: 1234 }).where(eq(orders.id, order.id))
    const link = hrefIn((await page(owner, '/my-account/orders/')).text, 'cancel')
    await Promise.all([page(owner, link), page(owner, link), page(owner, link)])
    expect(await onHand()).toBe(STOCK)
    const sent = (await db.select().from(emails)).map(({ template }) => template)
    expect(sent.toSorted()).toEqual(['order-cancelled', 'shop-order-cancelled'])
  })
})

const line = (changes: Partial<NewOrder['lines'][number]> = {}): NewOrder['lines'][number] => ({
  productId,
  name: 'Golden Needle',
  quantity: 2,
  unitPriceCents: PRICE,
  subtotalCents: 2 * PRICE,
  totalCents: 2 * PRICE,
  taxCents: 0,
  taxClass: 'grocery',
  ...changes,
})

describe('[ACC-02 orders] order again', () => {
  const again = async (buyer: Buyer) => {
    const link = hrefIn((await page(buyer, '/my-account/orders/')).text, 'order-again')
    expect(link).toMatch(/^\/cart\/\?order_again=\d+&_wpnonce=\w{10}$/)
    expect((await page(buyer, link)).to).toBe('/cart/')
    return (await page(buyer, '/cart/')).text
  }

  test.each(['completed', 'processing'] as const)(
    'an order that is %s fills the cart, variations too, and a second time adds nothing',
    async (status) => {
      const { id, browser: owner } = await customer()
      const size = referenceIds.sizes['100-g']
      const variation = line({ productId: referenceIds.variable, variationId: size, quantity: 1, unitPriceCents: 1650 })
      await writeOrder(db, { status, customerId: id, lines: [line(), variation] })
      for (const _ of [1, 2]) {
        expect(await again(owner)).toContain('The cart has been filled with the items from your previous order.')
        expect(await cart(owner)).toEqual([
          [productId, 2],
          [size, 1],
        ])
      }
    },
  )

  test('what is in the cart stays', async () => {
    const { id, browser: owner } = await customer()
    await writeOrder(db, { status: 'completed', customerId: id, lines: [line()] })
    await owner.add(referenceIds.onSale, 3)
    await again(owner)
    expect(await cart(owner)).toEqual([
      [referenceIds.onSale, 3],
      [productId, 2],
    ])
  })

  test('says what is gone, sold out, fewer and at another price, and takes what there is', async () => {
    const { id, browser: owner } = await customer()
    await writeOrder(db, {
      status: 'completed',
      customerId: id,
      lines: [
        line({ quantity: 50 }),
        line({ productId: referenceIds.soldOut, name: 'Mountain Needle' }),
        line({ productId: 99_999, name: 'Lost Leaf' }),
        line({ productId: referenceIds.onSale, name: 'Spring Needle', unitPriceCents: 100 }),
      ],
    })
    const text = await again(owner)
    expect(text).toContain('Fewer are left than you had ordered: “Golden Needle” (10 of 50).')
    expect(text).toContain('Sold out at the moment: “Mountain Needle”.')
    expect(text).toContain('No longer for sale: “Lost Leaf”.')
    expect(text).toMatch(/At another price than last time: “Spring Needle” \(\$[\d.]+ instead of \$1\.00\)\./)
    expect(await cart(owner)).toEqual([
      [productId, 10],
      [referenceIds.onSale, 2],
    ])
  })

  test('without anything that can be had the cart stays as it was', async () => {
    const { id, browser: owner } = await customer()
    await writeOrder(db, {
      status: 'completed',
      customerId: id,
      lines: [line({ productId: 99_999, name: 'Lost Leaf' })],
    })
    const text = await again(owner)
    expect(text).toContain('No longer for sale: “Lost Leaf”.')
    expect(text).not.toContain('The cart has been filled')
    expect(await cart(owner)).toEqual([])
  })

  test('a product that is a draft now is no longer for sale', async () => {
    const { id, browser: owner } = await customer()
    await writeOrder(db, { status: 'completed', customerId: id, lines: [line({ productId: referenceIds.threeLeft })] })
    await pool.query(`update entries set status = 'draft' where id = ${referenceIds.threeLeft}`)
    expect(await again(owner)).toContain('No longer for sale')
    await pool.query(`update entries set status = 'publish' where id = ${referenceIds.threeLeft}`)
    expect((await db.select().from(products).where(eq(products.id, referenceIds.threeLeft))).length).toBe(1)
  })

  test('without the nonce it asks, and of somebody else’s order it knows nothing', async () => {
    const { id, browser: owner } = await customer()
    const order = await writeOrder(db, { status: 'completed', customerId: id, lines: [line()] })
    const path = `/cart/?order_again=${order.id}`
    expect((await page(owner, path)).text).toContain('Order again?')
    expect(await cart(owner)).toEqual([])
    const { browser: other } = await customer()
    for (const wrong of [path, '/cart/?order_again=99999999', '/cart/?order_again=x']) {
      expect((await page(other, wrong)).to).toBe('/cart/')
      expect((await page(other, '/cart/')).text).toContain('Invalid order.')
    }
    expect((await page(browser(), path)).to).toMatch(/^\/wp-login\.php/)
    expect(await cart(other)).toEqual([])
  })

  test('is offered for completed and paid orders only', async () => {
    const { id, browser: owner } = await customer()
    for (const status of ['pending', 'on-hold', 'failed', 'cancelled', 'refunded'] as const)
      await writeOrder(db, { status, customerId: id, lines: [line()] })
    expect((await page(owner, '/my-account/orders/')).text).not.toContain('order_again')
  })
})
