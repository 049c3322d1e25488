/** Local pickup orders are taxed by the shop's own address, whatever address was entered, in every interface. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cardToken, newBuyer, ontario } from '../../../test/running/buyer.ts'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop, recordedSettings } from '../../../test/support/shop.ts'
import { ada, storeClientWithToken } from '../../../test/support/store-client.ts'
import { defaultSettings } from '../../settings.ts'
import { orderTaxLines } from '../orders/orders.table.ts'
import { readOrder } from '../orders/orders-read.store.ts'
import { orderJson } from '../orders/rest/order-json.ts'

const { gateways } = defaultSettings
const { app, shop, db } = await openShop({
  settings: { ...recordedSettings, gateways: { ...gateways, bacs: { ...gateways.bacs, enabled: true } } },
})
const alberta = { ...ada, city: 'Calgary', state: 'AB', postcode: 'T2P 1J9' }
const taxesOf = (orderId: number) => db.select().from(orderTaxLines).where(eq(orderTaxLines.orderId, orderId))

test('[API-01] [CHK-18] the Store API: cart, order and the order JSON have Ontario’s tax for local pickup in Toronto', async () => {
  const client = await storeClientWithToken(app)
  await client.post('/cart/add-item', { id: referenceIds.simple, quantity: 2 })
  const addresses = { billing_address: { ...alberta, email: 'ada@shop.test' }, shipping_address: alberta }
  await client.post('/cart/update-customer', addresses)
  expect((await client.get('/cart')).json.totals.tax_lines).toMatchObject([{ name: 'GST', rate: '5%' }])

  const { json: cart } = await client.post('/cart/select-shipping-rate', { package_id: 0, rate_id: 'local_pickup:3' })
  expect(cart.totals).toMatchObject({ total_tax: '1587', total_price: '13793' })
  expect(cart.totals.tax_lines).toMatchObject([{ name: 'HST', price: '1587', rate: '13%' }])

  const placed = await client.post('/checkout', { ...addresses, payment_method: 'bacs' })
  expect(placed.status).toBe(200)
  const whole = await readOrder(db, placed.json.order_id)
  expect(whole).toMatchObject({ totalCents: 13793, taxCents: 1587, shipping: { state: 'AB' } })
  const json = whole && orderJson(whole, { url: shop.url, taxTable: shop.pricing().taxTable })
  expect(json?.tax_lines).toMatchObject([{ rate_code: 'CA-ON-HST-1', rate_id: 1, tax_total: '15.87' }])
})

test('[CHK-18] the form: the tax in the review is the tax charged', async () => {
  const buyer = newBuyer(async (path, init) => app.request(path, init))
  await buyer.add(referenceIds.simple, 2)
  const page = await buyer.openCheckout()
  const albertaAddress = {
    billing_state: 'AB',
    billing_city: 'Calgary',
    billing_postcode: 'T2P 1J9',
    'shipping_method[0]': 'local_pickup:3',
  }
  const review = await (await buyer.review(page, albertaAddress)).text()
  expect(review).toContain('tax-rate-ca-on-hst-1')
  expect(review).not.toContain('tax-rate-ca-gst-1')
  const paid = await buyer.checkout(page, { ...ontario, ...albertaAddress, stripe_cc_token_key: await cardToken(page) })
  expect(paid.result).toBe('success')
  const id = Number(/order-received\/(\d+)/.exec(paid.redirect ?? '')?.[1])
  expect(await readOrder(db, id)).toMatchObject({ totalCents: 13793, payment: { amountCents: 13793 } })
  expect((await taxesOf(id)).map((tax) => tax.code)).toEqual(['CA-ON-HST-1'])
})
