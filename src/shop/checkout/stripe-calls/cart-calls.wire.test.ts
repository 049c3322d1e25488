/** The calls that a wallet's sheet makes about the cart: responses, the shopper's own cart, and refusals. */
import { beforeEach, describe, expect, test } from 'vitest'
import { type Buyer, newBuyer, ontario } from '../../../../test/running/buyer.ts'
import { referenceIds } from '../../../../test/support/reference-shop.ts'
import { everyWallet, openShop, recordedSettings } from '../../../../test/support/shop.ts'
import { digestShop } from '../../../../test/wire/shop-digest.ts'
import { loadCart } from '../../cart/cart.store.ts'
import { cartLines, carts } from '../../cart/cart.table.ts'
import { orders } from '../../orders/orders.table.ts'
import { payments } from '../../orders/payments/payments.table.ts'

const { app, db, pool } = await openShop({
  settings: { ...recordedSettings, gateways: everyWallet },
})

beforeEach(async () => {
  await pool.query('truncate orders, payments, carts, stock_movements, rate_limits cascade')
})

type Json = Record<string, unknown> & { code?: string; data?: Record<string, unknown> }

const shopper = (): Buyer => newBuyer(async (path, init) => app.request(path, init))
async function call(buyer: Buyer, route: string, fields: Record<string, string>) {
  const response = await buyer.post(`/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/${route}`, fields)
  return { status: response.status, json: (await response.json()) as Json }
}

const tea = {
  product_id: String(referenceIds.simple),
  variation_id: '0',
  qty: '1',
  payment_method: 'stripe_googlepay',
  currency: 'CAD',
  page_id: 'product',
}
/** An address in British Columbia as a wallet sends it: with half of the postal code and with the province's name. */
const victoria = {
  'address[city]': 'Victoria',
  'address[state]': 'British Columbia',
  'address[postcode]': 'V8W',
  'address[country]': 'CA',
}

/** Every cart with its lines, without the temporary carts of express payments. */
async function ownCarts() {
  const rows = (await db.select().from(carts)).filter(({ sessionKey }) => !sessionKey.startsWith('t_express_'))
  const lines = await db.select().from(cartLines)
  return rows.map((cart) => ({ cart, lines: lines.filter(({ cartId }) => cartId === cart.id) }))
}
const expressCart = async () =>
  (await db.select().from(carts)).find(({ sessionKey }) => sessionKey.startsWith('t_express_'))

describe('cart/add-to-cart', () => {
  test('[PAY-06 add_to_cart] [PAY-07 cart/add-to-cart] [PAY-09 variation_id 0] answers with the product alone, priced by the shop', async () => {
    const { status, json } = await call(shopper(), 'cart/add-to-cart', { ...tea, total: '0.01', price: '0.01' })
    // $61.03, shipped within Ontario for $9.95, with 13 % HST on both.
    expect([status, json]).toEqual([
      200,
      {
        data: {
          total: '80.20',
          subtotal: '61.03',
          totalCents: 8020,
          displayItems: [
            { label: 'Golden Needle Green Tea No. 1', type: 'LINE_ITEM', price: '61.03' },
            { label: 'Shipping', type: 'LINE_ITEM', price: '9.95' },
            { label: 'Tax', type: 'TAX', price: '9.22' },
          ],
          shippingOptions: [
            { id: '0:flat_rate:1', label: 'Flat rate: 9.95 CAD', description: '' },
            { id: '0:local_pickup:3', label: 'Local pickup: 0.00 CAD', description: '' },
          ],
        },
      },
    ])
  })

  test('[PAY-09 qty 1] without a quantity it is one, and the same again is still one', async () => {
    const buyer = shopper()
    const { qty: _, ...withoutQuantity } = tea
    for (let count = 0; count < 2; count += 1)
      expect((await call(buyer, 'cart/add-to-cart', withoutQuantity)).json.data).toMatchObject({ subtotal: '61.03' })
    expect(await db.select().from(cartLines)).toMatchObject([{ quantity: 1 }])
    expect((await expressCart())?.version).toBe(1)
  })

  test('[PAY-06 add_to_cart] all other gateways have their own form of items and options', async () => {
    const buyer = shopper()
    for (const payment_method of ['stripe_applepay', 'stripe_payment_request', 'stripe_cc']) {
      const { json } = await call(buyer, 'cart/add-to-cart', { ...tea, qty: '2', payment_method })
      expect(json.data).toMatchObject({
        displayItems: [
          { label: 'Golden Needle Green Tea No. 1 X 2', pending: false, amount: 12206 },
          { label: 'Shipping', pending: false, amount: 995 },
          { label: 'Tax', pending: false, amount: 1716 },
        ],
        shippingOptions: [
          { id: '0:flat_rate:1', label: 'Flat rate', detail: '', amount: 995 },
          { id: '0:free_shipping:2', label: 'Free shipping', detail: '', amount: 0 },
          { id: '0:local_pickup:3', label: 'Local pickup', detail: '', amount: 0 },
        ],
      })
    }
  })

  test('[PAY-09 variation_id 0] a variation is named by its id; its choices count only with it', async () => {
    const buyer = shopper()
    const sampler = { ...tea, product_id: String(referenceIds.variable), attribute_pa_size: '50-g' }
    const without = await call(buyer, 'cart/add-to-cart', sampler)
    expect([without.status, without.json.code]).toEqual([200, 'cart-error'])
    const variation = String(referenceIds.sizes['100-g'])
    const { json } = await call(buyer, 'cart/add-to-cart', {
      ...sampler,
      variation_id: variation,
      attribute_pa_size: '100-g',
    })
    expect(json.code).toBeUndefined()
    expect(await db.select().from(cartLines)).toMatchObject([{ productId: referenceIds.sizes['100-g'] }])
  })

  test('[ATC-07] what cannot be bought is a cart-error, and nothing is stored', async () => {
    const before = await digestShop(db)
    const wrong: Record<string, string>[] = [
      ...['0', '-1', '1e9', '1000000000', '999999', '1.5', 'abc', ' ', '😀', '9'.repeat(300)].map((qty) => ({ qty })),
      ...['0', '-1', '999999', 'abc', '99999999999', "1' or 1=1", String(referenceIds.soldOut)].map((product_id) => ({
        product_id,
      })),
      { product_id: String(referenceIds.threeLeft), qty: '4' },
    ]
    for (const fields of wrong)
      for (const route of ['cart/add-to-cart', 'cart/cart-calculation']) {
        const { status, json } = await call(shopper(), route, { ...tea, ...fields })
        expect([fields, status, json.code, json.data]).toEqual([fields, 200, 'cart-error', { status: 200 }])
        expect(json.message).toMatch(/\w+/)
      }
    expect(await digestShop(db)).toEqual(before)
  })
})

describe("the shopper's own cart", () => {
  test('[XW-17] stays byte-identical through a whole express purchase', async () => {
    const buyer = shopper()
    await buyer.add(referenceIds.onSale, 2)
    const before = await ownCarts()
    expect(before).toHaveLength(1)
    await call(buyer, 'cart/cart-calculation', tea)
    await call(buyer, 'cart/add-to-cart', tea)
    await call(buyer, 'cart/shipping-address', { ...tea, ...victoria })
    await call(buyer, 'cart/shipping-method', { ...tea, shipping_method: '0:local_pickup:3' })
    await call(buyer, 'googlepay/shipping-data', { ...tea, ...victoria, shipping_method: 'default' })
    const { json } = await call(buyer, 'checkout', {
      ...ontario,
      billing_state: 'BC',
      billing_postcode: 'V8W 1P6',
      billing_city: 'Victoria',
      page_id: 'product',
      payment_method: 'stripe_cc',
      stripe_cc_token_key: 'pm_card_visa',
    })
    expect(json.result).toBe('success')
    expect(await ownCarts()).toEqual(before)
    const [order] = await db.select().from(orders)
    expect(order?.status).toBe('processing')
    expect(order?.cartId).toBe((await expressCart())?.id)
    expect((await expressCart())?.placedOrderId).toBe(order?.id)
  })

  test('a calculation stores nothing at all, and starts no session', async () => {
    const buyer = shopper()
    const before = await digestShop(db)
    const { json } = await call(buyer, 'cart/cart-calculation', tea)
    expect(json.code).toBeUndefined()
    expect(buyer.cookies.size).toBe(0)
    expect(await digestShop(db)).toEqual(before)
  })

  test('no cookie opens an express cart', async () => {
    const buyer = shopper()
    await call(buyer, 'cart/add-to-cart', tea)
    const [name = '', value = ''] = [...buyer.cookies].find(([each]) => each.startsWith('wp_woocommerce_session')) ?? []
    const [key = ''] = decodeURIComponent(value).split('|')
    expect((await loadCart(db, `t_express_${key}`)).lines).toHaveLength(1)
    buyer.cookies.set(name, value.replace(key, `t_express_${key}`))
    expect(await (await buyer.send('/cart/')).text()).toContain('cart-empty')
  })
})

describe('cart/cart-calculation', () => {
  test('[PAY-06 cart_calculation] [PAY-07 cart/cart-calculation] has one key per wallet, with five each', async () => {
    const { json } = await call(shopper(), 'cart/cart-calculation', tea)
    const { needsShipping, ...byGateway } = json.data ?? {}
    expect(needsShipping).toBe(true)
    expect(Object.keys(byGateway)).toEqual(['stripe_googlepay', 'stripe_applepay', 'stripe_payment_request'])
    for (const data of Object.values(byGateway))
      expect(Object.keys(data as object)).toEqual([
        'total',
        'subtotal',
        'totalCents',
        'displayItems',
        'shippingOptions',
      ])
  })

  test('thirty at once get the same answer', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => call(shopper(), 'cart/cart-calculation', tea)))
    expect(new Set(answers.map(({ json }) => JSON.stringify(json))).size).toBe(1)
  })
})

describe('shipping', () => {
  test('[PAY-06 shipping_address] [PAY-07 cart/shipping-address] totals and options for an address as a wallet tells it', async () => {
    const { status, json } = await call(shopper(), 'cart/shipping-address', {
      ...tea,
      ...victoria,
      payment_method: 'stripe_payment_request',
    })
    expect(status).toBe(200)
    // 12 % in British Columbia: 61.03 + 9.95 + 7.32 + 1.19.
    expect(json.data?.newData).toMatchObject({
      status: 'success',
      total: { amount: 7949, label: 'Total', pending: false },
      displayItems: [{ amount: 6103 }, { amount: 995 }, { label: 'Tax', amount: 851 }],
      shippingOptions: [{ id: '0:flat_rate:1' }, { id: '0:local_pickup:3' }],
    })
    expect(json.data?.shipping_method).toEqual({ 0: 'flat_rate:1' })
    expect(json.data?.address).toMatchObject({
      city: 'Victoria',
      state: 'British Columbia',
      postcode: 'V8W',
      country: 'CA',
    })
    expect(json.data?.cart).toMatchObject({
      total: '79.49',
      totalCents: 7949,
      needsShipping: true,
      isEmpty: false,
      currency: 'CAD',
      countryCode: 'CA',
      availablePaymentMethods: expect.arrayContaining(['stripe_cc']),
      selectedShippingMethod: '0:flat_rate:1',
    })
    expect((await expressCart())?.shipping).toMatchObject({ state: 'BC', postcode: 'V8W', city: 'Victoria' })
  })

  test('[PAY-06 shipping_address] an address that nothing is shipped to, and a bad American code, are refused', async () => {
    const buyer = shopper()
    await call(buyer, 'cart/add-to-cart', tea)
    const before = await digestShop(db)
    const addresses: Record<string, string>[] = [
      { 'address[country]': 'DE', 'address[city]': 'Bremen' },
      { 'address[country]': 'US', 'address[postcode]': '123', 'address[state]': 'NY' },
      { 'address[country]': 'Canada' },
      { 'address[country]': '1' },
      { 'address[country]': 'CA', 'address[state]': 'Bavaria', 'address[city]': 'Hof' },
    ]
    for (const address of addresses) {
      const { status, json } = await call(buyer, 'cart/shipping-address', { ...tea, ...address })
      expect([status, json.code, json.data]).toEqual([
        200,
        'address-error',
        { status: 200, newData: { status: 'invalid_shipping_address' } },
      ])
      const google = await call(buyer, 'googlepay/shipping-data', { ...tea, ...address })
      expect([google.status, google.json.code, google.json.data]).toMatchObject([
        200,
        'payment-data-error',
        { data: { error: { reason: 'SHIPPING_ADDRESS_UNSERVICEABLE', intent: 'SHIPPING_ADDRESS' } } },
      ])
    }
    expect(await digestShop(db)).toEqual(before)
  })

  test('[PAY-06 shipping_method] [PAY-07 cart/shipping-method] the chosen rate comes first, and one that is not offered changes nothing', async () => {
    const buyer = shopper()
    await call(buyer, 'cart/add-to-cart', tea)
    const later = { page_id: 'product', payment_method: 'stripe_payment_request' }
    const { json } = await call(buyer, 'cart/shipping-method', { ...later, shipping_method: '0:local_pickup:3' })
    expect(json.data?.newData).toMatchObject({
      total: { amount: 6896 },
      shippingOptions: [{ id: '0:local_pickup:3' }, { id: '0:flat_rate:1' }],
    })
    expect(json.data?.shipping_methods).toEqual({ 0: 'local_pickup:3' })
    const before = await digestShop(db)
    const notOffered = await call(buyer, 'cart/shipping-method', { ...later, shipping_method: '0:free_shipping:2' })
    expect([notOffered.status, notOffered.json.code]).toEqual([200, 'shipping_method_error'])
    for (const shipping_method of ['', 'flat_rate', ':', '0:', '__proto__'])
      expect([(await call(buyer, 'cart/shipping-method', { ...later, shipping_method })).status]).toEqual([400])
    expect(await digestShop(db)).toEqual(before)
  })

  test('[PAY-06 payment_data] [PAY-07 googlepay/shipping-data] updates of Google’s sheet', async () => {
    const buyer = shopper()
    const { json } = await call(buyer, 'googlepay/shipping-data', {
      ...tea,
      ...victoria,
      shipping_method: '0:local_pickup:3',
    })
    expect(json.data).toMatchObject({
      shipping_methods: { 0: 'local_pickup:3' },
      address: { city: 'Victoria' },
      paymentRequestUpdate: {
        newTransactionInfo: {
          currencyCode: 'CAD',
          countryCode: 'CA',
          totalPriceStatus: 'FINAL',
          totalPriceLabel: 'Total',
          totalPrice: '68.96',
          displayItems: [{ type: 'LINE_ITEM' }, { type: 'LINE_ITEM', price: '0.00' }, { type: 'TAX', price: '7.93' }],
        },
        newShippingOptionParameters: {
          shippingOptions: [{ id: '0:local_pickup:3' }, { id: '0:flat_rate:1' }],
          defaultSelectedOptionId: '0:local_pickup:3',
        },
      },
    })
  })

  test('[PAY-06 shipping_address] on other pages it is the shopper’s own cart', async () => {
    const buyer = shopper()
    const empty = await call(buyer, 'cart/shipping-address', {
      ...victoria,
      page_id: 'cart',
      payment_method: 'stripe_googlepay',
    })
    expect(empty.json.code).toBe('address-error')
    await buyer.add(referenceIds.simple, 1)
    const { json } = await call(buyer, 'cart/shipping-address', {
      ...victoria,
      page_id: 'cart',
      payment_method: 'stripe_googlepay',
    })
    expect(json.data?.newData).toMatchObject({ total: { amount: 7949 } })
    expect((await ownCarts())[0]?.cart.shipping).toMatchObject({ state: 'BC' })
    expect(await expressCart()).toBeUndefined()
  })
})

test.each([
  'cart/add-to-cart',
  'cart/cart-calculation',
  'cart/shipping-address',
  'cart/shipping-method',
  'googlepay/shipping-data',
  'checkout',
  'payment-intent',
])('[PAY-06 add_to_cart] %s, whatever is sent: no server error, nothing ordered, nothing paid', async (route) => {
  const values = [
    '',
    ' ',
    '0',
    '-1',
    '1e400',
    'NaN',
    '__proto__',
    'constructor',
    '\0',
    '😀',
    'x'.repeat(5000),
    '[]',
    '{}',
  ]
  const names = [
    'product_id',
    'qty',
    'variation_id',
    'payment_method',
    'page_id',
    'shipping_method',
    'address',
    'address[country]',
    'address[postcode]',
    'address[__proto__]',
    'attribute_pa_size',
  ]
  const buyer = shopper()
  for (const name of names)
    for (const value of values) {
      const { status } = await call(buyer, route, {
        ...tea,
        ...victoria,
        shipping_method: '0:flat_rate:1',
        [name]: value,
      })
      expect([200, 400], `${route} ${name}=${value}`).toContain(status)
    }
  expect([await db.$count(orders), await db.$count(payments)]).toEqual([0, 0])
  expect(await ownCarts()).toEqual([])
})
