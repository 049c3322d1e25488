/**
 * Money is returned at the provider, by a dispute, from the shop and by hand, while events are lost, late or repeated,
 * in every order and at the same time. The shop always ends in the provider's state, and reports it when more was
 * returned than was paid.
 */
import { and, eq, inArray, like } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { orderNotes, orders } from '../../src/shop/orders/orders.table.ts'
import { paymentDisputes, paymentRefunds, payments } from '../../src/shop/orders/payments/payments.table.ts'
import { findReversals } from '../../src/shop/reconciliation/find-reversals.ts'
import { finishRefunds } from '../../src/shop/refunds/refund-order.ts'
import { emails } from '../../src/things/messages/emails.table.ts'
import { repetitions } from '../running/long-run.ts'
import { cardSales, type Sale } from '../support/card-sales.ts'
import { providerEvents } from '../support/provider-events.ts'
import { openShop } from '../support/shop.ts'
import {
  firstNames,
  type History,
  returns,
  reversalSteps,
  type Sold,
  type StepName,
  stepNames,
} from './reversal-steps.ts'

let later = 0
const opened = await openShop({ now: () => new Date(Date.now() + later), poolSize: 12 })
const { shop, db } = opened
const { stripe } = providerEvents(opened)
const { createSale } = await cardSales(opened, 1)
const steps = reversalSteps(opened)
afterAll(() => {
  later = 0
})

/** Runs eight histories at a time. */
async function play(histories: readonly History[]): Promise<{ history: History; sale: Sold }[]> {
  const left = histories.entries()
  const played: { history: History; sale: Sold }[] = []
  const lane = async () => {
    for (const [, history] of left) {
      const sale: Sold = await createSale()
      for (const group of history) await Promise.all(group.map((name) => steps[name](sale)))
      played.push({ history, sale })
    }
  }
  await Promise.all(Array.from({ length: 8 }, lane))
  return played
}

/** No more events arrive: the jobs have to find everything without them. */
async function settle(): Promise<void> {
  // The first pass is late enough for refunds of the shop without a known result, the second for changes after that.
  for (later = 2 * 60_000; later < 12 * 60_000; later += 5 * 60_000) {
    await finishRefunds(shop)
    while ((await findReversals(shop)) > 0);
  }
}

type AtProvider = { refunded: number; taken: number; refunds: string[]; disputes: string[] }

/** The amounts returned of each payment, as the provider has them. */
async function readProvider(): Promise<(intentId: unknown) => AtProvider> {
  const intents = new Map<string, AtProvider>()
  const of = (intentId: unknown) => {
    const known = intents.get(String(intentId)) ?? { refunded: 0, taken: 0, refunds: [], disputes: [] }
    intents.set(String(intentId), known)
    return known
  }
  for await (const { id, status, payment_intent, amount } of stripe.refunds.list({ limit: 100 })) {
    if (status !== 'succeeded') continue
    of(payment_intent).refunded += amount
    of(payment_intent).refunds.push(id)
  }
  for await (const { id, status, payment_intent, amount } of stripe.disputes.list({ limit: 100 })) {
    of(payment_intent).disputes.push(`${id} ${status}`)
    if (['needs_response', 'under_review', 'lost'].includes(status)) of(payment_intent).taken += amount
  }
  return of
}

/** The final status of the order: to be shipped, shipped, on hold for a decision, refunded, or cancelled. */
function expectedStatus(
  { totalCents }: Sale,
  { refunded, taken, disputes }: AtProvider,
  { byHand, isShipped }: { readonly byHand: number; readonly isShipped: boolean },
): unknown {
  const isRefunded = refunded + byHand >= totalCents
  const isOpen = disputes.some((one) => one.includes('response') || one.includes('review'))
  const isLost = disputes.some((one) => one.endsWith('lost'))
  if (isRefunded && disputes.length === 0) return 'refunded'
  if (!isRefunded && isShipped) return 'completed'
  if (!isRefunded && isOpen) return 'on-hold'
  if (!isRefunded && !isLost) return 'processing'
  if (isLost && refunded + byHand === 0) return taken === totalCents ? 'cancelled' : 'on-hold'
  return expect.stringMatching(/^(refunded|on-hold|cancelled)$/)
}

async function check(played: readonly { history: History; sale: Sold }[]): Promise<void> {
  const ids = played.map(({ sale }) => sale.id)
  const of = await readProvider()
  const stored = await db.select().from(orders).where(inArray(orders.id, ids))
  const paid = await db.select().from(payments).where(inArray(payments.orderId, ids))
  const refunds = await db.select().from(paymentRefunds).where(inArray(paymentRefunds.orderId, ids))
  const disputes = await db.select().from(paymentDisputes)
  const notes = await db
    .select()
    .from(orderNotes)
    .where(and(inArray(orderNotes.orderId, ids), like(orderNotes.text, '%More has gone back than was paid%')))
  const mails = await db.select().from(emails).where(eq(emails.template, 'shop-refund-excess'))

  for (const { history, sale } of played) {
    const order = stored.find(({ id }) => id === sale.id)
    const payment = paid.find(({ orderId }) => orderId === sale.id)
    const rows = refunds.filter(({ orderId, status }) => orderId === sale.id && status === 'succeeded')
    const theirs = of(sale.intentId)
    const byHand = rows.filter(({ paymentId }) => paymentId === null).reduce((sum, row) => sum + row.amountCents, 0)
    const excess = Math.max(0, theirs.refunded + theirs.taken + byHand - sale.totalCents)
    const words = notes.filter(({ orderId }) => orderId === sale.id).map(({ text }) => text)
    const amounts = words.map((text) => Math.round(Number(/\$([\d.]+) too much/.exec(text)?.[1]) * 100))
    const mailed = mails
      .filter(({ orderId }) => orderId === sale.id)
      .map(({ data }) => data as { refundCents?: number })
    // The excess may have been larger for a while; then the larger amount was reported.
    const hasShrunk = history.flat().some((name) => returns.has(name))
    const isAbout = (cents = 0) => (hasShrunk ? cents >= excess : cents === excess)
    expect({
      history,
      refunded: payment?.refundedCents,
      refunds: rows.flatMap(({ refundId }) => refundId ?? []).toSorted(),
      disputes: disputes
        .filter(({ paymentId }) => paymentId === payment?.id)
        .map(({ disputeId, status }) => `${disputeId} ${status}`)
        .toSorted(),
      counted: order?.refundedCents,
      unfinished: refunds.filter(({ orderId, status }) => orderId === sale.id && status === 'starting').length,
      isTold: excess === 0 || amounts.some(isAbout),
      isMailed: excess === 0 || mailed.some(({ refundCents }) => isAbout(refundCents)),
      mails: mailed.length,
      isSilent: excess > 0 || hasShrunk || theirs.disputes.length > 0 || words.length === 0,
      status: order?.status,
    }).toEqual({
      history,
      refunded: theirs.refunded,
      refunds: theirs.refunds.toSorted(),
      disputes: theirs.disputes.toSorted(),
      counted: Math.min(theirs.refunded + byHand, sale.totalCents),
      unfinished: 0,
      isTold: true,
      isMailed: true,
      mails: words.length,
      isSilent: true,
      status: expectedStatus(sale, theirs, { byHand, isShipped: order?.completedAt !== null }),
    })
  }
}

const orderings = (names: readonly StepName[]): StepName[][] =>
  names.length === 0
    ? [[]]
    : names.flatMap((name) => orderings(names.filter((other) => other !== name)).map((rest) => [name, ...rest]))

/**
 * Orders that stop being refunded: a record or refund is undone while a dispute holds or takes the money, or another
 * refund remains.
 */
const comesBack: readonly (readonly StepName[])[] = [
  ['all by hand', 'all at the provider', 'the job', 'the record by hand is deleted'],
  ['an inquiry', 'the job', 'all by hand', 'the record by hand is deleted'],
  ['an inquiry', 'the job', 'all at the provider', 'the job', 'a refund fails at the provider'],
  ['all by hand', 'an inquiry', 'the job', 'the record by hand is deleted', 'the dispute is won'],
  ['all by hand', 'an inquiry', 'the job', 'the dispute is won', 'the record by hand is deleted'],
  ['all by hand', 'a lost dispute', 'the job', 'the record by hand is deleted'],
  ['all by hand', 'a dispute of a third', 'the dispute is lost', 'the job', 'the record by hand is deleted'],
  ['the order is shipped', 'all at the provider', 'the job', 'a refund fails at the provider'],
  ['a dispute', 'the job', 'the order is shipped', 'the dispute is lost'],
]

test('[PAY-18 any order] [PAY-13 full] every ordering of provider, hand, message and job, and all at once', {
  timeout: 240_000,
}, async () => {
  const everyOrder = (names: readonly StepName[]): History[] => [
    ...orderings(names).map((ordering) => ordering.map((name) => [name])),
    [names],
  ]
  const whole: readonly StepName[] = ['a third at the provider', 'all at the provider', 'a dispute']
  const parts: readonly StepName[] = [
    'a third from the shop',
    'a dispute of a third',
    'a lost dispute',
    'a won dispute',
  ]
  const histories = [
    ...whole.flatMap((start) => everyOrder([start, 'all by hand', 'a message', 'the job'])),
    ...parts.flatMap((start) => everyOrder([start, 'all by hand', 'the job'])),
    ...everyOrder(['a lost dispute', 'a message', 'the job']),
    ...comesBack.map((names) => names.map((name) => [name])),
  ]
  expect(histories).toHaveLength(75 + 28 + 7 + 9)
  const played = await play(histories)
  await settle()
  await check(played)
})

test('[PAY-18 any order] [PAY-13 partial] random histories, 300 in a long run, end with what the provider says', {
  timeout: 240_000,
}, async () => {
  later = 0
  const groupOf = (names: readonly StepName[]) => fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 2 })
  const then = fc.array(groupOf(stepNames), { maxLength: 3 })
  const seed = Number(process.env.SEED ?? 20_261_124)
  const histories = fc
    .sample(fc.tuple(groupOf(firstNames), then), { numRuns: repetitions(300), seed })
    .map(([first, rest]): History => [first, ...rest])
  const played = await play(histories)
  await settle()
  await check(played)
})
