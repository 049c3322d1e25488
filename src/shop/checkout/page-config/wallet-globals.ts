import type { Context } from 'hono'
import { currentAuthSession } from '../../../people/identity/auth-session.ts'
import { type CartView, paymentPlace } from '../../cart/cart-view.tsx'
import { offeredWallets } from '../../payment-methods/offered-wallets.ts'
import { type GatewayPageData, gatewayData } from '../../wallets/gateway-data.tsx'
import { isPaymentRequest, type WalletId, walletOf } from '../../wallets/wallets.ts'
import type { CheckoutContext } from '../context.ts'
import {
  expressGlobals,
  type GatewayPage,
  type GatewayShop,
  gatewayParams,
  payLaterGlobals,
  visitorOf,
} from './payment-globals.ts'
import { localized, stripeParams } from './stripe-params.ts'

type WalletPage = Pick<GatewayPage, 'page' | 'visitor' | 'order'> &
  GatewayPageData & { readonly wallets: readonly WalletId[] }

/** `wc_stripe_…_product_params`, one for each wallet (shop.md §3). Cached pages use `anyVisitor`. */
export function walletGlobals(shop: GatewayShop, { wallets, ...page }: WalletPage): Record<string, unknown> {
  const settings = shop.settings()
  const atTop = offeredWallets(settings, 'checkout')
  const walletShop = {
    isLive: shop.payments.mode === 'live',
    shopName: settings.siteTitle,
    shopCountry: shop.pricing().base.country,
  }
  const configs = wallets.map((id) => {
    const { totalCents: cents, currency } = page.sheetWith(id)
    const common = gatewayParams(shop, { ...page, amount: { cents, currency } }, id)
    const wallet = walletOf(id)
    const params = localized({
      ...common,
      messages: { ...common.messages, ...messagesOf(wallet?.name ?? '') },
      banner_enabled: atTop.includes(id),
      total_price_label: common.total_label,
      ...(isPaymentRequest(id) ? amountsOf(page, id) : {}),
      ...wallet?.params(settings.gateways[id], walletShop),
    })
    const name = `wc_stripe_${id.replace('stripe_', '')}_${page.page}_params`
    return { [name]: params, ...(wallet?.paramsName ? { [wallet.paramsName]: params } : {}) }
  })
  return Object.fromEntries(configs.flatMap((config) => Object.entries(config)))
}

/** Amounts and options, which scripts of the payment request read here as well. */
function amountsOf({ product, ...page }: GatewayPageData, wallet: WalletId) {
  const { total_cents, items, needs_shipping, shipping_options } = gatewayData(page, wallet)
  return { total_cents, items, needs_shipping, shipping_options, ...(product ? { product } : {}) }
}

const messagesOf = (name: string) => ({
  invalid_amount: `Please update you product quantity before using ${name}`,
  choose_product: 'Please choose an option before paying.',
  add_to_cart: 'One moment…',
})

/** Global variables of the cart page for scripts of wallets and pay-later methods (stripe-plugin sheet §7). */
export async function cartGlobals(
  context: Context,
  shop: CheckoutContext,
  { cart, total, wallets, sheetWith }: CartView,
) {
  const visitor = visitorOf(context, await currentAuthSession(context, shop))
  const messages = payLaterGlobals(shop, {
    page: 'cart',
    visitor,
    place: paymentPlace(shop, cart, total),
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
