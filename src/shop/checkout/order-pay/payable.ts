import type { Cart } from '../../cart/cart.store.ts'
import type { Payable } from '../../gateways/payment-method.ts'
import type { Order } from '../../orders/orders.store.ts'
import type { WithPricing } from '../../pricing/context.ts'
import type { Total } from '../../pricing/total.ts'

export const payableOfCart = ({ pricing }: WithPricing, cart: Pick<Cart, 'billing'>, total: Total): Payable => ({
  rateId: total.shippingRate?.id ?? null,
  totalCents: total.totalCents,
  currency: total.currency,
  billingCountry: cart.billing.country ?? '',
  shopCountry: pricing().base.country,
})

export const payableOfOrder = ({ pricing }: WithPricing, order: Order): Payable => ({
  rateId: order.shippingLines[0]?.rateId ?? null,
  totalCents: order.totalCents,
  currency: order.currency,
  billingCountry: order.billing.country,
  shopCountry: pricing().base.country,
})
