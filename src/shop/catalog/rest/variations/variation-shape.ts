import { z } from 'zod'
import { listOf } from '../../../../platform/rest/fields.ts'
import {
  allFixed,
  defaultTo,
  each,
  editOnly,
  fixed,
  type Item,
  itemShape,
  uri,
} from '../../../../platform/rest/item-shape.ts'
import { MAX_ID } from '../../../../platform/rest/params.ts'
import { MAX_ATTRIBUTES, MAX_PICTURES } from '../../product-record.ts'
import { productFields } from '../products/product-fields.ts'
import { listFields } from '../products/product-query.ts'
import { pictureFields, productShape } from '../products/product-shape.ts'

const statuses = ['draft', 'pending', 'private', 'publish'] as const
const id = z.int().min(0).max(MAX_ID)
const one = { id: z.int(), name: z.string() }

const maskOf = <const N extends string>(names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, true])) as Record<N, true>

/** Fields that are the same as a product's, in requests and responses. */
export const sameFields = maskOf([
  ...(['description', 'sku', 'global_unique_id', 'regular_price', 'sale_price', 'date_on_sale_from'] as const),
  ...(['date_on_sale_from_gmt', 'date_on_sale_to', 'date_on_sale_to_gmt', 'virtual', 'downloadable'] as const),
  ...(['downloads', 'download_limit', 'download_expiry', 'tax_status', 'stock_quantity', 'stock_status'] as const),
  ...(['backorders', 'low_stock_amount', 'weight', 'dimensions', 'shipping_class', 'menu_order', 'meta_data'] as const),
])
/** Fields that are the same in responses only: they are read-only, or have other values in requests. */
export const sameInResponses = maskOf([
  ...(['id', 'date_created', 'date_created_gmt', 'date_modified', 'date_modified_gmt', 'price', 'on_sale'] as const),
  ...(['tax_class', 'manage_stock', 'backorders_allowed', 'backordered', 'shipping_class_id'] as const),
])

/** A variation as in `wc/v3/products/{id}/variations`. */
export const variationShape = itemShape('product_variation', {
  ...productShape.pick({ ...sameFields, ...sameInResponses }).shape,
  ...each(fixed(productShape.shape.date_created), 'date_created', 'date_created_gmt'),
  type: fixed(z.literal('variation')),
  status: defaultTo(z.enum([...statuses, 'future', 'trash']), 'publish'),
  image: z.strictObject(pictureFields).nullable(),
  gallery_image_ids: z.array(z.int()),
  attributes: z.array(z.strictObject({ ...one, slug: fixed(z.string()), option: z.string() })),
  ...allFixed({ permalink: uri, purchasable: z.boolean(), name: z.string(), parent_id: z.int() }),
  samovar: editOnly(
    z
      .strictObject({
        version: z.int(),
        net_grams: z.int().nullable(),
        ...productShape.pick({ sku: true, weight: true, dimensions: true, shipping_class: true }).shape,
      })
      .describe('Values of the variation itself. The same fields at the top level fall back to those of the product.'),
  ),
})
export type VariationJson = Item<typeof variationShape>

/** Fields of a request; other fields of a response may be sent back and are ignored. */
export const variationFields = z.object(productFields.pick(sameFields).shape).extend({
  status: z.enum(statuses).optional(),
  tax_class: z.string().max(200).optional(),
  // Stock is counted per variation: `parent` is treated like a product whose stock is not counted.
  manage_stock: z
    .union([z.boolean(), z.literal('parent')])
    .transform((value) => value === true)
    .optional(),
  image: productFields.shape.images.unwrap().element.nullable().optional(),
  gallery_image_ids: z.array(z.int().min(1).max(MAX_ID)).max(MAX_PICTURES).optional(),
  attributes: z
    .array(
      z.object({ id: id.optional(), name: z.string().max(200).optional(), option: z.string().max(200).default('') }),
    )
    .max(MAX_ATTRIBUTES)
    .optional(),
  samovar: productFields.shape.samovar.unwrap().pick({ version: true, net_grams: true, stock_change: true }).optional(),
})
export type VariationFields = z.output<typeof variationFields>

export const variationQuery = {
  ...z
    .object(listFields)
    .pick(
      maskOf([
        ...(['search', 'after', 'before', 'modified_after', 'modified_before', 'dates_are_gmt', 'include'] as const),
        ...(['exclude', 'parent', 'parent_exclude', 'order', 'slug', 'sku', 'include_meta', 'exclude_meta'] as const),
        ...(['status', 'include_status', 'exclude_status', 'on_sale', 'virtual', 'downloadable'] as const),
        ...(['pos_products_only', 'tax_class', 'min_price', 'max_price', 'stock_status'] as const),
      ]),
    ).shape,
  orderby: z.enum(['date', 'id', 'include', 'title', 'slug', 'modified', 'menu_order']).default('date'),
  has_price: z.boolean().optional(),
  attributes: listOf(
    z.object({ attribute: z.string(), term: z.string().optional(), terms: z.array(z.string()).optional() }),
  ).optional(),
}
