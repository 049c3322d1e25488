import { asc, eq, inArray, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop, recordedSettings } from '../../../test/support/shop.ts'
import { type StoreClient, storeClientWithToken } from '../../../test/support/store-client.ts'
import { defaultSettings } from '../../settings.ts'
import { products } from '../../shop/catalog/catalog.table.ts'
import { stockLevels } from '../../shop/inventory/stock.table.ts'
import { orderLines, orders } from '../../shop/orders/orders.table.ts'
import { payments } from '../../shop/orders/payments/payments.table.ts'
import { emails } from '../../things/messages/emails.table.ts'

const { cod, bacs, cheque } = recordedSettings.gateways ?? defaultSettings.gateways
const { app, shop, db, pool } = await openShop({
  settings: { ...recordedSettings, gateways: { ...defaultSettings.gateways, cod, bacs, cheque } },
  poolSize: 20,
})
const { simple, threeLeft } = referenceIds

const ada = {
  first_name: 'Ada',
  last_name: 'Leaf',
  company: '',
  address_1: '1 Kettle Lane',
  address_2: '',
  city: 'Toronto',
  state: 'ON',
  postcode: 'M5V 2T6',
  country: 'CA',
  phone: '4165550100',
}
const addresses = { billing_address: { ...ada, email: 'ada@shop.test' }, shipping_address: ada }
const byCard = (card: string, more: object = {}) => ({
  ...addresses,
  payment_method: 'stripe_cc',
  payment_data: [{ key: 'stripe_cc_token_key', value: card }],
  ...more,
})
const byCash = { ...addresses, payment_method: 'cod' }

async function withTea(id: number = simple, quantity = 1): Promise<StoreClient> {
  const client = await storeClientWithToken(app)
  const added = await client.post('/cart/add-item', { id, quantity })
  expect(added.status).toBe(201)
  return client
}
const allOrders = () => db.select().from(orders).orderBy(asc(orders.id))
const onHand = async (id: number) =>
  (await db.select({ onHand: stockLevels.onHand }).from(stockLevels).where(eq(stockLevels.productId, id)))[0]?.onHand

beforeEach(async () => {
  await pool.query('truncate orders, emails, stock_movements cascade')
  await db.update(stockLevels).set({ onHand: 3 }).where(eq(stockLevels.productId, threeLeft))
})

describe('paying by card', () => {
  test('[CHK-13] [CHK-18 recorded once, mails customer and shop] [API-01 checkout] a good card: paid, told by mail, cart empty', async () => {
    const client = await withTea(threeLeft, 2)
    const { status, json, headers } = await client.post(
      '/checkout',
      byCard('pm_card_visa', { customer_note: 'Ring\r\ntwice' }),
    )
    expect([status, json.status, json.customer_note]).toEqual([200, 'processing', 'Ring\ntwice'])
    const received = `http://shop.test/checkout/order-received/${json.order_id}/?key=${json.order_key}`
    expect(json.payment_result).toEqual({
      payment_status: 'success',
      payment_details: [
        { key: 'result', value: 'success' },
        { key: 'redirect', value: received },
      ],
      redirect_url: received,
    })
    expect(headers.get('cart-hash')).toBe('')
    expect((await client.get('/cart')).json.items).toEqual([])
    const [order] = await allOrders()
    expect(order).toMatchObject({ id: json.order_id, createdVia: 'store-api', totalCents: 2 * 6493 + 995 + 1688 + 129 })
    const [payment] = await db.select().from(payments)
    expect(payment).toMatchObject({ orderId: json.order_id, amountCents: order?.totalCents })
    // One piece is left, so the owner gets an email.
    expect((await db.select().from(emails)).map((mail) => mail.template).toSorted()).toEqual([
      'low-stock',
      'new-order',
      'order-confirmation',
    ])
    expect(await onHand(threeLeft)).toBe(1)
    expect((await app.request(received.replace('http://shop.test', ''))).status).toBe(200)
  })

  test.each([
    ['card', byCard('pm_card_visa')],
    ['cash', byCash],
  ])('[API-01 checkout] the note of an order by %s is not that of the next order', async (_method, body) => {
    const client = await withTea()
    expect((await client.post('/checkout', { ...body, customer_note: 'Ring twice' })).json.customer_note).toBe(
      'Ring twice',
    )
    await client.post('/cart/add-item', { id: simple, quantity: 1 })
    expect((await client.get('/checkout')).json.customer_note).toBe('')
    await client.post('/checkout', body)
    expect((await allOrders()).map(({ customerNote }) => customerNote)).toEqual(['Ring twice', ''])
  })

  test('[API-01 checkout] after a declined card, a price that has changed is the one that is charged', async () => {
    const client = await withTea()
    expect((await client.post('/checkout', byCard('pm_card_chargeDeclined'))).status).toBe(400)
    const [before] = await db.select().from(products).where(eq(products.id, simple))
    await db.update(products).set({ regularPriceCents: 2000 }).where(eq(products.id, simple))
    try {
      const { total_price } = (await client.get('/cart')).json.totals
      const { status, json } = await client.post('/checkout', byCard('pm_card_visa'))
      expect([status, json.status]).toEqual([200, 'processing'])
      const stored = (await allOrders()).map((order) => [order.status, String(order.totalCents)])
      expect(stored).toEqual([
        ['cancelled', expect.any(String)],
        ['processing', total_price],
      ])
      const paid = await db.select().from(payments).where(eq(payments.orderId, json.order_id))
      expect(paid).toMatchObject([{ amountCents: Number(total_price), status: 'succeeded' }])
    } finally {
      await db.update(products).set({ regularPriceCents: before?.regularPriceCents }).where(eq(products.id, simple))
    }
  })

  test.each([
    ['pm_card_chargeDeclinedInsufficientFunds', 'The card has insufficient funds to complete the purchase.'],
    ['pm_card_chargeDeclined', 'The card has been declined for an unknown reason.'],
    ['pm_card_chargeDeclinedExpiredCard', 'The card has expired. Check the expiration date or use a different card.'],
  ])('[CHK-13] [ERR-03] %s: the catalogue says why, and a good card pays the same order', async (card, message) => {
    const client = await withTea()
    const declined = await client.post('/checkout', byCard(card))
    expect([declined.status, declined.json]).toEqual([
      400,
      { code: 'woocommerce_rest_payment_error', message, data: { status: 400 } },
    ])
    expect((await client.get('/cart')).json.items_count).toBe(1)
    expect(await db.select().from(emails)).toEqual([])
    const paid = await client.post('/checkout', byCard('pm_card_visa'))
    expect([paid.status, paid.json.status]).toEqual([200, 'processing'])
    expect(await allOrders()).toHaveLength(1)
  })

  test('[CHK-13] extra authentication: redirects with the secret in the hash, nothing is paid yet', async () => {
    const client = await withTea()
    const { status, json } = await client.post('/checkout', byCard('pm_card_authenticationRequired'))
    expect([status, json.status, json.payment_result.payment_status]).toEqual([200, 'pending', 'success'])
    const [, encoded = ''] = /^#response=(.+)$/.exec(json.payment_result.redirect_url) ?? []
    const response = JSON.parse(Buffer.from(decodeURIComponent(encoded), 'base64').toString())
    expect(response).toMatchObject({
      type: 'payment_intent',
      gateway_id: 'stripe_cc',
      order_id: json.order_id,
      order_key: json.order_key,
      status: 'requires_action',
    })
    expect(response.client_secret).toMatch(/^pi_.+_secret_/)
    expect((await client.get('/cart')).json.items_count).toBe(1)
  })

  test.each([
    ['no card', { payment_data: [] }, 400, 'woocommerce_rest_payment_error'],
    [
      'a card that is none',
      { payment_data: [{ key: 'stripe_cc_token_key', value: 'pm_nothing' }] },
      400,
      'woocommerce_rest_payment_error',
    ],
    ['card data that is no list', { payment_data: 'pm_card_visa' }, 400, 'rest_invalid_param'],
    [
      'a card that is an object',
      { payment_data: [{ key: 'stripe_cc_token_key', value: {} }] },
      400,
      'rest_invalid_param',
    ],
  ])('[CHK-13] %s: rejected, and nothing is paid', async (_name, more, status, code) => {
    const client = await withTea()
    const answer = await client.post('/checkout', byCard('', more))
    expect([answer.status, answer.json.code]).toEqual([status, code])
    expect((await allOrders()).filter((order) => order.paidAt !== null)).toEqual([])
    expect((await client.get('/cart')).json.items_count).toBe(1)
  })
})

describe('the same checkout again', () => {
  test('[CHK-18 recorded once] ten concurrent requests: one order, one charge, one response', async () => {
    const client = await withTea(threeLeft)
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => client.post('/checkout', byCard('pm_card_visa'))),
    )
    expect(responses.map((answer) => answer.status)).toEqual(Array(10).fill(200))
    expect(new Set(responses.map((answer) => answer.json.order_id)).size).toBe(1)
    expect(await allOrders()).toHaveLength(1)
    const charges = await pool.query(
      `select count(*)::int as count from provider_sandbox.objects
       where data->>'object' = 'charge' and data->>'paid' = 'true' and data->'metadata'->>'order_id' = $1`,
      [String(responses[0]?.json.order_id)],
    )
    expect(charges.rows[0].count).toBe(1)
    expect(await onHand(threeLeft)).toBe(2)
    const templates = (await db.select().from(emails)).map((mail) => mail.template)
    expect(templates.toSorted()).toEqual(['low-stock', 'new-order', 'order-confirmation'])
  })

  test('[CHK-18] repeated later it returns the same order; a different one finds the cart empty', async () => {
    const client = await withTea()
    const first = await client.post('/checkout', byCash)
    const again = await client.post('/checkout', byCash)
    expect([again.status, again.json.order_id]).toEqual([200, first.json.order_id])
    const other = await client.post('/checkout', { ...byCash, customer_note: 'Something else' })
    expect([other.status, other.json.code]).toEqual([409, 'woocommerce_rest_cart_empty'])
    expect(other.json.data.cart.items).toEqual([])
    expect(await allOrders()).toHaveLength(1)
  })

  test('[CHK-18] the same cart bought twice is two orders', async () => {
    const client = await withTea()
    const first = await client.post('/checkout', byCash)
    await client.post('/cart/add-item', { id: simple })
    const second = await client.post('/checkout', byCash)
    expect(second.json.order_id).not.toBe(first.json.order_id)
    expect(await allOrders()).toHaveLength(2)
  })
})

describe('stock', () => {
  test('[CHK-18 takes stock] eight buyers of the last three: three succeed, five get an error', async () => {
    const clients = await Promise.all(Array.from({ length: 8 }, () => withTea(threeLeft)))
    const responses = await Promise.all(clients.map((client) => client.post('/checkout', byCash)))
    expect(responses.filter((answer) => answer.status === 200)).toHaveLength(3)
    const rejected = responses.filter((answer) => answer.status !== 200)
    expect(new Set(rejected.map((answer) => `${answer.status} ${answer.json.code}`))).toEqual(
      new Set(['409 woocommerce_rest_product_out_of_stock']),
    )
    expect(rejected[0]?.json.data.cart.items_count).toBe(1)
    expect(await onHand(threeLeft)).toBe(0)
    expect(await allOrders()).toHaveLength(3)
  })
})

describe('invalid requests', () => {
  const cases: readonly (readonly [name: string, change: object, status: number, code: string])[] = [
    ['no addresses', { billing_address: undefined }, 400, 'rest_missing_callback_param'],
    ['an address that is null', { billing_address: null }, 400, 'rest_missing_callback_param'],
    ['an address that is a text', { billing_address: 'here' }, 400, 'rest_invalid_param'],
    ['an empty address', { billing_address: {} }, 400, 'woocommerce_rest_invalid_address'],
    [
      'a shipping address without a name',
      { shipping_address: { ...ada, last_name: ' ' } },
      400,
      'woocommerce_rest_invalid_address',
    ],
    ['a province that is none', { shipping_address: { ...ada, state: 'ZZ' } }, 400, 'rest_invalid_param'],
    ['no way to pay', { payment_method: '' }, 400, 'woocommerce_rest_checkout_missing_payment_method'],
    ['a way to pay that is a list', { payment_method: ['cod'] }, 400, 'rest_invalid_param'],
    ['a note that is a number', { customer_note: 7 }, 400, 'rest_invalid_param'],
    ['a note that is a novel', { customer_note: 'x'.repeat(2001) }, 400, 'rest_invalid_param'],
    ['a wish for an account that is a text', { create_account: 'perhaps' }, 400, 'rest_invalid_param'],
    ['extensions that are a list', { extensions: [] }, 400, 'rest_invalid_param'],
  ]
  test.each(cases)('[API-01] %s: rejected, and no order is created', async (_name, change, status, code) => {
    const client = await withTea(threeLeft)
    const answer = await client.post('/checkout', { ...byCash, ...change })
    expect([answer.status, answer.json.code]).toEqual([status, code])
    expect(await allOrders()).toEqual([])
    expect(await onHand(threeLeft)).toBe(3)
  })

  test('[API-01] broken JSON', async () => {
    const client = await withTea()
    const answer = await client.post('/checkout', '{"billing_address":')
    expect([answer.status, answer.json.code]).toEqual([400, 'rest_invalid_json'])
  })

  test('[API-02] every empty field of both addresses is reported', async () => {
    const client = await withTea()
    const { json } = await client.post('/checkout', {
      ...byCash,
      billing_address: { ...addresses.billing_address, city: '', email: '' },
      shipping_address: { ...ada, first_name: '' },
    })
    expect(json).toEqual({
      code: 'woocommerce_rest_invalid_address',
      message:
        'There was a problem with the provided billing address: Town / City is required, Email address is required',
      data: {
        status: 400,
        errors: {
          billing: ['Town / City is required', 'Email address is required'],
          shipping: ['First name is required'],
        },
      },
    })
  })
})

describe('stored data', () => {
  test('[API-01] no amount, status or price list of the request counts', async () => {
    const client = await withTea()
    const { json } = await client.post('/checkout', {
      ...byCash,
      total: '1',
      totals: { total_price: '1' },
      status: 'completed',
      order_id: 5,
      customer_id: 1,
    })
    const [order] = await db.select().from(orders).where(eq(orders.id, json.order_id))
    expect(order).toMatchObject({ status: 'processing', totalCents: 6103 + 995 + 793 + 129, customerId: null })
    const lines = await db
      .select()
      .from(orderLines)
      .where(inArray(orderLines.orderId, [json.order_id]))
    expect(lines.map((line) => [line.unitPriceCents, line.quantity])).toEqual([[6103, 1]])
  })

  test('[ATTR-01 extension data] attribution data is stored', async () => {
    const client = await withTea()
    const visit = {
      source_type: 'utm',
      utm_source: 'letter\0 of \ud800 March',
      session_pages: '3',
      utm_term: null,
      utm_medium: '(none)',
      referrer: 'x'.repeat(900),
    }
    const { status, json } = await client.post('/checkout', {
      ...byCash,
      extensions: { 'woocommerce/order-attribution': visit, other: { deep: [[[]]] } },
    })
    expect(status).toBe(200)
    const [order] = await db.select().from(orders).where(eq(orders.id, json.order_id))
    expect(order?.attribution).toEqual({
      source_type: 'utm',
      utm_source: 'letter of \ufffd March',
      session_pages: '3',
      referrer: 'x'.repeat(500),
    })
  })

  test.each([[3], [true], [['utm']], [{ a: 1 }]])(
    '[ATTR-01] attribution field %j is rejected, and no order is created',
    async (utm_source) => {
      const client = await withTea()
      const extensions = { 'woocommerce/order-attribution': { source_type: 'utm', utm_source } }
      const { status, json } = await client.post('/checkout', { ...byCash, extensions })
      const message = 'extensions[woocommerce/order-attribution][utm_source] is not of type string or null.'
      expect([status, json]).toEqual([
        400,
        {
          code: 'rest_invalid_param',
          message: 'Invalid parameter(s): extensions',
          data: {
            status: 400,
            params: { extensions: message },
            details: { extensions: { code: 'api-error', message, data: null } },
          },
        },
      ])
      expect(await allOrders()).toEqual([])
      expect((await client.get('/cart')).json.items_count).toBe(1)
    },
  )

  test.each([['utm'], [7], [['utm']]])('[ATTR-01] attribution %j is ignored', async (visit) => {
    const client = await withTea()
    const extensions = { 'woocommerce/order-attribution': visit }
    const { status, json } = await client.post('/checkout', { ...byCash, extensions })
    expect([status, json.data.details.extensions.code]).toEqual([400, 'rest_invalid_type'])
    expect(await allOrders()).toEqual([])
  })

  test('[API-01] earlier selections apply: shipping method, note', async () => {
    const client = await withTea()
    await client.post('/cart/select-shipping-rate', { package_id: 0, rate_id: 'local_pickup:3' })
    await client.call('PUT', '/checkout', { order_notes: 'Ring twice', payment_method: 'cheque' })
    const draft = await client.call('PATCH', '/checkout', {})
    expect(draft.json).toMatchObject({ customer_note: 'Ring twice', payment_method: 'cheque', order_id: 0 })
    const { json } = await client.post('/checkout', byCash)
    const [order] = await db.select().from(orders).where(eq(orders.id, json.order_id))
    expect(order).toMatchObject({ customerNote: 'Ring twice', shippingCents: 0, paymentMethod: 'cod' })
  })

  test('[API-01] without a shipping address it goes to the billing address', async () => {
    const client = await withTea()
    const { json } = await client.post('/checkout', { ...byCash, shipping_address: undefined })
    expect(json.shipping_address).toEqual(ada)
  })

  test('[API-01] a disabled payment method is rejected', async () => {
    const settings = shop.settings()
    expect(settings.gateways.cheque.enabled).toBe(true)
    const client = await withTea()
    const { json } = await client.post('/checkout', { ...byCash, payment_method: 'paypal' })
    expect(json.data.params.payment_method).toBe(
      'payment_method is not one of , stripe_cc, stripe_googlepay, stripe_applepay, bacs, cheque, and cod.',
    )
    expect((await db.select({ count: sql<number>`count(*)::int` }).from(orders))[0]?.count).toBe(0)
  })
})

describe('[API-01] a shop that sells to Canada only, and ships within it', () => {
  const american = { ...ada, city: 'New York', state: 'NY', postcode: '10001', country: 'US' }

  test('an address in another country is refused, and nothing is ordered', async () => {
    const { app: canadianApp, db: canadianDb } = await openShop({
      settings: { ...shop.settings(), checkout: { ...defaultSettings.checkout, sellsTo: ['CA'], shipsTo: ['CA'] } },
    })
    const client = await storeClientWithToken(canadianApp)
    await client.post('/cart/add-item', { id: simple, quantity: 1 })
    const refused = await client.post('/checkout', {
      ...byCash,
      billing_address: { ...american, email: 'ada@shop.test' },
    })
    expect([refused.status, refused.json]).toEqual([
      400,
      {
        code: 'woocommerce_rest_invalid_address_country',
        message: 'Sorry, we do not allow orders from the provided country (US)',
        data: { status: 400, allowed_countries: ['CA'] },
      },
    ])
    expect(await canadianDb.$count(orders)).toBe(0)
    expect((await client.post('/checkout', byCash)).status).toBe(200)
  })
})
