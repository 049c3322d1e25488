import type { Context } from 'hono'
import {
  described,
  idList as ids,
  moment,
  oneOf,
  type Read,
  type Reader,
  readParams,
  right,
  someOf,
  wholeNumber,
  wrongType,
} from '../rest/params.ts'
import type { StoreError } from './answer.ts'

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

const LONGEST_TEXT = 200
const LARGEST_ID = 2_147_483_647

/** Words separated by commas. */
export const list: Reader<readonly string[]> = described(
  { type: 'array', items: { type: 'string' }, default: [] },
  (text: string | undefined) => right(split(text).map((part) => part.slice(0, LONGEST_TEXT))),
)

const split = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .slice(0, 100)

/** 'true', '1', 'false', '0'; undefined where it was not said. */
export const yesOrNo: Reader<boolean | undefined> = described(
  { type: 'boolean' },
  (text: string | undefined, name: string): Read<boolean | undefined> => {
    if (text === undefined || text === '') return right(undefined)
    if (/^(true|1)$/i.test(text)) return right(true)
    return /^(false|0)$/i.test(text) ? right(false) : wrongType(name, 'boolean')
  },
)

/** Whole cents. */
const cents: Reader<number | undefined> = described(
  { type: 'integer', minimum: 0 },
  (text: string | undefined, name: string): Read<number | undefined> => {
    if (text === undefined || text === '') return right(undefined)
    if (!/^\d{1,15}$/.test(text)) return wrongType(name, 'integer')
    return right(Math.min(Number(text), LARGEST_ID))
  },
)

/** '2026-11-20T12:00:00', in UTC unless it says otherwise. */
const readMoment = (text: string): Date | null => {
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/.test(text)) return null
  const date = new Date(/T/.test(text) && !/(Z|[+-]\d\d:?\d\d)$/.test(text) ? `${text}Z` : text)
  return Number.isNaN(date.getTime()) ? null : date
}

const oneOrNothing = <const T extends string>(options: readonly T[]): Reader<T | undefined> =>
  described({ type: 'string', enum: options }, (text: string | undefined, name: string) =>
    text === undefined || text === '' ? right(undefined) : oneOf(options, options[0] as T)(text, name),
  )

const readers = {
  /** Everything is told in each of them. */
  context: oneOf(['view', 'embed', 'edit'], 'view'),
  page: wholeNumber({ fallback: 1, min: 1, max: 1_000_000 }),
  per_page: wholeNumber({ fallback: 10, min: 1, max: 100 }),
  offset: wholeNumber({ fallback: 0, min: 0, max: 1_000_000 }),
  search: described({ type: 'string' }, (text: string | undefined) =>
    right((text ?? '').trim().slice(0, LONGEST_TEXT)),
  ),
  slug: list,
  sku: list,
  include: ids,
  exclude: ids,
  parent: ids,
  parent_exclude: ids,
  order: oneOf(['asc', 'desc'], 'desc'),
  orderby: described(
    { type: 'string', enum: [...orderings, 'relevance'], default: 'date' },
    (text: string | undefined, name: string): Read<(typeof orderings)[number] | 'relevance'> =>
      text === 'relevance' ? right('relevance') : oneOf(orderings, 'date')(text, name),
  ),
  after: moment(readMoment),
  before: moment(readMoment),
  date_column: oneOf(['date', 'date_gmt', 'modified', 'modified_gmt'], 'date'),
  type: oneOrNothing(productTypes),
  featured: yesOrNo,
  on_sale: yesOrNo,
  category: list,
  category_operator: oneOf(operators, 'in'),
  tag: list,
  tag_operator: oneOf(operators, 'in'),
  brand: list,
  brand_operator: oneOf(operators, 'in'),
  min_price: cents,
  max_price: cents,
  stock_status: someOf(['instock', 'outofstock', 'onbackorder']),
  rating: someOf(['1', '2', '3', '4', '5']),
  catalog_visibility: oneOrNothing(['any', 'visible', 'catalog', 'search', 'hidden']),
  attribute_relation: oneOf(['in', 'and'], 'and'),
  related: wholeNumber({ fallback: 0, min: 0, max: LARGEST_ID }),
} as const

/** One attribute filter: values by slug or by id. */
export type AttributeFilter = {
  readonly attribute: string
  readonly slugs: readonly string[]
  readonly termIds: readonly number[]
  readonly operator: Operator
}

type Values = { [K in keyof typeof readers]: (typeof readers)[K] extends Reader<infer T> ? T : never }
export type ProductParams = Values & { readonly attributes: readonly AttributeFilter[] }

/** What a list of products and what is counted of it share. */
export type NamedParams = (name: string) => string | undefined

/** The parameters of a request by name: `name[]=a&name[]=b` and `name[0]=a` say the same as `name=a,b`. */
export function namedParams(context: Context): NamedParams {
  const query = new URL(context.req.url).searchParams
  return (name) => {
    const several = [...query].filter(([key]) => key.startsWith(name) && /^\[\d*\]$/.test(key.slice(name.length)))
    const text = several.length > 0 ? several.map(([, value]) => value).join(',') : query.get(name)
    // The database knows no such character.
    return text?.replaceAll('\0', '')
  }
}

/** Reads the parameters of a product list, or says what is wrong with them (store-products-list.json). */
export function readProductParams(
  context: Context,
): { readonly ok: true; readonly params: ProductParams } | { readonly ok: false; readonly error: StoreError } {
  const query = new URL(context.req.url).searchParams
  const read = readParams(readers, namedParams(context))
  return read.ok ? { ok: true, params: { ...read.values, attributes: attributeFilters(query) } } : read
}

/** `attributes[0][attribute]=pa_origin&attributes[0][slug][]=japan&attributes[0][operator]=in`; what is incomplete is passed over. */
const attributeFilters = described(
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
      if (part === 'attribute') filter.attribute = value.slice(0, LONGEST_TEXT)
      else if (part === 'slug') filter.slugs.push(...split(value))
      else if (part === 'term_id')
        filter.termIds.push(
          ...split(value)
            .map(Number)
            .filter((id) => id <= LARGEST_ID && Number.isSafeInteger(id)),
        )
      else filter.operator = operators.find((operator) => operator === value) ?? 'in'
    }
    return [...filters.values()].filter((one) => one.attribute !== '' && one.slugs.length + one.termIds.length > 0)
  },
)

/** What a list of products takes, for the documents. */
export const productQuery = { ...readers, attributes: attributeFilters } as const
