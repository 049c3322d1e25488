import type { Cart } from '../../shop/cart/cart.store.ts'
import type { Order } from '../../shop/orders/orders.store.ts'
import { billingAddressJson, shippingAddressJson } from './addresses.ts'
import { nameHtml } from './response.ts'
import type { CartJson } from './shapes/cart-shape.ts'
import type { CheckoutJson } from './shapes/order-shape.ts'

type CheckoutOrder = Pick<Cart, 'billing' | 'customerNote' | 'shipping'> &
  Pick<Order, 'customerId' | 'id' | 'number' | 'orderKey'> & { readonly paymentMethod: string; readonly status: string }

const checkoutJson = (
  order: CheckoutOrder,
  result: Pick<CheckoutJson, '__experimentalCart' | 'payment_result'>,
): CheckoutJson => ({
  order_id: order.id,
  status: order.status,
  order_key: order.orderKey,
  order_number: String(order.number ?? order.id),
  customer_note: nameHtml(order.customerNote),
  customer_id: order.customerId ?? 0,
  billing_address: billingAddressJson(order.billing),
  shipping_address: shippingAddressJson(order.shipping),
  payment_method: order.paymentMethod,
  payment_result: result.payment_result,
  additional_fields: {},
  __experimentalCart: result.__experimentalCart,
  extensions: {},
})

/** A checkout before submission, derived from the cart (store-checkout.json). */
export const draftJson = (
  cart: Cart,
  customer: Pick<CheckoutOrder, 'customerId' | 'paymentMethod'>,
  json: CartJson,
): CheckoutJson =>
  checkoutJson(
    { ...cart, ...customer, id: 0, number: 0, orderKey: '', status: 'checkout-draft' },
    { payment_result: null, __experimentalCart: json },
  )

/**
 * A placed order and the next step: the order-received page, or extra authentication. `pending` is a payment whose
 * outcome is not known yet.
 */
export function placedOrderJson(order: Order, redirect: string, status: 'success' | 'pending'): CheckoutJson {
  const details = [
    { key: 'result', value: status },
    { key: 'redirect', value: redirect },
  ]
  const result = { payment_status: status, payment_details: details, redirect_url: redirect }
  return checkoutJson(order, { payment_result: result, __experimentalCart: null })
}
