import { z } from 'zod'
import { can } from '../../../../platform/access/permissions.ts'
import { type Call, type CallRequest, defineCall } from '../../../../platform/rest/call.ts'
import { ids, pageFields, search, viewOrEdit, windowOf } from '../../../../platform/rest/fields.ts'
import { selectMeta } from '../../../../platform/rest/meta.ts'
import { defineResource } from '../../../../platform/rest/resource.ts'
import type { RestError } from '../../../../platform/rest/response.ts'
import { paths } from '../../../../platform/web/routes.ts'
import { productsWrite, productTextsWrite } from '../../capabilities.ts'
import { deleteProduct } from '../../product-status.ts'
import { type ChangeShop, changeProduct } from './change-product.ts'
import { duplicateProduct } from './duplicate-product.ts'
import * as errors from './product-errors.ts'
import { isTextsOnly, type ProductFields, productFields } from './product-fields.ts'
import { type JsonShop, productJson } from './product-json.ts'
import { listFields, type ProductQuery } from './product-query.ts'
import { productShape } from './product-shape.ts'
import { customFieldNames, findItem, listItems, type ProductItem } from './products.store.ts'

type ProductShop = ChangeShop & JsonShop
type User = CallRequest['user']

async function save(
  shop: ProductShop,
  id: number | null,
  body: ProductFields,
  user: User,
): Promise<ProductItem | RestError> {
  const changed = await changeProduct(shop, { id, body, author: user.id })
  return changed.ok ? ((await findItem(shop.db, changed.id)) ?? errors.notFound) : changed.error
}

async function list(shop: ProductShop, query: ProductQuery) {
  const { items, ...counted } = await listItems(shop.db, query, shop.settings().lowStockThreshold)
  const shown = items.map((item) => ({
    ...item,
    record: { ...item.record, meta: selectMeta(item.record.meta, query) },
  }))
  return { items: shown, ...counted }
}

const path = paths.restProducts
const reading = { method: 'GET', capability: productTextsWrite } as const

/** Listed before the calls of a single product, whose path would match theirs. */
const otherCalls: readonly Call<ProductShop>[] = [
  defineCall({
    ...reading,
    summary: 'Lists products of the given categories or tags, most popular first',
    path: `${path}/suggested-products`,
    action: 'list',
    query: z.object({
      ...viewOrEdit,
      categories: ids,
      tags: ids,
      exclude: ids,
      limit: z.int().min(1).max(100).default(5),
    }),
    response: z.array(productShape),
    async handler(shop: ProductShop, { query: { categories, tags, limit, exclude, context } }) {
      const defaults = z.object(listFields).parse({ status: 'publish', orderby: 'popularity' })
      const suggestionQuery = { ...defaults, category: categories, tag: tags, exclude, limit, offset: 0 }
      const { items, total } = await list(shop, suggestionQuery)
      return { items: items.map((item) => productJson(item, shop, context)), page: 1, per_page: limit, total }
    },
  }),
  defineCall({
    ...reading,
    summary: 'Lists the names of custom fields',
    path: `${path}/custom-fields/names`,
    query: z.object({ ...pageFields, search, order: z.enum(['asc', 'desc']).default('asc') }),
    response: z.string(),
    async handler({ db }: ProductShop, { query }) {
      const { names, total } = await customFieldNames(db, { ...query, ...windowOf(query) })
      return { items: names, ...query, total }
    },
  }),
  defineCall({
    ...reading,
    summary: 'Lists the IDs of related products',
    path: `${path}/:id{[0-9]+}/related`,
    response: z.strictObject({ related_ids: z.array(z.int()) }),
    handler: async ({ db }: ProductShop, { id }) => {
      const item = await findItem(db, id)
      return item ? { json: { related_ids: item.relatedIds } } : errors.notFound
    },
  }),
  defineCall({
    summary: 'Duplicates a product as a draft',
    method: 'POST',
    path: `${path}/:id{[0-9]+}/duplicate`,
    capability: productsWrite,
    body: z.looseObject({}),
    response: productShape,
    async handler(shop: ProductShop, { id, body, user }) {
      const item = await findItem(shop.db, id)
      if (!item) return errors.noOriginal
      const copied = await duplicateProduct(shop, item, body, user.id)
      if (!copied.ok) return copied.error
      const created = await findItem(shop.db, copied.id)
      return created ? { json: productJson(created, shop, 'edit') } : errors.noOriginal
    },
  }),
]

const productResource = defineResource({
  name: 'product',
  path,
  capability: productsWrite,
  capabilities: { read: productTextsWrite, edit: productTextsWrite },
  notFound: errors.notFound,
  notFoundToChange: errors.notFoundToChange,
  response: productShape,
  writeContext: 'edit',
  json: (item: ProductItem, shop: ProductShop, context) => productJson(item, shop, context),
  query: listFields,
  list,
  get: ({ db }, id) => findItem(db, id),
  fields: { create: productFields, update: productFields },
  create: async (shop, body, user) => (body.id ? errors.existsAlready : save(shop, null, body, user)),
  update: async (shop, before, body, user) =>
    can(user, productsWrite) || isTextsOnly(body, before.record) ? save(shop, before.id, body, user) : errors.onlyTexts,
  delete: ({ db, now }, item) => deleteProduct(db, item.id, now()),
  trash: async (shop, item) => {
    if (item.record.status === 'trash') return errors.alreadyTrashed
    const trashed = await changeProduct(shop, { id: item.id, body: { status: 'trash' }, author: 0 })
    return trashed.ok ? item : trashed.error
  },
})

export const productCalls = [...otherCalls, ...productResource]
