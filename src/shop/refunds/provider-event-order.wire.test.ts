/** Events of the payment provider that come late, in any order, or without an answer to the question about them. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyPaymentEvent } from '../reconciliation/payment-jobs.ts'
import { applyReversals } from './apply-reversals.ts'
import { openTestReversals } from './open-test-reversals.ts'

const { createSale, emailsOf, notesOf, opened, orderOf, refundAtProvider, shop, stripe, webhooks } =
  await openTestReversals()

describe('a refund created at the provider', () => {
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
