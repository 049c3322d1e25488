import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Platform } from './context.ts'
import type { CookieDeclaration } from './cookie-declaration.ts'

/** A cookie with a secret key, which scripts cannot read. Without `maxAge` (seconds) it ends with the browser. */
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

/** '' if this browser has none. */
export const readKeyCookie = (context: Context, { name }: KeyCookie): string => getCookie(context, name) ?? ''

export const deleteKeyCookie = (context: Context, { name, path }: KeyCookie): void => {
  deleteCookie(context, name, { path })
}
