import { parseBodyFields } from '../../../../platform/rest/input.ts'
import type { Fields } from '../../../../platform/rest/request.ts'
import { type ChangeShop, changeProduct } from './change-product.ts'
import { freeSku } from './product-errors.ts'
import { productFields } from './product-fields.ts'
import { type JsonShop, productJson } from './product-json.ts'
import type { ProductItem } from './products.store.ts'

/** Creates a draft copy with a free SKU, and without GTIN, slug and date; fields of the request override the copy. */
export async function duplicateProduct(shop: ChangeShop & JsonShop, item: ProductItem, sent: Fields, author: number) {
  const { samovar, sku, ...json } = productJson(item, shop, 'edit')
  const overrides = {
    name: `${json.name} (Copy)`,
    slug: '',
    status: 'draft',
    sku: sku && (await freeSku(shop.db, sku)),
    global_unique_id: '',
    date_created: null,
    date_created_gmt: null,
    samovar: { ...samovar, version: undefined },
  }
  const body = parseBodyFields(productFields, { ...json, ...overrides, ...sent })
  if (!body.ok) return body
  return changeProduct(shop, { id: null, body: body.value, author })
}
