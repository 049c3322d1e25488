import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { CookieDeclaration } from '../../../platform/web/cookie-declaration.ts'
import type { AccountContext } from './context.ts'

/**
 * The key of an opened link in a cookie for the page of that link alone: it is thus in no address, history or referrer.
 */
export type LinkKeyCookie = { readonly declaration: CookieDeclaration; readonly path: string }

/** Declares the cookie of one or several kinds of links. */
export const declareLinkKey = (name: string, purpose: string): CookieDeclaration => ({
  ...{ name, purpose },
  lifetime: 'until you close the browser',
})

/** Moves the key of a link into its cookie; answers with the page of the link, whose address does not have the key. */
export function moveLinkKey(
  context: Context,
  { url }: Pick<AccountContext, 'url'>,
  { declaration, path }: LinkKeyCookie,
  { key, page = path }: { readonly key: string; readonly page?: string },
): Response {
  setCookie(context, declaration.name, key, { path, httpOnly: true, sameSite: 'Lax', secure: url.startsWith('https:') })
  return context.redirect(page, 302)
}

/** The key of the link that this browser has opened; '' if there is none. */
export const readLinkKey = (context: Context, { declaration }: LinkKeyCookie): string =>
  getCookie(context, declaration.name) ?? ''

/** After the key was used. */
export const deleteLinkKey = (context: Context, { declaration, path }: LinkKeyCookie): void => {
  deleteCookie(context, declaration.name, { path })
}
