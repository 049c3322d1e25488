import type { Tx } from '../../platform/database/connect.ts'
import { transitionOrder } from '../orders/change-order-status.ts'
import { changeStatus, insertOrderNote, type Order } from '../orders/orders.store.ts'
import { offlinePayment } from '../payment-methods/payment-methods.ts'
import { heldText, noteStarts, textOf } from './assess-payment.ts'
import type { OrderingContext } from './context.ts'
import { factsOf, insertAssessment } from './fraud.store.ts'
import { assess, type FraudAssessment, hasRules, rulesWithoutCard } from './fraud-rules.ts'

export type OfflineProblem =
  | { readonly kind: 'blocked'; readonly assessment: FraudAssessment }
  | { readonly kind: 'challenged' }

export type AcceptResult =
  | { readonly ok: true; readonly order: Order | null }
  | { readonly ok: false; readonly problem: OfflineProblem }

const unassessed: FraudAssessment = { action: 'off', reasons: [] }

/** `isProven`: the shopper has sent the proof of work of a challenge. */
export async function assessOffline(
  shop: OrderingContext,
  tx: Tx,
  { id: orderId }: Pick<Order, 'id'>,
  isProven: boolean,
): Promise<{ readonly ok: true; readonly assessment: FraudAssessment } | Extract<AcceptResult, { ok: false }>> {
  const settings = shop.settings()
  const rules = rulesWithoutCard(settings.fraudRules)
  if (!settings.fraudOfflineOrders || !hasRules(rules)) return { ok: true, assessment: unassessed }
  const facts = (await factsOf(tx, [orderId], rules, null)).get(orderId)
  const assessment = facts ? assess({ ...facts, isOffline: true }, rules) : unassessed
  if (assessment.action === 'block') return { ok: false, problem: { kind: 'blocked', assessment } }
  if (assessment.action === 'challenge' && !isProven) return { ok: false, problem: { kind: 'challenged' } }
  await insertAssessment(tx, { ...assessment, orderId, cardFingerprint: null, now: shop.now() })
  return { ok: true, assessment }
}

/** If a rule wants a review, it is on hold until the owner changes its status. Null: not acceptable now. */
export async function acceptOffline(shop: OrderingContext, tx: Tx, order: Order, { action, reasons }: FraudAssessment) {
  const offline = offlinePayment(order.paymentMethod)
  if (!offline) throw new Error(`Order ${order.id} is paid through the provider`)
  const accepted = await transitionOrder(shop, tx, order, offline.acceptedAs)
  if (accepted && action === 'note')
    await insertOrderNote(tx, order.id, `${noteStarts.note} ${textOf(reasons)}`, shop.now())
  const reviews = reasons.filter(({ action }) => action === 'review')
  if (!accepted || reviews.length === 0) return accepted
  const reason = heldText(reviews)
  if (accepted.status === 'on-hold') {
    await insertOrderNote(tx, order.id, reason, shop.now())
    return accepted
  }
  const held = await changeStatus(tx, accepted, 'on-hold', shop.now(), { reason })
  return held.ok ? { ...accepted, ...held.changed } : accepted
}

export async function recordBlocked(shop: OrderingContext, order: Order, assessment: FraudAssessment): Promise<void> {
  const now = shop.now()
  await insertAssessment(shop.db, { ...assessment, orderId: order.id, cardFingerprint: null, now })
  const text = `The order was blocked by your fraud rules. ${textOf(assessment.reasons)}`
  await insertOrderNote(shop.db, order.id, text, now)
}
