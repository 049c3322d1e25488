import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Platform } from './context.ts'
import type { CookieDeclaration } from './cookie-declaration.ts'

/** An HttpOnly cookie with a secret key. Without `maxAge` (seconds) it ends with the browser session. */
export type KeyCookie = CookieDeclaration & { readonly path: string; readonly maxAge?: number }

export function setKeyCookie(
  context: Context,
  { url }: Pick<Platform, 'url'>,
  { name, path, maxAge }: KeyCookie,
  key: string,
): void {
  setCookie(context, name, key, {
    path,
    httpOnly: true,
    sameSite: 'Lax',
    secure: url.startsWith('https:'),
    ...(maxAge !== undefined && { maxAge }),
  })
}

/** '' if the browser has no such cookie. */
export const readKeyCookie = (context: Context, { name }: KeyCookie): string => getCookie(context, name) ?? ''

export const deleteKeyCookie = (context: Context, { name, path }: KeyCookie): void => {
  deleteCookie(context, name, { path })
}
