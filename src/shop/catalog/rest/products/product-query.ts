import { z } from 'zod'
import { amount, dateFilters, ids, search, words } from '../../../../platform/rest/fields.ts'
import { each } from '../../../../platform/rest/item-shape.ts'
import { idOf } from '../../../../platform/rest/request.ts'
import * as shape from './product-shape.ts'

const statuses = ['future', 'trash', 'draft', 'pending', 'private', 'publish'] as const
/** An invalid id matches nothing. */
const termIds = words.transform((list) => list.map((one) => idOf(one) || -1))
const text = z.string().max(200).default('')
const flag = z.boolean().optional()
const types = z.array(z.enum(shape.productTypes)).default([])

export const sortNames = [
  ...(['date', 'id', 'include', 'title', 'slug', 'modified', 'popularity', 'rating', 'post__in', 'price'] as const),
  ...(['sales', 'menu_order', 'random'] as const),
]

/** Parameters of the list. `low_in_stock` is this shop's own. */
export const listFields = {
  search,
  ...dateFilters,
  ...each(ids, 'include', 'exclude', 'parent', 'parent_exclude'),
  order: z.enum(['asc', 'desc']).default('desc'),
  orderby: z.enum(sortNames).default('date'),
  ...each(words, 'slug', 'sku', 'include_meta', 'exclude_meta'),
  ...each(text, 'global_unique_id', 'search_sku', 'search_name_or_sku'),
  search_fields: z.array(z.enum(['name', 'global_unique_id', 'description', 'short_description', 'sku'])).default([]),
  status: z.enum(['any', ...statuses]).default('any'),
  include_status: z.array(z.enum(['any', ...statuses])).default([]),
  exclude_status: z.array(z.enum(statuses)).default([]),
  type: z.enum(shape.productTypes).optional(),
  ...each(types, 'include_types', 'exclude_types'),
  ...each(flag, 'featured', 'on_sale', 'virtual', 'downloadable', 'pos_products_only', 'low_in_stock'),
  ...each(termIds, 'category', 'tag', 'brand', 'shipping_class', 'attribute_term'),
  attribute: text,
  tax_class: z.string().max(200).optional(),
  ...each(amount.optional(), 'min_price', 'max_price'),
  stock_status: z.enum(shape.stockStatuses).optional(),
}
const listQuery = z.object(listFields)
export type ProductQuery = z.output<typeof listQuery> & { readonly limit: number; readonly offset: number }

/** `any` is all but the trash. */
export function statusesOf({
  status,
  include_status,
  exclude_status,
}: Pick<ProductQuery, 'status' | 'include_status' | 'exclude_status'>) {
  const included = include_status.length > 0 ? include_status : [status]
  const isIncluded = (one: (typeof statuses)[number]) =>
    included.includes(one) || (included.includes('any') && one !== 'trash')
  return statuses.filter((one) => isIncluded(one) && !exclude_status.includes(one))
}
