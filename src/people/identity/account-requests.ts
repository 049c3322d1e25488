import { randomBytes } from 'node:crypto'
import { isEmail, normalizeEmail } from '../../platform/email-address.ts'
import { defineJob, type Job } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/web/context.ts'
import { type MessageSender, sendAccountEmail } from '../../things/messages/send-message.ts'
import { addressRateLimiter, rateLimiter, withRateLimit } from '../abuse/rate-limit.ts'
import { REGISTRATION_TEXT } from './consents/consent-texts.ts'
import { recordConsents } from './consents/consents.ts'
import { passwordReset, reportExistingAccount, welcome } from './emails.ts'
import { RESET_LINK_MS } from './key-lifetimes.ts'
import { createPasswordToken, emailKeyOf } from './keys/tokens.store.ts'
import { createUser, findUser } from './users.store.ts'

type Shop = Pick<Platform, 'db'> & MessageSender

export const resetPasswordJob = defineJob<{ email: string }>('reset-password', 5)
export const registerAccountJob = defineJob<{ email: string }>('register-account', 5)

/** Account emails to one address within an hour. */
const MAX_EMAILS = 3
/** Requests from one network within 15 minutes. */
const MAX_REQUESTS = 20

export type EmailRequestProblem =
  | { readonly kind: 'invalid' }
  | { readonly kind: 'rate-limited'; readonly retryAfterSeconds: number }

/** A job looks the account up, so that neither response nor timing reveals whether it exists. Null if accepted. */
export async function requestByEmail(
  shop: Shop,
  job: Job<{ email: string }>,
  request: EmailRequest,
): Promise<EmailRequestProblem | null> {
  const problem = await checkEmailRequest(shop, request)
  if (problem) return problem
  await shop.jobs.enqueueNow(job, { email: normalizeEmail(request.email) })
  return null
}

type EmailRequest = { readonly email: string; readonly clientAddress: string }

export async function checkEmailRequest(
  shop: Pick<Shop, 'db' | 'secret'>,
  { email, clientAddress }: EmailRequest,
): Promise<EmailRequestProblem | null> {
  if (!isEmail(email)) return { kind: 'invalid' }
  const limiter = addressRateLimiter(shop, { name: 'account-request', max: MAX_REQUESTS, seconds: 15 * 60 })
  const limit = await limiter.consume(clientAddress)
  return limit.ok ? null : { kind: 'rate-limited', retryAfterSeconds: limit.retryAfterSeconds }
}

export const sendPasswordReset = (shop: Shop, email: string): Promise<void> =>
  withEmailLimit(shop, email, async (isWithinLimit) => {
    if (isWithinLimit) await resetPassword(shop, email)
  })

const resetPassword = (shop: Shop, email: string): Promise<void> =>
  shop.db.transaction(async (tx) => {
    const user = await findUser(tx, email)
    if (!user) return
    const passwordKey = await createPasswordToken(tx, user.id, shop.now(), RESET_LINK_MS)
    await sendAccountEmail(tx, shop, passwordReset, email, {
      key: emailKeyOf('reset', passwordKey),
      payload: { name: user.name, passwordKey },
    })
  })

export const registerAccount = (shop: Shop, email: string): Promise<void> =>
  withEmailLimit(shop, email, async (isWithinLimit) => {
    if (isWithinLimit) await register(shop, email)
  })

async function register(shop: Shop, email: string): Promise<void> {
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    const name = email.split('@')[0] ?? ''
    // The emailed link sets the password.
    const created = await createUser(tx, { email, name, password: null, role: 'customer', now })
    if (!created.ok) {
      const key = `exists:${randomBytes(9).toString('base64url')}`
      await reportExistingAccount(tx, shop, email, key)
      return
    }
    const consent = { kind: 'registration', text: REGISTRATION_TEXT, place: 'Register', email } as const
    await recordConsents(tx, [{ ...consent, userId: created.userId, at: now }])
    const passwordKey = await createPasswordToken(tx, created.userId, now)
    await sendAccountEmail(tx, shop, welcome, email, {
      key: `user:${created.userId}:account`,
      payload: { firstName: '', email, passwordKey },
    })
  })
}

export const withEmailLimit = (
  shop: Shop,
  email: string,
  work: (isWithinLimit: boolean) => Promise<void>,
): Promise<void> =>
  withRateLimit([rateLimiter(shop, { name: 'account-email', max: MAX_EMAILS, seconds: 3600 })], email, work)
