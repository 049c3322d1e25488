import type { Context } from 'hono'
import { createWaitToken, parseWaitToken, redeemProof, redeemWaitToken } from '../../people/abuse/proof-of-work.ts'
import { ajaxCallOf } from '../../platform/web/ajax.ts'
import { paths } from '../../platform/web/routes.ts'
import type { Cart } from '../cart/cart.store.ts'
import type { Order } from '../orders/orders.store.ts'
import * as rules from './attempt-limits.ts'
import * as queues from './attempt-queue.ts'
import type { OrderingContext } from './context.ts'
import { buyerOf, networkName, type Reservation, reservationLevel } from './unpaid-reservations.ts'

/* Limits every way to place or pay an order (docs/decisions/card-testing-limits.md). */

export type OrderAttempt = {
  /** Client address; '' for unknown. */
  readonly address: string
  readonly email: string
  /** null for an order without a cart, and for a cart that is not stored. */
  readonly cartId: number | null
  readonly cartKey: string
  readonly userId: number | null
  /** An order that this browser has paid before; null for none. */
  readonly paidOrderId: number | null
  readonly attemptKey: string
  readonly proof: string
  readonly waitToken: string
  readonly isByCard: boolean
  readonly reservation?: Reservation
}

export const cartKeyOf = (cart: Pick<Cart, 'id' | 'sessionKey'>): string => String(cart.id ?? cart.sessionKey)

export const cartKeyOfOrder = (order: Pick<Order, 'id' | 'cartId'>): string =>
  String(order.cartId ?? `order-${order.id}`)

/** `action-required`: to a card tester the card counts as valid. `none`: ended before payment and stock. */
export type OrderOutcome = 'paid' | 'accepted' | 'declined' | 'action-required' | 'none'

export async function isOrderRequest(context: Context): Promise<boolean> {
  const { req } = context
  if (req.method !== 'POST') return false
  const call = req.query('wc-ajax') ?? (req.path === paths.adminAjax ? await ajaxCallOf(context) : undefined)
  if (call === 'wc_stripe_frontend_request') return isPaymentRoute(req.query('path') ?? '')
  if (call !== undefined) return call === 'checkout'
  const isOrderPath = [paths.checkout, `${paths.storeApi}/checkout`].some((path) => req.path.startsWith(path))
  return isOrderPath || (req.path.startsWith('/wp-json/') && isPaymentRoute(req.path.slice('/wp-json'.length)))
}

const isPaymentRoute = (route: string): boolean =>
  /^\/wc-stripe\/v1\/(checkout|checkout\/payment|order-pay)$/.test(route)

export type Refusal = {
  readonly retryAfterSeconds: number
  /** Retry immediately with a proof of this multiple of the usual work; null: waiting is the only way. */
  readonly work: number | null
  /** Or retry with this wait token after this many seconds. */
  readonly waitToken: { readonly text: string; readonly seconds: number } | null
  /** Stock reserved by unpaid orders caused the refusal, not failed payments. */
  readonly isForReservation: boolean
}

/** More proof of work than admission required, for when the fraud rules have seen the order. */
export type Challenge = { readonly isMet: boolean; refusal(): Refusal }

export type ThrottleResult =
  | { readonly ok: true; readonly challenge: Challenge; report(outcome: OrderOutcome): Promise<void> }
  | ({ readonly ok: false } & Refusal)

/** Refusal after too long in the queue: the provider is slow, and the shopper may retry. */
const QUEUE_TOO_LONG: Refusal = { retryAfterSeconds: 10, work: null, waitToken: null, isForReservation: false }

/** Admits, delays or refuses an attempt. The caller must `report` the outcome of an admitted one. */
export async function openCheckoutThrottle(shop: OrderingContext, attempt: OrderAttempt): Promise<ThrottleResult> {
  const queue = queues.queueOf(shop.db)
  const credit = await creditOf(shop, attempt)
  const limits = rules.limitsFor(shop, attempt, credit)
  const minLevel = await levelForReservation(shop, attempt)
  const since = performance.now()
  for (;;) {
    const seenVersion = queue.version
    const requirement = await requirementFor(shop, limits, credit.work, minLevel)
    // These numbers may lack the outcome of an attempt that has just finished.
    if (seenVersion !== queue.version) continue
    // A form submitted twice is one attempt, which has met the requirement already.
    const isRepeat = queues.isRunning(queue, requirement.limits, attempt.attemptKey)
    if (!isRepeat && !rules.covers(credit, requirement.level))
      return { ok: false, ...refusalFor(shop, attempt, requirement) }
    while (seenVersion === queue.version) {
      if (isRepeat || queues.hasCapacity(queue, requirement.slots, attempt.attemptKey))
        return startAttempt(shop, queue, requirement.limits, attempt, credit)
      if (!(await queues.nextFinish(queue, since))) return { ok: false, ...QUEUE_TOO_LONG }
    }
  }
}

async function startAttempt(
  shop: OrderingContext,
  queue: queues.AttemptQueue,
  limits: readonly rules.AttemptLimit[],
  attempt: OrderAttempt,
  credit: rules.AttemptCredit,
): Promise<ThrottleResult> {
  queues.startRunning(queue, limits, attempt.attemptKey)
  const countOutcome = async (outcome: OrderOutcome) => {
    const affected = limits.filter((limit) => limit.outcomes.includes(outcome))
    try {
      await Promise.all(affected.map((limit) => limit.limit.consume(limit.key)))
    } finally {
      if (affected.length > 0) queue.version += 1
      queues.finishRunning(queue, limits, attempt.attemptKey)
    }
  }
  const report = async (outcome: OrderOutcome) => {
    const counting = countOutcome(outcome)
    // The shopper does not wait for the count; until it is stored, the attempt stays registered as running.
    if (outcome === 'accepted') counting.catch((error) => shop.log.error({ err: error }, 'an order was not counted'))
    else await counting
  }
  const waitToken =
    credit.waited > 0 ? parseWaitToken(shop.secret, attempt.waitToken, attempt.cartKey, shop.now()) : null
  if (waitToken && !(await redeemWaitToken(shop.db, attempt.waitToken, waitToken, shop.now()))) {
    await report('none')
    return openCheckoutThrottle(shop, { ...attempt, waitToken: '' })
  }
  const challenge = {
    isMet: rules.covers(credit, CHALLENGE_LEVEL),
    refusal: () => refusalFor(shop, attempt, { level: CHALLENGE_LEVEL, seconds: rules.waitFor(CHALLENGE_LEVEL) }),
  }
  return { ok: true, challenge, report }
}

async function creditOf(shop: OrderingContext, attempt: OrderAttempt): Promise<rules.AttemptCredit> {
  const now = shop.now()
  const proof =
    attempt.proof === ''
      ? { work: 0 }
      : await redeemProof(shop.db, shop.secret, { purpose: 'checkout', text: attempt.proof, now })
  const waitToken = parseWaitToken(shop.secret, attempt.waitToken, attempt.cartKey, now)
  return { work: proof.work, waited: waitToken?.remaining === 0 ? waitToken.wait : 0 }
}

/** Four times the usual work: some seconds on a phone, but costly for a program that places hundreds of orders. */
const CHALLENGE_LEVEL = 3

type Requirement = Awaited<ReturnType<typeof requirementFor>>

/** Attempts with a proof may run concurrently more often, because offices and towns share an address. */
const CONCURRENCY_WITH_PROOF = 3

async function requirementFor(
  shop: OrderingContext,
  limits: readonly rules.AttemptLimit[],
  work: number,
  minLevel: number,
) {
  const ownRows = await Promise.all(limits.map(readLimit))
  const isFull = ownRows.some((row) => rules.isWithoutProof(row.limit) && row.remaining <= 0)
  const concurrency = work > 0 ? CONCURRENCY_WITH_PROOF : 1
  const rows = isFull ? [...ownRows, await readLimit(rules.waitedLimit(shop))] : ownRows
  return {
    level: Math.max(minLevel, ...rows.map((row) => row.level)),
    // Seconds until the limits allow an attempt without proof or token.
    seconds: Math.max(
      minLevel > 0 ? rules.waitFor(minLevel) : 1,
      ...rows.map((row) => (row.level > 0 ? row.seconds : 0)),
    ),
    // Above the limit, attempts run one at a time.
    slots: rows
      .filter(({ limit }) => !(isFull && rules.isWithoutProof(limit)))
      .map(({ limit, remaining }) => ({ limit, capacity: remaining > 0 ? remaining * concurrency : 1 })),
    // The limits that count the outcome.
    limits: rows.map(({ limit }) => limit),
  }
}

/** A large or repeated unpaid order requires work, except from customers who have paid before. */
async function levelForReservation(shop: OrderingContext, attempt: OrderAttempt): Promise<number> {
  const { reservation, isByCard, paidOrderId, userId: customerId, cartId, email, address } = attempt
  if (!reservation || isByCard || paidOrderId !== null) return 0
  const buyer = buyerOf({ customerId, cartId, billing: { email }, clientNetwork: networkName(address) })
  return reservationLevel(shop, buyer, reservation)
}

async function readLimit(limit: rules.AttemptLimit) {
  const { remaining, retryAfterSeconds } = await limit.limit.peek(limit.key)
  return { limit, remaining, level: limit.levelOf(remaining), seconds: retryAfterSeconds }
}

function refusalFor(
  shop: OrderingContext,
  attempt: OrderAttempt,
  { level, seconds }: Pick<Requirement, 'level' | 'seconds'>,
): Refusal {
  const now = shop.now()
  const currentToken = parseWaitToken(shop.secret, attempt.waitToken, attempt.cartKey, now)
  const wait = Math.min(rules.waitFor(level), seconds)
  // A token sent too early stays valid, so that the wait does not start over.
  const waitToken =
    currentToken && currentToken.remaining > 0 && currentToken.wait >= rules.waitFor(level)
      ? { text: attempt.waitToken, seconds: currentToken.remaining }
      : { text: createWaitToken(shop.secret, attempt.cartKey, rules.waitFor(level), now), seconds: wait }
  return { retryAfterSeconds: seconds, work: rules.workFor(level), waitToken, isForReservation: !attempt.isByCard }
}

export function tooManyText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes <= 1 ? 'a minute' : minutes > 50 ? 'an hour' : `${minutes} minutes`
  return `Too many payments have failed just now, so we check more carefully. Nothing was charged. Please wait ${wait} and try again, or choose another way to pay.`
}

const reservationText = (seconds: number): string =>
  `This is a large order without a payment, or one of several, so we check more carefully. Please wait ${Math.ceil(seconds / 60) <= 1 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`} and try again, or pay by card.`

export const refusalText = ({ waitToken, retryAfterSeconds, isForReservation }: Refusal): string =>
  (isForReservation ? reservationText : tooManyText)(waitToken ? waitToken.seconds : retryAfterSeconds)

/** The proof of work, and the wait token for browsers that cannot compute it. */
export const refusalJson = (refusal: Refusal | undefined) => ({
  ...(refusal?.work ? { proof_work: refusal.work } : {}),
  ...(refusal?.waitToken ? { order_pass: refusal.waitToken.text } : {}),
})
