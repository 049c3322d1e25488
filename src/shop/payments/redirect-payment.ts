import { createHash } from 'node:crypto'
import type { Address } from '../../people/addresses/address.ts'
import { hrefs } from '../../platform/web/routes.ts'
import type { Confirmation, ContactDetails, Intent } from '../gateways/payment-intent.ts'
import { isPickup } from '../orders/order-status.ts'
import { fullName, type Order } from '../orders/orders.store.ts'
import { redirectOf } from '../payment-methods/payment-methods.ts'
import type { OrderingContext } from '../risk/context.ts'

/** The page where the shopper chose the payment method, and comes back to. */
export type PaymentPage = 'checkout' | 'order-pay' | 'change-payment'

/** Null: the method has no page. The same attempt has the same key; after a failed one it is a new one. */
export function redirectConfirmation(shop: OrderingContext, order: Order, intent: Intent, page: PaymentPage) {
  const type = redirectOf(order.paymentMethod)
  if (type === null) return null
  const redirect = {
    type,
    payer: contactOf(order.billing),
    returnUrl: shop.url + hrefs.paymentReturn(order, page),
  }
  const attempt = createHash('sha256')
    .update(JSON.stringify([redirect, intent.failedMethodId ?? null]))
    .digest('hex')
  return { intentId: intent.id, redirect, idempotencyKey: `redirect-${intent.id}-${attempt}` }
}

/** Who gets the goods; null: nothing is sent. */
export const shippingContact = (order: Order): ContactDetails | null =>
  order.shippingLines.length === 0 || isPickup(order) ? null : contactOf(order.shipping)

const contactOf = (address: Address): ContactDetails => ({
  name: fullName(address),
  email: address.email,
  phone: address.phone,
  address: {
    line1: address.address1,
    line2: address.address2,
    city: address.city,
    state: address.state,
    postalCode: address.postcode,
    country: address.country,
  },
})
