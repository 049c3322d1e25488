import { randomBytes } from 'node:crypto'
import { defineJob, type Job } from '../../platform/jobs/jobs.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { sendMessage } from '../../things/messages/send-message.ts'
import type { MessageSettings } from '../../things/messages/settings.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import { addressRateLimiter, rateLimiter } from '../abuse/rate-limit.ts'
import { isEmail } from '../addresses/address.ts'
import { REGISTRATION_TEXT } from './consents/consent-texts.ts'
import { recordConsents } from './consents/consents.ts'
import { RESET_LINK_MS } from './key-lifetimes.ts'
import { emailKeyOf } from './keys/secret-keys.store.ts'
import { accountExists } from './messages/account-exists.ts'
import { passwordReset } from './messages/password-reset.ts'
import { welcome } from './messages/welcome.ts'
import { createPasswordKey } from './passwords/password-keys.store.ts'
import { createUser, findUser, normalizeEmail } from './users.store.ts'

type Shop = Pick<Platform, 'db' | 'jobs' | 'now' | 'secret'> & WithSettings<MessageSettings & SiteSettings>

export const resetPasswordJob = defineJob<{ email: string }>('reset-password', 5)
export const registerAccountJob = defineJob<{ email: string }>('register-account', 5)

/** Emails about an account to one address within an hour. */
const MAX_EMAILS = 3
/** Requests from one network within 15 minutes. */
const MAX_REQUESTS = 20

export type EmailRequestProblem =
  | { readonly kind: 'invalid' }
  | { readonly kind: 'rate-limited'; readonly retryAfterSeconds: number }

/**
 * Takes a request about the account of an email address. Whether there is one shows neither in the answer nor in its
 * time: a job looks it up, and writes to the address. Null if it was taken.
 */
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

/** Whether a request about the account of an email address is taken. Counts it. */
export async function checkEmailRequest(
  shop: Pick<Shop, 'db' | 'secret'>,
  { email, clientAddress }: EmailRequest,
): Promise<EmailRequestProblem | null> {
  if (!isEmail(email)) return { kind: 'invalid' }
  const limiter = addressRateLimiter(shop, { name: 'account-request', max: MAX_REQUESTS, seconds: 15 * 60 })
  const limit = await limiter.consume(clientAddress)
  return limit.ok ? null : { kind: 'rate-limited', retryAfterSeconds: limit.retryAfterSeconds }
}

/** Sends the link to choose a new password, if the email address has an account. */
export async function sendPasswordReset(shop: Shop, email: string): Promise<void> {
  if (!(await consumeEmailLimit(shop, email))) return
  await shop.db.transaction(async (tx) => {
    const user = await findUser(tx, email)
    if (!user) return
    const passwordKey = await createPasswordKey(tx, user.id, shop.now(), RESET_LINK_MS)
    await sendMessage(tx, shop, passwordReset, {
      ...{ key: emailKeyOf('reset', passwordKey), subject: {}, recipient: email },
      payload: { name: user.name, passwordKey },
    })
  })
}

/** Creates an account and sends the link to choose its password. An existing account is told that it exists. */
export async function registerAccount(shop: Shop, email: string): Promise<void> {
  if (!(await consumeEmailLimit(shop, email))) return
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    const name = email.split('@')[0] ?? ''
    // Nobody knows this password; the link sets another.
    const password = randomBytes(24).toString('base64url')
    const created = await createUser(tx, { email, name, password, role: 'customer', now })
    if (!created.ok) {
      const key = `exists:${randomBytes(9).toString('base64url')}`
      await sendMessage(tx, shop, accountExists, { key, subject: {}, recipient: email, payload: { email } })
      return
    }
    const consent = { kind: 'registration', text: REGISTRATION_TEXT, place: 'Register', email } as const
    await recordConsents(tx, [{ ...consent, userId: created.userId, at: now }])
    const passwordKey = await createPasswordKey(tx, created.userId, now)
    await sendMessage(tx, shop, welcome, {
      ...{ key: `user:${created.userId}:account`, subject: {}, recipient: email },
      payload: { firstName: '', email, passwordKey },
    })
  })
}

/** Nobody can fill a stranger's mailbox. */
export async function consumeEmailLimit(shop: Shop, email: string): Promise<boolean> {
  const limiter = rateLimiter(shop, { name: 'account-email', max: MAX_EMAILS, seconds: 3600 })
  return (await limiter.consume(email)).ok
}
