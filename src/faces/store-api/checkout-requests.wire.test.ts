import { eq, inArray, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openShop } from '../../../test/support/shop.ts'
import { storeClientWithToken } from '../../../test/support/store-client.ts'
import { defaultSettings } from '../../settings.ts'
import { orderLines, orders } from '../../shop/orders/orders.table.ts'
import { openTestCheckout } from './open-test-checkout.ts'

const { ada, addresses, byCash, allOrders, onHand, withTea, shop, db, simple, threeLeft } = await openTestCheckout()

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
