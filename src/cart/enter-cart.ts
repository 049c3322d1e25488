import type { Context } from 'hono'
import { sessionCookie } from '../accounts/current-user.ts'
import { hrefs } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { readCookie } from '../web/cookies.ts'
import { type FlashNotice, setFlash } from '../web/flash.tsx'
import { loadCart } from './cart.store.ts'
import { setCookiesFor } from './cart-view.tsx'
import { type Merged, mergeCarts } from './merge-carts.ts'
import { isCustomerId, sessionOfCookie, startSession } from './session.ts'

/**
 * Somebody has just signed in, or made an account: what they put together as a guest goes into their own cart, which is
 * from now on this browser's. `cookies` are the ones their sign-in sets.
 */
export async function enterCart(
  context: Context,
  shop: Shop,
  userId: number,
  cookies: readonly string[],
): Promise<void> {
  const guest = sessionOfCookie(context, shop)
  const merged = guest && !isCustomerId(guest.id) ? await mergeCarts(shop.db, guest.id, userId, shop.now()) : null
  startSession(context, shop, String(userId), signInAmong(shop, cookies))
  setCookiesFor(context, shop, await loadCart(shop.db, String(userId)))
  if (merged) setFlash(context, shop, newsOf(merged))
}

function signInAmong(shop: Pick<Shop, 'url'>, cookies: readonly string[]): string {
  const name = sessionCookie(shop.url)
  const found = cookies.map((cookie) => readCookie(cookie.split(';')[0], name)).find((value) => value !== undefined)
  if (found === undefined) throw new Error('A sign-in without its cookie')
  return found
}

/** Only what could surprise is told: things from an earlier visit, and things that found no room. */
function newsOf({ brought, found, leftOut }: Merged): FlashNotice[] {
  if (brought === 0 || found === 0) return []
  const together = 'Items from an earlier visit are back in your cart, next to what you just added.'
  return [
    { kind: 'info', text: together, link: { href: hrefs.cart(), label: 'View cart', className: 'wc-forward' } },
    ...(leftOut.length === 0
      ? []
      : [
          {
            kind: 'info' as const,
            text: `A cart holds a hundred different things; there was no room for ${leftOut.join(', ')}.`,
          },
        ]),
  ]
}
