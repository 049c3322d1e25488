import { type Limit, rateLimit, strictest } from '../abuse/rate-limit.ts'
import type { Db } from '../database/connect.ts'
import { normalEmail } from './create-user.ts'

const WINDOW_SECONDS = 15 * 60
/** Wrong guesses in a quarter of an hour: at one person's door, and from one address (an office shares one). */
export const MOST_PER_EMAIL = 10
export const MOST_PER_ADDRESS = 30

export type SignInLimit = {
  /** Counts an attempt before the password is looked at, so that a hundred at once are not looked at either. */
  count(email: string, address: string): Promise<Limit>
  /** The password was right: the attempt is taken back. */
  forgive(email: string, address: string): Promise<void>
}

/** Counts sign-in attempts by person and by address. */
export function signInLimit(shop: { readonly db: Db; readonly secret: string }): SignInLimit {
  const perEmail = rateLimit(shop, { name: 'sign-in-email', times: MOST_PER_EMAIL, seconds: WINDOW_SECONDS })
  const perAddress = rateLimit(shop, { name: 'sign-in-address', times: MOST_PER_ADDRESS, seconds: WINDOW_SECONDS })
  return {
    count: async (email, address) =>
      strictest(await Promise.all([perEmail.count(normalEmail(email)), perAddress.count(address)])),
    async forgive(email, address) {
      await Promise.all([perEmail.forget(normalEmail(email)), perAddress.forgive(address)])
    },
  }
}
