import { z } from 'zod'
import { cartCouponShape, cartItemShape, cartShape, feeShape } from './cart-shape.ts'
import {
  billingAddressShape,
  cents,
  currency,
  extensions,
  flag,
  int,
  list,
  named,
  object,
  objects,
  shippingAddressShape,
  taxLines,
  text,
} from './common.ts'

const choiceShape = z.strictObject({
  key: text('Name of the attribute.'),
  value: text('The value by its name.'),
  display_key: text('Label of the attribute.'),
  display_value: text('Label of the value, as HTML.'),
})

/** An order line: a cart line without the editable parts. */
const orderItemShape = cartItemShape.omit({ type: true, extensions: true }).extend({
  key: text('The key of the order.'),
  id: int('Id of the line.'),
  item_data: z
    .union([z.record(z.string(), choiceShape), z.array(z.unknown())])
    .describe('What was chosen, by number; an empty list where nothing was.'),
})

export const orderShape = named('Order', {
  id: int('Id of the order.'),
  status: text('Status of the order.'),
  items: list('The lines.', orderItemShape),
  coupons: list('Applied coupons.', cartCouponShape),
  fees: list('Fees.', feeShape),
  totals: object('Totals.', {
    subtotal: cents('All lines before discounts.'),
    total_discount: cents('What the coupons took off.'),
    total_shipping: cents('Shipping.'),
    total_fees: cents('All fees.'),
    total_tax: cents('All taxes.'),
    total_refund: cents('What has been given back.'),
    total_price: cents('What is to pay, with everything.'),
    total_items: cents('All lines after discounts.'),
    total_items_tax: cents('Tax on that.'),
    total_fees_tax: cents('Tax on the fees.'),
    total_discount_tax: cents('Tax saved by the coupons.'),
    total_shipping_tax: cents('Tax on shipping.'),
    tax_lines: taxLines,
    ...currency,
  }),
  shipping_address: shippingAddressShape.describe('Where the goods go.'),
  billing_address: billingAddressShape.describe('Who pays.'),
  needs_payment: flag('Whether it waits to be paid.'),
  needs_shipping: flag('Whether anything is sent.'),
  payment_requirements: list('What a way to pay has to be able to do.', z.string()),
  errors: list('Errors that prevent payment; empty in this shop.', z.unknown()),
})

export type OrderJson = z.infer<typeof orderShape>

const paymentResultShape = z.strictObject({
  payment_status: text('Payment result.'),
  payment_details: objects('What the way to pay says.', { key: text('Name.'), value: text('Value.') }),
  redirect_url: text('Where to go now.'),
})

export const checkoutShape = named('Checkout', {
  order_id: int('Id of the order, 0 before there is one.'),
  status: text('Status of the order.'),
  order_key: text('Key that gives access to the order without signing in.'),
  order_number: text('Order number.'),
  customer_note: text('Customer note.'),
  customer_id: int('Id of the customer, 0 for a guest.'),
  billing_address: billingAddressShape.describe('Who pays.'),
  shipping_address: shippingAddressShape.describe('Where the goods go.'),
  payment_method: text('Payment method.'),
  payment_result: paymentResultShape.nullable().describe('Payment result; null before an order is placed.'),
  additional_fields: z.record(z.string(), z.unknown()).describe('More fields; there are none in this shop.'),
  __experimentalCart: cartShape.nullable().describe('The cart, before an order is placed.'),
  extensions,
})

export type CheckoutJson = z.infer<typeof checkoutShape>
