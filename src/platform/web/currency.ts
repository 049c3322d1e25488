import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Exchange } from '../money/exchange.ts'
import type { CookieDeclaration } from './cookie-declaration.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** Currency in which prices are shown to this visitor; undefined: the shop's. */
    exchange: Exchange | undefined
  }
}

/** The chosen currency. Set only if several are offered; pages are cached for each. */
export const CURRENCY_COOKIE = 'samovar_currency'

export const currencyCookie: CookieDeclaration = {
  name: CURRENCY_COOKIE,
  purpose: 'remembers the currency you chose',
  lifetime: 'a year',
}

/** The requested code: `?currency=`, else the cookie, else null. Unvalidated. */
export const requestedCurrency = (context: Context): string | null =>
  context.req.query('currency') ?? getCookie(context, CURRENCY_COOKIE) ?? null

/** Currency in which catalogue prices are shown to this visitor; null: the shop's. */
export const shownExchange = (context: Context): Exchange | null => context.get('exchange') ?? null
