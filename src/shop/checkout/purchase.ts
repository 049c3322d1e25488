import type { Address } from '../../people/addresses/address.ts'
import type { Currency } from '../../platform/money/money.ts'
import type { Cart } from '../cart/cart.store.ts'
import type { LineProblem } from '../cart/cart.ts'
import type { NewAccount } from '../orders/change-order-status.ts'
import type { Order } from '../orders/orders.store.ts'
import type { GatewayId } from '../payment-methods/payment-methods.ts'
import type { RejectedCoupon } from '../pricing/coupon.ts'
import type { Total } from '../pricing/total.ts'
import type { OfflineProblem } from '../risk/assess-payment.ts'

/** The shopper's input. It contains no amounts: they are computed here. */
export type Purchase = {
  /** The cart as read earlier in the same request. */
  readonly cart: Cart
  readonly billing: Address
  readonly shipping: Address
  readonly customerNote: string
  readonly paymentMethod: GatewayId
  /** The chosen shipping rate; null: the first one offered. */
  readonly shippingMethod: string | null
  /** Digest of the submitted form, which identifies a repeated submit. */
  readonly digest: string
  /** The currency of the total that the shopper was shown. */
  readonly currency: Currency
  /** The total that the buyer has authorized in a wallet's sheet: no other one is charged. */
  readonly authorizedCents?: number
  readonly via: 'checkout' | 'store-api'
  readonly customerId: number | null
  /** An account to create once the order is accepted; omitted for existing customers and for guests. */
  readonly account?: NewAccount
  /** The words of the terms that were agreed to; omitted where none were shown. */
  readonly terms?: string
  readonly clientAddress: string
  readonly userAgent: string
  readonly attribution: Readonly<Record<string, string>>
}

/**
 * `empty-cart`: and this form was not submitted before. `payment-not-offered`: disabled, or not available with this
 * shipping method. `too-much-unpaid`: above the reservation limit for one buyer's unpaid orders. `email-taken`: an
 * account was requested, but the email address already has one. `currency-changed`: the cart is no longer in the currency
 * that was shown.
 */
export type PlaceOrderProblem =
  | {
      readonly kind:
        | 'empty-cart'
        | 'no-shipping'
        | 'payment-not-offered'
        | 'too-much-unpaid'
        | 'email-taken'
        | 'currency-changed'
        | 'amount-too-large'
    }
  /** Not the total that the buyer has authorized; nothing is ordered. */
  | { readonly kind: 'total-changed'; readonly total: Total }
  /** Removed from the cart: the shopper is notified and sees the new total before ordering. */
  | { readonly kind: 'coupons'; readonly coupons: readonly RejectedCoupon[] }
  | { readonly kind: 'lines'; readonly lines: readonly { name: string; problem: LineProblem }[] }
  | {
      readonly kind: 'insufficient-stock'
      readonly lines: readonly { name: string; requested: number; available: number }[]
    }

export type PlaceOrderResult =
  | { readonly ok: true; readonly order: Order; readonly isNew: boolean }
  | { readonly ok: false; readonly problem: PlaceOrderProblem | OfflineProblem }
