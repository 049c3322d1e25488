import type { Db } from '../../../platform/database/connect.ts'
import { networkOf } from '../../../platform/web/client-address.ts'
import { redeemProof } from '../../abuse/proof-of-work.ts'
import { addressRateLimiter, type RateLimitResult, rateLimiter, strictest } from '../../abuse/rate-limit.ts'

const WINDOW_SECONDS = 15 * 60
/** Failed attempts per 15 minutes: on one account from one IP address, or from one known device. */
export const MAX_PER_USER = 10
/** From one IP address on all accounts; an office may share one. */
export const MAX_PER_ADDRESS = 30
/** On one account from all addresses. */
export const MAX_PER_EMAIL = 50
/** Above a limit an unknown device needs a proof of work per attempt; its difficulty doubles after this many more. */
const ATTEMPTS_PER_LEVEL = 10
/** Maximum work: 13 s on a desktop, a minute on an old phone. Attacks never delay the owner for longer. */
const MAX_SIGN_IN_WORK = 64

export type LimitedAttempt = {
  /** The step that is limited; passwords if missing. Each is counted separately. */
  readonly step?: 'second-factor'
  readonly email: string
  readonly address: string
  readonly device: string | null
  readonly proof: { readonly text: string; readonly now: Date } | null
}

/** `work`: difficulty of a proof that permits the attempt at once; null: the only option is to wait. */
export type SignInLimitResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly retryAfterSeconds: number; readonly work: number | null }

type LimitDeps = { readonly db: Db; readonly secret: string }

const limit = (name: string, max: number) => ({ name, max, seconds: WINDOW_SECONDS })

function limitersFor(shop: LimitDeps, { step = 'sign-in' }: { readonly step?: string }) {
  return {
    device: rateLimiter(shop, limit(`${step}-device`, MAX_PER_USER)),
    pair: rateLimiter(shop, limit(`${step}-pair`, MAX_PER_USER)),
    address: addressRateLimiter(shop, limit(`${step}-address`, MAX_PER_ADDRESS)),
    email: rateLimiter(shop, limit(`${step}-email`, MAX_PER_EMAIL)),
  }
}

const pairOf = ({ email, address }: LimitedAttempt): string => `${email} ${networkOf(address)?.network ?? ''}`
const deviceOf = ({ email, device }: LimitedAttempt): string => `${email} ${device}`

/**
 * Counts an attempt before the password is checked, so that concurrent attempts are limited too. Attempts from unknown
 * devices never block a known one, but need a proof of work above the limit. Second-factor codes are too short for
 * that: above the network's limit they must wait.
 */
export async function consumeAttempt(shop: LimitDeps, attempt: LimitedAttempt): Promise<SignInLimitResult> {
  const limiters = limitersFor(shop, attempt)
  if (attempt.device !== null) return withoutWork(await limiters.device.consume(deviceOf(attempt)))
  const nearResult = strictest(
    await Promise.all([limiters.pair.consume(pairOf(attempt)), limiters.address.consume(attempt.address)]),
  )
  if (!nearResult.ok) {
    if (attempt.step === 'second-factor') return withoutWork(nearResult)
    const allowances = await Promise.all([limiters.pair.peek(pairOf(attempt)), limiters.address.peek(attempt.address)])
    const remaining = Math.min(...allowances.map((one) => one.remaining))
    return withWork(shop, attempt, nearResult.retryAfterSeconds, remaining)
  }
  const emailResult = await limiters.email.consume(attempt.email)
  if (emailResult.ok) return emailResult
  const { remaining } = await limiters.email.peek(attempt.email)
  return withWork(shop, attempt, emailResult.retryAfterSeconds, remaining)
}

async function withWork(
  shop: LimitDeps,
  { proof: sent }: LimitedAttempt,
  retryAfterSeconds: number,
  remaining: number,
): Promise<SignInLimitResult> {
  const work = Math.min(MAX_SIGN_IN_WORK, 2 ** Math.floor((-remaining - 1) / ATTEMPTS_PER_LEVEL))
  if (sent) {
    const proof = await redeemProof(shop.db, shop.secret, { purpose: 'sign-in', ...sent })
    if (proof.work >= work) return { ok: true }
  }
  return { ok: false, retryAfterSeconds, work }
}

export async function undoAttempt(shop: LimitDeps, attempt: LimitedAttempt): Promise<void> {
  const limiters = limitersFor(shop, attempt)
  if (attempt.device !== null) return limiters.device.reset(deviceOf(attempt))
  await Promise.all([
    limiters.pair.reset(pairOf(attempt)),
    limiters.address.undo(attempt.address),
    limiters.email.undo(attempt.email),
  ])
}

const withoutWork = (result: RateLimitResult): SignInLimitResult => (result.ok ? result : { ...result, work: null })
