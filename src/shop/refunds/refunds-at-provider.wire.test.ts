/** Refunds that start at the payment provider, from the webhook to what owner and customer see. */

import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { createSignedInUser } from '../../../test/support/users.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { renderEmail } from '../orders/messages/order-messages.ts'
import { findOrder } from '../orders/orders.store.ts'
import { orders } from '../orders/orders.table.ts'
import { paymentRefunds, payments } from '../orders/payments/payments.table.ts'
import { transitionOrderByHand } from '../orders/transition-order.ts'
import { applyPaymentEvent, cancelUnpaidOrders, refundLatePayment } from '../reconciliation/payment-jobs.ts'
import { openTestReversals } from './open-test-reversals.ts'

const {
  app,
  asOwner,
  createSale,
  db,
  deliverEvents,
  dispute,
  emailsOf,
  jobs,
  notesOf,
  onHand,
  orderOf,
  refundAtProvider,
  shop,
  stripe,
  webhooks,
  withStock,
} = await openTestReversals()

describe('a refund created at the provider', () => {
  test('[PAY-18 refunded] partial: row, note, totals and emails; status and stock stay, whatever the event’s own content', async () => {
    const sale = await createSale()
    const before = await onHand()
    const refund = await refundAtProvider(sale, 1000)
    // The event needs a valid signature, and even then the shop reads nothing from its content.
    const events = await webhooks.about(sale.intentId)
    await webhooks.deliver(
      events.map((event) => ({ ...event, data: { object: { ...event.data.object, amount: 1, amount_refunded: 1 } } })),
    )

    const order = await orderOf(sale)
    expect(order).toMatchObject({ status: 'processing', refundedCents: 1000, payment: { refundedCents: 1000 } })
    expect(order.refunds).toMatchObject([
      { refundId: refund.id, amountCents: 1000, status: 'succeeded', reason: 'Requested by the customer' },
    ])
    expect((await notesOf(sale)).at(-1)).toBe(
      `$10.00 of $149.17 was refunded at the payment provider (Requested by the customer, ${refund.id}). Stock was left as it is.`,
    )
    expect(await emailsOf(sale, 'refunded')).toEqual(['order-refunded', 'shop-order-refunded'])
    expect(await onHand()).toBe(before)

    const { json } = await asOwner(`/wp-json/wc/v3/orders/${sale.id}`)
    expect(json).toMatchObject({
      total: '149.17',
      status: 'processing',
      refunds: [{ reason: 'Requested by the customer', total: '-10.00' }],
    })
    const store = await app.request(`/wp-json/wc/store/v1/order/${sale.id}?key=${sale.key}&billing_email=ada@shop.test`)
    expect((await store.json()).totals).toMatchObject({ total_refund: '1000', total_price: '14917' })
    const page = await (await app.request(`/checkout/order-received/${sale.id}/?key=${sale.key}`)).text()
    for (const text of [
      'Refunded',
      '-$10.00',
      'Total after refund',
      '$139.17 CAD',
      '$10.00 of your payment has been refunded',
    ])
      expect(page).toContain(text)
    const customer = await createSignedInUser(shop, 'customer')
    await db.update(orders).set({ customerId: customer.id }).where(eq(orders.id, sale.id))
    const account = await app.request('/my-account/orders/', { headers: { cookie: customer.cookie } })
    const own = await account.text()
    expect(own).toMatch(/<del[^>]*>.*149\.17.*<\/del>\s*<ins>.*139\.17.*after a refund/)

    const whole = await findOrder(db, sale.id)
    const [email] = await db.select().from(emails).where(sql`order_id = ${sale.id} and template = 'order-refunded'`)
    const rendered =
      whole && renderEmail('order-refunded', whole, email?.data ?? {}, { url: shop.url, settings: shop.settings() })
    expect(rendered?.subject).toContain('a refund of $10.00')
    expect(rendered?.text).toMatch(/Total after refund\s+\$139\.17/)
  })

  test('[PAY-18 refunded] full: the order is refunded and restocked, and reported once', async () => {
    const before = await onHand()
    const sale = await createSale()
    await refundAtProvider(sale, 5000)
    await deliverEvents(sale)
    await refundAtProvider(sale)
    await deliverEvents(sale)
    await deliverEvents(sale)
    expect(await orderOf(sale)).toMatchObject({ status: 'refunded', refundedCents: sale.totalCents })
    expect(await onHand()).toBe(before)
    const notes = await notesOf(sale)
    expect(notes.filter((text) => text.includes('was refunded'))).toHaveLength(2)
    expect(notes.at(-1)).toMatch(
      /^\$99\.17 of \$149\.17 was refunded .* Its items were restocked\. Order status changed from Processing to Refunded\.$/,
    )
    expect(await emailsOf(sale, 'refunded')).toEqual(Array(2).fill(['order-refunded', 'shop-order-refunded']).flat())
    const page = await (await app.request(`/checkout/order-received/${sale.id}/?key=${sale.key}`)).text()
    expect(page).toContain('This order was refunded.')
  })

  test.each([
    ['unsent', 'processing', 'were restocked', 2],
    ['unsent', 'completed', 'It was sent, so its items were not restocked', 0],
    ['always', 'completed', 'were restocked', 2],
    ['never', 'processing', 'were not restocked', 0],
  ] as const)(
    '[PAY-18 refunded] restocking, with the setting %s and the order %s: %s',
    async (setting, status, words, restocked) => {
      const sale = await createSale()
      if (status === 'completed') await transitionOrderByHand(shop, { orderId: sale.id, to: status, author: 'Olive' })
      const before = await onHand()
      await refundAtProvider(sale)
      for (const event of await webhooks.about(sale.intentId)) {
        await webhooks.send(event)
        await applyPaymentEvent(withStock(setting), event.id)
      }
      expect((await orderOf(sale)).status).toBe('refunded')
      expect((await notesOf(sale)).at(-1)).toContain(words)
      expect((await onHand()) - before).toBe(restocked)
    },
  )

  test('[PAY-18 refunded] that fails later: the refunded total decreases, the order’s status is restored, and the owner is notified', async () => {
    const sale = await createSale()
    const refund = await refundAtProvider(sale)
    await deliverEvents(sale)
    expect((await orderOf(sale)).status).toBe('refunded')
    await stripe.rawRequest('POST', `/v1/test_helpers/refunds/${refund.id}`, { status: 'failed' })
    await deliverEvents(sale)
    const order = await orderOf(sale)
    expect(order).toMatchObject({ status: 'processing', refundedCents: 0, refunds: [] })
    expect((await notesOf(sale)).at(-1)).toContain('The refund of $149.17 failed')
    expect(await emailsOf(sale, 'refund-failed')).toEqual(['shop-refund-failed'])
    expect(await emailsOf(sale, 'payment-received')).toEqual([])
  })

  test('[PAY-18 refunded] that fails later: an order that was held is held again, also beyond a dispute', async () => {
    for (const isDisputed of [false, true]) {
      const sale = await createSale()
      await transitionOrderByHand(shop, { orderId: sale.id, to: 'on-hold', author: 'Olive' })
      const inquiry = isDisputed && (await dispute(sale, { inquiry: 'true' }))
      await deliverEvents(sale)
      const refund = await refundAtProvider(sale)
      await deliverEvents(sale)
      expect((await orderOf(sale)).status).toBe('refunded')
      await stripe.rawRequest('POST', `/v1/test_helpers/refunds/${refund.id}`, { status: 'failed' })
      await deliverEvents(sale)
      if (inquiry) await stripe.disputes.close(inquiry.id)
      await deliverEvents(sale)
      expect((await orderOf(sale)).status).toBe('on-hold')
    }
  })

  test('[PAY-18 refunded] pending: counts once it has succeeded', async () => {
    const sale = await createSale('pm_card_pendingRefund')
    const refund = await refundAtProvider(sale)
    await deliverEvents(sale)
    expect(await orderOf(sale)).toMatchObject({ status: 'processing', refundedCents: 0 })
    expect(await emailsOf(sale, 'refunded')).toEqual([])
    await stripe.rawRequest('POST', `/v1/test_helpers/refunds/${refund.id}`, { status: 'succeeded' })
    await deliverEvents(sale)
    expect(await orderOf(sale)).toMatchObject({ status: 'refunded', refundedCents: sale.totalCents })
  })

  test('[PAY-18 refunded] a late payment is refunded once, whichever event arrives first', async () => {
    const sale = await createSale()
    // Simulates a shopper who left: the shop never learned that the order was paid.
    await db
      .update(orders)
      .set({ status: 'pending', paidAt: null, holdExpiresAt: new Date(0) })
      .where(eq(orders.id, sale.id))
    await db.update(payments).set({ status: 'canceled' }).where(eq(payments.orderId, sale.id))
    await cancelUnpaidOrders(shop)
    expect((await orderOf(sale)).status).toBe('cancelled')
    jobs.length = 0
    await deliverEvents(sale)
    const refundJobs = jobs.filter((job) => job.name === 'refund-late-payment')
    expect(refundJobs).toHaveLength(1)
    await refundAtProvider(sale)
    await deliverEvents(sale)
    await refundLatePayment(shop, sale.id, sale.intentId, sale.totalCents)
    await deliverEvents(sale)
    expect(await orderOf(sale)).toMatchObject({ status: 'cancelled', refundedCents: sale.totalCents })
    expect(
      await db
        .select()
        .from(paymentRefunds)
        .where(sql`payment_id = ${(await orderOf(sale)).payment?.id}`),
    ).toHaveLength(1)
    const notes = await notesOf(sale)
    for (const words of ['is being refunded', 'The late payment was refunded: $149.17'])
      expect(notes.filter((text) => text.includes(words))).toHaveLength(1)
    expect(notes.join()).not.toContain('could not be refunded')
    expect(await emailsOf(sale, 'order-refunded')).toEqual(['order-refunded', 'shop-order-refunded'])
  })

  test('[PAY-18 refunded] the database refuses refunds above the captured amount', async () => {
    const sale = await createSale()
    await expect(
      db
        .update(payments)
        .set({ refundedCents: sale.totalCents + 1 })
        .where(eq(payments.orderId, sale.id)),
    ).rejects.toMatchObject({ cause: { constraint: 'payments_refunded_within_captured' } })
    await expect(
      db
        .update(orders)
        .set({ refundedCents: sale.totalCents + 1 })
        .where(eq(orders.id, sale.id)),
    ).rejects.toMatchObject({ cause: { constraint: 'orders_refunded_within_total' } })
  })
})
