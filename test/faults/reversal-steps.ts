/**
 * Events in the life of a sale's money, each done as in reality: at the provider, at a bank, in the shop, by events and
 * jobs.
 */
import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { expect } from 'vitest'
import { insertEvent } from '../../src/shop/orders/payments/payments.store.ts'
import { paymentRefunds } from '../../src/shop/orders/payments/payments.table.ts'
import { transitionOrderByHand } from '../../src/shop/orders/transition-order.ts'
import { findReversals } from '../../src/shop/reconciliation/find-reversals.ts'
import { applyPaymentEvent } from '../../src/shop/reconciliation/payment-jobs.ts'
import { removeRefund } from '../../src/shop/refunds/apply-refunds.ts'
import { refundOrder } from '../../src/shop/refunds/refund-order.ts'
import type { Sale } from '../support/card-sales.ts'
import { providerEvents } from '../support/provider-events.ts'
import type { openShop } from '../support/shop.ts'

/** Steps that return money or ask for its return. */
export const firstNames = [
  ...['a third at the provider', 'all at the provider', 'a third by hand', 'all by hand', 'a third from the shop'],
  ...['a dispute', 'a dispute of a third', 'an inquiry', 'a lost dispute', 'a won dispute'],
] as const
export const stepNames = [
  ...firstNames,
  ...['the dispute is won', 'the dispute is lost', 'a refund fails at the provider', 'the record by hand is deleted'],
  ...['the order is shipped', 'a message', 'a stale message', 'the job'],
] as const
export type StepName = (typeof stepNames)[number]
/** Steps of one group run at the same time. */
export type History = readonly (readonly StepName[])[]
export type Sold = Sale & { disputeId?: string }

/** Steps that undo a return of money. */
export const returns = new Set<StepName>([
  ...(['a refund fails at the provider', 'the record by hand is deleted'] as const),
  ...(['the dispute is won', 'a won dispute'] as const),
])

type Steps = Readonly<Record<StepName, (sale: Sold) => Promise<unknown>>>

const author = { id: 1, name: 'Olive' }

export function reversalSteps(opened: Awaited<ReturnType<typeof openShop>>): Steps {
  const { shop, db } = opened
  const { stripe, send } = providerEvents(opened)
  /** Ignores the provider's refusal: the amount may be too high, the charge disputed, or the dispute closed. */
  const refused = () => undefined
  const atProvider = (sale: Sale, amount?: number) =>
    stripe.refunds.create({ payment_intent: sale.intentId, ...(amount ? { amount } : {}) }).catch(refused)
  const dispute = async (sale: Sold, fields: Record<string, string> = {}) => {
    if (sale.disputeId) return
    sale.disputeId = 'opening'
    const path = '/v1/test_helpers/disputes'
    const opening = stripe.rawRequest('POST', path, { payment_intent: sale.intentId, ...fields })
    const made = (await opening.catch(refused)) as { id: string } | undefined
    if (made) sale.disputeId = made.id
  }
  const decide = (sale: Sold, text: string) =>
    stripe.disputes
      .update(sale.disputeId ?? 'dp_none', { evidence: { uncategorized_text: text }, submit: true })
      .catch(refused)
  const fromShop = (sale: Sale, amountCents: number, isByHand: boolean) =>
    refundOrder(shop, { orderId: sale.id, amountCents, isByHand, author, parts: [], reason: '', restocks: false })
  const third = ({ totalCents }: Sale) => Math.floor(totalCents / 3)

  return {
    'a third at the provider': (sale) => atProvider(sale, third(sale)),
    'all at the provider': (sale) => atProvider(sale),
    'a third by hand': (sale) => fromShop(sale, third(sale), true),
    'all by hand': (sale) => fromShop(sale, sale.totalCents, true),
    'a third from the shop': (sale) => fromShop(sale, third(sale), false),
    'a dispute': (sale) => dispute(sale),
    'a dispute of a third': (sale) => dispute(sale, { amount: String(third(sale)) }),
    'an inquiry': (sale) => dispute(sale, { inquiry: 'true' }),
    'the dispute is won': (sale) => decide(sale, 'winning_evidence'),
    'the dispute is lost': (sale) => decide(sale, 'losing_evidence'),
    async 'a message'({ intentId }) {
      const event = { id: `evt_${randomUUID()}`, type: 'charge.refunded', createdAt: shop.now(), intentId, payload: {} }
      await insertEvent(db, event, shop.now())
      await applyPaymentEvent(shop, event.id)
    },
    'the job': () => findReversals(shop),
    async 'a refund fails at the provider'({ intentId }) {
      const { data } = await stripe.refunds.list({ payment_intent: intentId, limit: 1 })
      const path = `/v1/test_helpers/refunds/${data[0]?.id ?? 're_none'}`
      await stripe.rawRequest('POST', path, { status: 'failed' }).catch(refused)
    },
    async 'the record by hand is deleted'({ id: orderId }) {
      const isRecord = and(eq(paymentRefunds.orderId, orderId), isNull(paymentRefunds.paymentId))
      const [record] = await db.select().from(paymentRefunds).where(isRecord).limit(1)
      if (record) await removeRefund(shop, { orderId, id: record.id, author: 'Olive' })
    },
    'the order is shipped': ({ id: orderId }) =>
      transitionOrderByHand(shop, { orderId, to: 'completed', author: 'Olive' }),
    // Reports the state at the time of payment; a second one in the same history repeats the same event.
    async 'a stale message'({ id, intentId }) {
      const of = { payment_intent: intentId, amount_refunded: 0, refunded: false, status: 'needs_response' }
      const type = id % 2 === 0 ? 'charge.refunded' : 'charge.dispute.created'
      const event = { id: `evt_stale_${id}`, object: 'event', type, created: 1, data: { object: of } }
      expect(await send(event)).toBe(200)
      await applyPaymentEvent(shop, event.id)
    },
    async 'a lost dispute'(sale) {
      await dispute(sale)
      await decide(sale, 'losing_evidence')
    },
    async 'a won dispute'(sale) {
      await dispute(sale)
      await decide(sale, 'winning_evidence')
    },
  }
}
