import type { AjaxHandler } from '../web/ajax.ts'
import { ajaxJson, ajaxNothing } from '../web/ajax.ts'
import { formFields } from '../web/form.ts'
import { findProduct } from './catalog.store.ts'
import { matchVariation } from './match-variation.ts'
import { productVariationData } from './variation-data.tsx'

/** POST /?wc-ajax=get_variation: the variation that the choices lead to, or `false` (wc-ajax-get-variation.json). */
export const getVariationCall: AjaxHandler = async (context, shop) => {
  const fields = await formFields(context)
  if (!fields.product_id) return ajaxNothing(context)
  if (!/^[1-9][0-9]{0,8}$/.test(fields.product_id)) return ajaxJson(context, false)
  const product = await findProduct(shop.db, { id: Number(fields.product_id) })
  if (product?.type !== 'variable') return ajaxJson(context, false)
  const slugs = product.attributes.filter((attribute) => attribute.isForVariations).map((attribute) => attribute.slug)
  const choices = Object.fromEntries(slugs.map((slug) => [slug, fields[`attribute_${slug}`] ?? '']))
  const { lowStock } = shop.settings()
  const variations = productVariationData(product, { now: shop.now(), lowStock, shopUrl: shop.url })
  return ajaxJson(context, matchVariation(variations, slugs, choices) ?? false)
}
