import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { completeAuthentication, newBuyer } from '../../../../test/running/buyer.ts'
import { ada, writeOrder } from '../../../../test/support/orders.ts'
import { referenceIds } from '../../../../test/support/reference-shop.ts'
import { openShop, recordedSettings } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { digestShop } from '../../../../test/wire/shop-digest.ts'
import { consents } from '../../../people/identity/consents/consents.table.ts'
import { personOf } from '../../../people/privacy/personal-data.ts'
import { consentData } from '../../../people/privacy/privacy-log.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { defaultSettings, type Settings } from '../../../settings.ts'
import { entries, oldSlugs } from '../../../things/entries/entries.table.ts'
import { emails } from '../../../things/messages/emails.table.ts'
import { findOrder, type NewOrder, type Order } from '../../orders/orders.store.ts'
import { orders } from '../../orders/orders.table.ts'
import { payments } from '../../orders/payments/payments.table.ts'
import { mergeGateways } from '../../payment-methods/payment-methods.ts'
import { orderPayNonce } from './submit-order-pay.ts'

const { cod, bacs, cheque } = recordedSettings.gateways ?? defaultSettings.gateways
const base = { ...recordedSettings, gateways: { ...defaultSettings.gateways, cod, bacs, cheque } }
const { app, db, pool, shop, provider, enqueuedJobs } = await openShop({ settings: base, poolSize: 20 })
const current: { settings: Settings } = { settings: shop.settings() }
Object.assign(shop, { settings: () => current.settings })
const original = current.settings

beforeEach(async () => {
  await pool.query('truncate orders, consents, payments, emails, stock_movements, rate_limits cascade')
  current.settings = original
})

const CALL = '/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/order-pay'
const DECLINED = 'pm_card_chargeDeclined'

const createUnpaidOrder = (changes: Partial<NewOrder> = {}): Promise<Order> =>
  writeOrder(db, { paymentMethod: 'stripe_cc', paymentMethodTitle: 'Card', ...changes })
const pageOf = (order: Order, key = order.orderKey): string => hrefs.orderPay(order.id, key)
const send = async (path: string, fields: Record<string, string>) =>
  app.request(path, { method: 'POST', body: new URLSearchParams(fields) })
const fieldsFor = (order: Order, changes: Record<string, string> = {}) => ({
  woocommerce_pay: '1',
  'woocommerce-pay-nonce': orderPayNonce(shop, order),
  payment_method: 'stripe_cc',
  stripe_cc_token_key: 'pm_card_visa',
  ...changes,
})
const post = (order: Order, changes: Record<string, string> = {}) => send(pageOf(order), fieldsFor(order, changes))
const call = async (order: Order, changes: Record<string, string> = {}) => {
  const fields = { order_id: String(order.id), order_key: order.orderKey, ...fieldsFor(order, changes) }
  const response = await send(CALL, fields)
  return { status: response.status, json: JSON.parse(await response.text()) as Record<string, unknown> }
}
const read = async (path: string) => {
  const response = await app.request(path)
  return { status: response.status, headers: response.headers, html: await response.text() }
}
const received = (order: Order): string => hrefs.orderReceived(order.id, order.orderKey)
const statusOf = async (order: Order) => (await findOrder(db, order.id))?.status
const personal = ['Kettle Lane', 'ada@shop.test', 'Cast-iron teapot', '149.17']

/** Amounts charged by the provider for this test's orders, in cents. */
async function charged(): Promise<number[]> {
  const response = await fetch(`${provider.url}/v1/payment_intents?limit=100`, {
    headers: { authorization: `Bearer ${provider.secretKey}` },
  })
  type StoredIntent = { status: string; amount_received: number; metadata: { order_id?: string } }
  const { data } = (await response.json()) as { data: StoredIntent[] }
  const orderIds = new Set((await db.select().from(orders)).map((order) => String(order.id)))
  return data
    .filter((intent) => intent.status === 'succeeded' && orderIds.has(intent.metadata.order_id ?? ''))
    .map((intent) => intent.amount_received)
}

describe('the page behind a payment link', () => {
  test('[OPAY-01] the order key opens it: items, totals, billing details and payment methods', async () => {
    const order = await createUnpaidOrder()
    const { status, headers, html } = await read(pageOf(order))
    expect([status, headers.get('cache-control')]).toEqual([
      200,
      'no-cache, must-revalidate, max-age=0, no-store, private',
    ])
    for (const text of personal) expect(html).toContain(text)
    for (const className of [
      'woocommerce-order-pay',
      'id="order_review"',
      'shop_table',
      'id="payment"',
      'id="place_order"',
      'name="woocommerce_pay" value="1"',
      'name="woocommerce-pay-nonce"',
      'content="noindex',
      'id="payment_method_stripe_cc"',
      'id="payment_method_bacs"',
    ])
      expect(html).toContain(className)
    expect(headers.get('set-cookie')).toBeNull()
  })

  test('[OPAY-01 wrong key refused] a wrong key and an unknown id get the same response, which reveals nothing of the order', async () => {
    const order = await createUnpaidOrder()
    const before = await digestShop(db)
    const rejected = [
      pageOf(order, 'wc_order_x'),
      pageOf(order, ''),
      pageOf(order, order.orderKey.toUpperCase()),
      `/checkout/order-pay/${order.id}/`,
      `/checkout/order-pay/${order.id}/?pay_for_order=true&key[]=${order.orderKey}`,
    ]
    const unknownOrder = await read(hrefs.orderPay(order.id + 1, order.orderKey))
    const withoutId = (html: string, id: number) => html.replaceAll(`/order-received/${id}/`, '/order-received/N/')
    for (const path of rejected) {
      const refused = await read(path)
      expect(refused.status).toBe(404)
      expect(refused.html).toContain('This payment link does not work.')
      for (const text of personal) expect(refused.html).not.toContain(text)
      expect(withoutId(refused.html, order.id)).toBe(withoutId(unknownOrder.html, order.id + 1))
      const posted = await send(path, fieldsFor(order))
      expect(posted.status).toBe(404)
    }
    const called = await call({ ...order, orderKey: 'wc_order_x' }, fieldsFor(order))
    expect([called.status, called.json]).toMatchObject([200, { code: 'order-pay-error', data: { status: 200 } }])
    expect(await digestShop(db)).toEqual(before)
    expect(await charged()).toEqual([])
  })

  test('[OPAY-01] an order that needs no payment explains this and cannot be paid', async () => {
    const paid = { status: 'processing', paidAt: new Date('2026-11-20T12:00:00Z') } as const
    for (const [changes, text, isDone] of [
      [paid, 'This order is already paid.', true],
      [{ ...paid, status: 'completed' }, 'This order is already paid.', true],
      [
        { status: 'on-hold', paymentMethod: 'bacs', paymentMethodTitle: 'Direct bank transfer' },
        'Direct bank transfer',
        true,
      ],
      [{ status: 'cancelled' }, 'This order was cancelled.', false],
      [{ status: 'refunded' }, 'This order was refunded.', false],
      [
        { status: 'cancelled', holdExpiresAt: new Date('2026-11-20T11:00:00Z') },
        'This order was not paid in time.',
        false,
      ],
    ] as const) {
      const order = await createUnpaidOrder(changes)
      const { status, html } = await read(pageOf(order))
      expect(status).toBe(200)
      expect(html).toContain(text)
      expect(html).not.toContain('id="place_order"')
      expect(html.includes(hrefs.orderReceived(order.id, order.orderKey).replace('&', '&amp;'))).toBe(isDone)

      const before = await digestShop(db)
      const method = changes.status === 'on-hold' ? 'stripe_cc' : 'bacs'
      const posted = await post(order, { payment_method: method })
      expect([posted.status, (await posted.text()).includes(text)]).toEqual([200, true])
      const called = await call(order, { payment_method: method })
      expect(called.json).toMatchObject({ code: 'order-pay-error' })
      expect(String(called.json.message)).toContain('This order cannot be paid for.')
      expect(await digestShop(db)).toEqual(before)
    }
    expect(await charged()).toEqual([])
  })

  test('[OPAY-01] only payment methods that match the order’s total and shipping are offered', async () => {
    const gateways = { ...original.gateways, cod: { ...cod, shippingMethods: ['local_pickup'] } }
    current.settings = { ...original, gateways }
    const order = await createUnpaidOrder()
    expect((await read(pageOf(order))).html).not.toContain('payment_method_cod')
    const refused = await post(order, { payment_method: 'cod' })
    expect(await refused.text()).toContain('Invalid payment method.')
    const pickup = await createUnpaidOrder({
      shippingLines: [{ rateId: 'local_pickup:3', title: 'Pickup', totalCents: 0, taxCents: 0 }],
    })
    expect((await read(pageOf(pickup))).html).toContain('payment_method_cod')

    const disabled = <Gateway>(gateway: Gateway) => ({ ...gateway, enabled: false })
    const { stripe_cc, stripe_googlepay, stripe_applepay } = original.gateways
    current.settings = {
      ...original,
      gateways: mergeGateways({
        stripe_googlepay: disabled(stripe_googlepay),
        stripe_applepay: disabled(stripe_applepay),
        stripe_cc: disabled(stripe_cc),
        bacs: disabled(bacs),
        cheque: disabled(cheque),
        cod: disabled(cod),
      }),
    }
    const { html } = await read(pageOf(order))
    expect(html).toContain('This order cannot be paid online right now.')
    expect(html).not.toContain('id="place_order"')
    expect(await statusOf(order)).toBe('pending')
  })

  test('[OPAY-01] [CHK-18] the order-received page of an unpaid order links here', async () => {
    const order = await createUnpaidOrder()
    const { html } = await read(hrefs.orderReceived(order.id, order.orderKey))
    expect(html).toContain(pageOf(order).replaceAll('&', '&amp;'))
  })
})

describe('paying', () => {
  test('[OPAY-01 pays an existing order] [PAY-06 order_pay] [PAY-17] a declined card shows a message and the form stays; a valid one pays', async () => {
    const order = await createUnpaidOrder()
    const declined = await call(order, { stripe_cc_token_key: DECLINED })
    expect([declined.status, declined.json]).toMatchObject([200, { code: 'order-pay-error', data: { status: 200 } }])
    expect(declined.json.message).toContain('The card has been declined')
    const declinedAgain = await post(order, { stripe_cc_token_key: 'pm_card_chargeDeclinedInsufficientFunds' })
    const html = await declinedAgain.text()
    expect([declinedAgain.status, html.includes('insufficient funds'), html.includes('id="place_order"')]).toEqual([
      200,
      true,
      true,
    ])
    expect(await statusOf(order)).toBe('pending')

    const paid = await call(order)
    expect([paid.status, paid.json]).toEqual([200, { success: true, needs_confirmation: false }])
    expect(await statusOf(order)).toBe('processing')
    // The page's script then submits the form, and the response redirects.
    const continued = await post(order)
    expect([continued.status, continued.headers.get('location')]).toEqual([303, received(order)])
    expect(await charged()).toEqual([order.totalCents])
  })

  test('[OPAY-01] [CHK-18] without script a card payment is refused, and a bank transfer is accepted once', async () => {
    const order = await createUnpaidOrder()
    const withoutCard = await post(order, { stripe_cc_token_key: '' })
    expect(await withoutCard.text()).toContain('Paying by card needs JavaScript')
    const answers = await Promise.all([1, 2, 3].map(() => post(order, { payment_method: 'bacs' })))
    for (const answer of answers)
      expect([answer.status, answer.headers.get('location')]).toEqual([303, received(order)])
    expect(await findOrder(db, order.id)).toMatchObject({
      status: 'on-hold',
      paymentMethod: 'bacs',
      paymentMethodTitle: 'Direct bank transfer',
      totalCents: order.totalCents,
    })
    expect((await db.select().from(emails)).filter((email) => email.template === 'new-order')).toHaveLength(1)
    const late = await call(order)
    expect(late.json).toMatchObject({ code: 'order-pay-error' })
    expect(await charged()).toEqual([])
  })

  test('[OPAY-01] a bank transfer or paying on delivery ends a payment whose authentication page is open', async () => {
    for (const method of ['bacs', 'cod']) {
      const order = await createUnpaidOrder()
      await post(order, { stripe_cc_token_key: 'pm_card_authenticationRequired' })
      expect((await post(order, { payment_method: method })).headers.get('location')).toBe(received(order))
      const [payment] = await db.select().from(payments).where(eq(payments.orderId, order.id))
      const data = { intentId: payment?.intentId, orderId: order.id }
      expect([payment?.status, enqueuedJobs]).toEqual([
        'requires_action',
        expect.arrayContaining([{ name: 'cancel-intent', data }]),
      ])
    }
  })

  test('[OPAY-01] [CHK-18] submitted ten times at once, by both ways, it is charged once', async () => {
    const order = await createUnpaidOrder({ paymentMethod: 'bacs', paymentMethodTitle: 'Direct bank transfer' })
    const answers = await Promise.all(
      Array.from({ length: 10 }, async (_, index) =>
        index % 2 === 0 ? (await call(order)).json.success : (await post(order)).headers.get('location'),
      ),
    )
    expect(answers).toEqual(Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? true : received(order))))
    expect(await charged()).toEqual([order.totalCents])
    expect((await db.select().from(payments)).map((payment) => payment.status)).toEqual(['succeeded'])
    expect((await db.select().from(emails)).map((email) => email.template).toSorted()).toEqual([
      'new-order',
      'order-confirmation',
    ])
  })

  test('[PAY-17] [SCA-01] a bank authentication: the data for the browser, in the response and as a URL of the page', async () => {
    const order = await createUnpaidOrder()
    const card = { stripe_cc_token_key: 'pm_card_authenticationRequired' }
    const { json } = await call(order, card)
    expect(json).toMatchObject({
      success: true,
      needs_confirmation: true,
      data: { type: 'payment_intent', gateway_id: 'stripe_cc', order_id: order.id, order_key: order.orderKey },
    })
    expect((json.data as { client_secret: string }).client_secret).toMatch(/^pi_\w+_secret_\w+$/)
    const posted = await post(order, card)
    expect(posted.status).toBe(303)
    expect(posted.headers.get('location')).toContain(`${pageOf(order)}#response=`)
    expect(await statusOf(order)).toBe('pending')
  })

  test('[OPAY-01] amount and payer are those of the order, whatever is submitted', async () => {
    const order = await createUnpaidOrder()
    await call(order, {
      total: '1',
      amount: '1',
      customer_id: '1',
      billing_email: 'eve@shop.test',
      order_total: '0.01',
    })
    expect(await findOrder(db, order.id)).toMatchObject({
      status: 'processing',
      totalCents: order.totalCents,
      customerId: null,
      billing: order.billing,
    })
    expect(await charged()).toEqual([order.totalCents])
  })
})

describe('refusals', () => {
  test('[OPAY-01] a nonce that does not belong to this order', async () => {
    const order = await createUnpaidOrder()
    const other = await createUnpaidOrder()
    const before = await digestShop(db)
    for (const nonce of ['', 'x', '0000000000', orderPayNonce(shop, other)]) {
      const posted = await post(order, { 'woocommerce-pay-nonce': nonce })
      expect([posted.status, (await posted.text()).includes('We were unable to process your order')]).toEqual([
        200,
        true,
      ])
      expect((await call(order, { 'woocommerce-pay-nonce': nonce })).json).toMatchObject({ code: 'order-pay-error' })
    }
    expect(await digestShop(db)).toEqual(before)
  })

  test('[OPAY-01] an order whose total was changed while its page was open: script is told to reload the page', async () => {
    const order = await createUnpaidOrder()
    const nonce = orderPayNonce(shop, order)
    await db
      .update(orders)
      .set({ shippingCents: order.shippingCents + 500, totalCents: order.totalCents + 500 })
      .where(eq(orders.id, order.id))
    const { json } = await call(order, { 'woocommerce-pay-nonce': nonce })
    expect(json.code).toBe('order-pay-error')
    expect(json.message).toContain('Please reload it, look at the total, and pay again.')
    expect(await charged()).toEqual([])
  })

  test('[CHK-08] missing consent to the terms, where the shop has any', async () => {
    current.settings = { ...original, termsPage: 'terms' }
    const order = await createUnpaidOrder()
    const before = await digestShop(db)
    const termsField = { 'terms-field': '1' }
    const posted = await post(order, { payment_method: 'bacs', ...termsField })
    const html = await posted.text()
    expect(html).toContain('Please read and accept the terms and conditions to proceed with your order.')
    expect(html).toMatch(/id="payment_method_bacs"[^>]*checked/)
    expect((await call(order, termsField)).json).toMatchObject({ code: 'order-pay-error' })
    expect(await digestShop(db)).toEqual(before)
    expect((await call(order, { ...termsField, terms: '1' })).json).toEqual({
      success: true,
      needs_confirmation: false,
    })
  })

  test('[CHK-07] terms and privacy policy are named without a link while nobody can open their pages', async () => {
    current.settings = { ...original, termsPage: 'house-rules' }
    const buyer = newBuyer(async (path, init) => app.request(path, init))
    await buyer.add(referenceIds.simple)
    const order = await createUnpaidOrder()
    const links = () =>
      Promise.all(
        ['/checkout/', pageOf(order)].map(async (path) => {
          const html = await (await buyer.send(path)).text()
          expect(html).toMatch(/name="terms"/)
          expect(html).toMatch(/terms and conditions.*privacy policy/s)
          return [...html.matchAll(/<a href="([^"]*)" class="woocommerce-[a-z-]+-link"/g)].map(([, href]) => href)
        }),
      )
    const both = (...hrefs: string[]) => [hrefs, hrefs]
    const write = (status: 'publish' | 'draft' | 'trash', slug = 'house-rules') =>
      db
        .insert(entries)
        .values({ id: 9990, kind: 'page', slug, title: 'Rules', status })
        .onConflictDoUpdate({ target: entries.id, set: { slug, status } })
    expect(await links()).toEqual(both())
    for (const status of ['draft', 'trash'] as const) {
      await write(status)
      expect(await links()).toEqual(both())
    }
    await write('publish')
    await db.insert(entries).values({ kind: 'page', slug: 'privacy-policy', title: 'Privacy' })
    expect(await links()).toEqual(both('/house-rules/', '/privacy-policy/'))
    // A former address redirects.
    await write('publish', 'rules')
    await db.insert(oldSlugs).values({ kind: 'page', slug: 'house-rules', entryId: 9990 })
    expect(await links()).toEqual(both('/house-rules/', '/privacy-policy/'))
    await write('draft', 'rules')
    expect(await links()).toEqual(both('/privacy-policy/'))
  })

  test('[CHK-08] a client whose form shows no terms needs no consent, and none is recorded', async () => {
    current.settings = { ...original, termsPage: 'terms' }
    expect((await call(await createUnpaidOrder())).json).toEqual({ success: true, needs_confirmation: false })
    expect(await db.$count(consents)).toBe(0)
  })

  test('[CHK-08] consent to the terms is kept once, however often the payment is tried, and downloaded', async () => {
    current.settings = { ...original, termsPage: 'terms' }
    const user = await createSignedInUser(shop, 'customer')
    const order = await createUnpaidOrder({ customerId: user.id })
    const agreed = { 'terms-field': '1', terms: 'on' }
    await post(order, { ...agreed, stripe_cc_token_key: DECLINED })
    await post(order, { 'terms-field': '1' })
    expect((await call(order, { ...agreed, stripe_cc_token_key: DECLINED })).json).toHaveProperty('code')
    const again = { ...agreed, stripe_cc_token_key: 'pm_card_visa' }
    await Promise.all([post(order, again), call(order, again)])
    expect(await statusOf(order)).toBe('processing')
    const expected = { to: 'I have read and agree to the terms and conditions', where: 'Order payment', about: 'terms' }
    const person = await personOf(db, user.id)
    expect(await consentData.read(db, person ?? { userId: null, email: null })).toMatchObject([
      { ...expected, agreed: true, order_id: order.id, email: 'ada@shop.test', when: expect.any(Date) },
    ])
  })

  test('[OPAY-01] [CHK-18] cards are counted by the order, also if it has neither a cart nor an email', async () => {
    current.settings = { ...original, orderLimits: { ...original.orderLimits, failedCards: 2 } }
    const order = await createUnpaidOrder({ billing: { ...ada, email: '' } })
    await call(order, { stripe_cc_token_key: DECLINED })
    await call(order, { stripe_cc_token_key: 'pm_card_chargeDeclinedExpiredCard' })
    expect((await call(order)).json.message).toContain('Too many payments have failed just now')
    expect(await charged()).toEqual([])
  })

  test('[OPAY-01] [CHK-18] too many cards are refused by the throttle, without a call to the provider', async () => {
    current.settings = { ...original, orderLimits: { ...original.orderLimits, failedCards: 2 } }
    const order = await createUnpaidOrder()
    await call(order, { stripe_cc_token_key: DECLINED })
    await post(order, { stripe_cc_token_key: 'pm_card_chargeDeclinedExpiredCard' })
    const { json } = await call(order)
    expect(json).toMatchObject({ code: 'order-pay-error' })
    expect(json.message).toContain('Too many payments have failed just now')
    expect(await statusOf(order)).toBe('pending')
    expect(await charged()).toEqual([])
    const byBank = await post(order, { payment_method: 'bacs' })
    expect([byBank.status, await statusOf(order)]).toEqual([303, 'on-hold'])
  })

  test('[OPAY-01] [SCA-01] a shopper who has authenticated has paid, even if throttled meanwhile', async () => {
    const order = await createUnpaidOrder()
    const card = { stripe_cc_token_key: 'pm_card_authenticationRequired' }
    const asked = await post(order, card)
    current.settings = { ...original, orderLimits: { ...original.orderLimits, failedCards: 0 } }
    expect(await (await post(order, card)).text()).toContain('Too many payments have failed just now')
    const keys = { providerUrl: provider.url, publishableKey: shop.payments.publishableKey }
    await completeAuthentication(keys, new URL(asked.headers.get('location') ?? '', 'http://shop.test').hash)
    const returned = await post(order, card)
    expect([returned.status, returned.headers.get('location')]).toEqual([303, received(order)])
    expect(await charged()).toEqual([order.totalCents])
  })

  test('[OPAY-01] malformed input of any kind gets a response and changes nothing', async () => {
    const order = await createUnpaidOrder()
    const before = await digestShop(db)
    const malformed = [
      '',
      ' ',
      '\0',
      '%00',
      '__proto__',
      'constructor',
      '-1',
      '1e400',
      '😀'.repeat(200),
      'x'.repeat(5000),
    ]
    for (const value of malformed) {
      for (const name of ['payment_method', 'woocommerce-pay-nonce', 'order_id', 'order_key']) {
        // A text with a null character counts as missing. The nonce is not a declared parameter, so it is never
        // reported as missing.
        const isMissing = value === '\0' && name !== 'woocommerce-pay-nonce'
        expect((await call(order, { [name]: value })).json, `${name}=${value}`).toMatchObject({
          code: isMissing ? 'rest_missing_callback_param' : 'order-pay-error',
        })
      }
      expect((await post(order, { payment_method: value })).status).toBe(200)
      const path = `/checkout/order-pay/${order.id}/?key=${encodeURIComponent(value)}`
      expect([400, 404]).toContain((await app.request(path)).status)
    }
    for (const id of ['0', '-1', 'abc', '99999999999999999999', '2147483648'])
      expect((await app.request(`/checkout/order-pay/${id}/?key=x`)).status).toBe(404)
    for (const body of ['{"a":1}', 'woocommerce_pay', ''])
      expect((await app.request(pageOf(order), { method: 'POST', body })).status).toBe(200)
    expect(await digestShop(db)).toEqual(before)
  })
})
