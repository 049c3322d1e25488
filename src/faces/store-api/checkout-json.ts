import type { Cart } from '../../shop/cart/cart.store.ts'
import type { Order } from '../../shop/orders/orders.store.ts'
import { billingAddressJson, shippingAddressJson } from './addresses.ts'
import { nameHtml } from './response.ts'
import type { CartJson } from './shapes/cart-shape.ts'
import type { CheckoutJson } from './shapes/order-shape.ts'

/** A checkout before submission, derived from the cart (store-checkout.json). */
export function draftJson(
  cart: Cart,
  details: { customerId: number; paymentMethod: string; cart: CartJson },
): CheckoutJson {
  return {
    order_id: 0,
    status: 'checkout-draft',
    order_key: '',
    order_number: '0',
    customer_note: nameHtml(cart.customerNote),
    customer_id: details.customerId,
    billing_address: billingAddressJson(cart.billing),
    shipping_address: shippingAddressJson(cart.shipping),
    payment_method: details.paymentMethod,
    payment_result: null,
    additional_fields: {},
    __experimentalCart: details.cart,
    extensions: {},
  }
}

/**
 * A placed order and the next step: the order-received page, or extra authentication. `pending` is a payment whose
 * outcome is not known yet.
 */
export function placedOrderJson(order: Order, redirect: string, status: 'success' | 'pending'): CheckoutJson {
  return {
    order_id: order.id,
    status: order.status,
    order_key: order.orderKey,
    order_number: String(order.number ?? order.id),
    customer_note: nameHtml(order.customerNote),
    customer_id: order.customerId ?? 0,
    billing_address: billingAddressJson(order.billing),
    shipping_address: shippingAddressJson(order.shipping),
    payment_method: order.paymentMethod,
    payment_result: {
      payment_status: status,
      payment_details: [
        { key: 'result', value: status },
        { key: 'redirect', value: redirect },
      ],
      redirect_url: redirect,
    },
    additional_fields: {},
    __experimentalCart: null,
    extensions: {},
  }
}
