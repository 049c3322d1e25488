import { z } from 'zod'
import { ids, pageFields, whole, words } from '../../../platform/rest/fields.ts'
import { idOf, idParam } from '../../../platform/rest/request.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { notFound } from '../cart/cart-errors.ts'
import type { StoreApiContext } from '../context.ts'
import { nameHtml, revalidatedJson, revalidatedList } from '../response.ts'
import * as shapes from '../shapes/product-shape.ts'
import { type StoreCall, type StoreRequest, storeCall } from '../store-call.ts'
import { imageJson } from './product-json.ts'
import { searchText } from './product-query.ts'
import { type AttributeWithCount, findAttributes, findTerms, type TermWithCount } from './terms.store.ts'

const query = z.object({
  ...pageFields,
  per_page: z.int().min(0).max(100).default(0),
  search: searchText,
  slug: words,
  include: ids,
  exclude: ids,
  order: z.enum(['asc', 'desc']).default('asc'),
  orderby: z.enum(['name', 'slug', 'count']).default('name'),
  hide_empty: z.boolean().default(true),
  parent: whole,
})
const list = { method: 'GET', query, isPaged: true } as const

const categoryNotFound = notFound('woocommerce_rest_category_invalid_id', 'Invalid category ID.')
const brandNotFound = notFound('woocommerce_rest_brand_invalid_id', 'Invalid brand.')
const attributeNotFound = notFound('woocommerce_rest_taxonomy_invalid', 'Attribute does not exist.')

const termJson = (term: TermWithCount): shapes.TermJson => ({
  id: term.id,
  name: nameHtml(term.name),
  slug: term.slug,
  description: term.description,
  parent: term.parentId ?? 0,
  count: term.count,
})

const categoryJson = (term: TermWithCount, { url }: StoreApiContext): shapes.CategoryJson => ({
  ...termJson(term),
  image: term.picture ? imageJson(url, term.picture) : null,
  review_count: term.reviewCount,
  permalink: url + hrefs.category(term.slug),
})

const attributeJson = (attribute: AttributeWithCount): shapes.AttributeJson => ({
  id: attribute.id,
  name: nameHtml(attribute.label),
  taxonomy: attribute.slug,
  type: 'select',
  order: 'menu_order',
  has_archives: false,
  count: attribute.count,
})

type ToJson = (term: TermWithCount, shop: StoreApiContext) => shapes.TermJson

async function respondWithTerms(
  { context, shop, query: params }: StoreRequest<typeof query>,
  taxonomy: string,
  json: ToJson,
): Promise<Response> {
  const { terms, total } = await findTerms(shop, taxonomy, params)
  const items = terms.map((term) => json(term, shop))
  return params.per_page > 0
    ? revalidatedList(context, shop, items, { ...params, total })
    : revalidatedJson(context, items)
}

const termsCall = (plural: string, taxonomy: string, shape: z.ZodType, json: ToJson): StoreCall =>
  storeCall({
    ...list,
    summary: `Lists product ${plural}`,
    path: `/products/${plural}`,
    responses: { 200: z.array(shape) },
    handler: (request) => respondWithTerms(request, taxonomy, json),
  })

export const termCalls: readonly StoreCall[] = [
  storeCall({
    summary: 'Lists product attributes',
    method: 'GET',
    path: '/products/attributes',
    responses: { 200: z.array(shapes.attributeShape) },
    handler: async ({ context, shop }) => revalidatedJson(context, (await findAttributes(shop.db)).map(attributeJson)),
  }),
  storeCall({
    summary: 'Retrieves a product attribute',
    method: 'GET',
    path: '/products/attributes/:id{\\d+}',
    responses: { 200: shapes.attributeShape },
    errors: { [attributeNotFound.code]: 404 },
    handler: async ({ context, shop }) => {
      const [attribute] = await findAttributes(shop.db, idParam(context, 'id'))
      return attribute ? revalidatedJson(context, attributeJson(attribute)) : attributeNotFound
    },
  }),
  storeCall({
    ...list,
    summary: 'Lists the terms of a product attribute',
    path: '/products/attributes/:attribute_id{\\d+}/terms',
    responses: { 200: z.array(shapes.termShape) },
    errors: { [attributeNotFound.code]: 404 },
    handler: async (request) => {
      const [attribute] = await findAttributes(request.shop.db, idParam(request.context, 'attribute_id'))
      return attribute ? respondWithTerms(request, attribute.slug, termJson) : attributeNotFound
    },
  }),
  termsCall('categories', 'product_cat', shapes.categoryShape, categoryJson),
  storeCall({
    summary: 'Retrieves a product category',
    method: 'GET',
    path: '/products/categories/:id{\\d+}',
    responses: { 200: shapes.categoryShape },
    errors: { [categoryNotFound.code]: 404 },
    handler: async ({ context, shop }) => {
      const { terms } = await findTerms(shop, 'product_cat', { include: [idParam(context, 'id')] })
      return terms[0] ? revalidatedJson(context, categoryJson(terms[0], shop)) : categoryNotFound
    },
  }),
  termsCall('brands', 'product_brand', shapes.categoryShape, categoryJson),
  storeCall({
    summary: 'Retrieves a product brand by ID or slug',
    method: 'GET',
    path: '/products/brands/:identifier{[\\w-]+}',
    responses: { 200: shapes.categoryShape },
    errors: { [brandNotFound.code]: 404 },
    handler: async ({ context, shop }) => {
      const identifier = context.req.param('identifier') ?? ''
      const by = /^\d+$/.test(identifier) ? { include: [idOf(identifier)] } : { slug: [identifier] }
      const { terms } = await findTerms(shop, 'product_brand', by)
      return terms[0] ? revalidatedJson(context, categoryJson(terms[0], shop)) : brandNotFound
    },
  }),
  termsCall('tags', 'product_tag', shapes.termShape, termJson),
]
