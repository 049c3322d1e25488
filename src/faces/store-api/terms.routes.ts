import { z } from 'zod'
import {
  booleanParam,
  idList,
  integerParam,
  oneOf,
  optionalInteger,
  pageParams,
  searchText,
  wordList,
} from '../../platform/rest/params.ts'
import { idOf, idParam } from '../../platform/rest/request.ts'
import { hrefs } from '../../platform/web/routes.ts'
import { notFound } from './cart-errors.ts'
import type { StoreApiContext } from './context.ts'
import { type StoreCall, type StoreRoute, storeEndpoint } from './endpoint.ts'
import { imageJson } from './product-json.ts'
import { nameHtml, revalidatedJson, revalidatedList } from './response.ts'
import {
  type AttributeJson,
  attributeShape,
  type CategoryJson,
  categoryShape,
  type TermJson,
  termShape,
} from './shapes/product-shape.ts'
import { type AttributeWithCount, findAttributes, findTerms, type TermWithCount } from './terms.store.ts'

/** All terms, unless a page is requested. */
const query = {
  ...pageParams,
  per_page: integerParam({ fallback: 0, min: 0, max: 100 }),
  search: searchText,
  slug: wordList,
  include: idList,
  exclude: idList,
  order: oneOf(['asc', 'desc'], 'asc'),
  orderby: oneOf(['name', 'slug', 'count'], 'name'),
  hide_empty: booleanParam(true),
  parent: optionalInteger,
} as const
const spec = { query, isPaged: true } as const

const categoryNotFound = notFound('woocommerce_rest_category_invalid_id', 'Invalid category ID.')
const brandNotFound = notFound('woocommerce_rest_brand_invalid_id', 'Invalid brand.')
const attributeNotFound = notFound('woocommerce_rest_taxonomy_invalid', 'Attribute does not exist.')

/** One page of the terms of `taxonomy`, or all of them. */
async function respondWithTerms(
  { context, shop, params }: StoreCall<typeof query>,
  taxonomy: string,
  json: (term: TermWithCount, shop: StoreApiContext) => TermJson,
): Promise<Response> {
  const { terms, total } = await findTerms(shop, taxonomy, params)
  const items = terms.map((term) => json(term, shop))
  return params.per_page > 0
    ? revalidatedList(context, shop, items, { ...params, total })
    : revalidatedJson(context, items)
}

const listTags = storeEndpoint('The tags', { ...spec, responses: { 200: z.array(termShape) } }, (call) =>
  respondWithTerms(call, 'product_tag', termJson),
)
const listCategories = storeEndpoint(
  'The categories',
  { ...spec, responses: { 200: z.array(categoryShape) } },
  (call) => respondWithTerms(call, 'product_cat', categoryJson),
)
const listBrands = storeEndpoint('The brands', { ...spec, responses: { 200: z.array(categoryShape) } }, (call) =>
  respondWithTerms(call, 'product_brand', categoryJson),
)

const oneCategory = storeEndpoint(
  'One category',
  { responses: { 200: categoryShape }, errors: { [categoryNotFound.code]: 404 } },
  async ({ context, shop }) => {
    const { terms } = await findTerms(shop, 'product_cat', { include: [idParam(context, 'id')] })
    return terms[0] ? revalidatedJson(context, categoryJson(terms[0], shop)) : categoryNotFound
  },
)

const oneBrand = storeEndpoint(
  'One brand, by id or slug',
  { responses: { 200: categoryShape }, errors: { [brandNotFound.code]: 404 } },
  async ({ context, shop }) => {
    const identifier = context.req.param('identifier') ?? ''
    const by = /^\d+$/.test(identifier) ? { include: [idOf(identifier)] } : { slug: [identifier] }
    const { terms } = await findTerms(shop, 'product_brand', by)
    return terms[0] ? revalidatedJson(context, categoryJson(terms[0], shop)) : brandNotFound
  },
)

const listAttributes = storeEndpoint(
  'Product attributes',
  { responses: { 200: z.array(attributeShape) } },
  async ({ context, shop }) => revalidatedJson(context, (await findAttributes(shop.db)).map(attributeJson)),
)

const oneAttribute = storeEndpoint(
  'One attribute',
  { responses: { 200: attributeShape }, errors: { [attributeNotFound.code]: 404 } },
  async ({ context, shop }) => {
    const [attribute] = await findAttributes(shop.db, idParam(context, 'id'))
    return attribute ? revalidatedJson(context, attributeJson(attribute)) : attributeNotFound
  },
)

const attributeTerms = storeEndpoint(
  'The values of an attribute',
  { ...spec, responses: { 200: z.array(termShape) }, errors: { [attributeNotFound.code]: 404 } },
  async (call) => {
    const [attribute] = await findAttributes(call.shop.db, idParam(call.context, 'attribute_id'))
    return attribute ? respondWithTerms(call, attribute.slug, termJson) : attributeNotFound
  },
)

const termJson = (term: TermWithCount): TermJson => ({
  id: term.id,
  name: nameHtml(term.name),
  slug: term.slug,
  description: term.description,
  parent: term.parentId ?? 0,
  count: term.count,
})

const categoryJson = (term: TermWithCount, { url }: StoreApiContext): CategoryJson => ({
  ...termJson(term),
  image: term.picture ? imageJson(url, term.picture) : null,
  review_count: term.reviewCount,
  permalink: url + hrefs.category(term.slug),
})

const attributeJson = (attribute: AttributeWithCount): AttributeJson => ({
  id: attribute.id,
  name: nameHtml(attribute.label),
  taxonomy: attribute.slug,
  type: 'select',
  order: 'menu_order',
  has_archives: false,
  count: attribute.count,
})

export const termRoutes: readonly StoreRoute[] = [
  { path: '/products/attributes', methods: { GET: listAttributes } },
  { path: '/products/attributes/:id{\\d+}', methods: { GET: oneAttribute } },
  { path: '/products/attributes/:attribute_id{\\d+}/terms', methods: { GET: attributeTerms } },
  { path: '/products/categories', methods: { GET: listCategories } },
  { path: '/products/categories/:id{\\d+}', methods: { GET: oneCategory } },
  { path: '/products/brands', methods: { GET: listBrands } },
  { path: '/products/brands/:identifier{[\\w-]+}', methods: { GET: oneBrand } },
  { path: '/products/tags', methods: { GET: listTags } },
]
