import { addressRateLimiter, type RateLimiter, rateLimiter } from '../../people/abuse/rate-limit.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { canonicalEmail } from '../pricing/canonical-email.ts'
import type { OrderAttempt, OrderOutcome } from './checkout-throttle.ts'
import type { CheckoutSettings } from './settings.ts'

/*
 * What is counted at the door to an order, and what a try owes for what went wrong before: nothing while there is room,
 * then a level, each of which costs twice the one before (docs/decisions/card-tries.md).
 */

/** What a try brings against a level: a proof of work, or the seconds it has waited. */
export type AttemptCredit = { readonly work: number; readonly waited: number }

/** A count of what failed for one key, and what it means for the next try. */
export type AttemptLimit = {
  readonly name: string
  readonly limit: RateLimiter
  readonly key: string
  /** What is counted. */
  readonly outcomes: readonly OrderOutcome[]
  /** The level that is owed when so many are left; 0 while there is room. */
  levelOf(left: number): number
}

const HOUR = 3600
export const WHOLE_SHOP_KEY = 'shop'
/** Whole offices buy from one address, and some banks ask each time: that is counted apart from what fails. */
const AUTHENTICATION_FACTOR = 3
/** Failures beyond what is free until the price doubles. */
const FAILURES_PER_LEVEL = 2
const ORDERS_PER_LEVEL = 10
/** Failures of those who have waited instead of bringing a proof, in the whole shop, until the wait doubles. */
const WAITED_PER_LEVEL = 5

const failedOutcomes: readonly OrderOutcome[] = ['declined', 'action-required']

/** One level when all is used up, and another for each `step` more. */
const levelBeyond =
  (step: number) =>
  (left: number): number =>
    left > 0 ? 0 : 1 + Math.floor(-left / step)

/**
 * The counts of a try. Whoever the shop knows, by a sign-in or by an order that this browser has paid, answers for
 * themselves alone. A stranger answers for the address, the e-mail and the cart, and without a proof for all strangers.
 */
export function limitsFor(
  shop: Pick<Platform, 'db' | 'secret'> & WithSettings<CheckoutSettings>,
  attempt: OrderAttempt,
  credit: AttemptCredit,
): AttemptLimit[] {
  const { failedCards, failedCardsWithoutProof, ordersWithoutProof } = shop.settings().orderLimits
  const ownKey =
    attempt.userId === null ? attempt.paidOrderId && `order ${attempt.paidOrderId}` : `user ${attempt.userId}`
  const limitFor = (
    options: Omit<AttemptLimit, 'limit'> & { readonly max: number; readonly isAddress?: boolean },
  ): AttemptLimit[] => {
    const { max, isAddress, ...rest } = options
    const rule = { name: rest.name, max, seconds: HOUR }
    return rest.key === '' ? [] : [{ ...rest, limit: (isAddress ? addressRateLimiter : rateLimiter)(shop, rule) }]
  }
  const email = canonicalEmail(attempt.email)
  if (!attempt.isByCard) {
    if (ownKey) return []
    const accepted = {
      max: ordersWithoutProof,
      outcomes: ['accepted'],
      levelOf: levelBeyond(ORDERS_PER_LEVEL),
    } as const
    return [
      ...limitFor({ ...accepted, name: 'order-address', key: attempt.address, isAddress: true }),
      ...limitFor({ ...accepted, name: 'order-email', key: email }),
    ]
  }
  const cards = { max: failedCards, outcomes: failedOutcomes, levelOf: levelBeyond(FAILURES_PER_LEVEL) } as const
  if (ownKey) return limitFor({ ...cards, name: 'card-known', key: ownKey })
  const authentication = { max: failedCards * AUTHENTICATION_FACTOR, outcomes: ['action-required'] } as const
  return [
    ...limitFor({ ...cards, name: 'card-address', key: attempt.address, isAddress: true, outcomes: ['declined'] }),
    ...limitFor({ ...cards, ...authentication, name: 'asked-address', key: attempt.address, isAddress: true }),
    ...limitFor({ ...cards, name: 'card-email', key: email }),
    ...limitFor({ ...cards, name: 'card-cart', key: attempt.cartId }),
    ...(credit.work > 0
      ? []
      : limitFor({
          ...{ name: WITHOUT_PROOF, key: WHOLE_SHOP_KEY, max: failedCardsWithoutProof, outcomes: failedOutcomes },
          levelOf: (left) => (left > 0 ? 0 : 1),
        })),
  ]
}

const WITHOUT_PROOF = 'card-unproved'

/** What those who wait instead of bringing a proof have failed, once the shop has no room for tries without one. */
export function waitedLimit(shop: Pick<Platform, 'db' | 'secret'>): AttemptLimit {
  const name = 'card-waited'
  const limit = rateLimiter(shop, { name, max: WAITED_PER_LEVEL, seconds: HOUR })
  return {
    name,
    limit,
    key: WHOLE_SHOP_KEY,
    outcomes: failedOutcomes,
    levelOf: (left) => (left > 0 ? 1 : 1 + levelBeyond(WAITED_PER_LEVEL)(left)),
  }
}

export const isWithoutProof = (limit: AttemptLimit): boolean => limit.name === WITHOUT_PROOF

/** The first wait that stands for a proof. */
const FIRST_WAIT_SECONDS = 60

export const workFor = (level: number): number => 2 ** (level - 1)
export const waitFor = (level: number): number => Math.min(HOUR, FIRST_WAIT_SECONDS * 2 ** (level - 1))

/** Whether what a try brings is worth a level. */
export const covers = ({ work, waited }: AttemptCredit, level: number): boolean =>
  level === 0 || work >= workFor(level) || waited >= waitFor(level)
