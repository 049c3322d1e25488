import type { Context } from 'hono'
import {
  dateTime,
  idList as ids,
  integerParam,
  invalidType,
  ok,
  oneOf,
  type Parsed,
  type Parser,
  parseParams,
  someOf,
  withSchema,
} from '../../platform/rest/params.ts'
import type { StoreError } from './response.ts'

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
const productTypes = ['simple', 'grouped', 'external', 'variable', 'variation'] as const
const operators = ['in', 'not_in', 'and'] as const
export type Operator = (typeof operators)[number]

const MAX_TEXT_LENGTH = 200
const MAX_ID = 2_147_483_647

/** Comma-separated words. */
export const stringList: Parser<readonly string[]> = withSchema(
  { type: 'array', items: { type: 'string' }, default: [] },
  (text: string | undefined) => ok(splitList(text).map((part) => part.slice(0, MAX_TEXT_LENGTH))),
)

const splitList = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .slice(0, 100)

/** 'true', '1', 'false', '0'; undefined if not sent. */
export const optionalBoolean: Parser<boolean | undefined> = withSchema(
  { type: 'boolean' },
  (text: string | undefined, name: string): Parsed<boolean | undefined> => {
    if (text === undefined || text === '') return ok(undefined)
    if (/^(true|1)$/i.test(text)) return ok(true)
    return /^(false|0)$/i.test(text) ? ok(false) : invalidType(name, 'boolean')
  },
)

/** Whole cents. */
const cents: Parser<number | undefined> = withSchema(
  { type: 'integer', minimum: 0 },
  (text: string | undefined, name: string): Parsed<number | undefined> => {
    if (text === undefined || text === '') return ok(undefined)
    if (!/^\d{1,15}$/.test(text)) return invalidType(name, 'integer')
    return ok(Math.min(Number(text), MAX_ID))
  },
)

/** '2026-11-20T12:00:00', in UTC by default. */
const parseDateTime = (text: string): Date | null => {
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/.test(text)) return null
  const date = new Date(/T/.test(text) && !/(Z|[+-]\d\d:?\d\d)$/.test(text) ? `${text}Z` : text)
  return Number.isNaN(date.getTime()) ? null : date
}

const optionalOneOf = <const T extends string>(options: readonly T[]): Parser<T | undefined> =>
  withSchema({ type: 'string', enum: options }, (text: string | undefined, name: string) =>
    text === undefined || text === '' ? ok(undefined) : oneOf(options, options[0] as T)(text, name),
  )

const parsers = {
  /** Accepted, but all contexts return the same. */
  context: oneOf(['view', 'embed', 'edit'], 'view'),
  page: integerParam({ fallback: 1, min: 1, max: 1_000_000 }),
  per_page: integerParam({ fallback: 10, min: 1, max: 100 }),
  offset: integerParam({ fallback: 0, min: 0, max: 1_000_000 }),
  search: withSchema({ type: 'string' }, (text: string | undefined) =>
    ok((text ?? '').trim().slice(0, MAX_TEXT_LENGTH)),
  ),
  slug: stringList,
  sku: stringList,
  include: ids,
  exclude: ids,
  parent: ids,
  parent_exclude: ids,
  order: oneOf(['asc', 'desc'], 'desc'),
  orderby: withSchema(
    { type: 'string', enum: [...orderings, 'relevance'], default: 'date' },
    (text: string | undefined, name: string): Parsed<(typeof orderings)[number] | 'relevance'> =>
      text === 'relevance' ? ok('relevance') : oneOf(orderings, 'date')(text, name),
  ),
  after: dateTime(parseDateTime),
  before: dateTime(parseDateTime),
  date_column: oneOf(['date', 'date_gmt', 'modified', 'modified_gmt'], 'date'),
  type: optionalOneOf(productTypes),
  featured: optionalBoolean,
  on_sale: optionalBoolean,
  category: stringList,
  category_operator: oneOf(operators, 'in'),
  tag: stringList,
  tag_operator: oneOf(operators, 'in'),
  brand: stringList,
  brand_operator: oneOf(operators, 'in'),
  min_price: cents,
  max_price: cents,
  stock_status: someOf(['instock', 'outofstock', 'onbackorder']),
  rating: someOf(['1', '2', '3', '4', '5']),
  catalog_visibility: optionalOneOf(['any', 'visible', 'catalog', 'search', 'hidden']),
  attribute_relation: oneOf(['in', 'and'], 'and'),
  related: integerParam({ fallback: 0, min: 0, max: MAX_ID }),
} as const

/** One attribute filter: values by slug or by id. */
export type AttributeFilter = {
  readonly attribute: string
  readonly slugs: readonly string[]
  readonly termIds: readonly number[]
  readonly operator: Operator
}

type Values = { [K in keyof typeof parsers]: (typeof parsers)[K] extends Parser<infer T> ? T : never }
export type ProductParams = Values & { readonly attributes: readonly AttributeFilter[] }

/** Parameters shared by product lists and their counts. */
export type QueryParams = (name: string) => string | undefined

/** Query parameters by name: `name[]=a&name[]=b` and `name[0]=a` are equivalent to `name=a,b`. */
export function queryParams(context: Context): QueryParams {
  const query = new URL(context.req.url).searchParams
  return (name) => {
    const arrayValues = [...query].filter(([key]) => key.startsWith(name) && /^\[\d*\]$/.test(key.slice(name.length)))
    const text = arrayValues.length > 0 ? arrayValues.map(([, value]) => value).join(',') : query.get(name)
    // Not representable in PostgreSQL.
    return text?.replaceAll('\0', '')
  }
}

/** Parses the parameters of a product list, or returns an error (store-products-list.json). */
export function parseProductParams(
  context: Context,
): { readonly ok: true; readonly params: ProductParams } | { readonly ok: false; readonly error: StoreError } {
  const query = new URL(context.req.url).searchParams
  const parsed = parseParams(parsers, queryParams(context))
  return parsed.ok ? { ok: true, params: { ...parsed.values, attributes: attributeFilters(query) } } : parsed
}

/**
 * `attributes[0][attribute]=pa_origin&attributes[0][slug][]=japan&attributes[0][operator]=in`; incomplete filters are
 * ignored.
 */
const attributeFilters = withSchema(
  {
    type: 'array',
    description: 'Only products with these values: `attributes[0][attribute]=pa_origin&attributes[0][slug][]=japan`.',
    items: {
      type: 'object',
      properties: {
        attribute: { type: 'string' },
        slug: { type: 'array', items: { type: 'string' } },
        term_id: { type: 'array', items: { type: 'integer' } },
        operator: { type: 'string', enum: operators },
      },
    },
  },
  (query: URLSearchParams): AttributeFilter[] => {
    const filters = new Map<string, { attribute: string; slugs: string[]; termIds: number[]; operator: Operator }>()
    for (const [key, value] of query) {
      const [, index, part] =
        /^attributes\[(\d{1,2})\]\[(attribute|slug|term_id|operator)\](?:\[\d*\])?$/.exec(key) ?? []
      if (index === undefined) continue
      const filter = filters.get(index) ?? { attribute: '', slugs: [], termIds: [], operator: 'in' as Operator }
      filters.set(index, filter)
      if (value.includes('\0')) continue
      if (part === 'attribute') filter.attribute = value.slice(0, MAX_TEXT_LENGTH)
      else if (part === 'slug') filter.slugs.push(...splitList(value))
      else if (part === 'term_id')
        filter.termIds.push(
          ...splitList(value)
            .map(Number)
            .filter((id) => id <= MAX_ID && Number.isSafeInteger(id)),
        )
      else filter.operator = operators.find((operator) => operator === value) ?? 'in'
    }
    return [...filters.values()].filter((one) => one.attribute !== '' && one.slugs.length + one.termIds.length > 0)
  },
)

/** Parameters of a product list, for the documentation. */
export const productQuery = { ...parsers, attributes: attributeFilters } as const
