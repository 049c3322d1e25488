import type { Context } from 'hono'
import { currentAuthSession } from '../../../people/accounts/auth-session.ts'
import type { CartView } from '../../cart/fragments.tsx'
import { paymentMessages } from '../../payments/payment-errors.ts'
import type { CheckoutContext } from '../context.ts'
import { visitorOf } from './gateway-params.ts'
import { checkoutFieldsConfig } from './payment-globals.ts'
import { stripeParams } from './stripe-params.ts'
import { walletGlobals } from './wallet-globals.ts'

/** What the scripts of wallets read on the cart page as global variables (stripe-plugin sheet §7). */
export async function cartGlobals(context: Context, shop: CheckoutContext, { cart, wallets, sheetWith }: CartView) {
  if (wallets.length === 0) return {}
  const visitor = visitorOf(context, await currentAuthSession(context, shop))
  return {
    ...stripeParams(shop, 'cart'),
    wc_stripe_messages: paymentMessages,
    wc_stripe_checkout_fields: checkoutFieldsConfig(shop, cart),
    ...walletGlobals(shop, { page: 'cart', visitor, wallets, sheetWith }),
  }
}
