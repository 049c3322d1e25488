import type { Context } from 'hono'
import { currentSession } from '../accounts/current-user.ts'
import type { Shop } from '../shop.ts'
import { mergeCarts } from './merge-carts.ts'
import { isCustomerId, newSessionId, type Session, sessionOfCookie, signInOf, startSession } from './session.ts'

const perRequest = new WeakMap<Request, Promise<Session | null>>()

/**
 * Whose cart this request is about, or null for a visitor who has none. Whoever is signed in has the cart of their
 * account, also when its cookie has ended; what they put together as a guest before is added to it.
 */
export function readSession(context: Context, shop: Shop): Promise<Session | null> {
  const known = perRequest.get(context.req.raw)
  if (known) return known
  const asked = askWho(context, shop)
  perRequest.set(context.req.raw, asked)
  return asked
}

async function askWho(context: Context, shop: Shop): Promise<Session | null> {
  const named = sessionOfCookie(context, shop)
  if (signInOf(context, shop) === '' || (named && isCustomerId(named.id))) return named
  const signedIn = await currentSession(context, shop)
  if (!signedIn) return named
  const id = String(signedIn.user.id)
  if (named) await mergeCarts(shop.db, named.id, signedIn.user.id, shop.now())
  startSession(context, shop, id)
  return { id, isNew: false }
}

/** The session, starting one with its cookie when there is none. Called only when a cart really changes. */
export async function openSession(context: Context, shop: Shop): Promise<Session> {
  const known = await readSession(context, shop)
  if (known) return known
  const session = { id: newSessionId(), isNew: true }
  startSession(context, shop, session.id)
  perRequest.set(context.req.raw, Promise.resolve(session))
  return session
}
