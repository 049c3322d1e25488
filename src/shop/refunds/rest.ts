import { z } from 'zod'
import { type Currency, fromHundredths } from '../../platform/money/money.ts'
import { defineCall } from '../../platform/rest/call.ts'
import { amount, viewOrEdit } from '../../platform/rest/fields.ts'
import { invalidFields, MAX_ID } from '../../platform/rest/params.ts'
import { idOf } from '../../platform/rest/request.ts'
import type { Platform } from '../../platform/web/context.ts'
import { paths } from '../../platform/web/routes.ts'
import { ordersRead, ordersWrite } from '../orders/capabilities.ts'
import { planMeta } from '../orders/order-meta.ts'
import { type OrderDetails, readOrder } from '../orders/orders-read.store.ts'
import { findRefund, type OrderRefund } from '../orders/payments/refunds.store.ts'
import { type PartRequest, partsOfOrder } from '../orders/refund-parts.ts'
import { metaEntry, sentMeta } from '../orders/rest/item-meta.ts'
import { metaErrors } from '../orders/rest/order-fields.ts'
import { feeId, rateIdsOf } from '../orders/rest/order-line-json.ts'
import { shapeFields } from '../orders/rest/order-shape.ts'
import * as wire from '../orders/rest/refund-json.ts'
import type { TaxRate } from '../pricing/tax.ts'
import type { OrderingContext } from '../risk/context.ts'
import { removeRefund } from './apply-refunds.ts'
import { readRefunds } from './list-refunds.ts'
import { deletionErrors, notExact, orderNotFound, refundError, refundNotFound } from './refund-errors.ts'
import { type RefundOrderResult, refundOrder, retryRefund } from './refund-order.ts'

const restRefund = '/wp-json/wc/v3/orders/:order{[0-9]+}/refunds/:refund{[0-9]+}'

type RefundShop = OrderingContext & Pick<Platform, 'url'>

const MAX_REASON_LENGTH = 500
const MAX_ITEMS = 500
const MAX_META = 50

/** An item of the order. Without `refund_total` the amounts follow from the quantity. */
const item = z.object({
  id: z.int().min(0).max(MAX_ID),
  quantity: z.int().min(0).max(MAX_ID).optional(),
  refund_total: amount.optional(),
  refund_tax: z
    .array(z.object({ id: z.int().optional(), refund_total: amount }))
    .max(100)
    .optional(),
})
const items = z.array(item).max(MAX_ITEMS).default([])

const fields = z.object({
  amount: amount.optional(),
  reason: z.string().trim().max(MAX_REASON_LENGTH).default(''),
  api_refund: z.boolean().default(true),
  api_restock: z.boolean().default(true),
  line_items: items,
  shipping_lines: items,
  fee_lines: items,
  meta_data: z.array(metaEntry).max(MAX_META).default([]),
  refunded_amount: amount.optional().meta({
    description: 'Expected refunded amount before the request. If the current amount differs, nothing is refunded.',
  }),
})
type Item = z.output<typeof item>
type Body = z.output<typeof fields>

/** Converts amounts from hundredths to the currency's smallest unit; null if one is not a whole unit. */
function inUnitsOf(currency: Currency, body: Body): Body | null {
  let isExact = true
  const units = <T extends number | undefined>(hundredths: T) => {
    const cents = hundredths === undefined ? undefined : fromHundredths(hundredths, currency)
    if (cents === null) isExact = false
    return cents ?? undefined
  }
  const itemIn = ({ refund_total, refund_tax, ...one }: Item): Item => ({
    ...one,
    refund_total: units(refund_total),
    refund_tax: refund_tax?.map((tax) => ({ ...tax, refund_total: units(tax.refund_total) ?? 0 })),
  })
  const converted = {
    ...body,
    amount: units(body.amount),
    refunded_amount: units(body.refunded_amount),
    line_items: body.line_items.map(itemIn),
    shipping_lines: body.shipping_lines.map(itemIn),
    fee_lines: body.fee_lines.map(itemIn),
  }
  return isExact ? converted : null
}

/** WooCommerce's item ids are unique in an order, so an id under `line_items` may be of shipping or a fee. */
function requestsOf(order: OrderDetails, body: z.output<typeof fields>): PartRequest[] {
  const parts = partsOfOrder(order)
  const idOfPart = ({ kind, id }: PartRequest) => (kind === 'fee' ? feeId(order, id) : id)
  const toRequests = (entries: readonly Item[], kinds: readonly PartRequest['kind'][]): PartRequest[] =>
    entries.map(({ id: sentId, quantity, refund_total: totalCents, refund_tax }) => {
      const part = parts.find((one) => kinds.includes(one.kind) && idOfPart(one) === sentId)
      const { kind, id } = part ?? { kind: kinds[0] ?? 'line', id: sentId }
      const taxCents = refund_tax?.reduce((sum, tax) => sum + tax.refund_total, 0)
      return { kind, id, quantity, totalCents, taxCents }
    })
  return [
    ...toRequests(body.line_items, ['line', 'shipping', 'fee']),
    ...toRequests(body.shipping_lines, ['shipping']),
    ...toRequests(body.fee_lines, ['fee']),
  ]
}

/** The first rate with tax to refund that the order does not have. */
function unknownRate(order: OrderDetails, body: z.output<typeof fields>, table: readonly TaxRate[]) {
  const orderRateIds = new Set(order.taxLines.map(rateIdsOf(order, table)))
  return [...body.line_items, ...body.shipping_lines, ...body.fee_lines]
    .flatMap(({ refund_tax = [] }) => refund_tax)
    .find(({ id, refund_total }) => id !== undefined && refund_total !== 0 && !orderRateIds.has(id))?.id
}

const reading = { capability: ordersRead, response: wire.refundShape } as const
const writing = { capability: ordersWrite, response: wire.refundShape } as const

const jsonOf = (shop: RefundShop, refund: OrderRefund, order: OrderDetails, query = {}) =>
  wire.refundJson(refund, order, { url: shop.url, taxTable: shop.pricing().taxTable }, query)

async function withOrder<Answer>(
  shop: RefundShop,
  path: Readonly<Record<string, string>>,
  handle: (order: OrderDetails) => Promise<Answer>,
) {
  const order = await readOrder(shop.db, idOf(path.order))
  return order ? handle(order) : orderNotFound
}

function madeJson(shop: RefundShop, order: OrderDetails, result: RefundOrderResult) {
  if (!result.ok) return refundError(result.problem, order.currency)
  const json = jsonOf(shop, result.refund, order)
  return { json, status: 201 as const, headers: { location: json._links.self[0]?.href ?? '' } }
}

export const refundCalls = [
  defineCall({
    ...reading,
    summary: 'Lists the refunds of an order, newest first',
    method: 'GET',
    path: paths.restRefunds,
    query: wire.refundListFields,
    refuses: wire.refundListRefuses,
    handler: async (shop: RefundShop, { path, query }) =>
      withOrder(shop, path, async (order) => {
        const { items, total } = await readRefunds(shop.db, query, order.id)
        const json = items.map((refund) => jsonOf(shop, refund, order, query))
        return { items: json, page: query.page, per_page: query.per_page, total }
      }),
  }),
  defineCall({
    ...writing,
    summary: 'Creates a full or partial refund, at the payment provider or recorded manually',
    method: 'POST',
    path: paths.restRefunds,
    body: fields,
    handler: async (shop: RefundShop, { path, body: sent, user: { id, name } }) =>
      withOrder(shop, path, async (order) => {
        const meta = sentMeta(sent.meta_data, []) ?? []
        const errors = metaErrors(meta, [])
        if (Object.keys(errors).length > 0) return invalidFields(errors)
        const body = inUnitsOf(order.currency, sent)
        if (!body) return notExact(order.currency)
        const unknown = unknownRate(order, body, shop.pricing().taxTable)
        if (unknown !== undefined) return invalidFields({ line_items: `This order has no tax of the rate ${unknown}.` })
        const refunded = await refundOrder(shop, {
          orderId: order.id,
          parts: requestsOf(order, body),
          amountCents: body.amount ?? null,
          reason: body.reason,
          restocks: body.api_restock,
          isByHand: !body.api_refund,
          refundedCents: body.refunded_amount,
          meta: planMeta([], meta).added,
          author: { id, name },
        })
        return madeJson(shop, order, refunded)
      }),
  }),
  defineCall({
    ...reading,
    summary: 'Retrieves a refund of an order',
    method: 'GET',
    path: restRefund,
    query: z.object({ ...viewOrEdit, ...shapeFields }),
    handler: async (shop: RefundShop, { path, query }) =>
      withOrder(shop, path, async (order) => {
        const refund = await findRefund(shop.db, order.id, idOf(path.refund))
        return refund ? { json: jsonOf(shop, refund, order, query) } : refundNotFound
      }),
  }),
  defineCall({
    ...writing,
    summary: 'Retries a refund that failed at the payment provider',
    method: 'POST',
    path: '/wp-json/wc/v3/orders/:order{[0-9]+}/refunds/:refund{[0-9]+}/retry',
    body: fields.pick({ refunded_amount: true }),
    handler: async (shop: RefundShop, { path, body: { refunded_amount: sent }, user }) =>
      withOrder(shop, path, async (order) => {
        const refundedCents = sent === undefined ? undefined : fromHundredths(sent, order.currency)
        if (refundedCents === null) return notExact(order.currency)
        const author = { id: user.id, name: user.name }
        const request = { orderId: order.id, id: idOf(path.refund), refundedCents, author }
        return madeJson(shop, order, await retryRefund(shop, request))
      }),
  }),
  defineCall({
    ...writing,
    summary: 'Deletes a manual or failed refund without moving money',
    method: 'DELETE',
    path: restRefund,
    handler: async (shop: RefundShop, { path, user }) =>
      withOrder(shop, path, async (order) => {
        const removed = await removeRefund(shop, { orderId: order.id, id: idOf(path.refund), author: user.name })
        return removed.ok ? { json: jsonOf(shop, removed.refund, order) } : deletionErrors[removed.problem]
      }),
  }),
]
