import { isAPIError } from 'better-auth/api'
import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { readCookie } from '../web/cookies.ts'
import { type AuthParts, authOf, COOKIE_PREFIX } from './auth.ts'
import type { Role } from './permissions.ts'

export type User = { readonly id: number; readonly email: string; readonly name: string; readonly role: Role }
/** A sign-in. Its id is what nonces are bound to. */
export type SignedIn = { readonly user: User; readonly sessionId: string }

/** Name of the session cookie; on https browsers hold it to https by its prefix. */
export const sessionCookie = (shopUrl: string): string =>
  `${shopUrl.startsWith('https:') ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token`

const perRequest = new WeakMap<Request, Promise<SignedIn | null>>()

/** Who sends this request, or null. Asks the database once per request, and only when there is a session cookie. */
export function currentSession(context: Context, shop: AuthParts): Promise<SignedIn | null> {
  if (!readCookie(context.req.header('cookie'), sessionCookie(shop.url))) return Promise.resolve(null)
  const known = perRequest.get(context.req.raw)
  if (known) return known
  const asked = readSession(context, shop)
  perRequest.set(context.req.raw, asked)
  return asked
}

export const currentUser = async (context: Context, shop: AuthParts): Promise<User | null> =>
  (await currentSession(context, shop))?.user ?? null

/** The sign-in that has just been made and that these cookies, as they were set, carry. */
export async function signedInBy(shop: AuthParts, cookies: readonly string[]): Promise<SignedIn | null> {
  const cookie = cookies.map((one) => one.split(';')[0]).join('; ')
  return readOf(await authOf(shop).api.getSession({ headers: new Headers({ cookie }) }))
}

async function readSession(context: Context, shop: AuthParts): Promise<SignedIn | null> {
  const ask = () => authOf(shop).api.getSession({ headers: context.req.raw.headers, returnHeaders: true })
  const { headers, response } = await ask().catch(async (error: unknown) => {
    // The library hides why it could not look. Where the database is away this says so; where it is back, look again.
    if (!isAPIError(error) || error.statusCode < 500) throw error
    await shop.db.execute(sql`select 1`)
    return ask()
  })
  // A session in use is renewed once a day; the browser has to hear of it.
  for (const cookie of headers.getSetCookie()) context.header('set-cookie', cookie, { append: true })
  return readOf(response)
}

type Known = {
  readonly user: { readonly id: string; readonly email: string; readonly name: string; readonly role?: unknown }
  readonly session: { readonly id: string }
}

function readOf(known: Known | null): SignedIn | null {
  if (!known) return null
  const { user, session } = known
  return {
    user: { id: Number(user.id), email: user.email, name: user.name, role: user.role as Role },
    sessionId: session.id,
  }
}
