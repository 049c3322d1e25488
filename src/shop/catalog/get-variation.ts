import { type AjaxHandler, ajaxEmpty, ajaxJson } from '../../platform/web/ajax.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { formFields } from '../../platform/web/form.ts'
import type { InventorySettings } from '../inventory/settings.ts'
import { findProduct } from './catalog.store.ts'
import { matchVariation } from './match-variation.ts'
import { productVariationData } from './variation-data.tsx'

/** POST /?wc-ajax=get_variation: the variation that matches the attributes, or `false` (wc-ajax-get-variation.json). */
export const getVariationHandler: AjaxHandler<
  Pick<Platform, 'db' | 'now' | 'url'> & WithSettings<InventorySettings>
> = async (context, shop) => {
  const fields = await formFields(context)
  if (!fields.product_id) return ajaxEmpty(context)
  if (!/^[1-9][0-9]{0,8}$/.test(fields.product_id)) return ajaxJson(context, false)
  const product = await findProduct(shop.db, { id: Number(fields.product_id) })
  if (product?.type !== 'variable') return ajaxJson(context, false)
  const slugs = product.attributes.filter((attribute) => attribute.isForVariations).map((attribute) => attribute.slug)
  const choices = Object.fromEntries(slugs.map((slug) => [slug, fields[`attribute_${slug}`] ?? '']))
  const { lowStockThreshold } = shop.settings()
  const variations = productVariationData(product, { now: shop.now(), lowStock: lowStockThreshold, shopUrl: shop.url })
  return ajaxJson(context, matchVariation(variations, slugs, choices) ?? false)
}
