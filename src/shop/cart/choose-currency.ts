import type { Context, MiddlewareHandler } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { shopCurrency } from '../../platform/money/money.ts'
import { CURRENCY_COOKIE, requestedCurrency } from '../../platform/web/currency.ts'
import { paths } from '../../platform/web/routes.ts'
import type { WithPricing } from '../pricing/context.ts'
import { findExchange } from '../pricing/convert-pricing.ts'
import { loadCart } from './cart.store.ts'
import { currentCartSession, type SessionContext } from './cart-session.ts'
import { inChosenCurrency, setCookiesFor } from './cart-view.tsx'

type CurrencyContext = SessionContext & WithPricing

const YEAR_SECONDS = 365 * 86_400

const isPage = ({ req }: Context): boolean =>
  (req.method === 'GET' || req.method === 'HEAD') &&
  !req.path.startsWith(paths.restIndex) &&
  req.query('wc-ajax') === undefined &&
  req.query('rest_route') === undefined

/** `?currency=EUR` on any page stores the choice in a cookie and the cart, then redirects to the URL without it. */
export const chooseCurrency =
  (shop: CurrencyContext): MiddlewareHandler =>
  async (context, next) => {
    const config = shop.pricing()
    if (!config.currencies?.length) return next()
    const code = requestedCurrency(context)
    const exchange = findExchange(config, code)
    if (exchange) context.set('exchange', exchange)
    const isChosen = context.req.query('currency') !== undefined && (exchange !== null || code === shopCurrency)
    if (!isChosen || !isPage(context)) return next()

    const flags = { path: '/', sameSite: 'Lax', httpOnly: true, secure: shop.url.startsWith('https:') } as const
    if (exchange) setCookie(context, CURRENCY_COOKIE, exchange.currency, { ...flags, maxAge: YEAR_SECONDS })
    else deleteCookie(context, CURRENCY_COOKIE, flags)
    const session = await currentCartSession(context, shop)
    if (session) {
      const cart = await loadCart(shop.db, session.key)
      setCookiesFor(context, shop, await inChosenCurrency(context, shop, cart))
    }
    const url = new URL(context.req.url)
    url.searchParams.delete('currency')
    // The shop's own host is included, because a path may start with two slashes.
    return context.redirect(`${shop.url}${url.pathname}${url.search}`, 303)
  }
