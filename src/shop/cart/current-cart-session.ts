import type { Context } from 'hono'
import { currentAuthSession } from '../../people/accounts/auth-session.ts'
import type { Platform } from '../../platform/web/context.ts'
import {
  type CartSession,
  cartSessionFromCookie,
  forgetCartSession,
  isCustomerKey,
  startCartSession,
} from './cart-session.ts'
import { mergeCarts } from './merge-carts.ts'

type SessionContext = Pick<Platform, 'db' | 'now' | 'secret' | 'url'>

const perRequest = new WeakMap<Request, Promise<CartSession | null>>()

/**
 * The cart session of this request; null for a visitor without one. A signed-in customer gets their account's cart even
 * after its cookie expired, and a guest cart from before is merged into it. A customer's cookie is rejected once its
 * sign-in has ended.
 */
export function currentCartSession(context: Context, shop: SessionContext): Promise<CartSession | null> {
  const cached = perRequest.get(context.req.raw)
  if (cached) return cached
  const pending = resolveSession(context, shop)
  perRequest.set(context.req.raw, pending)
  return pending
}

async function resolveSession(context: Context, shop: SessionContext): Promise<CartSession | null> {
  const cookieSession = cartSessionFromCookie(context, shop)
  const signedIn = await currentAuthSession(context, shop)
  if (!signedIn) {
    if (!cookieSession) return null
    if (!isCustomerKey(cookieSession.key)) return renew(context, shop, cookieSession)
    // Signed out elsewhere, or the password was changed: the cart waits for the next sign-in.
    forgetCartSession(context, shop)
    return null
  }
  const key = String(signedIn.user.id)
  if (cookieSession?.key === key) return renew(context, shop, cookieSession)
  if (cookieSession && !isCustomerKey(cookieSession.key))
    await mergeCarts(shop.db, cookieSession.key, signedIn.user.id, shop.now())
  startCartSession(context, shop, key)
  return { key }
}

/** The same session; its cookie is renewed after half its lifetime. */
function renew(
  context: Context,
  shop: SessionContext,
  { key, isExpiring }: { key: string; isExpiring: boolean },
): CartSession {
  if (isExpiring) startCartSession(context, shop, key)
  return { key }
}
