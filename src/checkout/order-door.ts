import type { Context } from 'hono'
import { newPass, readPass, spendPass } from '../abuse/pass.ts'
import { acceptProof } from '../abuse/proof.ts'
import { canonicalEmail } from '../pricing/canonical-email.ts'
import { paths } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { ajaxCallOf } from '../web/admin-ajax.ts'
import { type Count, type Credit, countsFor, isUnproved, pays, waitedCount, waitFor, workFor } from './order-counts.ts'
import { begin, end, hasRoom, isUnderWay, type Line, lineOf, nextEnd, type Place } from './order-line.ts'
import { type Goods, levelOfHold, networkName } from './unpaid-hold.ts'

/*
 * The door that every way to an order goes through: the form, the script's call, the Store API, wallets, paying an order
 * later. Thieves try thousands of stolen cards at such doors. What fails is counted, for the person and for the whole
 * shop; honest shoppers, whose browsers do a sum in the background, never notice (docs/decisions/card-tries.md).
 */

/** Who knocks, as far as one can tell. */
export type OrderTry = {
  /** Where the request came from; '' is unknown. */
  readonly address: string
  readonly email: string
  readonly cartId: string
  /** Who is signed in; null: nobody. */
  readonly userId: number | null
  /** An order that this browser has paid before; null: none that is known. */
  readonly paidOrderId: number | null
  /** Names what is tried: the same form sent twice at once is one try. */
  readonly mark: string
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
 * What became of a try that was let in. `asked`: the bank wants to hear from the shopper, which tells a thief that the card
 * is good. `nothing`: it ended before money or goods were asked for.
 */
export type OrderOutcome = 'paid' | 'accepted' | 'declined' | 'asked' | 'nothing'

/** Whether a request leads through this door, whichever of its ways it takes. */
export async function asksForOrder(context: Context): Promise<boolean> {
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

export type OrderDoor =
  | { readonly ok: true; came(outcome: OrderOutcome): Promise<void> }
  | ({ readonly ok: false } & Refusal)

/** What those are told who stood in line for too long: the provider is slow, and they may press again. */
const LINE_TOO_LONG: Refusal = { retryAfterSeconds: 10, work: null, pass: null, isForGoods: false }

/**
 * Lets a try in, lets it wait until others have ended, or says what opens the door to it. Whoever is let in must be told
 * of with `came`, whatever happened.
 */
export async function openOrderDoor(shop: Shop, given: OrderTry): Promise<OrderDoor> {
  const line = lineOf(shop.db)
  const credit = await creditOf(shop, given)
  const counts = countsFor(shop, given, credit)
  const least = await levelForGoods(shop, given)
  const since = performance.now()
  for (;;) {
    const seen = line.counted
    const owed = await whatIsOwed(shop, counts, { credit, least })
    // What came of another try meanwhile may not be in these numbers yet.
    if (seen !== line.counted) continue
    // The same form sent twice is one try, and has been paid for.
    const isSame = isUnderWay(line, owed.counted, given.mark)
    if (!isSame && !pays(credit, owed.level)) return { ok: false, ...refusal(shop, given, owed) }
    while (seen === line.counted) {
      if (isSame || hasRoom(line, owed.places, given.mark)) return letIn(shop, line, owed.counted, given, credit)
      if (!(await nextEnd(line, since))) return { ok: false, ...LINE_TOO_LONG }
    }
  }
}

async function letIn(
  shop: Shop,
  line: Line,
  counts: readonly Count[],
  given: OrderTry,
  credit: Credit,
): Promise<OrderDoor> {
  begin(line, counts, given.mark)
  const came = async (outcome: OrderOutcome) => {
    const counted = countWhatCame(line, counts, { mark: given.mark, outcome })
    // Nobody with an order waits for the count: until it is made the try is known as under way.
    if (outcome === 'accepted') counted.catch((error) => shop.log.error({ err: error }, 'an order was not counted'))
    else await counted
  }
  const pass = credit.waited > 0 ? readPass(shop.secret, given.pass, given.cartId, shop.now()) : null
  if (pass && !(await spendPass(shop.db, given.pass, pass, shop.now()))) {
    await came('nothing')
    return openOrderDoor(shop, { ...given, pass: '' })
  }
  return { ok: true, came }
}

async function countWhatCame(
  line: Line,
  counts: readonly Count[],
  { mark, outcome }: { readonly mark: string; readonly outcome: OrderOutcome },
): Promise<void> {
  const counting = counts.filter((count) => count.on.includes(outcome))
  try {
    await Promise.all(counting.map((count) => count.limit.count(count.key)))
  } finally {
    if (counting.length > 0) line.counted += 1
    end(line, counts, mark)
  }
}

async function creditOf(shop: Shop, given: OrderTry): Promise<Credit> {
  const now = shop.now()
  const proof =
    given.proof === ''
      ? { work: 0 }
      : await acceptProof(shop.db, shop.secret, { door: 'checkout', text: given.proof, now })
  const pass = readPass(shop.secret, given.pass, given.cartId, now)
  return { work: proof.work, waited: pass?.left === 0 ? pass.wait : 0 }
}

type Owed = {
  readonly level: number
  /** Until nothing is owed any more, without a proof or a pass. */
  readonly seconds: number
  readonly places: readonly Place[]
  /** What its end counts at. */
  readonly counted: readonly Count[]
}

/** Those who bring a proof stand in a wider line: whole offices and towns come from one address. */
const WIDTH_WITH_PROOF = 3

/** What the dearest of the counts asks for, and how many may be under way at once at each. */
async function whatIsOwed(
  shop: Shop,
  counts: readonly Count[],
  { credit, least }: { readonly credit: Credit; readonly least: number },
): Promise<Owed> {
  const own = await Promise.all(counts.map(read))
  const isFull = own.some((row) => isUnproved(row.count) && row.left <= 0)
  const width = credit.work > 0 ? WIDTH_WITH_PROOF : 1
  const rows = isFull ? [...own, await read(waitedCount(shop))] : own
  return {
    level: Math.max(least, ...rows.map((row) => row.level)),
    seconds: Math.max(least > 0 ? waitFor(least) : 1, ...rows.map((row) => (row.level > 0 ? row.seconds : 0))),
    // Beyond what is free those who pay go one after the other.
    places: rows
      .filter(({ count }) => !(isFull && isUnproved(count)))
      .map(({ count, left }) => ({ count, room: left > 0 ? left * width : 1 })),
    counted: rows.map(({ count }) => count),
  }
}

/** A large or repeated order that is not paid for costs some work, whatever failed before, unless they have paid one before. */
async function levelForGoods(shop: Shop, { goods, isByCard, userId, ...given }: OrderTry): Promise<number> {
  if (!goods || isByCard || given.paidOrderId !== null) return 0
  const holder = {
    customerId: userId,
    cartId: given.cartId,
    email: canonicalEmail(given.email),
    clientNetwork: networkName(given.address),
  }
  return levelOfHold(shop, holder, goods)
}

async function read(count: Count) {
  const { left, retryAfterSeconds } = await count.limit.look(count.key)
  return { count, left, level: count.levelOf(left), seconds: retryAfterSeconds }
}

function refusal(shop: Shop, given: OrderTry, { level, seconds }: Owed): Refusal {
  const now = shop.now()
  const known = readPass(shop.secret, given.pass, given.cartId, now)
  const wait = Math.min(waitFor(level), seconds)
  // Whoever comes back too early goes on waiting, and does not begin anew.
  const pass =
    known && known.left > 0 && known.wait >= waitFor(level)
      ? { text: given.pass, seconds: known.left }
      : { text: newPass(shop.secret, given.cartId, waitFor(level), now), seconds: wait }
  return { retryAfterSeconds: seconds, work: workFor(level), pass, isForGoods: !given.isByCard }
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
export const doorJson = (
  door: Refusal | undefined,
): { readonly proof_work?: number; readonly order_pass?: string } => ({
  ...(door?.work ? { proof_work: door.work } : {}),
  ...(door?.pass ? { order_pass: door.pass.text } : {}),
})
