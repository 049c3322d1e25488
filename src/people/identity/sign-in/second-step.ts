import { isAPIError } from 'better-auth/api'
import type { Platform } from '../../../platform/web/context.ts'
import { rateLimiter } from '../../abuse/rate-limit.ts'
import { type AuthDeps, authOf } from '../auth.ts'
import { appCodeOf, claimCode, recoveryCodeOf } from '../factors/second-factor.ts'
import type { KnownDevice } from './known-device.ts'
import { outcomeOf, type SignInClient, type SignInOutcome, type SignInProblem, signInHeaders } from './sign-in.ts'
import { consumeAttempt, undoAttempt } from './sign-in-limit.ts'

type Shop = AuthDeps & Pick<Platform, 'now'>

export type SecondStep = {
  readonly client: SignInClient
  readonly code: string
  readonly trust: boolean
  readonly device: KnownDevice | null
  readonly proof: string
}

export type SecondStepProblem =
  /** `expired`: too late, too many wrong codes, or begun in another browser; sign-in starts again. */
  { readonly kind: 'expired' | 'wrong-code' } | Extract<SignInProblem, { kind: 'rate-limited' }>

type SecondStepResult =
  | Extract<SignInOutcome, { ok: true }>
  | { readonly ok: false; readonly problem: SecondStepProblem }

export async function pendingUserId(shop: AuthDeps, client: SignInClient): Promise<number | null> {
  return (await authOf(shop).api.pendingSecondFactor({ headers: signInHeaders(client) })).userId
}

/** Wrong codes per account and day from unknown devices (NIST SP 800-63B, 5.2.2). */
const MAX_PER_DAY = 100

/** Wrong codes are limited like wrong passwords. Five of them end the sign-in. */
export async function verifySecondStep(shop: Shop, step: SecondStep): Promise<SecondStepResult> {
  const refused = (kind: 'expired' | 'wrong-code') => ({ ok: false, problem: { kind } }) as const
  const userId = await pendingUserId(shop, step.client)
  if (userId === null) return refused('expired')
  const code = appCodeOf(step.code) ?? recoveryCodeOf(step.code)
  if (code === null) return refused('wrong-code')

  const attempt = {
    ...({ step: 'second-factor', email: String(userId), address: step.client.clientAddress } as const),
    device: step.device?.userIds.includes(userId) ? step.device.id : null,
    proof: { text: step.proof, now: shop.now() },
  }
  const limit = await consumeAttempt(shop, attempt)
  if (!limit.ok) {
    const { retryAfterSeconds, work } = limit
    return { ok: false, problem: { kind: 'rate-limited', retryAfterSeconds, work } }
  }
  const perDay = rateLimiter(shop, { name: 'second-factor-day', max: MAX_PER_DAY, seconds: 86_400 })
  if (attempt.device === null) {
    const day = await perDay.consume(String(userId))
    if (!day.ok) return { ok: false, problem: { kind: 'rate-limited', ...day, work: null } }
  }
  if (appCodeOf(code) && !(await claimCode(shop, userId, code))) return refused('wrong-code')
  const outcome = await verify(shop, step, code)
  if (!outcome.ok) return outcome
  await undoAttempt(shop, attempt)
  await perDay.reset(String(userId))
  return outcome
}

async function verify(shop: Shop, { client, trust }: SecondStep, code: string): Promise<SecondStepResult> {
  const { verifyTOTP, verifyBackupCode } = authOf(shop).api
  const call = { body: { code, trustDevice: trust }, headers: signInHeaders(client), returnHeaders: true } as const
  try {
    const verified = appCodeOf(code) ? await verifyTOTP(call) : await verifyBackupCode(call)
    const outcome = outcomeOf(shop, verified, { remember: false })
    if (!outcome.ok) throw new Error('The second factor asks for a second factor')
    // For a trusted device the library drops the mark that this session ends with the browser.
    return { ...outcome, cookies: outcome.cookies.filter((cookie) => !/\.dont_remember=;/.test(cookie)) }
  } catch (error) {
    // The account may have been disabled since the first step.
    const isDisabled = isAPIError(error) && error.body?.code === 'FAILED_TO_CREATE_SESSION'
    if (!isAPIError(error) || (error.statusCode >= 500 && !isDisabled)) throw error
    const isWrong = error.body?.code === 'INVALID_CODE' || error.body?.code === 'INVALID_BACKUP_CODE'
    return { ok: false, problem: { kind: isWrong ? 'wrong-code' : 'expired' } }
  }
}
