import { z } from 'zod'
import { dateFilters, datesOf, ids, search, viewOrEdit, windowFields, words } from '../../../platform/rest/fields.ts'
import { MAX_ID } from '../../../platform/rest/params.ts'
import { statusNames } from '../order-status.ts'
import type { OrderStatus } from '../orders.table.ts'
import type { OrderFilter } from '../orders-read.store.ts'

export const orderStatuses = Object.keys(statusNames) as OrderStatus[]

const MAX_DECIMALS = 10

export const shapeFields = {
  dp: z.int().min(0).max(MAX_DECIMALS).optional().describe('Decimals of amounts; those of the currency unless sent.'),
  include_meta: words.describe('Keys of the metadata that is wanted.'),
  exclude_meta: words.describe('Keys of the metadata that is not wanted.'),
  order_item_display_meta: z.boolean().default(false).describe('Items have no metadata that is kept from display.'),
}

export type OrderShape = {
  readonly dp?: number | undefined
  readonly include_meta?: readonly string[]
  readonly exclude_meta?: readonly string[]
}

/** The metadata that is asked for; as in WooCommerce, wanted keys come before unwanted ones. */
export function wantedMeta<T extends { readonly key: string }>(all: readonly T[], shape: OrderShape): readonly T[] {
  const { include_meta: wanted = [], exclude_meta: unwanted = [] } = shape
  if (wanted.length > 0) return all.filter(({ key }) => wanted.includes(key))
  return all.filter(({ key }) => !unwanted.includes(key))
}

export const orderListFields = z.object({
  ...windowFields,
  page: z.int().min(1).default(1),
  ...viewOrEdit,
  ...shapeFields,
  search,
  status: z.array(z.enum(['any', ...orderStatuses])).default([]),
  customer: z.int().min(0).max(MAX_ID).optional().describe('0: guests.'),
  product: z.int().min(0).max(MAX_ID).optional(),
  disputed: z.boolean().default(false).describe('Only orders with an open dispute.'),
  capture_expiring: z
    .boolean()
    .default(false)
    .describe('Only orders with an authorized payment that is not captured yet; it can be for seven days.'),
  created_via: words,
  include: ids,
  exclude: ids,
  parent: ids.describe('No order has a parent: 0 is all of them.'),
  parent_exclude: ids,
  ...dateFilters,
  order: z.enum(['asc', 'desc']).default('desc'),
  orderby: z.enum(['date', 'id', 'include', 'modified']).default('date'),
})

/** Null if no order can match, because none has a parent. */
export function orderFilterOf(query: z.output<typeof orderListFields>): OrderFilter | null {
  const { status, parent, parent_exclude: notParent, customer, product, created_via: createdVia } = query
  if ((parent.length > 0 && !parent.includes(0)) || notParent.includes(0)) return null
  return {
    ...{ search: query.search, include: query.include, exclude: query.exclude, ...datesOf(query) },
    statuses: status.includes('any') ? [] : status.filter((one) => one !== 'any'),
    ...{ customerId: customer, productId: product, createdVia },
    ...{ isDisputed: query.disputed, isCaptureExpiring: query.capture_expiring },
  }
}
