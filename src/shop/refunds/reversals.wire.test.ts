/** Refunds and disputes that start at the payment provider, from the webhook to what owner and customer see. */

import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cardSales, type Sale } from '../../../test/support/card-sales.ts'
import { providerEvents } from '../../../test/support/provider-events.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { defaultSettings, type Settings } from '../../settings.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { renderEmail } from '../orders/messages/order-messages.ts'
import { findOrder } from '../orders/orders.store.ts'
import { orders } from '../orders/orders.table.ts'
import { readOrder, readOrderNotes } from '../orders/orders-read.store.ts'
import { paymentRefunds, payments } from '../orders/payments/payments.table.ts'
import { transitionOrderByHand } from '../orders/transition-order.ts'
import { applyPaymentEvent, cancelUnpaidOrders, refundLatePayment } from '../reconciliation/payment-jobs.ts'
import { applyReversals } from './apply-reversals.ts'

const opened = await openShop()
const { app, shop, db, enqueuedJobs: jobs } = opened
const webhooks = providerEvents(opened)
const { stripe } = webhooks
const owner = await createSignedInUser(shop, 'administrator')
const { createSale, onHand } = await cardSales(opened, 2)

const refundAtProvider = (sale: Sale, amount?: number) =>
  stripe.refunds.create({
    payment_intent: sale.intentId,
    reason: 'requested_by_customer',
    ...(amount ? { amount } : {}),
  })
const dispute = (sale: Sale, fields: Record<string, string> = {}) =>
  stripe.rawRequest('POST', '/v1/test_helpers/disputes', { payment_intent: sale.intentId, ...fields }) as Promise<
    Awaited<ReturnType<typeof stripe.disputes.retrieve>>
  >
const deliverEvents = async (sale: Sale) => webhooks.deliver(await webhooks.about(sale.intentId))
const orderOf = async (sale: Sale) => {
  const order = await readOrder(db, sale.id)
  if (!order) throw new Error('The order is gone')
  return order
}
const notesOf = async (sale: Sale) => (await readOrderNotes(db, sale.id)).map((note) => note.text).toReversed()
const emailsOf = async (sale: Sale, after = '') =>
  (await db.select().from(emails).where(eq(emails.orderId, sale.id)).orderBy(emails.id))
    .map((mail) => mail.template)
    .filter((template) => template.includes(after))
const asOwner = async (path: string) => {
  const answer = await app.request(path, { headers: owner.headers })
  return { status: answer.status, json: (await answer.json()) as Awaited<ReturnType<Response['json']>> }
}
/** The same shop with another restocking setting. */
const withStock = (restockRefunded: Settings['restockRefunded']) => ({
  ...shop,
  settings: () => ({ ...shop.settings(), restockRefunded }),
})

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

  test('[PAY-18] without a response from the provider nothing changes, and the event is applied later', async () => {
    const sale = await createSale()
    await refundAtProvider(sale, 1000)
    const events = (await webhooks.about(sale.intentId)).filter((event) => event.type === 'charge.refunded')
    for (const event of events) await webhooks.send(event)
    const control = (failNext: number) =>
      fetch(`${opened.provider.url}/sandbox/control`, {
        method: 'POST',
        headers: { authorization: `Bearer ${opened.provider.secretKey}` },
        body: JSON.stringify({ failNext }),
      })
    await control(50)
    await expect(applyPaymentEvent(shop, events[0]?.id ?? '')).rejects.toThrow('could not be reached')
    await control(0)
    expect(await orderOf(sale)).toMatchObject({ refundedCents: 0, refunds: [] })
    await applyPaymentEvent(shop, events[0]?.id ?? '')
    expect(await orderOf(sale)).toMatchObject({ refundedCents: 1000 })
  })

  test('[PAY-18] a late response with older data does not undo a newer one', async () => {
    const sale = await createSale('pm_card_pendingRefund')
    const refund = await refundAtProvider(sale)
    const { provider } = shop.payments
    let release = () => {}
    const blocked = new Promise<void>((done) => {
      release = done
    })
    const slow = {
      ...provider,
      retrieveReversals: async (intentId: string) => {
        const answer = await provider.retrieveReversals(intentId)
        await blocked
        return answer
      },
    }
    const late = applyReversals({ ...shop, payments: { ...shop.payments, provider: slow } }, sale.intentId)
    await expect.poll(async () => (await orderOf(sale)).payment?.syncsStarted).toBe(1)
    await stripe.rawRequest('POST', `/v1/test_helpers/refunds/${refund.id}`, { status: 'succeeded' })
    await applyReversals(shop, sale.intentId)
    release()
    await late
    expect(await orderOf(sale)).toMatchObject({ status: 'refunded', refundedCents: sale.totalCents })
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

  test('[PAY-18 any order] whatever the amounts, with events in any order and repeated', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 6000 }), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        fc.infiniteStream(fc.nat()),
        async (amounts, refundsRest, random) => {
          const sale = await createSale()
          let refundedCents = 0
          for (const amount of amounts) {
            if (refundedCents + amount > sale.totalCents) continue
            await refundAtProvider(sale, amount)
            refundedCents += amount
          }
          if (refundsRest && refundedCents < sale.totalCents) {
            await refundAtProvider(sale)
            refundedCents = sale.totalCents
          }
          const events = await webhooks.about(sale.intentId)
          const shuffled = [...events, ...events]
            .map((event) => ({ event, at: random.next().value ?? 0 }))
            .toSorted((a, b) => a.at - b.at)
            .map(({ event }) => event)
          await webhooks.deliver(shuffled)
          const order = await orderOf(sale)
          expect(order.refundedCents).toBe(refundedCents)
          expect(order.refunds.reduce((sum, one) => sum + one.amountCents, 0)).toBe(refundedCents)
          expect(order.status).toBe(refundedCents === sale.totalCents ? 'refunded' : 'processing')
          expect(await emailsOf(sale, 'order-refunded')).toHaveLength(2 * order.refunds.length)
          const noteTexts = (await notesOf(sale)).join(' ')
          for (const one of order.refunds) expect(noteTexts.split(one.refundId ?? '?')).toHaveLength(2)
        },
      ),
      { numRuns: 12 },
    )
  })
})

describe('a dispute', () => {
  test('[PAY-18 disputed] opened: an unfulfilled order is put on hold, and the owner is told the deadline', async () => {
    const sale = await createSale()
    const opened = await dispute(sale, { reason: 'product_not_received' })
    await deliverEvents(sale)
    await deliverEvents(sale)
    expect((await orderOf(sale)).status).toBe('on-hold')
    const notes = await notesOf(sale)
    expect(notes.at(-1)).toMatch(
      /^The payment is disputed: .* \$149\.17 \(the goods have not arrived; dp_\w+\)\. Answer by .* Order status changed from Processing to On hold\.$/,
    )
    expect(notes.filter((text) => text.includes(opened.id))).toHaveLength(1)
    expect(await emailsOf(sale, 'dispute')).toEqual(['shop-dispute-opened'])
    const [mail] = await db.select().from(emails).where(sql`order_id = ${sale.id} and template = 'shop-dispute-opened'`)
    expect(mail?.recipient).toBe(defaultSettings.ownerEmail)

    const { json } = await asOwner(`/wp-json/wc/v3/orders/${sale.id}`)
    const meta = json.meta_data.find((one: { key: string }) => one.key === '_samovar_disputes')
    expect(meta.value).toMatchObject([
      { id: opened.id, amount: '149.17', status: 'needs_response', reason: 'product_not_received' },
    ])
    const page = await (await app.request(`/checkout/order-received/${sale.id}/?key=${sale.key}`)).text()
    expect(page).not.toContain('as soon as your payment has reached us')
    expect(page).not.toContain('disputed')
  })

  test.each([
    ['winning_evidence', 'processing', 0, 'The dispute is won: $149.17 stays with the shop'],
    ['losing_evidence', 'cancelled', 2, 'The dispute is lost: $149.17 stays with the cardholder'],
  ])('[PAY-18 disputed] closed by %s: the order is %s', async (uncategorized_text, status, restocked, words) => {
    const sale = await createSale()
    const before = await onHand()
    const { id } = await dispute(sale)
    await deliverEvents(sale)
    await stripe.disputes.update(id, { evidence: { uncategorized_text } })
    await deliverEvents(sale)
    expect((await orderOf(sale)).status).toBe(status)
    expect((await notesOf(sale)).at(-1)).toContain(words)
    expect((await onHand()) - before).toBe(restocked)
    // The bank informs the customer; the shop emails only its owner.
    expect(await emailsOf(sale)).toEqual([
      'order-confirmation',
      'new-order',
      'shop-dispute-opened',
      'shop-dispute-closed',
    ])
  })

  test('[PAY-18 disputed] all events at once, in reverse order: the same final order', async () => {
    const sale = await createSale()
    const { id } = await dispute(sale)
    await stripe.disputes.update(id, { evidence: { uncategorized_text: 'losing_evidence' } })
    await webhooks.deliver((await webhooks.about(sale.intentId)).toReversed())
    expect((await orderOf(sale)).status).toBe('cancelled')
    expect(await emailsOf(sale, 'dispute')).toEqual(['shop-dispute-opened', 'shop-dispute-closed'])
  })

  test('[PAY-18 disputed] lost for the rest of a payment: the events at once have the same effect as one by one', async () => {
    const end = async (deliversEachTime: boolean) => {
      const sale = await createSale()
      const deliverNow = async () => (deliversEachTime ? deliverEvents(sale) : undefined)
      await refundAtProvider(sale, 1000)
      await deliverNow()
      const { id } = await dispute(sale, { amount: String(sale.totalCents - 1000) })
      await deliverNow()
      await stripe.disputes.close(id)
      await deliverEvents(sale)
      return (await orderOf(sale)).status
    }
    expect([await end(true), await end(false)]).toEqual(['cancelled', 'cancelled'])
  })

  test('[PAY-18 disputed] a completed order stays completed, with notes about the dispute', async () => {
    const sale = await createSale()
    await transitionOrderByHand(shop, { orderId: sale.id, to: 'completed', author: 'Olive' })
    const { id } = await dispute(sale)
    await deliverEvents(sale)
    await stripe.disputes.update(id, { evidence: { uncategorized_text: 'losing_evidence' } })
    await deliverEvents(sale)
    expect((await orderOf(sale)).status).toBe('completed')
    expect((await notesOf(sale)).slice(-2)).toEqual([
      expect.stringContaining('The payment is disputed'),
      expect.stringContaining('The dispute is lost'),
    ])
  })

  test('[PAY-18 disputed] a status set by the owner meanwhile is kept', async () => {
    const sale = await createSale()
    const { id } = await dispute(sale)
    await deliverEvents(sale)
    await transitionOrderByHand(shop, { orderId: sale.id, to: 'processing', author: 'Olive' })
    await stripe.disputes.close(id)
    await deliverEvents(sale)
    expect((await orderOf(sale)).status).toBe('processing')
  })

  test('[PAY-18 disputed] with two disputes, the order is on hold until both are closed', async () => {
    const sale = await createSale()
    const first = await dispute(sale, { amount: '1000' })
    const second = await dispute(sale, { amount: '2000' })
    await deliverEvents(sale)
    await stripe.disputes.update(first.id, { evidence: { uncategorized_text: 'winning_evidence' } })
    await deliverEvents(sale)
    expect((await orderOf(sale)).status).toBe('on-hold')
    await stripe.disputes.update(second.id, { evidence: { uncategorized_text: 'winning_evidence' } })
    await deliverEvents(sale)
    expect((await orderOf(sale)).status).toBe('processing')
  })

  test('[PAY-18 disputed] an inquiry that is resolved by a refund, also if that fails', async () => {
    const sale = await createSale()
    const { id } = await dispute(sale, { inquiry: 'true' })
    await deliverEvents(sale)
    expect((await notesOf(sale)).at(-1)).toContain('The bank of the cardholder asks about the payment of $149.17')
    const refund = await refundAtProvider(sale)
    await stripe.disputes.close(id)
    await deliverEvents(sale)
    expect(await orderOf(sale)).toMatchObject({ status: 'refunded', refundedCents: sale.totalCents })
    await stripe.rawRequest('POST', `/v1/test_helpers/refunds/${refund.id}`, { status: 'failed' })
    await deliverEvents(sale)
    expect((await orderOf(sale)).status).toBe('processing')
  })
})
