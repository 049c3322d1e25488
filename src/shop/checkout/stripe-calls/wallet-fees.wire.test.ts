/** A wallet with a separate fee: its sheet opens with the total that is charged, on every page. */
import { expect, test } from 'vitest'
import { newBuyer } from '../../../../test/running/buyer.ts'
import { writeOrder } from '../../../../test/support/orders.ts'
import { recordedShopPricing } from '../../../../test/support/recorded-shop-pricing.ts'
import { referenceIds } from '../../../../test/support/reference-shop.ts'
import { everyWallet, openShop, recordedSettings } from '../../../../test/support/shop.ts'
import { sheetAddresses } from '../../../../test/support/wallet-sheet.ts'

const google = 'stripe_googlepay'
const apple = 'stripe_applepay'
/** In cents, including the tax of Ontario. */
const ownFee = 170
const feeOf = (method: string, amount: number) => ({
  id: method,
  name: `Fee of ${method}`,
  kind: 'fixed' as const,
  amount,
  taxClass: 'standard' as const,
  paymentMethods: [method],
})
const { app, db } = await openShop({
  settings: { ...recordedSettings, gateways: everyWallet },
  pricing: { ...recordedShopPricing, fees: [feeOf(google, 150), feeOf('stripe_cc', 700)] },
})

const buyer = newBuyer(async (path, init) => app.request(path, init))

async function call(route: string, fields: Record<string, string>) {
  const response = await buyer.post(`/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/${route}`, fields)
  return (await response.json()) as { result?: string; code?: string; data?: Record<string, unknown> }
}

/** The total of a wallet in the data of a page, in cents. */
function totalIn(html: string, wallet: string): number {
  const json = new RegExp(`class="woocommerce_${wallet}_gateway_data [^"]*" data-gateway="([^"]*)"`).exec(html)?.[1]
  return (JSON.parse((json ?? '{}').replaceAll('&quot;', '"')) as { total_cents: number }).total_cents
}

/** The total that Apple Pay's script reads from a global variable. */
const globalTotalIn = (html: string): string | undefined =>
  /wc_stripe_applepay_\w+_params=\{.*?"total_cents":"?(\d+)/.exec(html)?.[1]

test('cart and checkout tell each wallet the total with its own fee, whatever was chosen before', async () => {
  await buyer.add(referenceIds.simple, 1)
  // A card was chosen at the checkout, so its fee is in the cart's total.
  const page = await buyer.openCheckout()
  expect((await buyer.checkout(page, { payment_method: 'stripe_cc' })).result).toBe('failure')
  const place = { 'address[country]': 'CA', 'address[state]': 'ON', 'address[postcode]': 'M5V' }
  const { data } = await call('googlepay/shipping-data', { ...place, 'address[city]': 'Toronto', page_id: 'cart' })
  const told = data as { paymentRequestUpdate: { newTransactionInfo: { totalPrice: string } } }
  const cents = Math.round(Number(told.paymentRequestUpdate.newTransactionInfo.totalPrice) * 100)
  for (const path of ['/cart/', '/checkout/']) {
    const html = await (await buyer.send(path)).text()
    const totals = [totalIn(html, google), totalIn(html, apple), Number(globalTotalIn(html))]
    expect([path, ...totals]).toEqual([path, cents, cents - ownFee, cents - ownFee])
  }

  const paid = await call('checkout', {
    ...sheetAddresses(),
    payment_method: google,
    [`${google}_token_key`]: 'pm_card_visa',
    page_id: 'cart',
    expected_total_cents: String(cents),
  })
  expect([paid.result, paid.code]).toEqual(['success', undefined])
})

test('a product is calculated with the fee of each wallet', async () => {
  const item = { product_id: String(referenceIds.simple), variation_id: '0', qty: '1', page_id: 'product' }
  const { data } = await call('cart/cart-calculation', { ...item, payment_method: apple })
  const sheets = data as Record<string, { totalCents: number }>
  expect((sheets[google]?.totalCents ?? 0) - (sheets[apple]?.totalCents ?? 0)).toBe(ownFee)
})

test('an order keeps its total: a wallet with another fee is not offered for it', async () => {
  const order = await writeOrder(db, { paymentMethod: 'bacs', status: 'pending' })
  const path = `/checkout/order-pay/${order.id}/?pay_for_order=true&key=${order.orderKey}`
  const html = await (await buyer.send(path)).text()
  expect(totalIn(html, apple)).toBe(order.totalCents)
  expect(globalTotalIn(html)).toBe(String(order.totalCents))
  expect(html).not.toContain(`id="payment_method_${google}"`)
})
