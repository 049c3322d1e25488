import { z } from 'zod'
import { cartShape } from './cart-shape.ts'
import { billingAddressShape, extensions, shippingAddressShape } from './common.ts'

const paymentResultShape = z.strictObject({
  payment_status: z.string().describe('Payment result.'),
  payment_details: z
    .array(z.strictObject({ key: z.string().describe('Name.'), value: z.string().describe('Value.') }))
    .describe('What the way to pay says.'),
  redirect_url: z.string().describe('Where to go now.'),
})

export const checkoutShape = z
  .strictObject({
    order_id: z.int().describe('Id of the order, 0 before there is one.'),
    status: z.string().describe('Status of the order.'),
    order_key: z.string().describe('Key that gives access to the order without signing in.'),
    order_number: z.string().describe('Order number.'),
    customer_note: z.string().describe('Customer note.'),
    customer_id: z.int().describe('Id of the customer, 0 for a guest.'),
    billing_address: billingAddressShape.describe('Who pays.'),
    shipping_address: shippingAddressShape.describe('Where the goods go.'),
    payment_method: z.string().describe('Payment method.'),
    payment_result: paymentResultShape.nullable().describe('Payment result; null before an order is placed.'),
    additional_fields: z.record(z.string(), z.unknown()).describe('More fields; there are none in this shop.'),
    __experimentalCart: cartShape.nullable().describe('The cart, before an order is placed.'),
    extensions,
  })
  .meta({ id: 'Checkout' })

export type CheckoutJson = z.infer<typeof checkoutShape>
