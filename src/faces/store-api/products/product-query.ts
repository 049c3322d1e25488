import { z } from 'zod'
import { ids, pageFields, timeBy, whole, words } from '../../../platform/rest/fields.ts'
import { MAX_ID, notInEnum } from '../../../platform/rest/params.ts'

const orderings = [
  'date',
  'modified',
  'id',
  'include',
  'title',
  'slug',
  'price',
  'popularity',
  'rating',
  'menu_order',
  'comment_count',
] as const
type Ordering = (typeof orderings)[number] | 'relevance'

const operators = ['in', 'not_in', 'and'] as const
export type Operator = (typeof operators)[number]

const MAX_TEXT_LENGTH = 200

/** '2026-11-20T12:00:00', in UTC by default. */
const dateTime = timeBy((text) => {
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/.test(text)) return null
  const date = new Date(/T/.test(text) && !/(Z|[+-]\d\d:?\d\d)$/.test(text) ? `${text}Z` : text)
  return Number.isNaN(date.getTime()) ? null : date
}).optional()

export const searchText = z
  .string()
  .optional()
  .transform((text = '') => text.slice(0, MAX_TEXT_LENGTH))

export type AttributeFilter = {
  readonly attribute: string
  readonly slugs: readonly string[]
  readonly termIds: readonly number[]
  readonly operator: Operator
}

/** `attributes[0][attribute]=pa_origin&attributes[0][slug][]=japan`; incomplete filters are ignored. */
const attributeFilters = z
  .array(
    z.object({
      attribute: z.string().optional(),
      slug: z.array(z.string()).optional(),
      term_id: z
        .array(z.unknown())
        .meta({ items: { type: 'integer' } })
        .optional(),
      operator: z.string().meta({ enum: operators }).optional(),
    }),
  )
  .transform((filters): readonly AttributeFilter[] =>
    filters
      .map(({ attribute = '', slug = [], term_id = [], operator }) => ({
        attribute: attribute.slice(0, MAX_TEXT_LENGTH),
        slugs: slug,
        termIds: term_id.map(Number).filter((id) => id <= MAX_ID && Number.isSafeInteger(id)),
        operator: operators.find((one) => one === operator) ?? 'in',
      }))
      .filter(({ attribute, slugs, termIds }) => attribute !== '' && slugs.length + termIds.length > 0),
  )
  .describe(
    'Limits the result to products with these attribute values, such as `attributes[0][attribute]=pa_origin&attributes[0][slug][]=japan`.',
  )

const operator = z.enum(operators).default('in')

export const productQuery = z.object({
  /** Accepted, but all contexts return the same. */
  context: z.enum(['view', 'embed', 'edit']).default('view'),
  ...pageFields,
  offset: z.int().min(0).max(1_000_000).default(0),
  search: z
    .string()
    .optional()
    .transform((text = '') => text.trim().slice(0, MAX_TEXT_LENGTH)),
  slug: words,
  sku: words,
  include: ids,
  exclude: ids,
  parent: ids,
  parent_exclude: ids,
  order: z.enum(['asc', 'desc']).default('desc'),
  // As in WooCommerce, the error does not list 'relevance'.
  orderby: z
    .custom<Ordering>((value) => value === 'relevance' || (orderings as readonly unknown[]).includes(value), {
      message: notInEnum('{name}', orderings).error.message,
      params: { code: 'rest_not_in_enum' },
    })
    .meta({ type: 'string', enum: [...orderings, 'relevance'] })
    .default('date'),
  after: dateTime,
  before: dateTime,
  date_column: z.enum(['date', 'date_gmt', 'modified', 'modified_gmt']).default('date'),
  type: z.enum(['simple', 'grouped', 'external', 'variable', 'variation']).optional(),
  featured: z.boolean().optional(),
  on_sale: z.boolean().optional(),
  category: words,
  category_operator: operator,
  tag: words,
  tag_operator: operator,
  brand: words,
  brand_operator: operator,
  min_price: whole,
  max_price: whole,
  stock_status: z.array(z.enum(['instock', 'outofstock', 'onbackorder'])).default([]),
  rating: z.array(z.enum(['1', '2', '3', '4', '5'])).default([]),
  catalog_visibility: z.enum(['any', 'visible', 'catalog', 'search', 'hidden']).optional(),
  attribute_relation: z.enum(['in', 'and']).default('and'),
  related: z.int().min(0).max(MAX_ID).default(0),
  attributes: attributeFilters,
})

export type ProductQuery = z.output<typeof productQuery>
