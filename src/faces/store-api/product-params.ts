import {
  dateTime,
  idList,
  integerParam,
  MAX_ID,
  ok,
  oneOf,
  optionalBoolean,
  optionalInteger,
  optionalParser,
  type ParamValues,
  pageParams,
  parseOption,
  queryParser,
  someOf,
  splitList,
  wordList,
} from '../../platform/rest/params.ts'

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
const operators = ['in', 'not_in', 'and'] as const
export type Operator = (typeof operators)[number]

const MAX_TEXT_LENGTH = 200

/** '2026-11-20T12:00:00', in UTC by default. */
const parseDateTime = (text: string): Date | null => {
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/.test(text)) return null
  const date = new Date(/T/.test(text) && !/(Z|[+-]\d\d:?\d\d)$/.test(text) ? `${text}Z` : text)
  return Number.isNaN(date.getTime()) ? null : date
}

const optionalOneOf = <const T extends string>(options: readonly T[]) =>
  optionalParser({ type: 'string', enum: options }, (text, name) => parseOption(options, text, name))

/** One attribute filter: values by slug or by id. */
export type AttributeFilter = {
  readonly attribute: string
  readonly slugs: readonly string[]
  readonly termIds: readonly number[]
  readonly operator: Operator
}

/** Groups `name[0][part]=value` and `name[0][part][]=value` by index. */
export function nestedParams(query: URLSearchParams, name: string): URLSearchParams[] {
  const groups = new Map<string, URLSearchParams>()
  for (const [key, value] of query) {
    const [, group, index, part] = /^(\w+)\[(\d{1,2})\]\[(\w+)\](?:\[\d*\])?$/.exec(key) ?? []
    // NUL is not representable in PostgreSQL.
    if (group !== name || index === undefined || part === undefined || value.includes('\0')) continue
    const params = groups.get(index) ?? new URLSearchParams()
    groups.set(index, params)
    params.append(part, value)
  }
  return [...groups.values()]
}

/**
 * `attributes[0][attribute]=pa_origin&attributes[0][slug][]=japan&attributes[0][operator]=in`; incomplete filters are
 * ignored.
 */
const attributeFilters = queryParser<readonly AttributeFilter[]>(
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
  (_text, name, query) => {
    const filters = nestedParams(query, name).map((params) => ({
      attribute: (params.getAll('attribute').at(-1) ?? '').slice(0, MAX_TEXT_LENGTH),
      slugs: params.getAll('slug').flatMap((text) => splitList(text)),
      termIds: params
        .getAll('term_id')
        .flatMap((text) => splitList(text).map(Number))
        .filter((id) => id <= MAX_ID && Number.isSafeInteger(id)),
      operator: operators.find((operator) => operator === params.getAll('operator').at(-1)) ?? 'in',
    }))
    return ok(filters.filter((one) => one.attribute !== '' && one.slugs.length + one.termIds.length > 0))
  },
)

/** Parameters shared by product lists and their counts (store-products-list.json). */
export const productQuery = {
  /** Accepted, but all contexts return the same. */
  context: oneOf(['view', 'embed', 'edit'], 'view'),
  ...pageParams,
  offset: integerParam({ fallback: 0, min: 0, max: 1_000_000 }),
  search: queryParser({ type: 'string' }, (text = '') => ok(text.trim().slice(0, MAX_TEXT_LENGTH))),
  slug: wordList,
  sku: wordList,
  include: idList,
  exclude: idList,
  parent: idList,
  parent_exclude: idList,
  order: oneOf(['asc', 'desc'], 'desc'),
  orderby: queryParser<(typeof orderings)[number] | 'relevance'>(
    { type: 'string', enum: [...orderings, 'relevance'], default: 'date' },
    (text = 'date', name) => (text === 'relevance' ? ok(text) : parseOption(orderings, text, name)),
  ),
  after: dateTime(parseDateTime),
  before: dateTime(parseDateTime),
  date_column: oneOf(['date', 'date_gmt', 'modified', 'modified_gmt'], 'date'),
  type: optionalOneOf(['simple', 'grouped', 'external', 'variable', 'variation']),
  featured: optionalBoolean,
  on_sale: optionalBoolean,
  category: wordList,
  category_operator: oneOf(operators, 'in'),
  tag: wordList,
  tag_operator: oneOf(operators, 'in'),
  brand: wordList,
  brand_operator: oneOf(operators, 'in'),
  min_price: optionalInteger,
  max_price: optionalInteger,
  stock_status: someOf(['instock', 'outofstock', 'onbackorder']),
  rating: someOf(['1', '2', '3', '4', '5']),
  catalog_visibility: optionalOneOf(['any', 'visible', 'catalog', 'search', 'hidden']),
  attribute_relation: oneOf(['in', 'and'], 'and'),
  related: integerParam({ fallback: 0, min: 0, max: MAX_ID }),
  attributes: attributeFilters,
} as const

export type ProductParams = ParamValues<typeof productQuery>
