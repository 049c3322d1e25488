import { randomInt } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import type { Platform, WithSettings } from '../../../platform/web/context.ts'
import { isSameSignature, sign } from '../../../platform/web/signature.ts'
import { sendMessage } from '../../../things/messages/send-message.ts'
import type { MessageSettings } from '../../../things/messages/settings.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import { addressRateLimiter, rateLimiter, strictest } from '../../abuse/rate-limit.ts'
import { checkEmailRequest, type EmailRequestProblem } from '../account-requests.ts'
import { users } from '../accounts.table.ts'
import { SIGN_IN_CODE_MS } from '../key-lifetimes.ts'
import {
  consumeIdentifier,
  consumeKey,
  createKey,
  keyIdentifier,
  lockIdentifier,
  newKey,
  type SecretKeys,
  saveKey,
  updateIdentifier,
} from '../keys/secret-keys.store.ts'
import { setUpCode } from '../messages/set-up-code.ts'
import { signInCode } from '../messages/sign-in-code.ts'
import { normalizeEmail } from '../users.store.ts'
import type { KnownDevice } from './known-device.ts'

export const mailSignInCodeJob = defineJob<CodeMail>('mail-sign-in-code', 5)

type Shop = Pick<Platform, 'db' | 'jobs' | 'now' | 'secret'> & WithSettings<MessageSettings & SiteSettings>

export const SIGN_IN_CODE_DIGITS = 6
/** Wrong codes of one request. */
export const MAX_CODE_ATTEMPTS = 3
/** Codes entered from one network within 15 minutes. */
const MAX_ENTERED = 30
/** Mails to one account that strangers ask for; a browser of its owner has an allowance of its own. */
export const MAX_MAILS_PER_HOUR = 3
const MAX_MAILS_PER_DAY = 10

export type CodeRequest = {
  readonly email: string
  readonly clientAddress: string
  readonly remember: boolean
  readonly redirectTo: string | null
  readonly device: KnownDevice | null
  /** For a session that sets up a second factor: digits without a link. */
  readonly isForSetUp?: boolean
}

/**
 * Asks for a mail to sign in with. Returns the key of the request, which belongs in a cookie: the digits work only with
 * it. The same is written and answered for every email address.
 */
export async function requestSignInCode(
  shop: Shop,
  { email: entered, clientAddress, remember, redirectTo, device, isForSetUp = false }: CodeRequest,
): Promise<
  { readonly ok: true; readonly key: string } | { readonly ok: false; readonly problem: EmailRequestProblem }
> {
  const email = normalizeEmail(entered)
  const problem = await checkEmailRequest(shop, { email, clientAddress })
  if (problem) return { ok: false, problem }
  const key = newKey()
  const pending = { email, remember, redirectTo, codeHash: null, attempts: 0, isForSetUp }
  await saveKey(shop.db, 'sign-in-code', key, pending, { now: shop.now(), lifetimeMs: SIGN_IN_CODE_MS })
  await shop.jobs.enqueueNow(mailSignInCodeJob, {
    ...{ email, request: keyIdentifier('sign-in-code', key) },
    ...{ deviceId: device?.id ?? '', deviceUserIds: device?.userIds ?? [] },
  })
  return { ok: true, key }
}

export type CodeMail = {
  readonly email: string
  readonly request: string
  readonly deviceId: string
  readonly deviceUserIds: readonly number[]
}

/** Mails the digits and the link of a request, if the email address has an account. */
export async function mailSignInCode(shop: Shop, { email, request, ...device }: CodeMail): Promise<void> {
  const user = await findEnabledUser(shop, email)
  if (!user) return
  const isKnown = device.deviceUserIds.includes(user.id)
  if (!(await mayMail(shop, isKnown ? `${email} ${device.deviceId}` : email))) return
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    const pending = await lockIdentifier<'sign-in-code'>(tx, request, now)
    if (!pending || pending.codeHash !== null) return
    const code = String(randomInt(10 ** SIGN_IN_CODE_DIGITS)).padStart(SIGN_IN_CODE_DIGITS, '0')
    await updateIdentifier(tx, request, { ...pending, codeHash: hashOf(shop, request, code) })
    const message = { key: request, subject: {}, recipient: email }
    if (pending.isForSetUp) {
      await sendMessage(tx, shop, setUpCode, { ...message, payload: { name: user.name, code } })
      return
    }
    const linkKey = await createKey(tx, 'sign-in-link', { request }, { now, lifetimeMs: SIGN_IN_CODE_MS })
    await sendMessage(tx, shop, signInCode, { ...message, payload: { name: user.name, code, linkKey } })
  })
}

async function mayMail(shop: Shop, key: string): Promise<boolean> {
  const hour = rateLimiter(shop, { name: 'sign-in-mail', max: MAX_MAILS_PER_HOUR, seconds: 3600 })
  const day = rateLimiter(shop, { name: 'sign-in-mail-day', max: MAX_MAILS_PER_DAY, seconds: 86_400 })
  return strictest(await Promise.all([hour.consume(key), day.consume(key)])).ok
}

/** A mailbox that was proved, and what was asked for. */
export type ProvedMailbox = { readonly userId: number } & Pick<SecretKeys['sign-in-code'], 'remember' | 'redirectTo'>

export type CodeProblem =
  | { readonly kind: 'wrong'; readonly attemptsLeft: number }
  | { readonly kind: 'expired' }
  | { readonly kind: 'rate-limited'; readonly retryAfterSeconds: number }

type CodeResult =
  | { readonly ok: true; readonly proved: ProvedMailbox }
  | { readonly ok: false; readonly problem: CodeProblem }

const expired = { ok: false, problem: { kind: 'expired' } } as const

/**
 * Checks the digits of a mail for the request of this browser. Each try is counted before it is compared. A request for
 * an address without an account answers as one whose digits are wrong.
 */
export async function enterSignInCode(
  shop: Shop,
  { key, code, clientAddress }: { readonly key: string; readonly code: string; readonly clientAddress: string },
): Promise<CodeResult> {
  const limiter = addressRateLimiter(shop, { name: 'sign-in-code', max: MAX_ENTERED, seconds: 15 * 60 })
  const limit = await limiter.consume(clientAddress)
  if (!limit.ok) return { ok: false, problem: { kind: 'rate-limited', retryAfterSeconds: limit.retryAfterSeconds } }
  const request = keyIdentifier('sign-in-code', key)
  const digits = code.replaceAll(/\D/g, '')
  // A wrong try has to be written, so this is no use case that rolls back when it refuses.
  const checked = await shop.db.transaction(async (tx): Promise<SecretKeys['sign-in-code'] | CodeProblem> => {
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

/** Redeems the link of a mail, and with it the digits. It works in every browser. */
export async function openSignInLink(shop: Shop, key: string): Promise<CodeResult> {
  const now = shop.now()
  const pending = await shop.db.transaction(async (tx) => {
    const link = await consumeKey(tx, 'sign-in-link', key, now)
    return link && consumeIdentifier<'sign-in-code'>(tx, link.request, now)
  })
  return pending ? proved(shop, pending) : expired
}

async function proved(shop: Shop, { email, remember, redirectTo }: SecretKeys['sign-in-code']): Promise<CodeResult> {
  const user = await findEnabledUser(shop, email)
  return user ? { ok: true, proved: { userId: user.id, remember, redirectTo } } : expired
}

/** A disabled account is like none. */
async function findEnabledUser({ db }: Shop, email: string): Promise<{ id: number; name: string } | null> {
  const [user] = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.disabledAt)))
  return user ?? null
}

const hashOf = ({ secret }: Shop, request: string, code: string): string =>
  sign(secret, `sign-in-code|${request}|${code}`)
