import { convertPrice, type Exchange } from '../../../platform/money/exchange.ts'
import { priceString, shopCurrency } from '../../../platform/money/money.ts'
import type { ProductCardData } from '../../catalog/product-card.ts'
import { excludedProductTypes } from '../../gateways/pay-later/pay-later.ts'
import type { PaymentPlace } from '../../gateways/payment-method.ts'
import { type GatewayId, messageParams, payLaterGateways, redirectOf } from '../../payment-methods/payment-methods.ts'
import { anybody, type GatewayPage, type GatewayShop, gatewayParams } from './gateway-params.ts'
import { localized } from './localized.ts'
import { redirectRoutes } from './stripe-params.ts'

/** A method whose provider has a page of its own. */
export function redirectParams(shop: GatewayShop, page: GatewayPage, id: GatewayId) {
  const params = gatewayParams(shop, page, id)
  return {
    ...params,
    routes: { ...params.routes, ...redirectRoutes },
    local_payment_type: redirectOf(id),
    return_url: params.confirmParams.return_url,
    payment_sections: ['checkout'],
  }
}

type MessagePage = Pick<GatewayPage, 'visitor' | 'amount'> & {
  readonly page: 'product' | 'cart' | 'shop'
  readonly place: PaymentPlace
}

const messageConfig = (shop: GatewayShop, { place, ...page }: MessagePage, id: GatewayId) => ({
  ...redirectParams(shop, page, id),
  currency: place.currency,
  ...messageParams(shop.settings(), id, place),
})

/** `wc_stripe_…_product_params`, for each way of paying later that the page says something of. */
export const payLaterGlobals = (shop: GatewayShop, page: MessagePage & { readonly page: 'product' | 'cart' }) =>
  Object.fromEntries(
    payLaterGateways(shop.settings(), page.page).map((id) => [
      `wc_stripe_${id.replace('stripe_', '')}_${page.page}_params`,
      localized(messageConfig(shop, page, id)),
    ]),
  )

/**
 * `wc_stripe_bnpl_shop_params` of a listing: its products that can be paid later, and each method's settings. The same
 * for every visitor. Nothing without a method that is told on cards, or of a currency that is not charged.
 */
export function listingGlobals(
  shop: GatewayShop,
  cards: readonly ProductCardData[],
  exchange: Exchange | null,
): Record<string, unknown> {
  const gateways = payLaterGateways(shop.settings(), 'shop')
  if (gateways.length === 0 || exchange?.isCharged === false) return {}
  const currency = exchange?.currency ?? shopCurrency
  const place = { currency, billingCountry: '', shopCountry: shop.pricing().base.country }
  const page = { page: 'shop', visitor: anybody, amount: null, place } as const
  const products = cards.flatMap(({ id, type, minCents }) => {
    if (minCents === null || excludedProductTypes.includes(type)) return []
    const price_cents = convertPrice(minCents, exchange)
    return [{ id, price: Number(priceString(price_cents, currency)), price_cents, product_type: type }]
  })
  return {
    wc_stripe_bnpl_shop_params: {
      currency,
      products,
      excluded_product_types: excludedProductTypes,
      ...Object.fromEntries(gateways.map((id) => [id, messageConfig(shop, page, id)])),
    },
  }
}
