import type { Context } from 'hono'
import { z } from 'zod'
import {
  described,
  idList,
  oneOf,
  type Read,
  type Reader,
  readParams,
  right,
  wholeNumber,
  words,
  wrongType,
} from '../rest/params.ts'
import { idParam, queryParam } from '../rest/request.ts'
import { hrefs } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { nameHtml, type StoreError, storeError } from './answer.ts'
import { type CallSpec, plainCall, type StoreHandler } from './call.ts'
import { imageJson } from './image-json.ts'
import { kept, setPageHeaders } from './list-answer.ts'
import type { StoreRoute } from './router.ts'
import {
  type AttributeJson,
  attributeShape,
  type CategoryJson,
  categoryShape,
  type TermJson,
  termShape,
} from './shapes/term-shape.ts'
import { type FoundAttribute, type FoundTerm, findAttributes, findTerms } from './terms.store.ts'

const LARGEST_ID = 2_147_483_647

const yes: Reader<boolean> = described(
  { type: 'boolean', default: true },
  (text: string | undefined, name: string): Read<boolean> => {
    if (text === undefined || text === '' || /^(true|1)$/i.test(text)) return right(true)
    return /^(false|0)$/i.test(text) ? right(false) : wrongType(name, 'boolean')
  },
)

const parent: Reader<number | undefined> = described(
  { type: 'integer', minimum: 0 },
  (text: string | undefined, name: string): Read<number | undefined> => {
    if (text === undefined || text === '') return right(undefined)
    return /^\d{1,15}$/.test(text) ? right(Math.min(Number(text), LARGEST_ID)) : wrongType(name, 'integer')
  },
)

const slugs: Reader<readonly string[]> = described(
  { type: 'array', items: { type: 'string' }, default: [] },
  (text: string | undefined) =>
    right(
      (text ?? '')
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .slice(0, 100),
    ),
)

/** All of them unless a page is asked for. */
const readers = {
  page: wholeNumber({ fallback: 1, min: 1, max: 1_000_000 }),
  per_page: wholeNumber({ fallback: 0, min: 0, max: 100 }),
  search: words,
  slug: slugs,
  include: idList,
  exclude: idList,
  order: oneOf(['asc', 'desc'], 'asc'),
  orderby: oneOf(['name', 'slug', 'count'], 'name'),
  hide_empty: yes,
  parent,
} as const

type TermJsonOf = (shop: Shop, term: FoundTerm) => TermJson | CategoryJson

/** One page of the terms of `taxonomy`, or all of them. */
async function answerTerms(context: Context, shop: Shop, taxonomy: string, json: TermJsonOf): Promise<Response> {
  const read = readParams(readers, (name) => queryParam(context, name)?.replaceAll('\0', ''))
  if (!read.ok) return storeError(context, read.error)
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
  } = read.values
  const found = await findTerms(shop, {
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
  if (size > 0) setPageHeaders(context, shop, { number: page, size, total: found.total })
  return kept(
    context,
    found.terms.map((term) => json(shop, term)),
  )
}

const listSpec = (summary: string, shape: z.ZodType): CallSpec => ({
  summary,
  query: readers,
  answers: { 200: z.array(shape) },
  isPaged: true,
})

const termsOf = (summary: string, taxonomy: string, shape: z.ZodType, json: TermJsonOf): StoreHandler =>
  plainCall(listSpec(summary, shape), (context, shop) => answerTerms(context, shop, taxonomy, json))

const noSuch = (code: string, message: string): StoreError => ({ status: 404, code, message })
const noSuchCategory = noSuch('woocommerce_rest_category_invalid_id', 'Invalid category ID.')
const noSuchBrand = noSuch('woocommerce_rest_brand_invalid_id', 'Invalid brand.')
const noSuchAttribute = noSuch('woocommerce_rest_taxonomy_invalid', 'Attribute does not exist.')

async function answerTerm(
  context: Context,
  shop: Shop,
  wanted: { taxonomy: string; include?: readonly number[]; slugs?: readonly string[] },
  missing: StoreError,
): Promise<Response> {
  const all = { hidesEmpty: false, orderBy: 'name', direction: 'asc', page: null } as const
  const [term] = (await findTerms(shop, { ...all, ...wanted })).terms
  return term ? kept(context, categoryJson(shop, term)) : storeError(context, missing)
}

const oneCategory = plainCall(
  { summary: 'One category', answers: { 200: categoryShape }, errors: { [noSuchCategory.code]: 404 } },
  (context, shop) =>
    answerTerm(context, shop, { taxonomy: 'product_cat', include: [idParam(context, 'id')] }, noSuchCategory),
)

const oneBrand = plainCall(
  { summary: 'One brand, by number or name', answers: { 200: categoryShape }, errors: { [noSuchBrand.code]: 404 } },
  (context, shop) => {
    const named = context.req.param('identifier') ?? ''
    const by = /^\d+$/.test(named) ? { include: [idParam(context, 'identifier')] } : { slugs: [named] }
    return answerTerm(context, shop, { taxonomy: 'product_brand', ...by }, noSuchBrand)
  },
)

const listAttributes = plainCall(
  { summary: 'What products are told apart by', answers: { 200: z.array(attributeShape) } },
  async (context, shop) => kept(context, (await findAttributes(shop.db)).map(attributeJson)),
)

const oneAttribute = plainCall(
  { summary: 'One attribute', answers: { 200: attributeShape }, errors: { [noSuchAttribute.code]: 404 } },
  async (context, shop) => {
    const [found] = await findAttributes(shop.db, idParam(context, 'id'))
    return found ? kept(context, attributeJson(found)) : storeError(context, noSuchAttribute)
  },
)

const attributeTerms = plainCall(
  { ...listSpec('The values of an attribute', termShape), errors: { [noSuchAttribute.code]: 404 } },
  async (context, shop) => {
    const [found] = await findAttributes(shop.db, idParam(context, 'attribute_id'))
    return found ? answerTerms(context, shop, found.slug, termJson) : storeError(context, noSuchAttribute)
  },
)

function termJson(_: Shop, term: FoundTerm): TermJson {
  return {
    id: term.id,
    name: nameHtml(term.name),
    slug: term.slug,
    description: term.description,
    parent: term.parentId ?? 0,
    count: term.count,
  }
}

function categoryJson(shop: Shop, term: FoundTerm): CategoryJson {
  return {
    ...termJson(shop, term),
    image: term.picture ? imageJson(shop.url, term.picture) : null,
    review_count: term.reviewCount,
    permalink: shop.url + hrefs.category(term.slug),
  }
}

const attributeJson = (attribute: FoundAttribute): AttributeJson => ({
  id: attribute.id,
  name: nameHtml(attribute.label),
  taxonomy: attribute.slug,
  type: 'select',
  order: 'menu_order',
  has_archives: false,
  count: attribute.count,
})

const idShown = '(?P<id>[\\d]+)'

export const termRoutes: readonly StoreRoute[] = [
  { path: '/products/attributes', methods: { GET: listAttributes } },
  {
    path: '/products/attributes/:id{\\d+}',
    shown: `/products/attributes/${idShown}`,
    methods: { GET: oneAttribute },
  },
  {
    path: '/products/attributes/:attribute_id{\\d+}/terms',
    shown: '/products/attributes/(?P<attribute_id>[\\d]+)/terms',
    methods: { GET: attributeTerms },
  },
  {
    path: '/products/categories',
    methods: { GET: termsOf('The categories', 'product_cat', categoryShape, categoryJson) },
  },
  { path: '/products/categories/:id{\\d+}', shown: `/products/categories/${idShown}`, methods: { GET: oneCategory } },
  { path: '/products/brands', methods: { GET: termsOf('The brands', 'product_brand', categoryShape, categoryJson) } },
  {
    path: '/products/brands/:identifier{[\\w-]+}',
    shown: '/products/brands/(?P<identifier>[\\w-]+)',
    methods: { GET: oneBrand },
  },
  { path: '/products/tags', methods: { GET: termsOf('The tags', 'product_tag', termShape, termJson) } },
]
