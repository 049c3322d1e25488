import type { Context } from 'hono'
import { currentAuthSession } from '../../people/accounts/auth-session.ts'
import type { Platform } from '../../platform/web/context.ts'
import {
  type CartSession,
  cartSessionFromCookie,
  forgetCartSession,
  isCustomerId,
  startCartSession,
} from './cart-session.ts'
import { mergeCarts } from './merge-carts.ts'

const perRequest = new WeakMap<Request, Promise<CartSession | null>>()

/**
 * Whose cart this request is about, or null for a visitor who has none. Whoever is signed in has the cart of their
 * account, also when its cookie has ended; what they put together as a guest before is added to it. A customer's cookie
 * opens nothing once the sign-in it was made with has ended.
 */
export function currentCartSession(
  context: Context,
  shop: Pick<Platform, 'db' | 'now' | 'secret' | 'url'>,
): Promise<CartSession | null> {
  const cached = perRequest.get(context.req.raw)
  if (cached) return cached
  const pending = resolveSession(context, shop)
  perRequest.set(context.req.raw, pending)
  return pending
}

async function resolveSession(
  context: Context,
  shop: Pick<Platform, 'db' | 'now' | 'secret' | 'url'>,
): Promise<CartSession | null> {
  const cookieSession = cartSessionFromCookie(context, shop)
  const signedIn = await currentAuthSession(context, shop)
  if (!signedIn) {
    if (!cookieSession) return null
    if (!isCustomerId(cookieSession.id)) return renew(context, shop, cookieSession)
    // Signed out elsewhere, or the password was changed: the cart waits for its owner.
    forgetCartSession(context, shop)
    return null
  }
  const id = String(signedIn.user.id)
  if (cookieSession?.id === id) return renew(context, shop, cookieSession)
  if (cookieSession && !isCustomerId(cookieSession.id))
    await mergeCarts(shop.db, cookieSession.id, signedIn.user.id, shop.now())
  startCartSession(context, shop, id)
  return { id }
}

/** The session as it is, its cookie renewed when half its life is over. */
function renew(
  context: Context,
  shop: Pick<Platform, 'now' | 'secret' | 'url'>,
  { id, isExpiring }: { id: string; isExpiring: boolean },
): CartSession {
  if (isExpiring) startCartSession(context, shop, id)
  return { id }
}
