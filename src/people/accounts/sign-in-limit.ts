import type { Db } from '../../platform/database/connect.ts'
import { networkOf } from '../../platform/web/client-address.ts'
import { redeemProof } from '../abuse/proof-of-work.ts'
import { addressRateLimiter, type RateLimitResult, rateLimiter, strictest } from '../abuse/rate-limit.ts'

const WINDOW_SECONDS = 15 * 60
/** Wrong guesses in a quarter of an hour: at one person's door from one address, or with one known browser. */
export const MAX_PER_USER = 10
/** From one address at any door (an office shares one). */
export const MAX_PER_ADDRESS = 30
/** At one person's door from everywhere; beyond it a stranger's browser has to work for each guess. */
export const MAX_PER_EMAIL = 50
/** So many more, and the work doubles. */
const ATTEMPTS_PER_LEVEL = 10

export type LimitedAttempt = {
  /** As `normalizeEmail` has it. */
  readonly email: string
  readonly address: string
  /** Names the browser, when this very person has signed in with it before; null: a stranger's. */
  readonly device: string | null
  readonly proof: { readonly text: string; readonly now: Date } | null
}

/** `work`: a proof of so many times the usual work opens the door at once; null: only waiting does. */
export type SignInLimitResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly retryAfterSeconds: number; readonly work: number | null }

type LimitDeps = { readonly db: Db; readonly secret: string }

const limit = (name: string, max: number) => ({ name, max, seconds: WINDOW_SECONDS })

function limitersFor(shop: LimitDeps) {
  return {
    device: rateLimiter(shop, limit('sign-in-device', MAX_PER_USER)),
    pair: rateLimiter(shop, limit('sign-in-pair', MAX_PER_USER)),
    address: addressRateLimiter(shop, limit('sign-in-address', MAX_PER_ADDRESS)),
    email: rateLimiter(shop, limit('sign-in-email', MAX_PER_EMAIL)),
  }
}

const pairOf = ({ email, address }: LimitedAttempt): string => `${email} ${networkOf(address)?.network ?? ''}`
const deviceOf = ({ email, device }: LimitedAttempt): string => `${email} ${device}`

/**
 * Counts an attempt before the password is looked at, so that a hundred at once are not looked at either. Guesses from
 * elsewhere never shut out a browser that this person has signed in with, nor another address: they only cost those who
 * guess on from many addresses more and more work.
 */
export async function consumeAttempt(shop: LimitDeps, attempt: LimitedAttempt): Promise<SignInLimitResult> {
  const limiters = limitersFor(shop)
  if (attempt.device !== null) return withoutWork(await limiters.device.consume(deviceOf(attempt)))
  const nearResult = strictest(
    await Promise.all([limiters.pair.consume(pairOf(attempt)), limiters.address.consume(attempt.address)]),
  )
  if (!nearResult.ok) return withoutWork(nearResult)
  const emailResult = await limiters.email.consume(attempt.email)
  if (emailResult.ok) return emailResult
  const { remaining } = await limiters.email.peek(attempt.email)
  const work = 2 ** Math.floor((-remaining - 1) / ATTEMPTS_PER_LEVEL)
  if (attempt.proof) {
    const { text, now } = attempt.proof
    const proof = await redeemProof(shop.db, shop.secret, { purpose: 'sign-in', text, now })
    if (proof.work >= work) return { ok: true }
  }
  return { ok: false, retryAfterSeconds: emailResult.retryAfterSeconds, work }
}

/** The password was right: the attempt is taken back, and with it this person's own slips. */
export async function undoAttempt(shop: LimitDeps, attempt: LimitedAttempt): Promise<void> {
  const limiters = limitersFor(shop)
  if (attempt.device !== null) return limiters.device.reset(deviceOf(attempt))
  await Promise.all([
    limiters.pair.reset(pairOf(attempt)),
    limiters.address.undo(attempt.address),
    limiters.email.undo(attempt.email),
  ])
}

const withoutWork = (result: RateLimitResult): SignInLimitResult => (result.ok ? result : { ...result, work: null })
