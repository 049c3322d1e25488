import { addressLimit, type RateLimit, rateLimit } from '../abuse/rate-limit.ts'
import { canonicalEmail } from '../pricing/canonical-email.ts'
import type { Shop } from '../shop.ts'
import type { OrderOutcome, OrderTry } from './order-door.ts'

/*
 * What is counted at the door to an order, and what a try owes for what went wrong before: nothing while there is room,
 * then a level, each of which costs twice the one before (docs/decisions/card-tries.md).
 */

/** What a try brings against a level: a proof of work, or the seconds it has waited. */
export type Credit = { readonly work: number; readonly waited: number }

/** A count of what failed for one key, and what it means for the next try. */
export type Count = {
  readonly name: string
  readonly limit: RateLimit
  readonly key: string
  /** What is counted. */
  readonly on: readonly OrderOutcome[]
  /** The level that is owed when so many are left; 0 while there is room. */
  levelOf(left: number): number
}

const HOUR = 3600
export const WHOLE_SHOP = 'shop'
/** Whole offices buy from one address, and some banks ask each time: that is counted apart from what fails. */
const ASKED_FOR_FAILED = 3
/** Failures beyond what is free until the price doubles. */
const FAILURES_A_LEVEL = 2
const ORDERS_A_LEVEL = 10
/** Failures of those who have waited instead of bringing a proof, in the whole shop, until the wait doubles. */
const WAITED_A_LEVEL = 5

const failed: readonly OrderOutcome[] = ['declined', 'asked']

/** One level when all is used up, and another for each `step` more. */
const beyond =
  (step: number) =>
  (left: number): number =>
    left > 0 ? 0 : 1 + Math.floor(-left / step)

/**
 * The counts of a try. Whoever the shop knows, by a sign-in or by an order that this browser has paid, answers for
 * themselves alone. A stranger answers for the address, the e-mail and the cart, and without a proof for all strangers.
 */
export function countsFor(shop: Shop, given: OrderTry, credit: Credit): Count[] {
  const { failedCards, failedCardsUnproved, ordersUnproved } = shop.settings().orderLimits
  const own = given.userId === null ? given.paidOrderId && `order ${given.paidOrderId}` : `user ${given.userId}`
  const count = (count: Omit<Count, 'limit'> & { readonly times: number; readonly isAddress?: boolean }): Count[] => {
    const { times, isAddress, ...rest } = count
    const allowance = { name: rest.name, times, seconds: HOUR }
    return rest.key === '' ? [] : [{ ...rest, limit: (isAddress ? addressLimit : rateLimit)(shop, allowance) }]
  }
  const person = canonicalEmail(given.email)
  if (!given.isByCard) {
    if (own) return []
    const accepted = { times: ordersUnproved, on: ['accepted'], levelOf: beyond(ORDERS_A_LEVEL) } as const
    return [
      ...count({ ...accepted, name: 'order-address', key: given.address, isAddress: true }),
      ...count({ ...accepted, name: 'order-email', key: person }),
    ]
  }
  const cards = { times: failedCards, on: failed, levelOf: beyond(FAILURES_A_LEVEL) } as const
  if (own) return count({ ...cards, name: 'card-known', key: own })
  const asked = { times: failedCards * ASKED_FOR_FAILED, on: ['asked'] } as const
  return [
    ...count({ ...cards, name: 'card-address', key: given.address, isAddress: true, on: ['declined'] }),
    ...count({ ...cards, ...asked, name: 'asked-address', key: given.address, isAddress: true }),
    ...count({ ...cards, name: 'card-email', key: person }),
    ...count({ ...cards, name: 'card-cart', key: given.cartId }),
    ...(credit.work > 0
      ? []
      : count({
          ...{ name: UNPROVED, key: WHOLE_SHOP, times: failedCardsUnproved, on: failed },
          levelOf: (left) => (left > 0 ? 0 : 1),
        })),
  ]
}

const UNPROVED = 'card-unproved'

/** What those who wait instead of bringing a proof have failed, once the shop has no room for tries without one. */
export function waitedCount(shop: Shop): Count {
  const name = 'card-waited'
  const limit = rateLimit(shop, { name, times: WAITED_A_LEVEL, seconds: HOUR })
  return {
    name,
    limit,
    key: WHOLE_SHOP,
    on: failed,
    levelOf: (left) => (left > 0 ? 1 : 1 + beyond(WAITED_A_LEVEL)(left)),
  }
}

export const isUnproved = (count: Count): boolean => count.name === UNPROVED

/** The first wait that stands for a proof. */
const FIRST_WAIT_SECONDS = 60

export const workFor = (level: number): number => 2 ** (level - 1)
export const waitFor = (level: number): number => Math.min(HOUR, FIRST_WAIT_SECONDS * 2 ** (level - 1))

/** Whether what a try brings is worth a level. */
export const pays = ({ work, waited }: Credit, level: number): boolean =>
  level === 0 || work >= workFor(level) || waited >= waitFor(level)
