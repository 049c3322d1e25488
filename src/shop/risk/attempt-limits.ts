import { addressRateLimiter, type RateLimiter, rateLimiter } from '../../people/abuse/rate-limit.ts'
import { canonicalEmail } from '../pricing/canonical-email.ts'
import type { OrderAttempt, OrderOutcome } from './checkout-throttle.ts'
import type { OrderingContext } from './context.ts'

/* Above a limit, each level doubles the required proof or wait (docs/decisions/card-testing-limits.md). */

export type AttemptCredit = { readonly work: number; readonly waited: number }

export type AttemptLimit = {
  readonly name: string
  readonly limit: RateLimiter
  readonly key: string
  readonly outcomes: readonly OrderOutcome[]
  levelOf(remaining: number): number
}

const HOUR = 3600
export const WHOLE_SHOP_KEY = 'shop'
/** Authentications have a higher limit: offices share an address, and some banks always authenticate. */
const AUTHENTICATION_FACTOR = 3
/** Failures beyond the limit per doubling of the required work. */
const FAILURES_PER_LEVEL = 2
const ORDERS_PER_LEVEL = 10
/** Shop-wide failures after a wait instead of a proof, per doubling of the wait. */
const WAITED_PER_LEVEL = 5

const failedOutcomes: readonly OrderOutcome[] = ['declined', 'action-required']

/** Level 1 when the allowance is used up, and one more for each `step` beyond. */
const levelBeyond =
  (step: number) =>
  (remaining: number): number =>
    remaining > 0 ? 0 : 1 + Math.floor(-remaining / step)

/** One limit for a known shopper; otherwise per address, email and cart, and shop-wide without proof. */
export function limitsFor(shop: OrderingContext, attempt: OrderAttempt, credit: AttemptCredit): AttemptLimit[] {
  const { failedCards, failedCardsWithoutProof, ordersWithoutProof } = shop.settings().orderLimits
  const ownKey =
    attempt.userId === null ? attempt.paidOrderId && `order ${attempt.paidOrderId}` : `user ${attempt.userId}`
  type LimitOptions = Omit<AttemptLimit, 'limit'> & { readonly max: number; readonly isAddress?: boolean }
  const limitFor = ({ max, isAddress, ...rest }: LimitOptions): AttemptLimit[] => {
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
    ...limitFor({ ...cards, name: 'card-cart', key: attempt.cartKey }),
    ...(credit.work > 0
      ? []
      : limitFor({
          name: WITHOUT_PROOF,
          key: WHOLE_SHOP_KEY,
          max: failedCardsWithoutProof,
          outcomes: failedOutcomes,
          levelOf: (remaining) => (remaining > 0 ? 0 : 1),
        })),
  ]
}

const WITHOUT_PROOF = 'card-unproved'

/** Limits shop-wide failures of attempts that waited; applies once the limit without proof is used up. */
export function waitedLimit(shop: OrderingContext): AttemptLimit {
  const name = 'card-waited'
  const limit = rateLimiter(shop, { name, max: WAITED_PER_LEVEL, seconds: HOUR })
  return {
    name,
    limit,
    key: WHOLE_SHOP_KEY,
    outcomes: failedOutcomes,
    levelOf: (remaining) => (remaining > 0 ? 1 : 1 + levelBeyond(WAITED_PER_LEVEL)(remaining)),
  }
}

export const isWithoutProof = (limit: AttemptLimit): boolean => limit.name === WITHOUT_PROOF

const FIRST_WAIT_SECONDS = 60

export const workFor = (level: number): number => 2 ** (level - 1)
export const waitFor = (level: number): number => Math.min(HOUR, FIRST_WAIT_SECONDS * 2 ** (level - 1))

export const covers = ({ work, waited }: AttemptCredit, level: number): boolean =>
  level === 0 || work >= workFor(level) || waited >= waitFor(level)
