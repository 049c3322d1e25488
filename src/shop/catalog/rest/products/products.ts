import { can } from '../../../../platform/access/permissions.ts'
import type { CallRequest } from '../../../../platform/rest/call.ts'
import { includeProblem } from '../../../../platform/rest/fields.ts'
import { defineResource } from '../../../../platform/rest/resource.ts'
import type { RestError } from '../../../../platform/rest/response.ts'
import { paths } from '../../../../platform/web/routes.ts'
import { productsWrite, productTextsWrite } from '../../capabilities.ts'
import { type ChangeShop, changeProduct } from './change-product.ts'
import * as errors from './product-errors.ts'
import { isTextsOnly, listFields, type ProductFields, productFields } from './product-fields.ts'
import { type JsonShop, productJson } from './product-json.ts'
import { productShape } from './product-shape.ts'
import { findItem, listItems, type ProductItem } from './products.store.ts'

type ProductShop = ChangeShop & JsonShop
type User = CallRequest['user']

async function save(
  shop: ProductShop,
  id: number | null,
  body: ProductFields,
  user: User,
): Promise<ProductItem | RestError> {
  const changed = await changeProduct(shop, id, body, user.id)
  return changed.ok ? ((await findItem(shop.db, changed.id)) ?? errors.notFound) : changed.error
}

const statusesOf = (status: string) =>
  status === 'any' ? ['future', 'draft', 'pending', 'private', 'publish'] : [status]

export const productCalls = defineResource({
  name: 'product',
  path: paths.restProducts,
  capability: productsWrite,
  capabilities: { read: productTextsWrite, edit: productTextsWrite },
  notFound: errors.notFound,
  notFoundToChange: errors.notFoundToChange,
  response: productShape,
  writeContext: 'edit',
  json: (item: ProductItem, shop: ProductShop, context) => productJson(item, shop, context),
  query: listFields,
  list: async ({ db }, { status, type, ...query }) =>
    listItems(db, { ...query, statuses: statusesOf(status), types: type ? [type] : [] }),
  get: ({ db }, id) => findItem(db, id),
  fields: { create: productFields, update: productFields },
  create: async (shop, body, user) => (body.id ? errors.existsAlready : save(shop, null, body, user)),
  update: async (shop, before, body, user) =>
    can(user, productsWrite) || isTextsOnly(body) ? save(shop, before.id, body, user) : errors.onlyTexts,
  delete: async () => errors.notFound,
})
