import type { Context } from 'hono'
import { acceptProof } from '../abuse/proof.ts'
import { type Allowance, type RateLimit, rateLimit } from '../abuse/rate-limit.ts'
import type { Db } from '../database/connect.ts'
import { paths } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { isFarAddress } from '../web/client-address.ts'

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
  readonly isSignedIn: boolean
  /** Names what is tried: the same form sent twice at once is one try. */
  readonly mark: string
  /** The solved challenge as it was sent, or ''. */
  readonly proof: string
  /** Whether a card will be asked for money. */
  readonly isByCard: boolean
}

/**
 * What became of a try that was let in. `asked`: the bank wants to hear from the shopper, which tells a thief that the card
 * is good. `nothing`: it ended before money or goods were asked for.
 */
export type OrderOutcome = 'paid' | 'accepted' | 'declined' | 'asked' | 'nothing'

/** Whether a request leads through this door, whichever of its ways it takes. */
export function asksForOrder({ req }: Context): boolean {
  if (req.method !== 'POST') return false
  const call = req.query('wc-ajax')
  if (call !== undefined) return call === 'checkout' || call === 'wc_stripe_frontend_request'
  return req.path.startsWith(paths.checkout) || req.path.startsWith(`${paths.storeApi}/checkout`)
}

export type OrderDoor =
  | { readonly ok: true; came(outcome: OrderOutcome): Promise<void> }
  | { readonly ok: false; readonly retryAfterSeconds: number; readonly needsProof: boolean }

const HOUR = 3600

/** Lets a try in, or says how long to wait. Whoever is let in must be told of with `came`, whatever happened. */
export async function openOrderDoor(shop: Shop, given: OrderTry): Promise<OrderDoor> {
  const isTrusted = given.isSignedIn || (await isProved(shop, given.proof))
  const counts = countsFor(shop, given, isTrusted)
  const open = underWayOf(shop.db)
  for (;;) {
    const settled = open.settled
    const looks = await Promise.all(counts.map((count) => count.limit.look(count.key)))
    // What came of another try meanwhile may not be in these numbers yet.
    if (settled !== open.settled) continue
    const waits = counts.map((count, index) => {
      const { left, retryAfterSeconds } = looks[index] ?? { left: 0, retryAfterSeconds: HOUR }
      const others = open.tries.get(nameOf(count))
      return left > (others?.size ?? 0) || others?.has(given.mark) ? 0 : retryAfterSeconds
    })
    const longest = Math.max(0, ...waits)
    const ofShop = counts.findIndex((count) => count.key === WHOLE_SHOP)
    if (longest > 0) return { ok: false, retryAfterSeconds: longest, needsProof: (waits[ofShop] ?? 0) > 0 }
    break
  }
  for (const name of counts.map(nameOf)) begin(open, name, given.mark)
  return {
    ok: true,
    async came(outcome) {
      const counted = countWhatCame(counts, open, { mark: given.mark, outcome })
      // Nobody with an order waits for the count: until it is made the try is known as under way.
      if (outcome === 'accepted') counted.catch((error) => shop.log.error({ err: error }, 'an order was not counted'))
      else await counted
    },
  }
}

async function countWhatCame(
  counts: readonly Count[],
  open: UnderWay,
  { mark, outcome }: { readonly mark: string; readonly outcome: OrderOutcome },
): Promise<void> {
  const counting = counts.filter((count) => count.on.includes(outcome))
  try {
    await Promise.all(counting.map((count) => count.limit.count(count.key)))
  } finally {
    if (counting.length > 0) open.settled += 1
    for (const name of counts.map(nameOf)) end(open, name, mark)
  }
}

async function isProved(shop: Shop, text: string): Promise<boolean> {
  if (text === '') return false
  const { state } = await acceptProof(shop.db, shop.secret, { door: 'checkout', text, now: shop.now() })
  return state === 'good'
}

type Count = {
  readonly name: string
  readonly limit: RateLimit
  readonly key: string
  /** What is counted. */
  readonly on: readonly OrderOutcome[]
}

const WHOLE_SHOP = 'shop'
/** Whole offices buy from one address, and some banks ask each time: that is counted apart from what fails. */
const ASKED_FOR_FAILED = 3

function countsFor(shop: Shop, { address, email, cartId, isByCard }: OrderTry, isTrusted: boolean): Count[] {
  const { failedCards, failedCardsUnproved, ordersUnproved } = shop.settings().orderLimits
  const count = (name: string, times: number, key: string, on: readonly OrderOutcome[]): Count[] => {
    const allowance: Allowance = { name, times, seconds: HOUR }
    return key === '' ? [] : [{ name, limit: rateLimit(shop, allowance), key, on }]
  }
  // An address of our own network is a proxy that does not say for whom it asks: it stands for everybody.
  const from = isFarAddress(address) ? address : ''
  const person = email.trim().toLowerCase()
  if (isByCard) {
    return [
      ...count('card-address', failedCards, from, ['declined']),
      ...count('asked-address', failedCards * ASKED_FOR_FAILED, from, ['asked']),
      ...count('card-email', failedCards, person, ['declined', 'asked']),
      ...count('card-cart', failedCards, cartId, ['declined', 'asked']),
      ...(isTrusted ? [] : count('card-unproved', failedCardsUnproved, WHOLE_SHOP, ['declined', 'asked'])),
    ]
  }
  if (isTrusted) return []
  return [
    ...count('order-address', ordersUnproved, from, ['accepted']),
    ...count('order-email', ordersUnproved, person, ['accepted']),
  ]
}

/** Tries that are under way count as failed until they are not, or a thousand at once would all be let in. By count, by what is tried, how many times at once. */
type UnderWay = { readonly tries: Map<string, Map<string, number>>; settled: number }

const allUnderWay = new WeakMap<Db, UnderWay>()

function underWayOf(db: Db): UnderWay {
  const known = allUnderWay.get(db) ?? { tries: new Map<string, Map<string, number>>(), settled: 0 }
  allUnderWay.set(db, known)
  return known
}

function begin({ tries }: UnderWay, name: string, mark: string): void {
  const same = tries.get(name) ?? new Map<string, number>()
  same.set(mark, (same.get(mark) ?? 0) + 1)
  tries.set(name, same)
}

function end({ tries }: UnderWay, name: string, mark: string): void {
  const same = tries.get(name)
  const rest = (same?.get(mark) ?? 0) - 1
  if (rest > 0) same?.set(mark, rest)
  else same?.delete(mark)
  if (same?.size === 0) tries.delete(name)
}

const nameOf = ({ name, key }: Count): string => `${name} ${key}`

/** What the person is told, in one sentence that helps. */
export function tooManyText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes <= 1 ? 'a minute' : minutes > 50 ? 'an hour' : `${minutes} minutes`
  return `Too many payments were tried from here. Please wait ${wait} and try again, or choose another way to pay.`
}
