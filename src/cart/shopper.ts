import type { Context } from 'hono'
import { currentSession } from '../accounts/current-user.ts'
import type { Shop } from '../shop.ts'
import { mergeCarts } from './merge-carts.ts'
import { forgetSession, isCustomerId, type Session, sessionOfCookie, startSession } from './session.ts'

const perRequest = new WeakMap<Request, Promise<Session | null>>()

/**
 * Whose cart this request is about, or null for a visitor who has none. Whoever is signed in has the cart of their
 * account, also when its cookie has ended; what they put together as a guest before is added to it. A customer's cookie
 * opens nothing once the sign-in it was made with has ended.
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
  const signedIn = await currentSession(context, shop)
  if (!signedIn) {
    if (!named) return null
    if (!isCustomerId(named.id)) return keep(context, shop, named)
    // Signed out elsewhere, or the password was changed: the cart waits for its owner.
    forgetSession(context, shop)
    return null
  }
  const id = String(signedIn.user.id)
  if (named?.id === id) return keep(context, shop, named)
  if (named && !isCustomerId(named.id)) await mergeCarts(shop.db, named.id, signedIn.user.id, shop.now())
  startSession(context, shop, id)
  return { id }
}

/** The session as it is, its cookie renewed when half its life is over. */
function keep(context: Context, shop: Shop, { id, isExpiring }: { id: string; isExpiring: boolean }): Session {
  if (isExpiring) startSession(context, shop, id)
  return { id }
}
