import type { Context } from 'hono'
import type { CookieDeclaration } from '../../../../platform/web/cookie-declaration.ts'
import { type KeyCookie, setKeyCookie } from '../../../../platform/web/key-cookie.ts'
import type { AccountContext } from '../context.ts'

/** Declares the cookie of one or several kinds of links. */
export const declareLinkKey = (name: string, purpose: string): CookieDeclaration => ({
  ...{ name, purpose },
  lifetime: 'until you close the browser',
})

/**
 * Moves the key of an opened link into a cookie for the page of that link alone, and answers with that page: the key is
 * thus in no address, history or referrer.
 */
export function moveLinkKey(
  context: Context,
  shop: Pick<AccountContext, 'url'>,
  cookie: KeyCookie,
  { key, page = cookie.path }: { readonly key: string; readonly page?: string },
): Response {
  setKeyCookie(context, shop, cookie, key)
  return context.redirect(page, 302)
}
