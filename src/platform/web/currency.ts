import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Exchange } from '../money/exchange.ts'
import type { CookieDeclaration } from './cookie-declaration.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** The currency in which prices are shown to this visitor; unset: the shop's. */
    exchange: Exchange | undefined
  }
}

/** The chosen currency. Kept only where more than one is on; pages are cached for each. */
export const CURRENCY_COOKIE = 'samovar_currency'

export const currencyCookie: CookieDeclaration = {
  name: CURRENCY_COOKIE,
  purpose: 'remembers the currency you chose',
  lifetime: 'a year',
}

/** The code in the request: `?currency=`, else the cookie; null: none. It may be any text. */
export const requestedCurrency = (context: Context): string | null =>
  context.req.query('currency') ?? getCookie(context, CURRENCY_COOKIE) ?? null

/** The currency in which prices of the catalogue are shown to this visitor; null: the shop's. */
export const shownExchange = (context: Context): Exchange | null => context.get('exchange') ?? null
