import type { Context } from 'hono'
import { parse } from 'hono/utils/cookie'
import { sessionCookie } from '../../people/identity/auth-session.ts'
import { type FlashNotice, setFlash } from '../../platform/web/flash.tsx'
import { paths } from '../../platform/web/routes.ts'
import { loadCart } from './cart.store.ts'
import { isCustomerKey } from './cart.ts'
import { cartSessionFromCookie, startCartSession } from './cart-session.ts'
import { setCookiesFor } from './cart-view.tsx'
import type { CartContext } from './context.ts'
import { type MergeResult, mergeCarts } from './merge-carts.ts'

/** The guest's cart is merged into the customer's, which becomes this browser's. `cookies`: set by the sign-in. */
export async function mergeCartOnSignIn(
  context: Context,
  shop: CartContext,
  userId: number,
  cookies: readonly string[],
): Promise<void> {
  const guest = cartSessionFromCookie(context, shop)
  const merged = guest && !isCustomerKey(guest.key) ? await mergeCarts(shop.db, guest.key, userId, shop.now()) : null
  startCartSession(context, shop, String(userId), signInCookieIn(shop.url, cookies))
  setCookiesFor(context, shop, await loadCart(shop.db, String(userId)))
  if (merged) setFlash(context, shop, mergeNotices(merged))
}

function signInCookieIn(shopUrl: string, cookies: readonly string[]): string {
  const name = sessionCookie(shopUrl)
  const signInCookie = cookies
    .map((cookie) => parse(cookie.split(';')[0] ?? '', name)[name])
    .find((value) => value !== undefined)
  if (signInCookie === undefined) throw new Error('A sign-in without its cookie')
  return signInCookie
}

function mergeNotices({ movedCount, existingCount, skipped }: MergeResult): FlashNotice[] {
  if (movedCount === 0 || existingCount === 0) return []
  const text = 'Items from an earlier visit are back in your cart, next to what you just added.'
  const noRoom = `A cart holds a hundred different things; there was no room for ${skipped.join(', ')}.`
  return [
    { kind: 'info', text, link: { href: paths.cart, label: 'View cart', className: 'wc-forward' } },
    ...(skipped.length === 0 ? [] : [{ kind: 'info' as const, text: noRoom }]),
  ]
}
