import { z } from 'zod'
import { billingSchema, shippingSchema } from '../../../people/addresses/address-json.ts'
import { dateFilters, datesOf, ids, search, viewOrEdit, windowFields, words } from '../../../platform/rest/fields.ts'
import {
  allFixed,
  defaultTo,
  editOnly,
  fixed,
  itemShape,
  metaList,
  shownIn,
  time,
  uri,
  writeOnly,
} from '../../../platform/rest/item-shape.ts'
import type { MetaFilter } from '../../../platform/rest/meta.ts'
import { invalidParams, MAX_ID, notInEnum } from '../../../platform/rest/params.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import type { WithSettings } from '../../../platform/web/context.ts'
import type { WithPayments } from '../../gateways/context.ts'
import { statusNames } from '../order-status.ts'
import type { OrderStatus } from '../orders.table.ts'
import type { OrderFilter } from '../orders-read.store.ts'
import type { OrderSettings } from '../settings.ts'

export const orderStatuses = Object.keys(statusNames) as OrderStatus[]

const MAX_DECIMALS = 10

export const shapeFields = {
  dp: z
    .int()
    .min(0)
    .max(MAX_DECIMALS)
    .optional()
    .describe('Number of decimals of amounts. Those of the currency by default.'),
  include_meta: words.describe('Keys of the metadata to include.'),
  exclude_meta: words.describe('Keys of the metadata to exclude.'),
  order_item_display_meta: z
    .boolean()
    .default(false)
    .describe('Without effect, because items have no hidden metadata.'),
}

export type OrderShape = MetaFilter & { readonly dp?: number | undefined }

export const orderFilterFields = z.object({
  search,
  status: z
    .array(z.string().meta({ enum: ['any', ...orderStatuses] }))
    .default([])
    .describe('Order statuses. Custom statuses of the shop are accepted too.'),
  customer: z.int().min(0).max(MAX_ID).optional().describe('ID of the customer. 0 for guests.'),
  product: z.int().min(0).max(MAX_ID).optional(),
  disputed: z.boolean().default(false).describe('Whether to limit the result to orders with an open dispute.'),
  capture_expiring: z
    .boolean()
    .default(false)
    .describe(
      'Whether to limit the result to orders with an authorized payment that is not captured yet. Authorizations expire after seven days.',
    ),
  created_via: words,
  include: ids,
  exclude: ids,
  parent: ids.describe('IDs of parent orders. Orders have no parent, so 0 matches all orders.'),
  parent_exclude: ids,
  ...dateFilters,
})

export const orderListFields = z.object({
  ...windowFields,
  page: z.int().min(1).default(1),
  ...viewOrEdit,
  ...shapeFields,
  ...orderFilterFields.shape,
  order: z.enum(['asc', 'desc']).default('desc'),
  orderby: z.enum(['date', 'id', 'include', 'modified']).default('date'),
})

/** Null if no order can match, because none has a parent. */
export function orderFilterOf(
  shop: WithSettings<OrderSettings> & WithPayments,
  query: z.output<typeof orderFilterFields>,
): OrderFilter | RestError | null {
  const { ownStatuses } = shop.settings()
  const { status, parent, parent_exclude: notParent, customer, product, created_via: createdVia } = query
  if ((parent.length > 0 && !parent.includes(0)) || notParent.includes(0)) return null
  const knownStatuses = ['any', ...orderStatuses, ...ownStatuses.map(({ slug }) => slug)]
  const unknown = status.findIndex((one) => !knownStatuses.includes(one))
  if (unknown !== -1) return invalidParams({ status: notInEnum(`status[${unknown}]`, knownStatuses).error })
  return {
    ownStatuses,
    search: query.search,
    include: query.include,
    exclude: query.exclude,
    ...datesOf(query),
    statuses: status.includes('any') ? [] : status,
    customerId: customer,
    productId: product,
    createdVia,
    isDisputed: query.disputed,
    capturableBy: query.capture_expiring ? shop.payments.provider.name : undefined,
  }
}

const text = z.string()
const amount = z.string()
const id = fixed(z.int())

const itemMeta = z.array(z.strictObject({ id, key: text, value: z.unknown(), display_key: text, display_value: text }))
const tax = { id: z.int(), total: amount, subtotal: amount }
const taxes = z.array(z.strictObject(allFixed(tax)))

export const lineShape = {
  id,
  name: text,
  parent_name: text.nullable(),
  product_id: z.int(),
  variation_id: z.int(),
  quantity: z.int(),
  tax_class: text,
  subtotal: amount,
  subtotal_tax: fixed(amount),
  total: amount,
  total_tax: fixed(amount),
  taxes: fixed(z.array(z.strictObject(tax))),
  meta_data: itemMeta,
  sku: fixed(text),
  global_unique_id: fixed(text),
  price: fixed(z.number()),
  image: fixed(z.strictObject({ id: text, src: uri })),
}
export const taxLines = z.array(
  z.strictObject({
    ...allFixed({ id, rate_code: text, rate_id: z.int(), label: text, compound: z.boolean(), tax_total: amount }),
    shipping_tax_total: fixed(amount),
    rate_percent: fixed(z.number()),
    meta_data: metaList,
  }),
)
export const shippingLineShape = {
  id,
  method_title: text,
  method_id: text,
  instance_id: text,
  total: amount,
  total_tax: fixed(amount),
  taxes: fixed(taxes),
  meta_data: itemMeta,
}
const taxStatus = z.enum(['taxable', 'none'])
export const feeLineShape = {
  id,
  name: text,
  tax_class: text,
  tax_status: taxStatus,
  total: amount,
  total_tax: fixed(amount),
  taxes: fixed(taxes),
  meta_data: metaList,
}

const couponLines = z.array(
  z.strictObject({
    id,
    code: text,
    discount: fixed(amount),
    discount_tax: fixed(amount),
    meta_data: itemMeta,
    discount_type: fixed(shownIn(text, 'view')),
    nominal_amount: fixed(shownIn(z.number(), 'view')),
    free_shipping: fixed(shownIn(z.boolean(), 'view')),
  }),
)

export const orderShape = itemShape('shop_order', {
  ...allFixed({ id, parent_id: z.int(), number: text, order_key: text, created_via: text, version: text }),
  status: defaultTo(z.string().meta({ enum: orderStatuses }), 'pending'),
  currency: fixed(text),
  ...allFixed({ date_created: time, date_created_gmt: time, date_modified: time, date_modified_gmt: time }),
  ...allFixed({ discount_total: amount, discount_tax: amount, shipping_total: amount, shipping_tax: amount }),
  ...allFixed({ cart_tax: amount, total: amount, total_tax: amount, prices_include_tax: z.boolean() }),
  customer_id: defaultTo(z.int(), 0),
  ...allFixed({ customer_ip_address: text, customer_user_agent: text }),
  customer_note: text,
  billing: billingSchema,
  shipping: shippingSchema,
  payment_method: text,
  payment_method_title: text,
  transaction_id: text,
  ...allFixed({ date_paid: time.nullable(), date_paid_gmt: time.nullable() }),
  ...allFixed({ date_completed: time.nullable(), date_completed_gmt: time.nullable(), cart_hash: text }),
  meta_data: metaList,
  line_items: z.array(z.strictObject(lineShape)),
  tax_lines: fixed(taxLines),
  shipping_lines: z.array(z.strictObject({ ...shippingLineShape, tax_status: taxStatus })),
  fee_lines: z.array(z.strictObject({ ...feeLineShape, amount })),
  coupon_lines: couponLines,
  ...allFixed({
    refunds: z.array(z.strictObject(allFixed({ id, reason: text, total: amount }))),
    payment_url: text,
  }),
  set_paid: writeOnly(defaultTo(z.boolean(), false)),
  ...allFixed({ is_editable: z.boolean(), needs_payment: z.boolean(), needs_processing: z.boolean() }),
  currency_symbol: fixed(text),
})

export const noteShape = itemShape('order_note', {
  ...allFixed({ id, author: text, date_created: time, date_created_gmt: time }),
  note: text,
  customer_note: defaultTo(z.boolean(), false),
})

export const orderTotalShape = itemShape('report_order_total', {
  slug: fixed(shownIn(z.string().meta({ enum: orderStatuses }), 'view')),
  name: fixed(shownIn(text, 'view')),
  total: fixed(shownIn(z.int(), 'view')),
})

export const orderActionShape = itemShape('Order Actions', { message: fixed(editOnly(text)) })
