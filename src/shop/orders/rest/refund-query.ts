import { z } from 'zod'
import { dateFilters, datesOf, ids, search, viewOrEdit, windowFields, windowOf } from '../../../platform/rest/fields.ts'
import type { OrderRefund } from '../payments/refunds.store.ts'
import { shapeFields } from './order-query.ts'
import { refundOutcome } from './refund-json.ts'

export const refundListFields = z.object({
  ...windowFields,
  ...viewOrEdit,
  ...shapeFields,
  search: search.describe('A part of the reason.'),
  status: z
    .array(z.enum(['any', 'pending', 'succeeded', 'failed']))
    .default(['pending', 'succeeded'])
    .meta({ description: 'Failed refunds are listed only when asked for.' }),
  include: ids,
  exclude: ids,
  parent: ids.describe('The order; it is that of the path.'),
  parent_exclude: ids,
  ...{ after: dateFilters.after, before: dateFilters.before, dates_are_gmt: dateFilters.dates_are_gmt },
  order: z.enum(['asc', 'desc']).default('desc'),
  orderby: z.enum(['date', 'id', 'include']).default('date'),
})

/** Nothing is kept of when the provider has changed a refund. */
export const refundListRefuses = ['modified_after', 'modified_before']

export function chosenRefunds(all: readonly OrderRefund[], query: z.output<typeof refundListFields>) {
  const { status, include, exclude, parent, parent_exclude: notParent, orderby, order } = query
  const { after, before } = datesOf(query)
  const text = query.search.trim().toLowerCase()
  const chosen = all.filter(
    ({ id, orderId, status: state, reason, createdAt }) =>
      (status.includes('any') || status.includes(refundOutcome(state))) &&
      (include.length === 0 || include.includes(id)) &&
      !exclude.includes(id) &&
      (parent.length === 0 || parent.includes(orderId)) &&
      !notParent.includes(orderId) &&
      reason.toLowerCase().includes(text) &&
      (after === undefined || createdAt >= after) &&
      (before === undefined || createdAt < before),
  )
  const places = new Map(include.map((id, index) => [id, index]))
  const placeOf = ({ id, createdAt }: OrderRefund) =>
    orderby === 'include' ? (places.get(id) ?? 0) : orderby === 'id' ? id : createdAt.getTime()
  const sign = order === 'asc' || orderby === 'include' ? 1 : -1
  const { limit, offset } = windowOf(query)
  return {
    refunds: chosen.toSorted((a, b) => sign * (placeOf(a) - placeOf(b) || a.id - b.id)).slice(offset, offset + limit),
    total: chosen.length,
  }
}
