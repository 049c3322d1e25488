import { randomInt } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { firstOf } from '../../../platform/database/connect.ts'
import { normalizeEmail } from '../../../platform/email-address.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { isSameSignature, sign } from '../../../platform/web/signature.ts'
import { type MessageSender, sendAccountEmail } from '../../../things/messages/send-message.ts'
import { addressRateLimiter, rateLimiter, withRateLimit } from '../../abuse/rate-limit.ts'
import { checkEmailRequest } from '../account-requests.ts'
import { users } from '../accounts.table.ts'
import { setUpCode, signInCode } from '../emails.ts'
import { SIGN_IN_CODE_MS } from '../key-lifetimes.ts'
import {
  consumeIdentifier,
  consumeToken,
  createToken,
  lockIdentifier,
  newToken,
  saveToken,
  type TokenData,
  tokenIdentifier,
  updateIdentifier,
} from '../keys/tokens.store.ts'
import type { KnownDevice } from './known-device.ts'

export const mailSignInCodeJob = defineJob<CodeEmail>('mail-sign-in-code', 5)

type Shop = Pick<Platform, 'db'> & MessageSender

export const SIGN_IN_CODE_DIGITS = 6
/** Wrong codes per request. */
export const MAX_CODE_ATTEMPTS = 3
/** Codes entered from one network within 15 minutes. */
const MAX_ENTERED = 30
/** Emails to one account that unknown browsers request. Known devices have their own limit. */
export const MAX_EMAILS_PER_HOUR = 3
const MAX_EMAILS_PER_DAY = 10

export type CodeRequest = {
  readonly email: string
  readonly clientAddress: string
  readonly remember: boolean
  readonly redirectTo: string | null
  readonly device: KnownDevice | null
  readonly isForSetUp?: boolean
}

/** Returns the key for a cookie, without which the code does not work. Behaves the same for every address. */
export async function requestSignInCode(
  shop: Shop,
  { email: entered, clientAddress, remember, redirectTo, device, isForSetUp = false }: CodeRequest,
) {
  const email = normalizeEmail(entered)
  const problem = await checkEmailRequest(shop, { email, clientAddress })
  if (problem) return { ok: false, problem } as const
  const key = newToken()
  const pending = { email, remember, redirectTo, codeHash: null, attempts: 0, isForSetUp }
  await saveToken(shop.db, 'sign-in-code', key, pending, { now: shop.now(), lifetimeMs: SIGN_IN_CODE_MS })
  await shop.jobs.enqueueNow(mailSignInCodeJob, {
    email,
    request: tokenIdentifier('sign-in-code', key),
    deviceId: device?.id ?? '',
    deviceUserIds: device?.userIds ?? [],
  })
  return { ok: true, key } as const
}

export type CodeEmail = {
  readonly email: string
  readonly request: string
  readonly deviceId: string
  readonly deviceUserIds: readonly number[]
}

export async function mailSignInCode(shop: Shop, { email, request, ...device }: CodeEmail): Promise<void> {
  const user = await findEnabledUser(shop, email)
  if (!user) return
  const isKnown = device.deviceUserIds.includes(user.id)
  const hour = rateLimiter(shop, { name: 'sign-in-mail', max: MAX_EMAILS_PER_HOUR, seconds: 3600 })
  const day = rateLimiter(shop, { name: 'sign-in-mail-day', max: MAX_EMAILS_PER_DAY, seconds: 86_400 })
  await withRateLimit([hour, day], isKnown ? `${email} ${device.deviceId}` : email, async (isWithinLimit) => {
    if (isWithinLimit) await mailCode(shop, { email, request, name: user.name })
  })
}

type CodeMail = Pick<CodeEmail, 'email' | 'request'> & { readonly name: string }

async function mailCode(shop: Shop, { email, request, name }: CodeMail): Promise<void> {
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    const pending = await lockIdentifier<'sign-in-code'>(tx, request, now)
    if (!pending || pending.codeHash !== null) return
    const code = String(randomInt(10 ** SIGN_IN_CODE_DIGITS)).padStart(SIGN_IN_CODE_DIGITS, '0')
    await updateIdentifier(tx, request, { ...pending, codeHash: hashOf(shop, request, code) })
    if (pending.isForSetUp) {
      await sendAccountEmail(tx, shop, setUpCode, email, { key: request, payload: { name, code } })
      return
    }
    const linkKey = await createToken(tx, 'sign-in-link', { request }, { now, lifetimeMs: SIGN_IN_CODE_MS })
    await sendAccountEmail(tx, shop, signInCode, email, { key: request, payload: { name, code, linkKey } })
  })
}

export type ProvedMailbox = { readonly userId: number } & Pick<TokenData['sign-in-code'], 'remember' | 'redirectTo'>

export type CodeProblem =
  | { readonly kind: 'wrong'; readonly attemptsLeft: number }
  | { readonly kind: 'expired' }
  | { readonly kind: 'rate-limited'; readonly retryAfterSeconds: number }

type CodeResult =
  | { readonly ok: true; readonly proved: ProvedMailbox }
  | { readonly ok: false; readonly problem: CodeProblem }

const expired = { ok: false, problem: { kind: 'expired' } } as const

/** Each attempt is counted before it is compared. An address without an account behaves like a wrong code. */
export async function enterSignInCode(
  shop: Shop,
  { key, code, clientAddress }: { readonly key: string; readonly code: string; readonly clientAddress: string },
): Promise<CodeResult> {
  const limiter = addressRateLimiter(shop, { name: 'sign-in-code', max: MAX_ENTERED, seconds: 15 * 60 })
  const limit = await limiter.consume(clientAddress)
  if (!limit.ok) return { ok: false, problem: { kind: 'rate-limited', retryAfterSeconds: limit.retryAfterSeconds } }
  const request = tokenIdentifier('sign-in-code', key)
  const digits = code.replaceAll(/\D/g, '')
  // A transaction without rollback on refusal, because wrong attempts must be stored.
  const checked = await shop.db.transaction(async (tx): Promise<TokenData['sign-in-code'] | CodeProblem> => {
    const pending = await lockIdentifier<'sign-in-code'>(tx, request, shop.now())
    if (!pending || pending.attempts >= MAX_CODE_ATTEMPTS) return { kind: 'expired' }
    const isRight = isSameSignature(hashOf(shop, request, digits), pending.codeHash ?? hashOf(shop, request, 'none'))
    const attempts = pending.attempts + 1
    await updateIdentifier(tx, request, { ...pending, attempts })
    if (!isRight)
      return attempts < MAX_CODE_ATTEMPTS
        ? { kind: 'wrong', attemptsLeft: MAX_CODE_ATTEMPTS - attempts }
        : { kind: 'expired' }
    await consumeIdentifier(tx, request, shop.now())
    return pending
  })
  return 'kind' in checked ? { ok: false, problem: checked } : proved(shop, checked)
}

export async function openSignInLink(shop: Shop, key: string): Promise<CodeResult> {
  const now = shop.now()
  const pending = await shop.db.transaction(async (tx) => {
    const link = await consumeToken(tx, 'sign-in-link', key, now)
    return link && consumeIdentifier<'sign-in-code'>(tx, link.request, now)
  })
  return pending ? proved(shop, pending) : expired
}

async function proved(shop: Shop, { email, remember, redirectTo }: TokenData['sign-in-code']): Promise<CodeResult> {
  const user = await findEnabledUser(shop, email)
  return user ? { ok: true, proved: { userId: user.id, remember, redirectTo } } : expired
}

/** A disabled account is treated as missing. */
const findEnabledUser = ({ db }: Shop, email: string): Promise<{ id: number; name: string } | null> =>
  db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.disabledAt)))
    .then(firstOf)

const hashOf = ({ secret }: Shop, request: string, code: string): string =>
  sign(secret, `sign-in-code|${request}|${code}`)
