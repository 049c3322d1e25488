import type { Platform } from '../../platform/web/context.ts'
import { priceAt } from '../catalog/product.ts'
import type { WithPricing } from '../pricing/context.ts'
import { validateCoupons } from '../pricing/coupon.ts'
import type { Region } from '../pricing/tax.ts'
import { calculateTotal, type LineToPrice, type Total } from '../pricing/total.ts'
import type { Cart } from './cart.store.ts'
import { cartHash } from './cart.ts'

/** Where the shop stands, and so where a shopper is taken to be until they say otherwise. */
export const SHOP_BASE: Region = { country: 'CA', state: 'ON' }

/** Where the goods go, as far as it is known: in the shop's own country an unnamed province is taken to be the shop's. */
export function destinationOf(cart: Pick<Cart, 'shipping'>): Region {
  const country = cart.shipping.country || SHOP_BASE.country
  const state = cart.shipping.state || (country === SHOP_BASE.country ? SHOP_BASE.state : '')
  return { country, state, postcode: cart.shipping.postcode ?? '' }
}

/** The lines as the price rules take them. What is no longer sold costs nothing and is not counted. */
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

/** Which of the cart's coupons count now, and why the others do not. A shopper's own orders under way do not count against them. */
export const validateCartCoupons = (cart: Pick<Cart, 'lines' | 'couponCodes' | 'coupons' | 'billing'>, now: Date) =>
  validateCoupons(cart.couponCodes, cart.coupons, {
    lines: linesToPrice(cart, now),
    email: cart.billing.email ?? '',
    now,
  })

/** What the cart costs now: the one total that page, order, mail and charge show. */
export function priceCart(shop: Pick<Platform, 'now'> & WithPricing, cart: Cart): Total {
  const date = shop.now()
  return calculateTotal({
    lines: linesToPrice(cart, date),
    destination: destinationOf(cart),
    shippingMethod: cart.shippingMethod,
    paymentMethod: cart.paymentMethod,
    coupons: validateCartCoupons(cart, date).valid,
    config: shop.pricing(),
    date,
  })
}

export const hashOfCart = (cart: Cart, total: Total): string => cartHash(cart.lines, total.totalCents)
