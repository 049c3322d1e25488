import { z } from 'zod'
import { allocate } from '../../../platform/money/money.ts'
import { dateFilters, ids, search, viewOrEdit, windowFields } from '../../../platform/rest/fields.ts'
import type { Item } from '../../../platform/rest/item-shape.ts'
import { allFixed, defaultTo, fixed, itemShape, metaList, time, writeOnly } from '../../../platform/rest/item-shape.ts'
import { itemLinks } from '../../../platform/rest/links.ts'
import { selectMeta } from '../../../platform/rest/meta.ts'
import { timeFields } from '../../../platform/time/shop-time.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import type { TaxRate } from '../../pricing/tax.ts'
import type { OrderDetails } from '../orders-read.store.ts'
import type { RefundPart } from '../payments/payments.table.ts'
import type { OrderRefund, RefundState } from '../payments/refunds.store.ts'
import { type RefundOutcome, refundMeta } from '../payments/reversals.ts'
import { orderTaxes, type PartTax } from './line-taxes.ts'
import { chargeTaxes, feeId, lineJson, moneyOf, rateIdsOf } from './order-line-json.ts'
import * as shapes from './order-shape.ts'

/** Ids of the metadata of API clients begin above those of the shop. */
const FIRST_META = 10

const amount = z.string()

const itemOf = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.array(
    z.strictObject({
      ...allFixed(shape),
      id: z.int(),
      meta_data: fixed(metaList),
      refund_total: writeOnly(z.union([z.number(), z.string()])),
      refund_tax: writeOnly(z.array(z.strictObject({ id: z.int(), refund_total: z.union([z.number(), z.string()]) }))),
    }),
  )

const refundFields = {
  ...allFixed({ id: z.int(), date_created: time, date_created_gmt: time }),
  amount,
  reason: z.string(),
  ...allFixed({ refunded_by: z.int(), refunded_payment: z.boolean() }),
  meta_data: metaList,
  line_items: itemOf(shapes.lineShape),
  tax_lines: fixed(shapes.taxLines),
  shipping_lines: itemOf(shapes.shippingLineShape),
  fee_lines: itemOf(shapes.feeLineShape),
  api_refund: writeOnly(defaultTo(z.boolean(), true)),
  api_restock: writeOnly(defaultTo(z.boolean(), true)),
  refunded_amount: writeOnly(z.string()),
}

export const refundShape = itemShape('shop_order_refund', refundFields)
/** A refund in the list of all refunds, with the id of its order. */
export const shopRefundShape = itemShape('shop_order_refund', { ...refundFields, parent_id: fixed(z.int()) })

export const refundOutcome = (status: RefundState): RefundOutcome =>
  status === 'succeeded' ? status : status === 'failed' || status === 'canceled' ? 'failed' : 'pending'

type RefundJsonShop = { readonly url: string; readonly taxTable: readonly TaxRate[] }

/** A refund as in `wc/v3/orders/<id>/refunds`: amounts of its lines are negative, its own is not. */
export function refundJson(
  refund: OrderRefund,
  order: OrderDetails,
  shop: RefundJsonShop,
  shape: shapes.OrderShape = {},
) {
  const money = moneyOf(order, shape)
  const written = { money, currency: order.currency, rateId: rateIdsOf(order, shop.taxTable) }
  const charged = orderTaxes(order, shop.taxTable)
  const of = (kind: RefundPart['kind']) => refund.parts.filter((part) => part.kind === kind)
  const itemId = (index: number) => refund.id * 100 + index
  const amounts = (part: RefundPart, taxes: readonly PartTax[] = []) => ({
    total: money(negative(part.totalCents)),
    total_tax: money(negative(part.taxCents)),
    taxes: chargeTaxes(refundedTaxes(part, taxes), written),
  })
  const metaOfItem = (index: number, id: number) => [{ id: itemId(index), key: refundMeta.item, value: String(id) }]
  const ownMeta = {
    [refundMeta.outcome]: refundOutcome(refund.status),
    [refundMeta.author]: refund.author,
    [refundMeta.problem]: refund.problem,
    [refundMeta.id]: refund.refundId ?? '',
    [refundMeta.retry]: refund.retryId === null ? '' : String(refund.retryId),
  }
  const meta = Object.entries(ownMeta).flatMap(([key, value], index) =>
    value === '' ? [] : [{ id: itemId(index), key, value }],
  )
  return {
    id: refund.id,
    ...timeFields('date_created', refund.createdAt),
    amount: money(refund.amountCents),
    reason: refund.reason,
    refunded_by: refund.refundedBy,
    refunded_payment: refund.paymentId !== null,
    meta_data: selectMeta(
      [...meta, ...refund.meta.map((one, index) => ({ id: itemId(FIRST_META + index), ...one }))],
      shape,
    ),
    line_items: of('line').flatMap((part, index) => {
      const position = order.lines.findIndex(({ id }) => id === part.id)
      const line = order.lines[position]
      if (!line) return []
      const sums = amounts(part, charged.lines[position])
      return {
        ...lineJson(line, [], written, shop.url),
        ...sums,
        id: itemId(index),
        quantity: negative(part.quantity),
        subtotal: sums.total,
        subtotal_tax: sums.total_tax,
        meta_data: metaOfItem(index, line.id),
      }
    }),
    shipping_lines: of('shipping').flatMap((part, index) => {
      const position = order.shippingLines.findIndex(({ id }) => id === part.id)
      const line = order.shippingLines[position]
      if (!line) return []
      const [methodId = '', instanceId = ''] = line.rateId.split(':')
      return {
        id: itemId(index),
        method_title: line.title,
        method_id: methodId,
        instance_id: instanceId,
        ...amounts(part, charged.shippingLines[position]),
        meta_data: metaOfItem(index, line.id),
      }
    }),
    tax_lines: [],
    fee_lines: of('fee').flatMap((part, index) => {
      const fee = order.fees[part.id]
      if (!fee) return []
      return {
        id: itemId(index),
        name: fee.name,
        tax_class: '',
        tax_status: fee.taxCents === 0 ? 'none' : 'taxable',
        ...amounts(part, charged.fees[part.id]),
        meta_data: metaOfItem(index, feeId(order, part.id)),
      }
    }),
    _links: {
      ...itemLinks(shop.url + hrefs.restRefunds(order.id), refund.id, ['GET', 'DELETE']),
      up: [{ href: shop.url + hrefs.restOrder(order.id) }],
    },
  } satisfies Item<typeof refundShape>
}

export type RefundJson = ReturnType<typeof refundJson>

const negative = (number: number): number => (number === 0 ? 0 : -number)

/** Splits the refunded tax in proportion to the taxes charged on the part. */
function refundedTaxes({ taxCents }: RefundPart, charged: readonly PartTax[]): PartTax[] {
  const weights = charged.map(({ totalCents }) => Math.abs(totalCents))
  if (taxCents === 0 || !weights.some((weight) => weight > 0)) return []
  const cents = allocate(taxCents, weights)
  return charged.map((one, index) => ({ ...one, totalCents: negative(cents[index] ?? 0) }))
}

export const refundListFields = z.object({
  ...windowFields,
  ...viewOrEdit,
  ...shapes.shapeFields,
  search: search.describe('Text in the reason of the refund.'),
  status: z
    .array(z.enum(['any', 'pending', 'succeeded', 'failed']))
    .default(['pending', 'succeeded'])
    .meta({ description: 'Refund statuses. Failed refunds are not listed by default.' }),
  include: ids,
  exclude: ids,
  parent: ids.describe('IDs of the refunded orders.'),
  parent_exclude: ids,
  after: dateFilters.after,
  before: dateFilters.before,
  dates_are_gmt: dateFilters.dates_are_gmt,
  order: z.enum(['asc', 'desc']).default('desc'),
  orderby: z.enum(['date', 'id', 'include']).default('date'),
})

/** Unsupported: no modification times of refunds are stored. */
export const refundListRefuses = ['modified_after', 'modified_before']
