import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { products } from '../../shop/catalog/catalog.table.ts'
import { payments } from '../../shop/orders/payments/payments.table.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { openTestCheckout } from './open-test-checkout.ts'

const { byCard, byCash, allOrders, onHand, withTea, app, db, pool, simple, threeLeft } = await openTestCheckout()

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
