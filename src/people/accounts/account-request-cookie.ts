import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Platform } from '../../platform/web/context.ts'
import type { CookieDeclaration } from '../../platform/web/cookie-declaration.ts'
import { paths } from '../../platform/web/routes.ts'
import { ACCOUNT_REQUEST_MS } from './account-after-order.ts'

const NAME = 'samovar_account_request'
/** It is sent to the page of the mailed link alone. */
const path = paths.confirmAccount

export const accountRequestCookie: CookieDeclaration = {
  name: NAME,
  purpose: 'remembers that you chose a password for a new account in this browser',
  lifetime: 'a day',
}

/** Keeps the browser key of a request in this browser: the password of the request counts only with it. */
export function setAccountRequestKey(context: Context, { url }: Pick<Platform, 'url'>, browserKey: string): void {
  setCookie(context, NAME, browserKey, {
    ...{ path, httpOnly: true, sameSite: 'Lax', maxAge: ACCOUNT_REQUEST_MS / 1000 },
    secure: url.startsWith('https:'),
  })
}

/** The browser key of the last request of this browser; '' if there is none. */
export const accountRequestKey = (context: Context): string => getCookie(context, NAME) ?? ''

export const deleteAccountRequestKey = (context: Context): void => {
  deleteCookie(context, NAME, { path })
}
