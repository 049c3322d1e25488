import type { Db } from '../../platform/database/connect.ts'
import { networkOf } from '../../platform/web/client-address.ts'
import { redeemProof } from '../abuse/proof-of-work.ts'
import { addressRateLimiter, type RateLimitResult, rateLimiter, strictest } from '../abuse/rate-limit.ts'

const WINDOW_SECONDS = 15 * 60
/** Failed attempts per 15 minutes: on one account from one IP address, or from one known device. */
export const MAX_PER_USER = 10
/** From one IP address on all accounts (an office shares one). */
export const MAX_PER_ADDRESS = 30
/** On one account from all addresses; above it unknown devices need a proof of work per attempt. */
export const MAX_PER_EMAIL = 50
/** The difficulty doubles after this many further attempts. */
const ATTEMPTS_PER_LEVEL = 10

export type LimitedAttempt = {
  /** Normalized by `normalizeEmail`. */
  readonly email: string
  readonly address: string
  /** The device, if this user has signed in with it before; null otherwise. */
  readonly device: string | null
  readonly proof: { readonly text: string; readonly now: Date } | null
}

/** `work`: difficulty of a proof that permits the attempt at once; null: the only option is to wait. */
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
 * Counts an attempt before the password is checked, so that concurrent attempts are limited too. Attempts from
 * elsewhere never block a known device or another IP address: they only raise the difficulty for unknown devices.
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

/** On success: reverts this attempt, and resets the user's own failed ones. */
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
