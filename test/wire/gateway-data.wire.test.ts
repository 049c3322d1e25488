/** The data that scripts of payment gateways read from product, cart, checkout and order-pay pages. */
import { beforeEach, expect, test } from 'vitest'
import { hrefs } from '../../src/platform/web/routes.ts'
import { defaultSettings } from '../../src/settings.ts'
import { carts } from '../../src/shop/cart/cart.table.ts'
import { newBuyer } from '../running/buyer.ts'
import { writeOrder } from '../support/orders.ts'
import { referenceIds } from '../support/reference-shop.ts'
import { everyWallet, openShop, recordedSettings } from '../support/shop.ts'

const { stripe_afterpay: afterpay } = defaultSettings.gateways
const { app, db, pool } = await openShop({
  settings: { ...recordedSettings, gateways: { ...everyWallet, stripe_afterpay: { ...afterpay, enabled: true } } },
})

beforeEach(async () => {
  await pool.query('truncate orders, payments, carts, rate_limits cascade')
})

type Data = Record<string, unknown> & { items: object[]; product?: { variation: unknown } }

const decoded = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&')

/** The data of each gateway in a page, by its id, from the list item where the gateway's scripts look for it. */
function dataIn(html: string, page: string): Record<string, Data> {
  const items = html.matchAll(/<li class="[^"]*\bpayment_method_(\w+)[^>]*>.*?<\/li>/gs)
  return Object.fromEntries(
    [...items].flatMap(([item, id = '']) => {
      const input = `<input[^>]*class="woocommerce_${id}_gateway_data ${page}-page"[^>]*data-gateway="([^"]*)"`
      const [, json] = new RegExp(input).exec(item) ?? []
      return json === undefined ? [] : [[id, JSON.parse(decoded(json))]]
    }),
  ) as Record<string, Data>
}

const wallets = ['stripe_googlepay', 'stripe_applepay', 'stripe_payment_request']
const buyer = () => newBuyer(async (path, init) => app.request(path, init))
const page = async (path: string) => (await app.request(path)).text()

test('[PAY-04 product] a product page has its own price for each wallet, and nothing of a visitor', async () => {
  const path = '/product/tea-1/'
  const data = dataIn(await page(path), 'product')
  expect(Object.keys(data)).toEqual(wallets)
  expect(data.stripe_googlepay).toEqual({
    items: [{ label: 'Golden Needle Green Tea No. 1', type: 'SUBTOTAL', price: '61.03' }],
    shipping_options: [{ id: 'default', label: 'Waiting…', description: '' }],
    total: '61.03',
    total_cents: 6103,
    currency: 'CAD',
    installments: { enabled: false },
    needs_shipping: true,
    product: { id: referenceIds.simple, price: 61.03, price_cents: 6103, variation: false, is_in_stock: true },
  })
  const shopper = buyer()
  await shopper.add(referenceIds.onSale, 3)
  const own = await (await shopper.send(path)).text()
  expect(dataIn(own, 'product')).toEqual(data)
  // Scripts look for the buttons inside the product's form.
  const form = /<form[^>]*class="cart.*?<\/form>/s.exec(own)?.[0] ?? ''
  expect(form).toContain('<div class="wc-stripe-product-checkout-container')
  expect(Object.keys(dataIn(form, 'product'))).toEqual(wallets)
})

test('[PAY-04 variation] variations have their price in cents, and the preselected one is in the data', async () => {
  const path = '/product/sampler-2/'
  const html = await page(path)
  const variations = JSON.parse(decoded(/data-product_variations="([^"]*)"/.exec(html)?.[1] ?? '[]')) as Record<
    string,
    unknown
  >[]
  expect(variations).toHaveLength(3)
  for (const variation of variations) {
    expect(variation).toMatchObject({
      display_price: expect.any(Number),
      is_virtual: false,
      attributes: expect.any(Object),
      variation_id: expect.any(Number),
    })
    expect(variation.display_price_cents).toBe(Math.round(Number(variation.display_price) * 100))
  }
  const chosen = dataIn(await page(`${path}?attribute_pa_size=100-g`), 'product')
  const hundredGrams = variations.find(({ variation_id: id }) => id === referenceIds.sizes['100-g'])
  const { attributes, display_price, display_price_cents, is_virtual, variation_id } = hundredGrams ?? {}
  expect(chosen.stripe_applepay).toMatchObject({
    total_cents: display_price_cents,
    product: {
      id: referenceIds.variable,
      price_cents: display_price_cents,
      variation: { attributes, display_price, display_price_cents, is_virtual, variation_id },
    },
  })
})

test('[PAY-04 items] [PAY-04 shipping_options] [PAY-04 totals] [PAY-04 currency] [PAY-04 needs_shipping] the cart has its own for each wallet', async () => {
  const shopper = buyer()
  expect(dataIn(await (await shopper.send('/cart/')).text(), 'cart')).toEqual({})
  await shopper.add(referenceIds.simple, 2)
  const pageData = dataIn(await (await shopper.send('/cart/')).text(), 'cart')
  expect(pageData.stripe_payment_request).toEqual({
    items: [
      { label: 'Golden Needle Green Tea No. 1 X 2', pending: false, amount: 12206 },
      { label: 'Shipping', pending: false, amount: 995 },
      { label: 'Tax', pending: false, amount: 1716 },
    ],
    shipping_options: [
      { id: '0:flat_rate:1', label: 'Flat rate', detail: '', amount: 995 },
      { id: '0:free_shipping:2', label: 'Free shipping', detail: '', amount: 0 },
      { id: '0:local_pickup:3', label: 'Local pickup', detail: '', amount: 0 },
    ],
    total: '149.17',
    total_cents: 14917,
    currency: 'CAD',
    installments: { enabled: false },
    needs_shipping: true,
  })
  const totals = await (await shopper.send('/?wc-ajax=get_cart_totals')).text()
  expect(dataIn(totals, 'cart')).toEqual(pageData)
})

test('[PAY-04 totals] the checkout’s data follows its totals, also in the fragments', async () => {
  const shopper = buyer()
  await shopper.add(referenceIds.simple, 2)
  const html = await (await shopper.send('/checkout/')).text()
  const data = dataIn(html, 'checkout')
  expect(Object.keys(data)).toEqual(expect.arrayContaining(['stripe_cc', ...wallets]))
  expect(data.stripe_cc).toMatchObject({ total: '149.17', total_cents: 14917 })
  const review = await shopper.review(await shopper.openCheckout(), {
    billing_state: 'BC',
    billing_postcode: 'V8W 1P6',
  })
  const { fragments } = (await review.json()) as { fragments: Record<string, string> }
  const refreshed = dataIn(fragments['.woocommerce-checkout-payment'] ?? '', 'checkout')
  expect(refreshed.stripe_cc).toMatchObject({ total: '147.85', total_cents: 14785 })
  expect(await db.$count(carts)).toBe(1)
})

test('[PAY-04 totals] an order’s payment page has the order’s', async () => {
  const order = await writeOrder(db, { paymentMethod: 'stripe_cc' })
  const data = dataIn(await page(hrefs.orderPay(order.id, order.orderKey)), 'order_pay')
  expect(data.stripe_cc).toMatchObject({
    total: '149.17',
    total_cents: 14917,
    needs_shipping: false,
    shipping_options: [],
    pre_order: false,
    items: [{ amount: 12206 }, { label: 'Shipping', amount: 995 }, { label: 'Tax', amount: 1716 }],
    order: { id: order.id, key: order.orderKey },
  })
})

test('[PAY-03 token_key, payment_intent_key, payment_type_key, save_source_key, use_new] each gateway has its five fields in its item', async () => {
  const shopper = buyer()
  await shopper.add(referenceIds.simple, 1)
  const html = await (await shopper.send('/checkout/')).text()
  for (const id of ['stripe_cc', ...wallets, 'stripe_afterpay']) {
    const item = new RegExp(`<li class="[^"]*\\bpayment_method_${id}".*?</li>`, 's').exec(html)?.[0] ?? ''
    for (const name of ['token_key', 'payment_intent_key', 'save_source_key'])
      expect(item).toMatch(new RegExp(`<input[^>]* id="${id}_${name}"[^>]* name="${id}_${name}"`))
    expect(item).toMatch(
      new RegExp(`<input[^>]* id="${id}_use_new"[^>]* name="${id}_payment_type_key"[^>]* value="new"`),
    )
  }
})
