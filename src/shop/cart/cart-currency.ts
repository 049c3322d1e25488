import type { Context } from 'hono'
import { shopCurrency } from '../../platform/money/money.ts'
import type { Platform } from '../../platform/web/context.ts'
import { requestedCurrency } from '../../platform/web/currency.ts'
import type { WithPricing } from '../pricing/context.ts'
import { findChargedExchange, findExchange } from '../pricing/convert-pricing.ts'
import { type Cart, loadCart } from './cart.store.ts'
import { upsertCart } from './change-cart.store.ts'

/** The cart in the currency that this visitor has chosen, stored: its version changes, as an order has one currency. */
export async function inChosenCurrency(context: Context, shop: Pick<Platform, 'db' | 'now'> & WithPricing, cart: Cart) {
  const config = shop.pricing()
  if (!config.currencies?.length) return cart
  const code = requestedCurrency(context)
  if (code !== shopCurrency && findExchange(config, code) === null) return cart
  const currency = findChargedExchange(config, code)?.currency ?? null
  if (currency === cart.currency) return cart
  if (cart.id === null) return { ...cart, currency }
  const version = await upsertCart(shop.db, cart.sessionKey, shop.now(), { currency })
  return version === cart.version + 1 ? { ...cart, currency, version } : loadCart(shop.db, cart.sessionKey)
}
