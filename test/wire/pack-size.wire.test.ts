/**
 * Follows one tea in a pack of 50 g from its product card to the order email: every price is shown with its pack size.
 */

import { beforeAll, expect, test } from 'vitest'
import { defaultSettings } from '../../src/settings.ts'
import type { ProductInput } from '../../src/shop/catalog/product-record.ts'
import { saveProduct } from '../../src/shop/catalog/save-product.ts'
import { renderEmail } from '../../src/shop/orders/messages/order-messages.ts'
import { findOrder } from '../../src/shop/orders/orders.store.ts'
import { type Buyer, newBuyer, ontario } from '../running/buyer.ts'
import { openShop } from '../support/shop.ts'

const { gateways } = defaultSettings
const { app, db, shop } = await openShop({
  settings: { gateways: { ...gateways, bacs: { ...gateways.bacs, enabled: true } } },
})
const save = async (input: ProductInput): Promise<number> => {
  const saved = await db.transaction((tx) => saveProduct(tx, input, { now: shop.now() }))
  if (!saved.ok) throw new Error(saved.problem.kind)
  return saved.id
}
const steeping = { grams: 3, millilitres: 200, celsius: 80, minutes: 2, infusions: 3 }
const facts = { kind: 'green', origin: 'Hangzhou', country: 'China', caffeine: 'medium', steeping } as const
const html = async (path: string) => (await app.request(path)).text()
const textOf = (markup: string) => markup.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
const part = (page: string, from: string, to: string) => {
  const start = page.indexOf(from)
  return start < 0 ? '' : textOf(page.slice(start, page.indexOf(to, start)))
}

let tea: number
let buyer: Buyer
beforeAll(async () => {
  tea = await save({ type: 'simple', name: 'Lake Tea', regularPriceCents: 3650, netGrams: 50, facts })
  await save({ type: 'simple', name: 'Box of Six', regularPriceCents: 3900, netGrams: 60 })
  buyer = newBuyer(async (path, init) => app.request(path, init))
})

test('[CAT-06] on the card, beside the price', async () => {
  const page = await html('/shop/?s=lake+tea&post_type=product')
  expect(page).toMatch(/<span class="price">.*?<\/span><span class="pack-size [^"]*"> ?(<!-- -->)?50 g<\/span>/)
})

test('on the page of a simple product, with the price by weight and by the cup', async () => {
  const page = await html('/product/lake-tea/')
  expect(part(page, 'data-pack', '</p>')).toContain('50 g · $73.00 per 100 g · about 48 cups, $0.77 each')
  expect(part(page, 'data-add-bar', '<button')).toMatch(/\$ ?36\.50 50 g/)
})

test('a sampler shows only its size', async () => {
  const page = await html('/product/box-of-six/')
  expect(part(page, 'data-pack', '</p>')).toContain('60 g')
  expect(page).not.toContain('per 100 g')
})

test('in mini-cart, cart, checkout, order and its emails', async () => {
  const added = await buyer.add(tea, 2)
  const drawer = added.fragments?.['div.widget_shopping_cart_content'] ?? ''
  expect(textOf(drawer)).toMatch(/Lake Tea 50 g/)
  expect(textOf(await (await buyer.send('/cart/')).text())).toMatch(/Lake Tea 50 g/)
  const checkout = await buyer.openCheckout()
  const review = await (await buyer.review(checkout)).text()
  expect(review).toMatch(/<small>50 g<.{0,2}small>/)
  const placed = await buyer.checkout(checkout, { ...ontario, payment_method: 'bacs', terms: 'on' })
  const received = new URL(placed.redirect ?? '')
  expect(textOf(await (await buyer.send(received.pathname + received.search)).text())).toMatch(/Lake Tea × 2 50 g/)
  const id = Number(/order-received\/(\d+)/.exec(received.pathname)?.[1])
  const order = await findOrder(db, id)
  if (!order) throw new Error('The order is not there')
  const mail = renderEmail('order-confirmation', order, {}, { url: shop.url, settings: shop.settings() })
  expect(textOf(mail.html)).toMatch(/Lake Tea × 2 50 g/)
  expect(mail.text).toContain('2 × Lake Tea, 50 g')
  const answer = await buyer.send(
    `/wp-json/wc/store/v1/order/${id}?key=${order.orderKey}&billing_email=${order.billing.email}`,
  )
  const { items } = (await answer.json()) as { items: { name: string; variation: unknown; item_data: unknown }[] }
  expect(items[0]).toMatchObject({ name: 'Lake Tea', variation: [], item_data: [] })
})
