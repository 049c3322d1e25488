import type { Context } from 'hono'
import type { Platform } from '../../platform/web/context.ts'
import { deleteKeyCookie, type KeyCookie, readKeyCookie, setKeyCookie } from '../../platform/web/key-cookie.ts'
import { paths } from '../../platform/web/routes.ts'
import { ACCOUNT_REQUEST_MS } from './key-lifetimes.ts'

export const accountRequestCookie: KeyCookie = {
  name: 'samovar_account_request',
  purpose: 'remembers that you chose a password for a new account in this browser',
  lifetime: 'a day',
  path: paths.confirmAccount,
  maxAge: ACCOUNT_REQUEST_MS / 1000,
}

export const setAccountRequestKey = (context: Context, shop: Pick<Platform, 'url'>, browserKey: string): void =>
  setKeyCookie(context, shop, accountRequestCookie, browserKey)

export const accountRequestKey = (context: Context): string => readKeyCookie(context, accountRequestCookie)

export const deleteAccountRequestKey = (context: Context): void => deleteKeyCookie(context, accountRequestCookie)
