import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { ada as adaAddress, teapots, writeOrder } from '../../../test/support/orders.ts'
import { openShop, recordedSettings } from '../../../test/support/shop.ts'
import { ada, StoreClient, storeClientWithToken } from '../../../test/support/store-client.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { digestShop } from '../../../test/wire/shop-digest.ts'
import { users } from '../../people/identity/accounts.table.ts'
import { defaultSettings, type Settings } from '../../settings.ts'
import { findOrder } from '../../shop/orders/orders.store.ts'
import { orders } from '../../shop/orders/orders.table.ts'
import { payments } from '../../shop/orders/payments/payments.table.ts'
import { emails } from '../../things/messages/emails.table.ts'

const { cod, bacs, cheque } = recordedSettings.gateways ?? defaultSettings.gateways
const base = { ...recordedSettings, gateways: { ...defaultSettings.gateways, cod, bacs, cheque } }
const orderLimits = { ...defaultSettings.orderLimits, failedCards: 3 }
const { app, db, pool, shop } = await openShop({ settings: { ...base, orderLimits }, poolSize: 20 })
const current: { settings: Settings } = { settings: shop.settings() }
Object.assign(shop, { settings: () => current.settings })
const original = current.settings

beforeEach(async () => {
  await pool.query('truncate orders, emails, stock_movements, rate_limits cascade')
  current.settings = original
})

const purchase = (email: string) => ({ billing_address: { ...ada, email }, shipping_address: ada })
const byCard = (card: string) => ({
  payment_method: 'stripe_cc',
  payment_data: [{ key: 'stripe_cc_token_key', value: card }],
})
const DECLINED = 'pm_card_chargeDeclined'

async function withTea(client?: StoreClient): Promise<StoreClient> {
  const buyer = client ?? (await storeClientWithToken(app))
  expect((await buyer.post('/cart/add-item', { id: 131, quantity: 1 })).status).toBe(201)
  return buyer
}

/** A guest order with a declined card, and a client that has only the order's link. */
async function unpaid() {
  const client = await withTea()
  expect((await client.post('/checkout', { ...purchase('ada@shop.test'), ...byCard(DECLINED) })).status).toBe(400)
  const [order] = await db.select().from(orders)
  if (!order) throw new Error('No order was placed')
  return {
    order,
    program: await storeClientWithToken(app),
    proof: { key: order.orderKey, billing_email: 'ada@shop.test' },
  }
}

describe('an order by id', () => {
  const getOrder = (client: StoreClient, order: { id: number }, proof: Record<string, string>, headers = {}) =>
    client.get(`/order/${order.id}?${new URLSearchParams(proof)}`, headers)

  test('[API-01 order] [ACC-03] a guest order requires both key and email address', async () => {
    const order = await writeOrder(db)
    const client = new StoreClient(app)
    const authorized = await getOrder(client, order, { key: order.orderKey, billing_email: ' ADA@shop.test' })
    expect([authorized.status, authorized.json.id, authorized.headers.get('cache-control')]).toEqual([
      200,
      order.id,
      'no-store',
    ])
    for (const [proof, code, message] of [
      [{}, 'woocommerce_rest_invalid_order', 'Invalid order ID or key provided.'],
      [{ billing_email: 'ada@shop.test' }, 'woocommerce_rest_invalid_order', 'Invalid order ID or key provided.'],
      [{ key: order.orderKey }, 'woocommerce_rest_invalid_billing_email', 'No billing email provided.'],
      [
        { key: order.orderKey, billing_email: 'bob@shop.test' },
        'woocommerce_rest_invalid_billing_email',
        'Invalid billing email provided.',
      ],
    ] as const) {
      const { status, json } = await getOrder(client, order, proof)
      expect([status, json]).toEqual([401, { code, message, data: { status: 401 } }])
    }
    const otherUser = await createSignedInUser(shop, 'customer')
    expect((await getOrder(client, order, {}, { cookie: otherUser.cookie })).status).toBe(401)
    expect((await getOrder(client, { id: 99_999_999_999 }, { key: 'x' })).status).toBe(404)
  })

  test('[API-01 order] [ACC-03] a customer’s order requires their session', async () => {
    const owner = await createSignedInUser(shop, 'customer')
    const other = await createSignedInUser(shop, 'customer')
    const order = await writeOrder(db, { customerId: owner.id })
    const proof = { key: order.orderKey, billing_email: adaAddress.email }
    const client = new StoreClient(app)
    expect((await getOrder(client, order, {}, { cookie: owner.cookie })).json.id).toBe(order.id)
    for (const headers of [{}, { cookie: other.cookie }]) {
      const rejected = await getOrder(client, order, proof, headers)
      expect([rejected.status, rejected.json.code]).toEqual([403, 'woocommerce_rest_invalid_user'])
      expect((await getOrder(client, order, {}, headers)).status).toBe(401)
    }
    const foreign = { cookie: owner.cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await getOrder(client, order, {}, foreign)).status).toBeGreaterThanOrEqual(401)
  })

  test('[API-01] an order shows products that no longer exist', async () => {
    const line = { productId: 999_999, variationId: 0, name: 'Old <cup>', quantity: 2, unitPriceCents: 6103 }
    const cents = { subtotalCents: 12206, totalCents: 12206, taxCents: 1587, taxClass: 'standard' as const }
    const choices = [{ label: 'Glaze', value: 'Sea green' }]
    const order = await writeOrder(db, { lines: [{ ...line, ...cents, choices }] })
    const { json } = await getOrder(new StoreClient(app), order, {
      key: order.orderKey,
      billing_email: 'ada@shop.test',
    })
    expect(json.items).toMatchObject([
      {
        name: 'Old &lt;cup&gt; - Sea green',
        quantity_limits: { minimum: 2, maximum: 2, editable: false },
        permalink: '',
        images: [],
        variation: [{ raw_attribute: 'attribute_pa_glaze', attribute: 'Glaze', value: 'Sea green' }],
        totals: { line_total: '12206', line_total_tax: '1587' },
      },
    ])
    const { total_items, total_items_tax, total_shipping, total_shipping_tax, total_price } = json.totals
    const parts = [total_items, total_items_tax, total_shipping, total_shipping_tax]
    expect(parts.reduce((sum, part) => sum + Number(part), 0)).toBe(Number(total_price))
  })
})

test('[API-01] the tax on a discounted line before its discount is that of its own class', async () => {
  const discounted = { ...teapots, subtotalCents: 10000, totalCents: 5000, taxCents: 250 }
  const book = { ...teapots, subtotalCents: 10000, totalCents: 10000, taxCents: 1000, taxClass: 'books' }
  const rate = { shippingTaxCents: 0 }
  const order = await writeOrder(db, {
    lines: [discounted, book],
    taxLines: [
      { ...rate, code: 'CA-GST-1', label: 'GST', ratePer100k: 5000, itemsTaxCents: 250 },
      { ...rate, code: 'CA-BOOKS-1', label: 'Books', ratePer100k: 10000, itemsTaxCents: 1000 },
    ],
  })
  const query = new URLSearchParams({ key: order.orderKey, billing_email: 'ada@shop.test' })
  const { json } = await new StoreClient(app).get(`/order/${order.id}?${query}`)
  expect(json.items.map(({ totals }: { totals: object }) => totals)).toMatchObject([
    { line_subtotal: '10000', line_subtotal_tax: '500', line_total: '5000', line_total_tax: '250' },
    { line_subtotal: '10000', line_subtotal_tax: '1000', line_total: '10000', line_total_tax: '1000' },
  ])
})

describe('paying a pending order', () => {
  test('[API-01] [CHK-18] with another card: paid once, also when repeated', async () => {
    const { order, program, proof } = await unpaid()
    const body = { ...proof, ...byCard('pm_card_visa'), billing_address: { ...ada, first_name: 'Grace' } }
    const responses = await Promise.all([1, 2, 3].map(() => program.post(`/checkout/${order.id}`, body)))
    responses.push(await program.post(`/checkout/${order.id}`, body))
    for (const { status, json } of responses) {
      expect([status, json.order_id, json.status]).toEqual([200, order.id, 'processing'])
      expect(json.payment_result.redirect_url).toContain(`/checkout/order-received/${order.id}/?key=${order.orderKey}`)
    }
    const paid = await findOrder(db, order.id)
    expect(paid).toMatchObject({ status: 'processing', totalCents: order.totalCents })
    expect(paid?.billing).toMatchObject({ firstName: 'Grace', email: 'ada@shop.test' })
    expect((await db.select().from(payments)).map((payment) => payment.status)).toEqual(['succeeded'])
    expect((await db.select().from(emails)).map((mail) => mail.template).toSorted()).toEqual([
      'new-order',
      'order-confirmation',
    ])
  })

  test('[API-01] [CHK-18] switching to bank transfer: accepted once, and the card can no longer be charged', async () => {
    const { order, program, proof } = await unpaid()
    const body = { ...proof, payment_method: 'bacs' }
    const responses = await Promise.all([1, 2].map(() => program.post(`/checkout/${order.id}`, body)))
    expect(responses.map(({ status, json }) => [status, json.status])).toEqual([
      [200, 'on-hold'],
      [200, 'on-hold'],
    ])
    expect((await findOrder(db, order.id))?.paymentMethodTitle).toBe('Direct bank transfer')
    const repeated = await program.post(`/checkout/${order.id}`, { ...proof, ...byCard('pm_card_visa') })
    expect([repeated.status, repeated.json]).toEqual([
      409,
      { code: 'invalid_order_update_status', message: 'This order cannot be paid for.', data: { status: 409 } },
    ])
    expect((await findOrder(db, order.id))?.status).toBe('on-hold')
  })

  test('[API-01] [ACC-03] without key, with invalid input or without a card nothing happens', async () => {
    const { order, program, proof } = await unpaid()
    const validBody = { ...proof, ...byCard('pm_card_visa') }
    const before = await digestShop(db)
    for (const [body, status, code] of [
      [{ ...validBody, key: 'wc_order_x' }, 401, 'woocommerce_rest_invalid_order'],
      [{ ...validBody, billing_email: 'bob@shop.test' }, 401, 'woocommerce_rest_invalid_billing_email'],
      [{ ...proof, payment_method: 'stripe_cc' }, 400, 'woocommerce_rest_payment_error'],
      [{ ...validBody, payment_method: 'paypal' }, 400, 'rest_invalid_param'],
      [{ ...validBody, billing_address: { ...ada, postcode: '12345' } }, 400, 'rest_invalid_param'],
      [{ ...validBody, billing_address: { ...ada, city: '' } }, 400, 'woocommerce_rest_invalid_address'],
      [{ ...validBody, extensions: { 'woocommerce/order-attribution': [] } }, 400, 'rest_invalid_param'],
    ] as const) {
      const rejected = await program.post(`/checkout/${order.id}`, body)
      expect([rejected.status, rejected.json.code]).toEqual([status, code])
    }
    expect((await program.post('/checkout/99999999', validBody)).status).toBe(404)
    expect((await new StoreClient(app).post(`/checkout/${order.id}`, validBody)).status).toBe(401)
    expect(await digestShop(db)).toEqual(before)
  })

  test('[API-01] billed to a country that the shop does not sell to, nothing happens, unless the order already was', async () => {
    const { order, program, proof } = await unpaid()
    current.settings = { ...original, checkout: { ...original.checkout, sellsTo: ['CA'], shipsTo: ['CA'] } }
    const billing_address = { ...ada, city: 'New York', state: 'NY', postcode: '10001', country: 'US' }
    const body = { ...proof, ...byCard('pm_card_visa'), billing_address }
    const before = await digestShop(db)
    const rejected = await program.post(`/checkout/${order.id}`, body)
    expect([rejected.status, rejected.json]).toEqual([
      400,
      {
        code: 'woocommerce_rest_invalid_address_country',
        message: 'Sorry, we do not allow orders from the provided country (US)',
        data: { status: 400, allowed_countries: ['CA'] },
      },
    ])
    expect(await digestShop(db)).toEqual(before)
    await db.update(orders).set({ billing: { ...order.billing, country: 'US' } })
    expect((await program.post(`/checkout/${order.id}`, body)).status).toBe(200)
  })

  test('[API-01] [CHK-13] a declined card returns the reason, and the order remains pending', async () => {
    const { order, program, proof } = await unpaid()
    const declined = await program.post(`/checkout/${order.id}`, { ...proof, ...byCard(DECLINED) })
    expect([declined.status, declined.json.code]).toEqual([400, 'woocommerce_rest_payment_error'])
    expect(declined.json.message).toBe('The card has been declined for an unknown reason.')
    expect((await findOrder(db, order.id))?.paidAt).toBeNull()
  })

  test('[API-01] [CHK-18] too many card attempts on one order are rejected before the provider is called', async () => {
    const { order, program, proof } = await unpaid()
    const pay = (card: string) => program.post(`/checkout/${order.id}`, { ...proof, ...byCard(card) })
    expect((await pay(DECLINED)).status).toBe(400)
    expect((await pay('pm_card_chargeDeclinedExpiredCard')).status).toBe(400)
    const rejected = await pay('pm_card_visa')
    expect([rejected.status, rejected.json.code]).toEqual([429, 'rate_limit_exceeded'])
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await findOrder(db, order.id))?.paidAt).toBeNull()
  })
})

describe('account creation with the order', () => {
  const usersWith = (email: string) => db.select().from(users).where(eq(users.email, email))
  const transfer = (email: string) => ({ ...purchase(email), payment_method: 'bacs', create_account: true })

  test('[API-01] [ACC-04] the browser is signed in as the new customer', async () => {
    const browser = new StoreClient(app, 'cookies')
    await browser.get('/cart')
    await withTea(browser)
    const placed = await browser.post('/checkout', transfer('new@shop.test'))
    const [user] = await usersWith('new@shop.test')
    expect([placed.status, placed.json.customer_id, placed.headers.get('user-id')]).toEqual([
      200,
      user?.id,
      String(user?.id),
    ])
    expect((await browser.get(`/order/${placed.json.order_id}`)).json.id).toBe(placed.json.order_id)
    await withTea(browser)
    const again = await browser.post('/checkout', { ...purchase('new@shop.test'), payment_method: 'bacs' })
    expect([again.status, again.json.customer_id]).toEqual([200, user?.id])
    expect((await db.select().from(emails)).filter((mail) => mail.template === 'new-account')).toHaveLength(1)
  })

  test('[API-01] [ACC-04] the browser is remembered as one of the new customer, and as one that has paid', async () => {
    const browser = new StoreClient(app, 'cookies')
    await browser.get('/cart')
    await withTea(browser)
    const paid = { ...purchase('card@shop.test'), ...byCard('pm_card_visa'), create_account: true }
    const { json } = await browser.post('/checkout', paid)
    expect(browser.cookies.get('samovar.device')).toContain(`.${json.order_id}.${json.customer_id}.`)
  })

  test('[API-01] [ACC-04] a program with a cart token gets no cookies; sent again, one account and one order are made', async () => {
    const program = await withTea()
    const responses = await Promise.all([1, 2, 3].map(() => program.post('/checkout', transfer('program@shop.test'))))
    const [user] = await usersWith('program@shop.test')
    for (const { status, json, headers } of responses) {
      expect([status, json.customer_id, headers.get('user-id')]).toEqual([200, user?.id, '0'])
      expect(headers.getSetCookie()).toEqual([])
    }
    expect(await db.select().from(orders)).toHaveLength(1)
  })

  test('[API-01] [ACC-04] an existing account or a short password: rejected, and nothing is created or charged', async () => {
    const program = await withTea()
    const { email } = await createSignedInUser(shop, 'customer')
    const before = await digestShop(db)
    const duplicate = await program.post('/checkout', transfer(email))
    expect([duplicate.status, duplicate.json]).toEqual([
      400,
      {
        code: 'registration-error-email-exists',
        message: 'An account is already registered with your email address. Please log in.',
        data: { status: 400 },
      },
    ])
    current.settings = { ...original, checkout: { ...original.checkout, accountCreation: 'password' } }
    for (const customer_password of [undefined, '', 'short', 'x'.repeat(129)]) {
      const rejected = await program.post('/checkout', { ...transfer('typed@shop.test'), customer_password })
      expect([rejected.status, rejected.json.code]).toEqual([400, 'registration-error-missing-password'])
    }
    expect(await digestShop(db)).toEqual(before)
    const validBody = { ...transfer('typed@shop.test'), customer_password: 'two-leaves-and-a-bud' }
    expect((await program.post('/checkout', validBody)).json.customer_id).toBe(
      (await usersWith('typed@shop.test'))[0]?.id,
    )
  })

  test('[API-01] without account creation the order is a guest order', async () => {
    current.settings = { ...original, checkout: { ...original.checkout, accountCreation: 'none' } }
    const program = await withTea()
    expect((await program.post('/checkout', transfer('none@shop.test'))).json.customer_id).toBe(0)
    expect(await usersWith('none@shop.test')).toEqual([])
  })
})
