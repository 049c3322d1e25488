import type { Context } from 'hono'
import { redeemProof } from '../../people/abuse/proof-of-work.ts'
import { createWaitToken, parseWaitToken, redeemWaitToken } from '../../people/abuse/wait-token.ts'
import { ajaxCallOf } from '../../platform/web/admin-ajax.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { paths } from '../../platform/web/routes.ts'
import type { OrderSettings } from '../orders/settings.ts'
import { canonicalEmail } from '../pricing/canonical-email.ts'
import {
  type AttemptCredit,
  type AttemptLimit,
  covers,
  isWithoutProof,
  limitsFor,
  waitedLimit,
  waitFor,
  workFor,
} from './attempt-limits.ts'
import {
  type AttemptQueue,
  finishRunning,
  hasCapacity,
  isRunning,
  nextFinish,
  queueOf,
  type Slot,
  startRunning,
} from './attempt-queue.ts'
import type { CheckoutSettings } from './settings.ts'
import { type Goods, levelOfHold, networkName } from './unpaid-hold.ts'

/*
 * The door that every way to an order goes through: the form, the script's call, the Store API, wallets, paying an order
 * later. Thieves try thousands of stolen cards at such doors. What fails is counted, for the person and for the whole
 * shop; honest shoppers, whose browsers do a sum in the background, never notice (docs/decisions/card-tries.md).
 */

/** Who knocks, as far as one can tell. */
export type OrderAttempt = {
  /** Where the request came from; '' is unknown. */
  readonly address: string
  readonly email: string
  readonly cartId: string
  /** Who is signed in; null: nobody. */
  readonly userId: number | null
  /** An order that this browser has paid before; null: none that is known. */
  readonly paidOrderId: number | null
  /** Names what is tried: the same form sent twice at once is one try. */
  readonly attemptKey: string
  /** The solved challenge as it was sent, or ''. */
  readonly proof: string
  /** The pass of an earlier refusal as it was sent, or ''. */
  readonly pass: string
  /** Whether a card will be asked for money. */
  readonly isByCard: boolean
  /** What is to be kept without a payment. */
  readonly goods?: Goods
}

/**
 * What became of a try that was let in. `action-required`: the bank wants to hear from the shopper, which tells a thief that the card
 * is good. `none`: it ended before money or goods were asked for.
 */
export type OrderOutcome = 'paid' | 'accepted' | 'declined' | 'action-required' | 'none'

/** Whether a request leads through this door, whichever of its ways it takes. */
export async function isOrderRequest(context: Context): Promise<boolean> {
  const { req } = context
  if (req.method !== 'POST') return false
  const call = req.query('wc-ajax') ?? (req.path === paths.adminAjax ? await ajaxCallOf(context) : undefined)
  if (call !== undefined) return call === 'checkout' || call === 'wc_stripe_frontend_request'
  return req.path.startsWith(paths.checkout) || req.path.startsWith(`${paths.storeApi}/checkout`)
}

/** What opens the door to a try that was refused. */
export type Refusal = {
  /** Without anything. */
  readonly retryAfterSeconds: number
  /** With a proof of so many times the usual work, at once; null: nothing helps but waiting. */
  readonly work: number | null
  /** With this pass, after so many seconds. */
  readonly pass: { readonly text: string; readonly seconds: number } | null
  /** Nothing has failed: it is for what is to be kept without a payment. */
  readonly isForGoods: boolean
}

export type ThrottleResult =
  | { readonly ok: true; report(outcome: OrderOutcome): Promise<void> }
  | ({ readonly ok: false } & Refusal)

/** What those are told who stood in line for too long: the provider is slow, and they may press again. */
const QUEUE_TOO_LONG: Refusal = { retryAfterSeconds: 10, work: null, pass: null, isForGoods: false }

/**
 * Lets a try in, lets it wait until others have ended, or says what opens the door to it. Whoever is let in must be told
 * of with `report`, whatever happened.
 */
export async function openCheckoutThrottle(
  shop: Pick<Platform, 'db' | 'log' | 'now' | 'secret'> & WithSettings<CheckoutSettings & OrderSettings>,
  attempt: OrderAttempt,
): Promise<ThrottleResult> {
  const queue = queueOf(shop.db)
  const credit = await creditOf(shop, attempt)
  const limits = limitsFor(shop, attempt, credit)
  const least = await levelForGoods(shop, attempt)
  const since = performance.now()
  for (;;) {
    const seenVersion = queue.version
    const requirement = await requirementFor(shop, limits, { credit, least })
    // What came of another try meanwhile may not be in these numbers yet.
    if (seenVersion !== queue.version) continue
    // The same form sent twice is one try, and has been paid for.
    const isRepeat = isRunning(queue, requirement.limits, attempt.attemptKey)
    if (!isRepeat && !covers(credit, requirement.level)) return { ok: false, ...refusalFor(shop, attempt, requirement) }
    while (seenVersion === queue.version) {
      if (isRepeat || hasCapacity(queue, requirement.slots, attempt.attemptKey))
        return startAttempt(shop, queue, requirement.limits, attempt, credit)
      if (!(await nextFinish(queue, since))) return { ok: false, ...QUEUE_TOO_LONG }
    }
  }
}

async function startAttempt(
  shop: Pick<Platform, 'db' | 'log' | 'now' | 'secret'> & WithSettings<CheckoutSettings & OrderSettings>,
  queue: AttemptQueue,
  limits: readonly AttemptLimit[],
  attempt: OrderAttempt,
  credit: AttemptCredit,
): Promise<ThrottleResult> {
  startRunning(queue, limits, attempt.attemptKey)
  const report = async (outcome: OrderOutcome) => {
    const counting = countOutcome(queue, limits, { attemptKey: attempt.attemptKey, outcome })
    // Nobody with an order waits for the count: until it is made the try is known as under way.
    if (outcome === 'accepted') counting.catch((error) => shop.log.error({ err: error }, 'an order was not counted'))
    else await counting
  }
  const pass = credit.waited > 0 ? parseWaitToken(shop.secret, attempt.pass, attempt.cartId, shop.now()) : null
  if (pass && !(await redeemWaitToken(shop.db, attempt.pass, pass, shop.now()))) {
    await report('none')
    return openCheckoutThrottle(shop, { ...attempt, pass: '' })
  }
  return { ok: true, report }
}

async function countOutcome(
  queue: AttemptQueue,
  limits: readonly AttemptLimit[],
  { attemptKey, outcome }: { readonly attemptKey: string; readonly outcome: OrderOutcome },
): Promise<void> {
  const affected = limits.filter((limit) => limit.outcomes.includes(outcome))
  try {
    await Promise.all(affected.map((limit) => limit.limit.consume(limit.key)))
  } finally {
    if (affected.length > 0) queue.version += 1
    finishRunning(queue, limits, attemptKey)
  }
}

async function creditOf(shop: Pick<Platform, 'db' | 'now' | 'secret'>, attempt: OrderAttempt): Promise<AttemptCredit> {
  const now = shop.now()
  const proof =
    attempt.proof === ''
      ? { work: 0 }
      : await redeemProof(shop.db, shop.secret, { purpose: 'checkout', text: attempt.proof, now })
  const pass = parseWaitToken(shop.secret, attempt.pass, attempt.cartId, now)
  return { work: proof.work, waited: pass?.remaining === 0 ? pass.wait : 0 }
}

type Requirement = {
  readonly level: number
  /** Until nothing is owed any more, without a proof or a pass. */
  readonly seconds: number
  readonly slots: readonly Slot[]
  /** What its end counts at. */
  readonly limits: readonly AttemptLimit[]
}

/** Those who bring a proof stand in a wider line: whole offices and towns come from one address. */
const CONCURRENCY_WITH_PROOF = 3

/** What the dearest of the counts asks for, and how many may be under way at once at each. */
async function requirementFor(
  shop: Pick<Platform, 'db' | 'secret'>,
  limits: readonly AttemptLimit[],
  { credit, least }: { readonly credit: AttemptCredit; readonly least: number },
): Promise<Requirement> {
  const ownRows = await Promise.all(limits.map(readLimit))
  const isFull = ownRows.some((row) => isWithoutProof(row.limit) && row.remaining <= 0)
  const concurrency = credit.work > 0 ? CONCURRENCY_WITH_PROOF : 1
  const rows = isFull ? [...ownRows, await readLimit(waitedLimit(shop))] : ownRows
  return {
    level: Math.max(least, ...rows.map((row) => row.level)),
    seconds: Math.max(least > 0 ? waitFor(least) : 1, ...rows.map((row) => (row.level > 0 ? row.seconds : 0))),
    // Beyond what is free those who pay go one after the other.
    slots: rows
      .filter(({ limit }) => !(isFull && isWithoutProof(limit)))
      .map(({ limit, remaining }) => ({ limit, capacity: remaining > 0 ? remaining * concurrency : 1 })),
    limits: rows.map(({ limit }) => limit),
  }
}

/** A large or repeated order that is not paid for costs some work, whatever failed before, unless they have paid one before. */
async function levelForGoods(
  shop: Pick<Platform, 'db'> & WithSettings<OrderSettings>,
  { goods, isByCard, userId, ...given }: OrderAttempt,
): Promise<number> {
  if (!goods || isByCard || given.paidOrderId !== null) return 0
  const holder = {
    customerId: userId,
    cartId: given.cartId,
    email: canonicalEmail(given.email),
    clientNetwork: networkName(given.address),
  }
  return levelOfHold(shop, holder, goods)
}

async function readLimit(limit: AttemptLimit) {
  const { remaining, retryAfterSeconds } = await limit.limit.peek(limit.key)
  return { limit, remaining, level: limit.levelOf(remaining), seconds: retryAfterSeconds }
}

function refusalFor(
  shop: Pick<Platform, 'now' | 'secret'>,
  attempt: OrderAttempt,
  { level, seconds }: Requirement,
): Refusal {
  const now = shop.now()
  const currentPass = parseWaitToken(shop.secret, attempt.pass, attempt.cartId, now)
  const wait = Math.min(waitFor(level), seconds)
  // Whoever comes back too early goes on waiting, and does not begin anew.
  const pass =
    currentPass && currentPass.remaining > 0 && currentPass.wait >= waitFor(level)
      ? { text: attempt.pass, seconds: currentPass.remaining }
      : { text: createWaitToken(shop.secret, attempt.cartId, waitFor(level), now), seconds: wait }
  return { retryAfterSeconds: seconds, work: workFor(level), pass, isForGoods: !attempt.isByCard }
}

/** What the person is told, in one sentence that helps. */
export function tooManyText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes <= 1 ? 'a minute' : minutes > 50 ? 'an hour' : `${minutes} minutes`
  return `Too many payments have failed just now, so we check more carefully. Nothing was charged. Please wait ${wait} and try again, or choose another way to pay.`
}

const holdText = (seconds: number): string =>
  `This is a large order without a payment, or one of several, so we check more carefully. Please wait ${Math.ceil(seconds / 60) <= 1 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`} and try again, or pay by card.`

/** What somebody is told whose browser may go on after a while: by the pass if there is one. */
export const refusalText = ({ pass, retryAfterSeconds, isForGoods }: Refusal): string =>
  (isForGoods ? holdText : tooManyText)(pass ? pass.seconds : retryAfterSeconds)

/** What a refusal adds to an answer for the page's script: the proof that opens the door, and the pass for browsers that cannot work one out. */
export const refusalJson = (
  refusal: Refusal | undefined,
): { readonly proof_work?: number; readonly order_pass?: string } => ({
  ...(refusal?.work ? { proof_work: refusal.work } : {}),
  ...(refusal?.pass ? { order_pass: refusal.pass.text } : {}),
})
