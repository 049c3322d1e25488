import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from '../database/connect.ts'
import { normalEmail } from './create-user.ts'

const WINDOW_SECONDS = 15 * 60
/** Wrong guesses in a quarter of an hour: at one person's door, and from one address (an office shares one). */
export const MOST_PER_EMAIL = 10
export const MOST_PER_ADDRESS = 30

export type Limit = { readonly ok: true } | { readonly ok: false; readonly retryAfterSeconds: number }

export type SignInLimit = {
  /** Counts an attempt before the password is looked at, so that a hundred at once are not looked at either. */
  count(email: string, address: string): Promise<Limit>
  /** The password was right: the attempt is taken back. */
  forgive(email: string, address: string): Promise<void>
}

/** Counts sign-in attempts in the database, for all processes of the shop together. */
export function signInLimit(db: Db, secret: string): SignInLimit {
  const perEmail = limiter(db, 'sign-in-email', MOST_PER_EMAIL)
  const perAddress = limiter(db, 'sign-in-address', MOST_PER_ADDRESS)
  // The table of counters need not say who was at the door.
  const key = (text: string) => createHmac('sha256', secret).update(`sign-in|${text}`).digest('base64url')
  const emailKey = (email: string) => key(normalEmail(email))

  return {
    async count(email, address) {
      const answers = await Promise.all([consume(perEmail, emailKey(email)), consume(perAddress, key(address))])
      const waits = answers.flatMap((answer) => (answer.ok ? [] : [answer.retryAfterSeconds]))
      return waits.length === 0 ? { ok: true } : { ok: false, retryAfterSeconds: Math.max(...waits) }
    },
    async forgive(email, address) {
      await Promise.all([perEmail.delete(emailKey(email)), perAddress.reward(key(address))])
    },
  }
}

/** The library removes old counts by itself; its table stands in our migrations. */
const limiter = (db: Db, keyPrefix: string, points: number): RateLimiterPostgres =>
  new RateLimiterPostgres({
    // Drizzle keeps the pool it was given; its published type does not say so.
    storeClient: (db as Db & { readonly $client: pg.Pool }).$client,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix,
    points,
    duration: WINDOW_SECONDS,
  })

async function consume(limit: RateLimiterPostgres, key: string): Promise<Limit> {
  try {
    await limit.consume(key)
    return { ok: true }
  } catch (refusal) {
    // The library throws its answer when the count is used up, and an error when the database failed.
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return { ok: false, retryAfterSeconds: Math.ceil(refusal.msBeforeNext / 1000) }
  }
}
