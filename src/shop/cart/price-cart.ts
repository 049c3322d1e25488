import type { Exchange } from '../../platform/money/exchange.ts'
import type { Platform } from '../../platform/web/context.ts'
import { priceAt } from '../catalog/product.ts'
import type { WithPricing } from '../pricing/context.ts'
import { convertCoupon, convertLine, convertPricing, findChargedExchange } from '../pricing/convert-pricing.ts'
import { validateCoupons } from '../pricing/coupon.ts'
import { type Region, UNTAXED } from '../pricing/tax.ts'
import { calculateTotal, type LineToPrice, type PricingConfig, type Total } from '../pricing/total.ts'
import type { Cart } from './cart.store.ts'
import { cartHash } from './cart.ts'

/** The destination as far as known: without a province, the shop's province within the shop's country. */
export function destinationOf(cart: Pick<Cart, 'shipping'>, base: Region): Region {
  const country = cart.shipping.country || base.country
  const state = cart.shipping.state || (country === base.country ? base.state : '')
  const { postcode = '', city = '' } = cart.shipping
  return { country, state, postcode, ...(city && { city }) }
}

/** The pricing rules in the cart's currency; in the shop's if orders are no longer charged in it. */
export function cartPricing(shop: WithPricing, { currency }: Pick<Cart, 'currency'>): PricingConfig {
  const config = shop.pricing()
  return convertPricing(config, findChargedExchange(config, currency))
}

export const linesToPrice = (
  cart: Pick<Cart, 'lines'>,
  { exchange = null }: { readonly exchange?: Exchange | null },
  now: Date,
): LineToPrice[] =>
  cart.lines.flatMap(({ key, sellable, quantity }) => {
    const { cents, isSale } = priceAt(sellable, now)
    if (cents === null || sellable.status !== 'publish') return []
    return convertLine(
      {
        key,
        productId: sellable.id,
        parentId: sellable.parentId,
        name: sellable.name,
        quantity,
        unitPriceCents: cents,
        taxClass: sellable.isTaxable ? sellable.taxClass : UNTAXED,
        needsShipping: !sellable.isVirtual,
        weightGrams: sellable.weightGrams ?? 0,
        shippingClass: sellable.shippingClass,
        isOnSale: isSale,
      },
      exchange,
    )
  })

/** The shopper's own unpaid orders do not count as usage. */
export function validateCartCoupons(
  config: PricingConfig,
  cart: Pick<Cart, 'lines' | 'couponCodes' | 'coupons' | 'billing'>,
  now: Date,
) {
  const { exchange = null } = config
  const coupons = cart.coupons.map((coupon) => convertCoupon(coupon, exchange))
  return validateCoupons(cart.couponCodes, coupons, couponCheck(config, cart, now))
}

export const couponCheck = (config: PricingConfig, cart: Pick<Cart, 'lines' | 'billing'>, now: Date) => ({
  lines: linesToPrice(cart, config, now),
  email: cart.billing.email ?? '',
  now,
  currency: config.exchange?.currency,
})

export function priceCart(shop: Pick<Platform, 'now'> & WithPricing, cart: Cart): Total {
  const date = shop.now()
  const config = cartPricing(shop, cart)
  return calculateTotal({
    lines: linesToPrice(cart, config, date),
    destination: destinationOf(cart, config.base),
    shippingMethod: cart.shippingMethod,
    paymentMethod: cart.paymentMethod,
    coupons: validateCartCoupons(config, cart, date).valid,
    config,
    date,
  })
}

export function totalWith(
  shop: Pick<Platform, 'now'> & WithPricing,
  { cart, total }: { readonly cart: Cart; readonly total: Total },
  paymentMethod: string,
): Total {
  const hasOwnFees = shop.pricing().fees.some(({ paymentMethods }) => paymentMethods)
  return hasOwnFees ? priceCart(shop, { ...cart, paymentMethod }) : total
}

export const hashOfCart = (cart: Cart, total: Total): string => cartHash(cart, total)
