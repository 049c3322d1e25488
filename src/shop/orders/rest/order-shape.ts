import { z } from 'zod'
import { billingSchema, shippingSchema } from '../../../people/addresses/address-json.ts'
import {
  allFixed,
  fixed,
  forEditing,
  initially,
  itemShape,
  metaList,
  sent,
  shownIn,
  time,
  uri,
} from '../../../platform/rest/item-shape.ts'
import { orderStatuses } from './order-query.ts'

const text = z.string()
const amount = z.string()
const id = fixed(z.int())

/** Metadata of an item of an order, as it is stored and as it is shown. */
const itemMeta = z.array(z.strictObject({ id, key: text, value: z.unknown(), display_key: text, display_value: text }))
const tax = { id: z.int(), total: amount, subtotal: amount }
const taxes = z.array(z.strictObject(allFixed(tax)))

/** What items of orders and of refunds share. */
export const lineShape = {
  ...{ id, name: text, parent_name: text.nullable(), product_id: z.int(), variation_id: z.int(), quantity: z.int() },
  ...{ tax_class: text, subtotal: amount, subtotal_tax: fixed(amount), total: amount, total_tax: fixed(amount) },
  ...{
    taxes: fixed(z.array(z.strictObject(tax))),
    meta_data: itemMeta,
    sku: fixed(text),
    global_unique_id: fixed(text),
  },
  ...{ price: fixed(z.number()), image: fixed(z.strictObject({ id: text, src: uri })) },
}
export const taxLines = z.array(
  z.strictObject({
    ...allFixed({ id, rate_code: text, rate_id: z.int(), label: text, compound: z.boolean(), tax_total: amount }),
    ...{ shipping_tax_total: fixed(amount), rate_percent: fixed(z.number()), meta_data: metaList },
  }),
)
export const shippingLineShape = {
  ...{ id, method_title: text, method_id: text, instance_id: text, total: amount, total_tax: fixed(amount) },
  ...{ taxes: fixed(taxes), meta_data: itemMeta },
}
const taxStatus = z.enum(['taxable', 'none'])
export const feeLineShape = {
  ...{ id, name: text, tax_class: text, tax_status: taxStatus, total: amount, total_tax: fixed(amount) },
  ...{ taxes: fixed(taxes), meta_data: metaList },
}

const couponLines = z.array(
  z.strictObject({
    ...{ id, code: text, discount: fixed(amount), discount_tax: fixed(amount), meta_data: itemMeta },
    discount_type: fixed(shownIn(text, 'view')),
    nominal_amount: fixed(shownIn(z.number(), 'view')),
    free_shipping: fixed(shownIn(z.boolean(), 'view')),
  }),
)

/** An order as in `wc/v3/orders`. Its items are what was bought, and stay so. */
export const orderShape = itemShape('shop_order', {
  ...allFixed({ id, parent_id: z.int(), number: text, order_key: text, created_via: text, version: text }),
  status: initially(z.enum(orderStatuses), 'pending'),
  currency: fixed(text),
  ...allFixed({ date_created: time, date_created_gmt: time, date_modified: time, date_modified_gmt: time }),
  ...allFixed({ discount_total: amount, discount_tax: amount, shipping_total: amount, shipping_tax: amount }),
  ...allFixed({ cart_tax: amount, total: amount, total_tax: amount, prices_include_tax: z.boolean() }),
  customer_id: initially(z.int(), 0),
  ...allFixed({ customer_ip_address: text, customer_user_agent: text }),
  customer_note: text,
  billing: billingSchema,
  shipping: shippingSchema,
  ...allFixed({ payment_method: text, payment_method_title: text }),
  transaction_id: text,
  ...allFixed({ date_paid: time.nullable(), date_paid_gmt: time.nullable() }),
  ...allFixed({ date_completed: time.nullable(), date_completed_gmt: time.nullable(), cart_hash: text }),
  meta_data: metaList,
  ...allFixed({
    line_items: z.array(z.strictObject(lineShape)),
    tax_lines: taxLines,
    shipping_lines: z.array(z.strictObject({ ...shippingLineShape, tax_status: taxStatus })),
    fee_lines: z.array(z.strictObject({ ...feeLineShape, amount })),
    coupon_lines: couponLines,
    refunds: z.array(z.strictObject(allFixed({ id, reason: text, total: amount }))),
    payment_url: text,
  }),
  set_paid: sent(initially(z.boolean(), false)),
  ...allFixed({ is_editable: z.boolean(), needs_payment: z.boolean(), needs_processing: z.boolean() }),
  currency_symbol: fixed(text),
})

export const noteShape = itemShape('order_note', {
  ...allFixed({ id, author: text, date_created: time, date_created_gmt: time }),
  note: text,
  customer_note: initially(z.boolean(), false),
})

export const orderTotalShape = itemShape('report_order_total', {
  slug: fixed(shownIn(z.enum(orderStatuses), 'view')),
  name: fixed(shownIn(text, 'view')),
  total: fixed(shownIn(z.int(), 'view')),
})

export const orderActionShape = itemShape('Order Actions', { message: fixed(forEditing(text)) })
