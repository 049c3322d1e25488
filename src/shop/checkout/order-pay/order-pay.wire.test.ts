import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { digestShop } from '../../../../test/wire/shop-digest.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { emails } from '../../../things/messages/emails.table.ts'
import { findOrder } from '../../orders/orders.store.ts'
import { payments } from '../../orders/payments/payments.table.ts'
import { mergeGateways } from '../../payment-methods/payment-methods.ts'
import { openTestOrderPay } from './open-test-order-pay.ts'

const {
  current,
  original,
  DECLINED,
  createUnpaidOrder,
  pageOf,
  send,
  fieldsFor,
  post,
  call,
  read,
  received,
  statusOf,
  personal,
  charged,
  cod,
  bacs,
  cheque,
  db,
  enqueuedJobs,
} = await openTestOrderPay()

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
