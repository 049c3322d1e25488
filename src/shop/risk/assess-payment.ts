import type { Tx } from '../../platform/database/connect.ts'
import { type Result, refused } from '../../platform/database/result.ts'
import type { CardDetails, PaymentError } from '../gateways/payment-intent.ts'
import { insertOrderNote, type Order } from '../orders/orders.store.ts'
import { transitionOrder } from '../orders/transition-order.ts'
import { offlinePayment } from '../payment-methods/payment-methods.ts'
import type { OrderingContext } from './context.ts'
import { assessmentsOf, factsOf, insertAssessment } from './fraud.store.ts'
import * as fraud from './fraud-rules.ts'

/** Applies the fraud rules; `off` if none matches. `card` is about to be charged; null without a card. */
export async function assessPayment(shop: OrderingContext, order: Order, card: CardDetails | null) {
  const { fraudRules } = shop.settings()
  const facts = (await factsOf(shop.db, [order.id], fraudRules, card)).get(order.id)
  if (!facts) return 'off'
  const now = shop.now()
  const assessment = fraud.assess(facts, fraudRules)
  const cardFingerprint = card?.fingerprint ?? null
  await insertAssessment(shop.db, { ...assessment, orderId: order.id, cardFingerprint, now })
  const { action, reasons } = assessment
  if (action !== 'off' && action !== 'review')
    await insertOrderNote(shop.db, order.id, `${noteStarts[action]} ${textOf(reasons)}`, now)
  return action
}

export const assessesPayments = (shop: OrderingContext): boolean => fraud.hasRules(shop.settings().fraudRules)

/** Puts a paid order on hold if a rule asked for review, or the bank then reported a wrong postal code. */
export async function holdForReview(shop: OrderingContext, tx: Tx, paid: Order, card: CardDetails | null) {
  const { fraudRules } = shop.settings()
  if (!fraud.hasRules(fraudRules)) return paid
  const [latest] = await assessmentsOf(tx, paid.id)
  const before = latest?.reasons.filter(({ action }) => action === 'review') ?? []
  const wasKnown = latest?.reasons.some(({ rule }) => rule === 'postalMismatch') ?? false
  const found: fraud.FraudReason[] =
    card?.postalCheck === 'fail' && fraudRules.postalMismatch.action !== 'off' && !wasKnown
      ? [{ rule: 'postalMismatch', action: 'review', text: fraud.POSTAL_MISMATCH }]
      : []
  const reasons = [...before, ...found]
  if (reasons.length === 0) return paid
  const now = shop.now()
  const cardFingerprint = card?.fingerprint ?? null
  const assessment = { action: 'review', reasons: found } as const
  if (found.length > 0) await insertAssessment(tx, { ...assessment, orderId: paid.id, cardFingerprint, now })
  return hold(shop, tx, paid, heldText(reasons))
}

export const noteStarts = {
  note: 'Noted by your fraud rules.',
  block: 'The payment was blocked by your fraud rules.',
  challenge: 'The cardholder was asked to authenticate by your fraud rules.',
} as const

export const textOf = (reasons: readonly fraud.FraudReason[]): string => reasons.map(({ text }) => text).join(' ')

export const heldText = (reasons: readonly fraud.FraudReason[]): string => `Held for review. ${textOf(reasons)}`

/** For a payment that the shop's own fraud rules refuse. Like card issuers, it gives no reason. */
export const BLOCKED_CARD: PaymentError = {
  code: 'card_declined',
  declineCode: null,
  message: 'The card has been declined.',
}

/** For an order without a card that the fraud rules refuse. */
export const BLOCKED_WITHOUT_CARD: PaymentError = {
  code: 'payment_method_provider_decline',
  declineCode: null,
  message: 'The payment was declined. Please choose another way to pay.',
}

export type OfflineProblem =
  | { readonly kind: 'blocked'; readonly assessment: fraud.FraudAssessment }
  | { readonly kind: 'challenged' }

const unassessed: fraud.FraudAssessment = { action: 'off', reasons: [] }

/** Applies the rules to an order paid offline. `isProven`: the shopper has sent the proof of work for a challenge. */
export async function assessOffline(
  shop: OrderingContext,
  tx: Tx,
  { id: orderId }: Pick<Order, 'id'>,
  isProven: boolean,
): Promise<Result<{ assessment: fraud.FraudAssessment }, OfflineProblem>> {
  const settings = shop.settings()
  const rules = fraud.rulesWithoutCard(settings.fraudRules)
  if (!settings.fraudOfflineOrders || !fraud.hasRules(rules)) return { ok: true, assessment: unassessed }
  const facts = (await factsOf(tx, [orderId], rules, null)).get(orderId)
  const assessment = facts ? fraud.assess({ ...facts, isOffline: true }, rules) : unassessed
  if (assessment.action === 'block') return refused({ kind: 'blocked', assessment })
  if (assessment.action === 'challenge' && !isProven) return refused({ kind: 'challenged' })
  await insertAssessment(tx, { ...assessment, orderId, cardFingerprint: null, now: shop.now() })
  return { ok: true, assessment }
}

/** Accepts an offline order; on hold if a rule wants a review. Null if its status does not allow accepting. */
export async function acceptOffline(
  shop: OrderingContext,
  tx: Tx,
  order: Order,
  { action, reasons }: fraud.FraudAssessment,
) {
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
  return hold(shop, tx, accepted, reason)
}

const hold = async (shop: OrderingContext, tx: Tx, order: Order, reason: string): Promise<Order> =>
  (await transitionOrder(shop, tx, order, 'on-hold', { reason, isSilent: true })) ?? order

export async function recordBlocked(
  shop: OrderingContext,
  order: Order,
  assessment: fraud.FraudAssessment,
): Promise<void> {
  const now = shop.now()
  await insertAssessment(shop.db, { ...assessment, orderId: order.id, cardFingerprint: null, now })
  const text = `The order was blocked by your fraud rules. ${textOf(assessment.reasons)}`
  await insertOrderNote(shop.db, order.id, text, now)
}
