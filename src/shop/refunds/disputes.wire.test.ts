/** Disputes, from the webhook to what owner and customer see. */

import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { defaultSettings } from '../../settings.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { transitionOrderByHand } from '../orders/transition-order.ts'
import { openTestReversals } from './open-test-reversals.ts'

const {
  app,
  asOwner,
  createSale,
  db,
  deliverEvents,
  dispute,
  emailsOf,
  notesOf,
  onHand,
  orderOf,
  refundAtProvider,
  shop,
  stripe,
  webhooks,
} = await openTestReversals()

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
    expect(meta?.value).toMatchObject([
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
