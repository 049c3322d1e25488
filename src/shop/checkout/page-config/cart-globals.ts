import type { Context } from 'hono'
import { currentAuthSession } from '../../../people/identity/auth-session.ts'
import { paymentPlace } from '../../cart/cart-view.tsx'
import type { CartView } from '../../cart/fragments.tsx'
import type { CheckoutContext } from '../context.ts'
import { visitorOf } from './gateway-params.ts'
import { payLaterGlobals } from './pay-later-globals.ts'
import { expressGlobals } from './payment-globals.ts'
import { stripeParams } from './stripe-params.ts'
import { walletGlobals } from './wallet-globals.ts'

/** What scripts of wallets and of paying later read on the cart page as global variables (stripe-plugin sheet §7). */
export async function cartGlobals(
  context: Context,
  shop: CheckoutContext,
  { cart, total, wallets, sheetWith }: CartView,
) {
  const visitor = visitorOf(context, await currentAuthSession(context, shop))
  const messages = payLaterGlobals(shop, {
    ...{ page: 'cart', visitor, place: paymentPlace(shop, cart, total) },
    amount: { cents: total.totalCents, currency: total.currency },
  })
  if (wallets.length === 0) return messages
  return {
    ...messages,
    ...stripeParams(shop, 'cart'),
    ...expressGlobals(shop, cart),
    ...walletGlobals(shop, { page: 'cart', visitor, wallets, sheetWith }),
  }
}
