import { z } from 'zod'
import { cartCouponShape, cartItemShape, cartShape, feeShape } from './cart-shape.ts'
import * as s from './common.ts'

const choiceShape = z.strictObject({
  key: s.text('Name of the attribute.'),
  value: s.text('Slug of the value.'),
  display_key: s.text('Label of the attribute.'),
  display_value: s.text('Label of the value, as HTML.'),
})

const orderItemShape = cartItemShape.omit({ type: true, extensions: true }).extend({
  key: s.text('Key of the order.'),
  id: s.int('ID of the order item.'),
  item_data: z
    .union([z.record(z.string(), choiceShape), z.array(z.unknown())])
    .describe('Chosen attributes by number, or an empty list if there are none.'),
})

export const orderShape = s.named('Order', {
  id: s.int('ID of the order.'),
  status: s.text('Status of the order.'),
  items: s.list('Order items.', orderItemShape),
  coupons: s.list('Applied coupons.', cartCouponShape),
  fees: s.list('Fees.', feeShape),
  totals: s.totals('Totals of the order.', {
    subtotal: s.cents('Total of the items before discounts, without tax.'),
    total_discount: s.cents('Total discount of the coupons, without tax.'),
    total_shipping: s.cents('Shipping.'),
    total_fees: s.cents('Total of the fees, without tax.'),
    total_tax: s.cents('Total tax.'),
    total_refund: s.cents('Total refunded amount.'),
    total_price: s.cents('Total to pay, including tax.'),
    total_items: s.cents('Total of the items after discounts, without tax.'),
    total_items_tax: s.cents('Tax on `total_items`.'),
    total_fees_tax: s.cents('Tax on `total_fees`.'),
    total_discount_tax: s.cents('Tax on `total_discount`.'),
    total_shipping_tax: s.cents('Tax on `total_shipping`.'),
  }),
  ...s.addresses,
  needs_payment: s.flag('Whether the order awaits payment.'),
  needs_shipping: s.flag('Whether the order contains items that are shipped.'),
  payment_requirements: s.list('Features that a payment method must support.', z.string()),
  errors: s.list('Errors that prevent payment. Always empty.', z.unknown()),
})

export type OrderJson = z.infer<typeof orderShape>

const paymentResultShape = z.strictObject({
  payment_status: s.text('Payment result.'),
  payment_details: s.objects('Details from the payment method.', { key: s.text('Name.'), value: s.text('Value.') }),
  redirect_url: s.text('URL to which to redirect the shopper.'),
})

export const checkoutShape = s.named('Checkout', {
  order_id: s.int('ID of the order. 0 before an order is placed.'),
  status: s.text('Status of the order.'),
  order_key: s.text('Key for access to the order without signing in.'),
  order_number: s.text('Order number.'),
  customer_note: s.text('Note of the customer.'),
  customer_id: s.int('ID of the customer. 0 for guests.'),
  billing_address: s.billingAddressShape.describe('Billing address.'),
  shipping_address: s.shippingAddressShape.describe('Shipping address.'),
  payment_method: s.text('ID of the payment method.'),
  payment_result: paymentResultShape.nullable().describe('Payment result. Null before an order is placed.'),
  additional_fields: z.record(z.string(), z.unknown()).describe('Additional fields. Always empty.'),
  __experimentalCart: cartShape.nullable().describe('The cart. Null once an order is placed.'),
  extensions: s.extensions,
})

export type CheckoutJson = z.infer<typeof checkoutShape>
