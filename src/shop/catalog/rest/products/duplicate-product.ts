import { parseBodyFields } from '../../../../platform/rest/input.ts'
import type { Fields } from '../../../../platform/rest/request.ts'
import { changeVariations, type VariationChange } from '../variations/save-variations.ts'
import { variationJson } from '../variations/variation-json.ts'
import { variationFields } from '../variations/variation-shape.ts'
import { loadVariations, type VariationItem } from '../variations/variations.store.ts'
import { type ChangeShop, changeProduct } from './change-product.ts'
import { freeSku } from './product-errors.ts'
import { productFields } from './product-fields.ts'
import { type JsonShop, productJson } from './product-json.ts'
import type { ProductItem } from './products.store.ts'

/**
 * Creates a draft copy with its variations, with free SKUs, and without GTIN, slug and date; fields of the request
 * override the copy.
 */
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
  const copied = await changeProduct(shop, { id: null, body: body.value, author })
  if (!copied.ok) return copied
  const copies: VariationChange[] = []
  for (const variation of await loadVariations(shop.db, item.variationIds))
    copies.push(...(await copyOf(shop, variation)))
  if (copies.length > 0) await changeVariations(shop, copied.id, copies)
  return copied
}

/** A new variation with the values of another one itself, without those that it has from its product. */
async function copyOf(shop: ChangeShop & JsonShop, variation: VariationItem): Promise<VariationChange[]> {
  const { samovar, image, ...json } = variationJson(variation, shop, 'edit')
  const { shippingClass, lengthCm, widthCm, heightCm } = variation.record
  const size = (cm: number | null) => String(cm ?? '')
  const body = parseBodyFields(variationFields, {
    ...json,
    sku: samovar?.sku && (await freeSku(shop.db, samovar.sku)),
    global_unique_id: '',
    weight: samovar?.weight,
    dimensions: { length: size(lengthCm), width: size(widthCm), height: size(heightCm) },
    shipping_class: shippingClass,
    image: image && { id: image.id },
    samovar: { net_grams: samovar?.net_grams },
  })
  return body.ok ? [{ kind: 'save', id: null, body: body.value }] : []
}
