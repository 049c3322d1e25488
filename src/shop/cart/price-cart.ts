import type { Platform } from '../../platform/web/context.ts'
import { priceAt } from '../catalog/product.ts'
import type { WithPricing } from '../pricing/context.ts'
import { validateCoupons } from '../pricing/coupon.ts'
import type { Region } from '../pricing/tax.ts'
import { calculateTotal, type LineToPrice, type Total } from '../pricing/total.ts'
import type { Cart } from './cart.store.ts'
import { cartHash } from './cart.ts'

/** The destination as far as known: without a province, the shop's province within the shop's country. */
export function destinationOf(cart: Pick<Cart, 'shipping'>, base: Region): Region {
  const country = cart.shipping.country || base.country
  const state = cart.shipping.state || (country === base.country ? base.state : '')
  return { country, state, postcode: cart.shipping.postcode ?? '' }
}

/** Lines as input of the price rules. Products that are no longer sold are omitted. */
export function linesToPrice(cart: Pick<Cart, 'lines'>, now: Date): LineToPrice[] {
  return cart.lines.flatMap(({ key, sellable, quantity }) => {
    const { cents, isSale } = priceAt(sellable, now)
    if (cents === null || sellable.status !== 'publish') return []
    return [
      {
        key,
        productId: sellable.id,
        parentId: sellable.parentId,
        name: sellable.name,
        quantity,
        unitPriceCents: cents,
        taxClass: sellable.isTaxable ? sellable.taxClass : 'grocery',
        needsShipping: !sellable.isVirtual,
        weightGrams: sellable.weightGrams ?? 0,
        shippingClass: sellable.shippingClass,
        isOnSale: isSale,
      },
    ]
  })
}

/**
 * Which of the cart's coupons apply now, and why the others do not. The shopper's own unpaid orders do not count as
 * usage.
 */
export const validateCartCoupons = (cart: Pick<Cart, 'lines' | 'couponCodes' | 'coupons' | 'billing'>, now: Date) =>
  validateCoupons(cart.couponCodes, cart.coupons, {
    lines: linesToPrice(cart, now),
    email: cart.billing.email ?? '',
    now,
  })

/** The cart's total now: the same one that page, order, email and charge show. */
export function priceCart(shop: Pick<Platform, 'now'> & WithPricing, cart: Cart): Total {
  const date = shop.now()
  const config = shop.pricing()
  return calculateTotal({
    lines: linesToPrice(cart, date),
    destination: destinationOf(cart, config.base),
    shippingMethod: cart.shippingMethod,
    paymentMethod: cart.paymentMethod,
    coupons: validateCartCoupons(cart, date).valid,
    config,
    date,
  })
}

export const hashOfCart = (cart: Cart, total: Total): string => cartHash(cart.lines, total.totalCents)
