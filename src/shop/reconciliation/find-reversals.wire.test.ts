/** Refunds and disputes at the provider whose events are lost: the shop asks the provider for them. */

import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { cardSales, type Sale } from '../../../test/support/card-sales.ts'
import { disturbPayments } from '../../../test/support/faulty-provider.ts'
import { providerEvents } from '../../../test/support/provider-events.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { openPaymentService } from '../gateways/open-payment-service.ts'
import { orders } from '../orders/orders.table.ts'
import { readOrder, readOrderNotes } from '../orders/orders-read.store.ts'
import { paymentDisputes, paymentRefunds, payments } from '../orders/payments/payments.table.ts'
import { applyReversals } from '../refunds/apply-reversals.ts'
import { findReversals } from './find-reversals.ts'

let later = 0
const opened = await openShop({ now: () => new Date(Date.now() + later) })
const { app, shop, db, provider } = opened
const { stripe } = providerEvents(opened)
const { createSale } = await cardSales(opened, 1)
const owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')
const faulty = await disturbPayments(opened, 3000)

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

beforeEach(async () => {
  later = 0
  faulty.clearFaults()
  await findReversals(shop)
})

const refund = (sale: Sale, amount?: number) =>
  stripe.refunds.create({ payment_intent: sale.intentId, ...(amount ? { amount } : {}) })
const dispute = async (sale: Sale, fields: Record<string, string> = {}) =>
  (await stripe.rawRequest('POST', '/v1/test_helpers/disputes', { payment_intent: sale.intentId, ...fields })) as {
    id: string
  }
const statusOf = async (sale: Sale) => (await readOrder(db, sale.id))?.status
const notesOf = async (sale: Sale) => (await readOrderNotes(db, sale.id)).map(({ text }) => text)
const refundedCents = async (sale: Sale) => (await readOrder(db, sale.id))?.refundedCents
const compare = async () => {
  const response = await app.request('/wp-json/samovar/v1/payments/comparison', {
    method: 'POST',
    headers: { ...owner.headers, 'content-type': 'application/json' },
    body: '{}',
  })
  return { status: response.status, json: (await response.json()) as Awaited<ReturnType<Response['json']>> }
}
/** The number of requests that read this payment so far: one each for the payment, its refunds and its disputes. */
const callsAbout = (intentId: string) =>
  faulty.requests.filter((path) => path.startsWith('GET') && path.includes(intentId)).length
/** The number of requests that a run sends to the provider. */
async function callsOf(run: () => Promise<unknown>): Promise<number> {
  const before = faulty.requests.length
  await run()
  return faulty.requests.length - before
}

describe('without any message of the provider', () => {
  test('[PAY-18 refunded] [PAY-18 disputed] the next run finds a refund and a dispute, and applies each once', async () => {
    const [whole, part, disputed] = [await createSale(), await createSale(), await createSale()]
    await refund(whole)
    await refund(part, 1000)
    const { id } = await dispute(disputed)
    expect(await findReversals(shop)).toBe(3)
    expect([await statusOf(whole), await statusOf(part), await statusOf(disputed)]).toEqual([
      'refunded',
      'processing',
      'on-hold',
    ])
    expect([await refundedCents(whole), await refundedCents(part)]).toEqual([whole.totalCents, 1000])
    expect((await notesOf(disputed)).join()).toContain(id)
    const notes = [await notesOf(whole), await notesOf(part), await notesOf(disputed)]
    await Promise.all([findReversals(shop), findReversals(shop)])
    expect([await notesOf(whole), await notesOf(part), await notesOf(disputed)]).toEqual(notes)
  })

  test('[PAY-18 refunded] when nothing has happened a run is two calls, and none for what it knows', async () => {
    await refund(await createSale(), 500)
    await findReversals(shop)
    expect(await callsOf(() => findReversals(shop))).toBe(2)
  })

  test('[PAY-18 refunded] more than a page of them is read to the end', async () => {
    const sale = await createSale()
    for (let count = 0; count < 104; count += 1) await refund(sale, 1)
    const last = await createSale()
    await refund(last)
    await findReversals(shop)
    expect([await refundedCents(sale), await statusOf(last)]).toEqual([104, 'refunded'])
  })

  test('[PAY-18 refunded] [PAY-18 disputed] what happens to one later is found: a pending refund, a decided dispute, money that a bank returns', async () => {
    const [pending, disputed] = [await createSale('pm_card_pendingRefund'), await createSale()]
    const { id: refundId } = await refund(pending)
    const { id: disputeId } = await dispute(disputed)
    await findReversals(shop)
    expect([await statusOf(pending), await statusOf(disputed)]).toEqual(['processing', 'on-hold'])
    const finish = (status: string) => stripe.rawRequest('POST', `/v1/test_helpers/refunds/${refundId}`, { status })

    await finish('succeeded')
    await stripe.disputes.update(disputeId, { evidence: { uncategorized_text: 'winning_evidence' }, submit: true })
    await findReversals(shop)
    later = 6 * MINUTE
    await findReversals(shop)
    expect([await statusOf(pending), await statusOf(disputed)]).toEqual(['refunded', 'processing'])

    await finish('failed')
    later += 25 * 60 * MINUTE
    await findReversals(shop)
    expect([await statusOf(pending), await refundedCents(pending)]).toEqual(['processing', 0])
  })

  test('[PAY-18 refunded] an outage of a week, and a restart in it, lose nothing', async () => {
    const sale = await createSale()
    faulty.injectFault(/v1/, { kind: 'bad-gateway' })
    await refund(sale)
    expect(await findReversals(shop)).toBe(0)
    expect(await statusOf(sale)).toBe('processing')
    faulty.clearFaults()
    // A process that starts at that time has a new circuit breaker.
    const restarted = {
      ...shop,
      payments: openPaymentService({ keys: provider, sandboxOrigin: faulty.url }),
      now: () => new Date(Date.now() + 7 * DAY),
    }
    expect(await findReversals(restarted)).toBeGreaterThan(0)
    expect(await statusOf(sale)).toBe('refunded')
  })

  test('[PAY-18 refunded] an answer that is lost halfway is asked for again', async () => {
    const sale = await createSale()
    await refund(sale)
    faulty.injectFault(/refunds\?payment_intent/, { kind: 'bad-gateway' })
    await findReversals(shop)
    expect(await statusOf(sale)).toBe('processing')
    faulty.clearFaults()
    Object.assign(shop, {
      payments: openPaymentService({ keys: provider, sandboxOrigin: faulty.url, shopperTimeoutMs: 3000 }),
    })
    expect(await findReversals(shop)).toBe(1)
    expect(await statusOf(sale)).toBe('refunded')
  })

  test('[PAY-18 refunded] one that cannot be applied holds up no other', async () => {
    const [broken, sale] = [await createSale(), await createSale()]
    await refund(broken, 500)
    await refund(sale)
    // This constraint makes storing the refund fail.
    await db.execute(`alter table payment_refunds add constraint broken check (order_id <> ${broken.id})`)
    await findReversals(shop)
    expect(await statusOf(sale)).toBe('refunded')
    await db.execute('alter table payment_refunds drop constraint broken')
    later = 2 * 60 * MINUTE
    await findReversals(shop)
    expect(await refundedCents(broken)).toBe(500)
  })
})

describe('one that cannot be applied', () => {
  test('[PAY-18 refunded] is tried again an hour later, and logged once until then, although it is listed in every run', async () => {
    const broken = await createSale()
    const error = vi.fn<(details: object, text: string) => void>()
    const { log } = shop
    Object.assign(shop, { log: { ...log, error } })
    onTestFinished(async () => {
      Object.assign(shop, { log })
      await db.execute('alter table payment_refunds drop constraint if exists broken')
    })
    await db.execute(`alter table payment_refunds add constraint broken check (order_id <> ${broken.id})`)
    await refund(broken, 500)
    for (later of [0, 1, 30, 59].map((minutes) => minutes * MINUTE)) await findReversals(shop)
    expect([error.mock.calls.length, callsAbout(broken.intentId)]).toEqual([1, 3])
    later = 61 * MINUTE
    await findReversals(shop)
    expect([error.mock.calls.length, callsAbout(broken.intentId)]).toEqual([2, 6])
    await db.execute('alter table payment_refunds drop constraint broken')
    // An event of the provider that arrives after all is applied immediately.
    await applyReversals(shop, broken.intentId)
    expect(await refundedCents(broken)).toBe(500)
    await refund(broken, 300)
    await findReversals(shop)
    expect(await refundedCents(broken)).toBe(800)
  })

  test('[PAY-18 refunded] is not asked about any more by itself if the account does not know its payment', async () => {
    const sale = await createSale()
    const unknown = { intentId: 'pi_of_another_account', reversalsDueAt: new Date(0) }
    await db.update(payments).set(unknown).where(eq(payments.orderId, sale.id))
    for (later of [0, MINUTE, 61 * MINUTE, 2 * DAY]) await findReversals(shop)
    expect(callsAbout(unknown.intentId)).toBe(1)
    await db.update(payments).set({ intentId: sale.intentId }).where(eq(payments.orderId, sale.id))
  })
})

describe('the comparison', () => {
  test('[PAY-18 refunded] [PAY-18 disputed] shows a refund and a dispute that the shop does not know, and settles them', async () => {
    const [refunded, disputed, other] = [await createSale(), await createSale(), await createSale()]
    await refund(refunded, 1000)
    const { id } = await dispute(disputed)
    const { status, json } = await compare()
    expect(status).toBe(200)
    expect(json.differences).toMatchObject([
      {
        intent_id: disputed.intentId,
        order_id: disputed.id,
        is_settled: true,
        missed: [{ id, kind: 'dispute', status: 'needs_response' }],
      },
      {
        intent_id: refunded.intentId,
        order_id: refunded.id,
        is_settled: true,
        missed: [{ kind: 'refund', status: 'succeeded', amount: '10.00' }],
      },
    ])
    expect([await statusOf(disputed), await statusOf(other)]).toEqual(['on-hold', 'processing'])
    expect(await refundedCents(refunded)).toBe(1000)
    expect((await compare()).json.differences).toEqual([])
  })

  test('[PAY-18 refunded] finds those of payments that are older than what it lists', async () => {
    const sale = await createSale()
    await refund(sale, 700)
    const { provider: real } = shop.payments
    Object.assign(shop, {
      payments: {
        ...shop.payments,
        provider: {
          ...real,
          async listIntents(page: Parameters<typeof real.listIntents>[0]) {
            const listed = await real.listIntents(page)
            return listed.ok ? { ...listed, items: listed.items.filter(({ id }) => id !== sale.intentId) } : listed
          },
        },
      },
    })
    expect((await compare()).json.differences).toMatchObject([{ intent_id: sale.intentId, is_settled: true }])
    expect(await refundedCents(sale)).toBe(700)
    Object.assign(shop, { payments: { ...shop.payments, provider: real } })
  })
})

test('no row is stored twice, whoever finds it', async () => {
  const refunds = await db.select().from(paymentRefunds)
  expect(new Set(refunds.map(({ refundId }) => refundId)).size).toBe(refunds.length)
  const disputes = await db.select().from(paymentDisputes)
  expect(new Set(disputes.map(({ disputeId }) => disputeId)).size).toBe(disputes.length)
  const [unpaid] = await db.select().from(orders).where(eq(orders.status, 'pending'))
  expect(unpaid).toBeUndefined()
})
