import { z } from 'zod'
import { defineCall, type RestResult } from '../../../../platform/rest/call.ts'
import { includeProblem, viewOrEdit, windowFields, windowOf } from '../../../../platform/rest/fields.ts'
import { parseBodyFields } from '../../../../platform/rest/input.ts'
import { type Fields, idOf, isRecord } from '../../../../platform/rest/request.ts'
import { batchFields, batchShape, deletion, MAX_BATCH_SIZE, notAnObject } from '../../../../platform/rest/resource.ts'
import { errorJson, isRestError, type RestError } from '../../../../platform/rest/response.ts'
import { paths } from '../../../../platform/web/routes.ts'
import { productsWrite, productTextsWrite } from '../../capabilities.ts'
import type { ChangeShop } from '../products/change-product.ts'
import { notFound as noProduct } from '../products/product-errors.ts'
import type { JsonShop } from '../products/product-json.ts'
import { findItem } from '../products/products.store.ts'
import { changeVariations, combinationsOf, notFound, type VariationChange } from './save-variations.ts'
import { variationJson } from './variation-json.ts'
import { variationFields, variationQuery, variationShape } from './variation-shape.ts'
import { listVariations, loadVariations, type VariationItem } from './variations.store.ts'

type Shop = ChangeShop & JsonShop

const MAX_GENERATED = 100
const path = `${paths.restProducts}/:product{[0-9]+}/variations`
const itemPath = `${path}/:variation{[0-9]+}`
const changing = ['POST', 'PUT', 'PATCH'] as const
const writes = { capability: productsWrite, response: variationShape }
const reads = { capability: productTextsWrite, response: variationShape }
const query = z.object({ ...windowFields, ...viewOrEdit, ...variationQuery })

async function list(shop: Shop, productId: number | null, sent: z.output<typeof query>): Promise<RestResult> {
  const { page, per_page, offset, context, include_meta: included, exclude_meta: excluded, ...filter } = sent
  const problem = includeProblem(filter)
  if (problem) return problem
  const found = await listVariations(shop.db, productId, { ...filter, ...windowOf({ page, per_page, offset }) })
  const isShown = ({ key }: { key: string }) =>
    (included.length === 0 || included.includes(key)) && !excluded.includes(key)
  const items = found.items.map((item) => {
    const json = variationJson(item, shop, context)
    return { ...json, meta_data: json.meta_data.filter(isShown) }
  })
  return { items, page, per_page, total: found.total }
}

const answer = (shop: Shop, result: VariationItem | RestError = notFound) =>
  isRestError(result) ? result : { json: variationJson(result, shop, 'edit') }

async function change(shop: Shop, productId: number, one: VariationChange): Promise<RestResult> {
  const [result] = await changeVariations(shop, productId, [one])
  const answered = answer(shop, result)
  if (isRestError(answered) || one.id !== null) return answered
  return { ...answered, status: 201, headers: { location: answered.json._links.self[0]?.href ?? '' } }
}

/** Runs a batch as one save. An invalid item, or an id of another product, gets an error in its place. */
async function batch(shop: Shop, productId: number, sent: z.output<typeof batchFields>): Promise<RestResult> {
  const saveOf = (id: number | null, one: Fields) => {
    const parsed = parseBodyFields(variationFields, one)
    return { id: id ?? 0, change: parsed.ok ? ({ kind: 'save', id, body: parsed.value } as const) : parsed.error }
  }
  const lists = {
    create: sent.create.map((one, nth) => (isRecord(one) ? saveOf(null, one) : { id: 0, change: notAnObject(nth) })),
    update: sent.update.map((one) => (isRecord(one) ? saveOf(idOf(one.id), one) : saveOf(0, {}))),
    delete: sent.delete.map((one) => ({ id: idOf(one), change: { kind: 'delete', id: idOf(one) } as const })),
  }
  const all = Object.values(lists).flat()
  if (all.length > MAX_BATCH_SIZE) {
    const message = `Unable to accept more than ${MAX_BATCH_SIZE} items for this request.`
    return { status: 413, code: 'woocommerce_rest_request_entity_too_large', message }
  }
  const changes = all.flatMap((one) => (isRestError(one.change) ? [] : [one.change]))
  const results = (await changeVariations(shop, productId, changes)).values()
  const json = Object.entries(lists).flatMap(([name, items]) => {
    const answers = items.map((item) => {
      const result = answer(shop, isRestError(item.change) ? item.change : results.next().value)
      return isRestError(result) ? { id: item.id, error: errorJson(result) } : result.json
    })
    return answers.length > 0 ? [[name, answers]] : []
  })
  return { json: Object.fromEntries(json) as object }
}

const generateFields = z.object({ delete: z.boolean().default(false), default_values: variationFields.optional() })

/** Creates up to a hundred missing combinations; the next call creates more. */
async function generate(shop: Shop, productId: number, body: z.output<typeof generateFields>): Promise<RestResult> {
  const product = await findItem(shop.db, productId)
  if (!product) return noProduct
  const { combinations } = await combinationsOf(shop.db, product)
  const missing = combinations.missing(MAX_GENERATED)
  const removed = body.delete ? combinations.incomplete() : []
  const additions = missing.map(
    (attributes) => ({ kind: 'save', id: null, body: { ...body.default_values, attributes } }) as const,
  )
  const results = await changeVariations(shop, productId, additions)
  const created = results.filter((one) => !isRestError(one))
  const refused = results.find((one) => isRestError(one))
  if (refused && created.length === 0) return refused
  // After those that replace them, of which all may be refused.
  const deletions = removed.map((id) => ({ kind: 'delete', id }) as const)
  await changeVariations(shop, productId, deletions)
  return { json: { count: created.length, ...(body.delete ? { deleted_count: removed.length } : {}) } }
}

export const variationCalls = [
  defineCall({
    ...reads,
    summary: 'Lists the variations of a product',
    method: 'GET',
    path,
    query,
    handler: (shop: Shop, { id, query: sent }) => list(shop, id, sent),
  }),
  defineCall({
    ...reads,
    summary: 'Lists the variations of all products',
    method: 'GET',
    path: paths.restVariations,
    query,
    handler: (shop: Shop, { query: sent }) => list(shop, null, sent),
  }),
  defineCall({
    ...writes,
    summary: 'Creates a variation',
    method: 'POST',
    path,
    body: variationFields,
    handler: (shop: Shop, { id, body }) => change(shop, id, { kind: 'save', id: null, body }),
  }),
  defineCall({
    ...reads,
    summary: 'Retrieves a variation',
    method: 'GET',
    path: itemPath,
    query: z.object(viewOrEdit),
    async handler(shop: Shop, { id, path: { product }, query: { context } }) {
      const [item] = await loadVariations(shop.db, [id])
      return item?.parent.id === idOf(product) ? { json: variationJson(item, shop, context) } : notFound
    },
  }),
  defineCall({
    ...writes,
    summary: 'Updates a variation',
    method: changing,
    action: 'edit',
    path: itemPath,
    body: variationFields,
    handler: (shop: Shop, { id, path: { product }, body }) => change(shop, idOf(product), { kind: 'save', id, body }),
  }),
  defineCall({
    ...writes,
    summary: 'Deletes a variation, or moves it to the trash',
    ...deletion,
    path: itemPath,
    handler: (shop: Shop, { id, path: { product }, query: asked, body }) =>
      change(shop, idOf(product), { kind: asked.force || body.force ? 'delete' : 'trash', id }),
  }),
  defineCall({
    capability: productsWrite,
    summary: `Creates, updates and deletes up to ${MAX_BATCH_SIZE} variations in one request`,
    method: changing,
    action: 'edit',
    path: `${path}/batch`,
    body: batchFields,
    response: batchShape,
    handler: (shop: Shop, { id, body }) => batch(shop, id, body),
  }),
  defineCall({
    capability: productsWrite,
    summary: `Creates up to ${MAX_GENERATED} missing variations of a product`,
    method: 'POST',
    path: `${path}/generate`,
    body: generateFields,
    response: z.strictObject({ count: z.int(), deleted_count: z.int().optional() }),
    handler: (shop: Shop, { id, body }) => generate(shop, id, body),
  }),
]
