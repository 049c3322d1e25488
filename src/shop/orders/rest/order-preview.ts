import { z } from 'zod'
import { refused } from '../../../platform/database/result.ts'
import { priceString } from '../../../platform/money/money.ts'
import { defineCall } from '../../../platform/rest/call.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import { paths } from '../../../platform/web/routes.ts'
import type { ItemsChange } from '../by-hand/items.ts'
import { clearCoupons } from '../by-hand/parts.store.ts'
import { type OrderToPrice, type PricedOrder, priceItems } from '../by-hand/price-items.ts'
import { ordersWrite } from '../capabilities.ts'
import { readOrder } from '../orders-read.store.ts'
import { itemsError } from './item-errors.ts'
import { newOrderFields, parseNewOrder } from './new-order.ts'
import { parseOrderUpdate } from './order-fields.ts'
import { lineName } from './order-line-json.ts'
import { type OrderShop, orderNotFound, orderResult } from './orders.ts'

const namedAmounts = z.array(z.strictObject({ name: z.string(), total: z.string() }))

const previewShape = z.strictObject({
  currency: z.string(),
  line_items: z.array(z.strictObject({ name: z.string(), quantity: z.int(), total: z.string() })),
  items_total: z.string().describe('Total of the items before discounts, like the total of each item.'),
  discount_total: z.string(),
  fee_lines: namedAmounts,
  shipping_lines: namedAmounts,
  tax_lines: namedAmounts,
  total: z.string(),
  rates: z
    .array(z.strictObject({ id: z.string(), title: z.string(), total: z.string() }))
    .describe('Available shipping rates for the address.'),
})

export type OrderPreviewJson = z.infer<typeof previewShape>

/** Prices the preview with the code that creates the order, so that the totals never differ. */
export const orderPreviewCall = defineCall({
  capability: ordersWrite,
  summary: 'Calculates the totals of a new or changed order without saving it',
  method: 'POST',
  path: paths.restOrderPreview,
  action: 'edit',
  // Nothing is written, so the admin log needs no entry.
  recordsItself: true,
  body: z.looseObject({
    ...newOrderFields.shape,
    id: z.int().min(0).default(0).describe('ID of the order. 0 for a new order.'),
  }),
  response: previewShape,
  async handler(shop: OrderShop, { body: { id, ...body }, principal, user }) {
    const requested = id === 0 ? newOrder(shop, body, { principal, user }) : await changedOrder(shop, id, body)
    if ('code' in requested) return requested
    const { target, items } = requested
    const { problem: priced } = await shop.db.transaction(async (tx) => {
      // The order's own coupon uses must not count against the limits; the transaction is rolled back.
      if (id > 0) await clearCoupons(tx, id)
      return refused(await priceItems(shop, tx, target, items))
    })
    return priced.ok ? { json: previewJson(priced) } : itemsError(priced.problem, target.order?.currency)
  },
})

type Input = { readonly target: OrderToPrice; readonly items: ItemsChange } | RestError

function newOrder(
  shop: OrderShop,
  body: Parameters<typeof parseNewOrder>[1],
  who: Parameters<typeof parseNewOrder>[2],
): Input {
  const parsed = parseNewOrder(shop, body, who)
  return 'code' in parsed ? parsed : { target: { ...parsed, order: null, now: shop.now() }, items: parsed.items }
}

async function changedOrder(shop: OrderShop, id: number, body: Parameters<typeof parseOrderUpdate>[0]): Promise<Input> {
  const order = await readOrder(shop.db, id)
  const current = await orderResult(shop, id)
  if (!order || !('json' in current)) return orderNotFound
  const update = parseOrderUpdate({ customer_note: order.customerNote, ...body }, current.json)
  if ('code' in update) return update
  const { billing, shipping } = update.change
  const addresses = { billing: { ...order.billing, ...billing }, shipping: { ...order.shipping, ...shipping } }
  return {
    target: { ...order, ...addresses, order, now: shop.now() },
    items: update.items ?? { lines: [], fees: [], shipping: [] },
  }
}

function previewJson({ items, rates }: PricedOrder): OrderPreviewJson {
  const { currency } = items
  const text = (cents: number) => priceString(cents, currency)
  return {
    currency,
    line_items: items.lines.map((line) => ({
      name: lineName(line),
      quantity: line.quantity,
      total: text(line.subtotalCents),
    })),
    items_total: text(items.itemsSubtotalCents),
    discount_total: text(items.itemsSubtotalCents - items.itemsTotalCents),
    fee_lines: items.fees.map(({ name, totalCents }) => ({ name, total: text(totalCents) })),
    shipping_lines: items.shippingLines.map(({ title, totalCents }) => ({ name: title, total: text(totalCents) })),
    tax_lines: items.taxLines.map(({ label, ratePer100k, itemsTaxCents, shippingTaxCents }) => ({
      name: `${label} ${ratePer100k / 1000}%`,
      total: text(itemsTaxCents + shippingTaxCents),
    })),
    total: text(items.totalCents),
    rates: rates.map(({ id, title, costCents }) => ({ id, title, total: text(costCents) })),
  }
}
