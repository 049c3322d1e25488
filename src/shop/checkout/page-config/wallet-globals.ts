import type { Context } from 'hono'
import { currentAuthSession } from '../../../people/identity/auth-session.ts'
import { type CartView, paymentPlace } from '../../cart/cart-view.tsx'
import { enabledGateway, enabledWallets, walletParams } from '../../gateways/payment-methods.ts'
import { type GatewayPageData, gatewayData } from '../../wallets/gateway-data.tsx'
import { isGooglePay, type WalletId } from '../../wallets/wallet-ids.ts'
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

/** `wc_stripe_googlepay_product_params` and the like (shop.md §3). A cached page is `anybody`'s. */
export function walletGlobals(shop: GatewayShop, { wallets, ...page }: WalletPage): Record<string, unknown> {
  const settings = shop.settings()
  const walletShop = {
    isLive: shop.payments.mode === 'live',
    shopName: settings.siteTitle,
    shopCountry: shop.pricing().base.country,
  }
  const atTop = enabledWallets(settings, 'checkout')
  return Object.fromEntries(
    wallets.flatMap((wallet) => {
      const id = enabledGateway(wallet, settings)
      const own = id && walletParams(settings, id, walletShop)
      if (!own) return []
      const { totalCents: cents, currency } = page.sheetWith(wallet)
      const common = gatewayParams(shop, { ...page, amount: { cents, currency } }, id)
      const params = localized({
        ...common,
        messages: { ...common.messages, ...messagesOf(own.name) },
        banner_enabled: atTop.includes(id),
        total_price_label: common.total_label,
        ...(isGooglePay(wallet) ? {} : amountsOf(page, wallet)),
        ...own.params,
      })
      return namesOf(wallet, page.page).map((name) => [name, params] as const)
    }),
  )
}

/** The plugin's script of the payment request reads one name on every page, in the version that the shop speaks. */
const namesOf = (wallet: WalletId, page: string): readonly string[] => [
  `wc_stripe_${wallet.replace('stripe_', '')}_${page}_params`,
  ...(wallet === 'stripe_payment_request' ? ['wc_stripe_payment_request_params'] : []),
]

/** Amounts and choices that all but Google's script read here as well. */
function amountsOf({ product, ...page }: GatewayPageData, wallet: WalletId) {
  const { total_cents, items, needs_shipping, shipping_options } = gatewayData(page, wallet)
  return { total_cents, items, needs_shipping, shipping_options, ...(product ? { product } : {}) }
}

const messagesOf = (name: string) => ({
  invalid_amount: `Please update you product quantity before using ${name}`,
  choose_product: 'Please choose an option before paying.',
  add_to_cart: 'One moment…',
})

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
