import { z } from 'zod'
import { cartCouponShape, cartItemShape, cartShape, feeShape } from './cart-shape.ts'
import * as s from './common.ts'

const choiceShape = z.strictObject({
  key: s.text('Name of the attribute.'),
  value: s.text('The value by its name.'),
  display_key: s.text('Label of the attribute.'),
  display_value: s.text('Label of the value, as HTML.'),
})

const orderItemShape = cartItemShape.omit({ type: true, extensions: true }).extend({
  key: s.text('The key of the order.'),
  id: s.int('Id of the line.'),
  item_data: z
    .union([z.record(z.string(), choiceShape), z.array(z.unknown())])
    .describe('What was chosen, by number; an empty list where nothing was.'),
})

export const orderShape = s.named('Order', {
  id: s.int('Id of the order.'),
  status: s.text('Status of the order.'),
  items: s.list('The lines.', orderItemShape),
  coupons: s.list('Applied coupons.', cartCouponShape),
  fees: s.list('Fees.', feeShape),
  totals: s.object('Totals.', {
    subtotal: s.cents('All lines before discounts.'),
    total_discount: s.cents('What the coupons took off.'),
    total_shipping: s.cents('Shipping.'),
    total_fees: s.cents('All fees.'),
    total_tax: s.cents('All taxes.'),
    total_refund: s.cents('What has been given back.'),
    total_price: s.cents('What is to pay, with everything.'),
    total_items: s.cents('All lines after discounts.'),
    total_items_tax: s.cents('Tax on that.'),
    total_fees_tax: s.cents('Tax on the fees.'),
    total_discount_tax: s.cents('Tax saved by the coupons.'),
    total_shipping_tax: s.cents('Tax on shipping.'),
    tax_lines: s.taxLines,
    ...s.currency,
  }),
  shipping_address: s.shippingAddressShape.describe('Where the goods go.'),
  billing_address: s.billingAddressShape.describe('Who pays.'),
  needs_payment: s.flag('Whether it waits to be paid.'),
  needs_shipping: s.flag('Whether anything is sent.'),
  payment_requirements: s.list('What a way to pay has to be able to do.', z.string()),
  errors: s.list('Errors that prevent payment; empty in this shop.', z.unknown()),
})

export type OrderJson = z.infer<typeof orderShape>

const paymentResultShape = z.strictObject({
  payment_status: s.text('Payment result.'),
  payment_details: s.objects('What the way to pay says.', { key: s.text('Name.'), value: s.text('Value.') }),
  redirect_url: s.text('Where to go now.'),
})

export const checkoutShape = s.named('Checkout', {
  order_id: s.int('Id of the order, 0 before there is one.'),
  status: s.text('Status of the order.'),
  order_key: s.text('Key that gives access to the order without signing in.'),
  order_number: s.text('Order number.'),
  customer_note: s.text('Customer note.'),
  customer_id: s.int('Id of the customer, 0 for a guest.'),
  billing_address: s.billingAddressShape.describe('Who pays.'),
  shipping_address: s.shippingAddressShape.describe('Where the goods go.'),
  payment_method: s.text('Payment method.'),
  payment_result: paymentResultShape.nullable().describe('Payment result; null before an order is placed.'),
  additional_fields: z.record(z.string(), z.unknown()).describe('More fields; there are none in this shop.'),
  __experimentalCart: cartShape.nullable().describe('The cart, before an order is placed.'),
  extensions: s.extensions,
})

export type CheckoutJson = z.infer<typeof checkoutShape>
