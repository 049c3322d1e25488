/** Fees and prices including tax, from the cart to the charge: the amount shown is the amount paid. */

import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { recordedShopPricing } from '../../../test/support/recorded-shop-pricing.ts'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop, recordedSettings } from '../../../test/support/shop.ts'
import { ada, storeClientWithToken } from '../../../test/support/store-client.ts'
import { defaultSettings } from '../../settings.ts'
import { renderEmail } from '../orders/messages/order-messages.ts'
import { findOrder } from '../orders/orders.store.ts'
import { orders } from '../orders/orders.table.ts'
import { readOrder } from '../orders/orders-read.store.ts'
import { payments } from '../orders/payments/payments.table.ts'
import { orderJson } from '../orders/rest/order-json.ts'

const { app, shop, db } = await openShop({
  settings: {
    ...recordedSettings,
    gateways: {
      ...defaultSettings.gateways,
      cod: { ...defaultSettings.gateways.cod, enabled: true, shippingMethods: [] },
    },
  },
  pricing: {
    ...recordedShopPricing,
    pricesIncludeTax: true,
    fees: [
      { id: 'small', name: 'Small order', kind: 'fixed', amount: 300, taxClass: 'standard', belowCents: 100_000 },
      {
        id: 'cod',
        name: 'Paying at pickup',
        kind: 'percent',
        amount: 200,
        taxClass: 'standard',
        paymentMethods: ['cod'],
      },
    ],
  },
})

const addresses = { billing_address: { ...ada, email: 'ada@shop.test' }, shipping_address: ada }
const card = { payment_method: 'stripe_cc', payment_data: [{ key: 'stripe_cc_token_key', value: 'pm_card_visa' }] }

test('[API-01] [CHK-18] a fee and its tax are the same in cart, order, charge, email and the order JSON', async () => {
  const client = await storeClientWithToken(app)
  await client.post('/cart/add-item', { id: referenceIds.simple, quantity: 2 })
  await client.post('/cart/update-customer', addresses)
  const { json: cart } = await client.get('/cart')
  expect(cart.fees).toMatchObject([{ name: 'Small order', totals: { total: '300', total_tax: '39' } }])
  // In the shop's own province the items total equals the entered prices, including tax.
  expect(Number(cart.totals.total_items) + Number(cart.totals.total_items_tax)).toBe(2 * 6103)

  const placed = await client.post('/checkout', { ...addresses, ...card })
  expect(placed.status).toBe(200)
  const order = await findOrder(db, placed.json.order_id)
  expect(order).toMatchObject({ pricesIncludeTax: true, feesCents: 300, totalCents: Number(cart.totals.total_price) })
  const [payment] = await db.select().from(payments).where(eq(payments.orderId, placed.json.order_id))
  expect(payment?.amountCents).toBe(order?.totalCents)

  const whole = await readOrder(db, placed.json.order_id)
  if (!whole || !order) throw new Error('The order is not there')
  const json = orderJson(whole, { url: shop.url, taxTable: shop.pricing().taxTable })
  expect(json).toMatchObject({
    prices_include_tax: true,
    fee_lines: [{ name: 'Small order', total: '3.00', total_tax: '0.39' }],
  })
  // The order keeps its taxes when their rates are deleted.
  expect(json.tax_lines).toMatchObject([{ rate_code: 'CA-ON-HST-1', rate_id: 1, compound: false }])
  expect(orderJson(whole, { url: shop.url, taxTable: [] }).tax_lines).toEqual(json.tax_lines)
  const email = renderEmail('order-confirmation', order, {}, { url: shop.url, settings: shop.settings() })
  expect(email.text).toContain('Small order')
})

test('[CHK-18] a payment method’s fee applies only while the method is chosen, and is stored in the order', async () => {
  const client = await storeClientWithToken(app)
  await client.post('/cart/add-item', { id: referenceIds.simple, quantity: 1 })
  await client.post('/checkout', { ...addresses, payment_method: 'cod' })
  const [order] = await db.select().from(orders).orderBy(desc(orders.id)).limit(1)
  expect(order?.fees.map((fee) => fee.name)).toEqual(['Small order', 'Paying at pickup'])
  expect(order?.totalCents).toBe(
    (order?.itemsTotalCents ?? 0) + (order?.feesCents ?? 0) + (order?.shippingCents ?? 0) + (order?.taxCents ?? 0),
  )
})

test('cart, mini-cart and checkout show amounts with tax, which add up, and how much of the total is tax', async () => {
  const added = await app.request(`/?add-to-cart=${referenceIds.simple}&quantity=2`)
  const cookie = added.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const textOf = async (path: string) => (await app.request(path, { headers: { cookie } })).text()
  const amounts = (html: string) =>
    [...html.replaceAll(/<!--.*?-->|<[^>]+>/g, '').matchAll(/\$\s*([\d,]+\.\d\d)/g)].map(([, amount]) => amount)
  const row = (html: string, name: string) =>
    new RegExp(`<tr class="[^"]*\\b${name}\\b.*?</tr>`, 's').exec(html)?.[0] ?? ''
  const shippingOf = (html: string) => {
    const rates = html.split('<li').filter((rate) => rate.includes('class="shipping_method"'))
    return (
      amounts((rates.find((rate) => rate.includes('checked=""')) ?? rates[0] ?? '').split('</label>')[0] ?? '')[0] ??
      '0'
    )
  }
  for (const [path, line] of [
    ['/cart/', 'product-subtotal'],
    ['/checkout/', 'product-total'],
  ] as const) {
    const html = await textOf(path)
    const ofLine = amounts(new RegExp(`<td class="${line}\\b.*?</td>`, 's').exec(html)?.[0] ?? '')
    const [total, included] = amounts(row(html, 'order-total'))
    expect([path, ofLine, amounts(row(html, 'cart-subtotal')), amounts(row(html, 'fee'))]).toEqual([
      path,
      ['122.06'],
      ['122.06'],
      ['3.39'],
    ])
    expect([path, html.includes('class="tax-rate')]).toEqual([path, false])
    expect(row(html, 'order-total')).toMatch(/<small class="includes_tax">\(includes .*HST/)
    expect(Number(included)).toBeGreaterThan(14)
    expect(Number(total)).toBeCloseTo(122.06 + 3.39 + Number(shippingOf(html)), 5)
  }
  const refreshed = await app.request('/?wc-ajax=get_refreshed_fragments', { method: 'POST', headers: { cookie } })
  const { fragments } = (await refreshed.json()) as { fragments: Record<string, string> }
  expect(amounts(fragments['div.widget_shopping_cart_content'] ?? '').slice(-1)).toEqual(['122.06'])
  expect(fragments['a.cart-contents']).toContain('122.06')
})
