import type { Context } from 'hono'
import { z } from 'zod'
import {
  idList,
  integerParam,
  invalidType,
  ok,
  oneOf,
  type Parsed,
  type Parser,
  parseParams,
  searchText,
  withSchema,
} from '../../platform/rest/params.ts'
import { idParam, queryParam } from '../../platform/rest/request.ts'
import type { Platform } from '../../platform/web/context.ts'
import { hrefs } from '../../platform/web/routes.ts'
import type { WithProductIndex } from '../../shop/listing/context.ts'
import { type EndpointSpec, type StoreHandler, storeEndpoint } from './endpoint.ts'
import { imageJson } from './image-json.ts'
import { revalidatedJson, setPageHeaders } from './list-response.ts'
import { nameHtml, type StoreError, storeError } from './response.ts'
import type { StoreRoute } from './router.ts'
import {
  type AttributeJson,
  attributeShape,
  type CategoryJson,
  categoryShape,
  type TermJson,
  termShape,
} from './shapes/term-shape.ts'
import { type AttributeWithCount, findAttributes, findTerms, type TermWithCount } from './terms.store.ts'

const MAX_ID = 2_147_483_647

const trueByDefault: Parser<boolean> = withSchema(
  { type: 'boolean', default: true },
  (text: string | undefined, name: string): Parsed<boolean> => {
    if (text === undefined || text === '' || /^(true|1)$/i.test(text)) return ok(true)
    return /^(false|0)$/i.test(text) ? ok(false) : invalidType(name, 'boolean')
  },
)

const parent: Parser<number | undefined> = withSchema(
  { type: 'integer', minimum: 0 },
  (text: string | undefined, name: string): Parsed<number | undefined> => {
    if (text === undefined || text === '') return ok(undefined)
    return /^\d{1,15}$/.test(text) ? ok(Math.min(Number(text), MAX_ID)) : invalidType(name, 'integer')
  },
)

const slugs: Parser<readonly string[]> = withSchema(
  { type: 'array', items: { type: 'string' }, default: [] },
  (text: string | undefined) =>
    ok(
      (text ?? '')
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .slice(0, 100),
    ),
)

/** All terms, unless a page is requested. */
const parsers = {
  page: integerParam({ fallback: 1, min: 1, max: 1_000_000 }),
  per_page: integerParam({ fallback: 0, min: 0, max: 100 }),
  search: searchText,
  slug: slugs,
  include: idList,
  exclude: idList,
  order: oneOf(['asc', 'desc'], 'asc'),
  orderby: oneOf(['name', 'slug', 'count'], 'name'),
  hide_empty: trueByDefault,
  parent,
} as const

type TermJsonOf = (shop: Pick<Platform, 'url'>, term: TermWithCount) => TermJson | CategoryJson

/** One page of the terms of `taxonomy`, or all of them. */
async function respondWithTerms(
  context: Context,
  shop: Pick<Platform, 'db' | 'url'> & WithProductIndex,
  taxonomy: string,
  json: TermJsonOf,
): Promise<Response> {
  const parsed = parseParams(parsers, (name) => queryParam(context, name)?.replaceAll('\0', ''))
  if (!parsed.ok) return storeError(context, parsed.error)
  const {
    page,
    per_page: size,
    search,
    slug,
    include,
    exclude,
    order,
    orderby,
    hide_empty,
    parent: parentId,
  } = parsed.values
  const result = await findTerms(shop, {
    taxonomy,
    search,
    slugs: slug,
    include,
    exclude,
    parentId,
    hidesEmpty: hide_empty,
    orderBy: orderby,
    direction: order,
    page: size === 0 ? null : { number: page, size },
  })
  if (size > 0) setPageHeaders(context, shop, { number: page, size, total: result.total })
  return revalidatedJson(
    context,
    result.terms.map((term) => json(shop, term)),
  )
}

const listSpec = (summary: string, shape: z.ZodType): EndpointSpec => ({
  summary,
  query: parsers,
  responses: { 200: z.array(shape) },
  isPaged: true,
})

const termsOf = (summary: string, taxonomy: string, shape: z.ZodType, json: TermJsonOf): StoreHandler =>
  storeEndpoint(listSpec(summary, shape), (context, shop) => respondWithTerms(context, shop, taxonomy, json))

const notFound = (code: string, message: string): StoreError => ({ status: 404, code, message })
const categoryNotFound = notFound('woocommerce_rest_category_invalid_id', 'Invalid category ID.')
const brandNotFound = notFound('woocommerce_rest_brand_invalid_id', 'Invalid brand.')
const attributeNotFound = notFound('woocommerce_rest_taxonomy_invalid', 'Attribute does not exist.')

async function respondWithTerm(
  context: Context,
  shop: Pick<Platform, 'db' | 'url'> & WithProductIndex,
  query: { taxonomy: string; include?: readonly number[]; slugs?: readonly string[] },
  notFoundError: StoreError,
): Promise<Response> {
  const all = { hidesEmpty: false, orderBy: 'name', direction: 'asc', page: null } as const
  const [term] = (await findTerms(shop, { ...all, ...query })).terms
  return term ? revalidatedJson(context, categoryJson(shop, term)) : storeError(context, notFoundError)
}

const oneCategory = storeEndpoint(
  { summary: 'One category', responses: { 200: categoryShape }, errors: { [categoryNotFound.code]: 404 } },
  (context, shop) =>
    respondWithTerm(context, shop, { taxonomy: 'product_cat', include: [idParam(context, 'id')] }, categoryNotFound),
)

const oneBrand = storeEndpoint(
  { summary: 'One brand, by id or slug', responses: { 200: categoryShape }, errors: { [brandNotFound.code]: 404 } },
  (context, shop) => {
    const identifier = context.req.param('identifier') ?? ''
    const by = /^\d+$/.test(identifier) ? { include: [idParam(context, 'identifier')] } : { slugs: [identifier] }
    return respondWithTerm(context, shop, { taxonomy: 'product_brand', ...by }, brandNotFound)
  },
)

const listAttributes = storeEndpoint(
  { summary: 'Product attributes', responses: { 200: z.array(attributeShape) } },
  async (context, shop) => revalidatedJson(context, (await findAttributes(shop.db)).map(attributeJson)),
)

const oneAttribute = storeEndpoint(
  { summary: 'One attribute', responses: { 200: attributeShape }, errors: { [attributeNotFound.code]: 404 } },
  async (context, shop) => {
    const [attribute] = await findAttributes(shop.db, idParam(context, 'id'))
    return attribute ? revalidatedJson(context, attributeJson(attribute)) : storeError(context, attributeNotFound)
  },
)

const attributeTerms = storeEndpoint(
  { ...listSpec('The values of an attribute', termShape), errors: { [attributeNotFound.code]: 404 } },
  async (context, shop) => {
    const [attribute] = await findAttributes(shop.db, idParam(context, 'attribute_id'))
    return attribute
      ? respondWithTerms(context, shop, attribute.slug, termJson)
      : storeError(context, attributeNotFound)
  },
)

function termJson(_: Pick<Platform, 'url'>, term: TermWithCount): TermJson {
  return {
    id: term.id,
    name: nameHtml(term.name),
    slug: term.slug,
    description: term.description,
    parent: term.parentId ?? 0,
    count: term.count,
  }
}

function categoryJson(shop: Pick<Platform, 'url'>, term: TermWithCount): CategoryJson {
  return {
    ...termJson(shop, term),
    image: term.picture ? imageJson(shop.url, term.picture) : null,
    review_count: term.reviewCount,
    permalink: shop.url + hrefs.category(term.slug),
  }
}

const attributeJson = (attribute: AttributeWithCount): AttributeJson => ({
  id: attribute.id,
  name: nameHtml(attribute.label),
  taxonomy: attribute.slug,
  type: 'select',
  order: 'menu_order',
  has_archives: false,
  count: attribute.count,
})

const idPattern = '(?P<id>[\\d]+)'

export const termRoutes: readonly StoreRoute[] = [
  { path: '/products/attributes', methods: { GET: listAttributes } },
  {
    path: '/products/attributes/:id{\\d+}',
    displayPath: `/products/attributes/${idPattern}`,
    methods: { GET: oneAttribute },
  },
  {
    path: '/products/attributes/:attribute_id{\\d+}/terms',
    displayPath: '/products/attributes/(?P<attribute_id>[\\d]+)/terms',
    methods: { GET: attributeTerms },
  },
  {
    path: '/products/categories',
    methods: { GET: termsOf('The categories', 'product_cat', categoryShape, categoryJson) },
  },
  {
    path: '/products/categories/:id{\\d+}',
    displayPath: `/products/categories/${idPattern}`,
    methods: { GET: oneCategory },
  },
  { path: '/products/brands', methods: { GET: termsOf('The brands', 'product_brand', categoryShape, categoryJson) } },
  {
    path: '/products/brands/:identifier{[\\w-]+}',
    displayPath: '/products/brands/(?P<identifier>[\\w-]+)',
    methods: { GET: oneBrand },
  },
  { path: '/products/tags', methods: { GET: termsOf('The tags', 'product_tag', termShape, termJson) } },
]
