import { z } from 'zod'
import { cartCouponShape, cartItemShape, feeShape } from './cart-shape.ts'
import { billingAddressShape, currency, minorUnits, shippingAddressShape, taxLines } from './common.ts'

const choiceShape = z.strictObject({
  key: z.string().describe('Name of the attribute.'),
  value: z.string().describe('The value by its name.'),
  display_key: z.string().describe('Label of the attribute.'),
  display_value: z.string().describe('Label of the value, as HTML.'),
})

/** An order line: a cart line without the editable parts. */
const orderItemShape = cartItemShape.omit({ type: true, extensions: true }).extend({
  key: z.string().describe('The key of the order.'),
  id: z.int().describe('Id of the line.'),
  item_data: z
    .union([z.record(z.string(), choiceShape), z.array(z.unknown())])
    .describe('What was chosen, by number; an empty list where nothing was.'),
})

export const orderShape = z
  .strictObject({
    id: z.int().describe('Id of the order.'),
    status: z.string().describe('Status of the order.'),
    items: z.array(orderItemShape).describe('The lines.'),
    coupons: z.array(cartCouponShape).describe('Applied coupons.'),
    fees: z.array(feeShape).describe('Fees.'),
    totals: z
      .strictObject({
        subtotal: minorUnits('All lines before discounts.'),
        total_discount: minorUnits('What the coupons took off.'),
        total_shipping: minorUnits('Shipping.'),
        total_fees: minorUnits('All fees.'),
        total_tax: minorUnits('All taxes.'),
        total_refund: minorUnits('What has been given back.'),
        total_price: minorUnits('What is to pay, with everything.'),
        total_items: minorUnits('All lines after discounts.'),
        total_items_tax: minorUnits('Tax on that.'),
        total_fees_tax: minorUnits('Tax on the fees.'),
        total_discount_tax: minorUnits('Tax saved by the coupons.'),
        total_shipping_tax: minorUnits('Tax on shipping.'),
        tax_lines: taxLines,
        ...currency,
      })
      .describe('Totals.'),
    shipping_address: shippingAddressShape.describe('Where the goods go.'),
    billing_address: billingAddressShape.describe('Who pays.'),
    needs_payment: z.boolean().describe('Whether it waits to be paid.'),
    needs_shipping: z.boolean().describe('Whether anything is sent.'),
    payment_requirements: z.array(z.string()).describe('What a way to pay has to be able to do.'),
    errors: z.array(z.unknown()).describe('Errors that prevent payment; empty in this shop.'),
  })
  .meta({ id: 'Order' })

export type OrderJson = z.infer<typeof orderShape>
