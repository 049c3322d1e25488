import type { Context } from 'hono'
import { currentSession } from '../accounts/current-user.ts'
import type { Shop } from '../shop.ts'
import { mergeCarts } from './merge-carts.ts'
import { isCustomerId, type Session, sessionOfCookie, signInOf, startSession } from './session.ts'

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
