import { z } from 'zod'
import {
  defaultTo,
  each,
  editOnly,
  fixed,
  itemShape,
  metaList,
  time,
  uri,
} from '../../../../platform/rest/item-shape.ts'
import { kindNames, type TeaKind } from '../../facts.ts'

export const productTypes = ['simple', 'grouped', 'external', 'variable'] as const
export const productStatuses = ['draft', 'pending', 'private', 'publish', 'future', 'auto-draft', 'trash'] as const
export const visibilities = ['visible', 'catalog', 'search', 'hidden'] as const
export const stockStatuses = ['instock', 'outofstock', 'onbackorder'] as const
export const backorders = ['no', 'notify', 'yes'] as const
export const taxStatuses = ['taxable', 'none'] as const

const text = z.string()
const count = z.int()
const ids = z.array(count)
const flag = z.boolean()
const off = defaultTo(flag, false)
const unlimited = defaultTo(count, -1)
const termList = z.array(z.strictObject({ id: count, ...each(fixed(text), 'name', 'slug') }))
const attribute = { id: count, name: text }

const fact = z.string().max(200)
const measure = z.number().positive().max(100_000)
export const factsShape = z.strictObject({
  kind: z.enum(Object.keys(kindNames) as TeaKind[]),
  ...each(fact, 'origin', 'country'),
  ...each(z.exactOptional(fact), 'cultivar', 'harvest', 'elevation'),
  caffeine: z.enum(['none', 'low', 'medium', 'high']),
  steeping: z.strictObject(each(measure, 'grams', 'millilitres', 'celsius', 'minutes', 'infusions')),
})

/** A picture of a variation or term; those of products have their sizes, too. */
export const pictureFields = {
  id: count,
  ...each(fixed(time), 'date_created', 'date_created_gmt', 'date_modified', 'date_modified_gmt'),
  ...each(text, 'name', 'alt'),
  src: uri,
}

/** A product as in `wc/v3/products`. `samovar` has this shop's own fields. */
export const productShape = itemShape('product', {
  ...each(fixed(count), 'id', 'total_sales', 'shipping_class_id', 'rating_count', 'parent_id'),
  ...each(text, 'name', 'slug', 'description', 'short_description', 'sku', 'global_unique_id', 'purchase_note'),
  ...each(text, 'regular_price', 'sale_price', 'external_url', 'button_text', 'tax_class', 'shipping_class'),
  ...each(text, 'weight', 'post_password'),
  ...each(fixed(text), 'price', 'price_html', 'average_rating'),
  permalink: fixed(uri),
  ...each(time.nullable(), 'date_created', 'date_created_gmt', 'date_on_sale_from', 'date_on_sale_from_gmt'),
  ...each(time.nullable(), 'date_on_sale_to', 'date_on_sale_to_gmt'),
  ...each(fixed(time), 'date_modified', 'date_modified_gmt'),
  ...each(off, 'featured', 'virtual', 'downloadable', 'manage_stock', 'sold_individually'),
  ...each(fixed(flag), 'on_sale', 'purchasable', 'backorders_allowed', 'backordered', 'has_options'),
  ...each(fixed(flag), 'shipping_required', 'shipping_taxable'),
  reviews_allowed: defaultTo(flag, true),
  type: defaultTo(z.enum(productTypes), 'simple'),
  status: defaultTo(z.enum(productStatuses), 'publish'),
  catalog_visibility: defaultTo(z.enum(visibilities), 'visible'),
  tax_status: defaultTo(z.enum(taxStatuses), 'taxable'),
  stock_status: defaultTo(z.enum(stockStatuses), 'instock'),
  backorders: defaultTo(z.enum(backorders), 'no'),
  downloads: z.array(z.strictObject(each(text, 'id', 'name', 'file'))),
  ...each(unlimited, 'download_limit', 'download_expiry'),
  ...each(count.nullable(), 'stock_quantity', 'low_stock_amount'),
  dimensions: z.strictObject(each(text, 'length', 'width', 'height')),
  ...each(ids, 'upsell_ids', 'cross_sell_ids', 'grouped_products'),
  ...each(fixed(ids), 'related_ids', 'variations'),
  ...each(termList, 'categories', 'brands', 'tags'),
  images: z.array(z.strictObject({ ...pictureFields, ...each(fixed(text), 'srcset', 'sizes', 'thumbnail') })),
  attributes: z.array(
    z.strictObject({
      ...attribute,
      slug: fixed(text),
      position: count,
      ...each(off, 'visible', 'variation'),
      options: z.array(text),
    }),
  ),
  default_attributes: z.array(z.strictObject({ ...attribute, option: text })),
  menu_order: count,
  meta_data: metaList,
  ...each(editOnly(fixed(text)), 'permalink_template', 'generated_slug'),
  samovar: editOnly(
    z.strictObject({
      version: count.describe('Version of the product. Updates with an older version are rejected.'),
      ...each(text, 'subtitle', 'seo_title', 'seo_description'),
      net_grams: count.nullable(),
      facts: factsShape.nullable(),
      status_before_trash: fixed(z.enum(productStatuses).nullable()),
    }),
  ),
})
