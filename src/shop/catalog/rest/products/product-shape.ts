import { z } from 'zod'
import {
  allFixed,
  fixed,
  forEditing,
  initially,
  itemShape,
  metaList,
  time,
  uri,
} from '../../../../platform/rest/item-shape.ts'

export const productTypes = ['simple', 'grouped', 'external', 'variable'] as const
export const productStatuses = ['draft', 'pending', 'private', 'publish', 'future', 'auto-draft', 'trash'] as const
export const visibilities = ['visible', 'catalog', 'search', 'hidden'] as const
export const stockStatuses = ['instock', 'outofstock', 'onbackorder'] as const
export const backorders = ['no', 'notify', 'yes'] as const
export const taxStatuses = ['taxable', 'none'] as const

const text = z.string()
const flag = initially(z.boolean(), false)
const count = z.int()
const ids = z.array(count)
const optionalTime = time.nullable()
const termList = z.array(z.strictObject({ id: count, ...allFixed({ name: text, slug: text }) }))

export const steepingShape = z.strictObject({
  grams: z.number().min(0).max(1000),
  millilitres: z.number().min(0).max(10_000),
  celsius: z.number().min(0).max(100),
  minutes: z.number().min(0).max(10_000),
  infusions: z.int().min(1).max(100),
})
const fact = z.string().max(200)
/** Facts of a tea, as they are sent and answered. */
export const factsShape = z.strictObject({
  kind: z.enum(['white', 'green', 'yellow', 'oolong', 'black', 'dark', 'herbal']),
  origin: fact,
  country: fact,
  cultivar: fact.optional(),
  harvest: fact.optional(),
  elevation: fact.optional(),
  caffeine: z.enum(['none', 'low', 'medium', 'high']),
  steeping: steepingShape,
})

const image = z.strictObject({
  id: count,
  ...allFixed({ date_created: time, date_created_gmt: time, date_modified: time, date_modified_gmt: time }),
  src: uri,
  name: text,
  alt: text,
  ...allFixed({ srcset: text, sizes: text, thumbnail: uri }),
})
const attribute = { id: count, name: text }

/** A product as in `wc/v3/products`. `samovar` is ours. */
export const productShape = itemShape('product', {
  id: fixed(count),
  name: text,
  slug: text,
  permalink: fixed(uri),
  date_created: optionalTime,
  date_created_gmt: optionalTime,
  ...allFixed({ date_modified: time, date_modified_gmt: time }),
  type: initially(z.enum(productTypes), 'simple'),
  status: initially(z.enum(productStatuses), 'publish'),
  featured: flag,
  catalog_visibility: initially(z.enum(visibilities), 'visible'),
  description: text,
  short_description: text,
  sku: text,
  price: fixed(text),
  regular_price: text,
  sale_price: text,
  date_on_sale_from: optionalTime,
  date_on_sale_from_gmt: optionalTime,
  date_on_sale_to: optionalTime,
  date_on_sale_to_gmt: optionalTime,
  ...allFixed({ on_sale: z.boolean(), purchasable: z.boolean(), total_sales: count }),
  virtual: flag,
  downloadable: flag,
  downloads: z.array(z.strictObject({ id: text, name: text, file: text })),
  download_limit: initially(count, -1),
  download_expiry: initially(count, -1),
  external_url: text,
  button_text: text,
  tax_status: initially(z.enum(taxStatuses), 'taxable'),
  tax_class: text,
  manage_stock: flag,
  stock_quantity: count.nullable(),
  backorders: initially(z.enum(backorders), 'no'),
  ...allFixed({ backorders_allowed: z.boolean(), backordered: z.boolean() }),
  low_stock_amount: count.nullable(),
  sold_individually: flag,
  weight: text,
  dimensions: z.strictObject({ length: text, width: text, height: text }),
  ...allFixed({ shipping_required: z.boolean(), shipping_taxable: z.boolean() }),
  shipping_class: text,
  shipping_class_id: fixed(count),
  reviews_allowed: initially(z.boolean(), true),
  ...allFixed({ average_rating: text, rating_count: count }),
  upsell_ids: ids,
  cross_sell_ids: ids,
  parent_id: fixed(count),
  purchase_note: text,
  categories: termList,
  brands: termList,
  tags: termList,
  images: z.array(image),
  attributes: z.array(
    z.strictObject({
      ...attribute,
      slug: fixed(text),
      position: count,
      visible: flag,
      variation: flag,
      options: z.array(text),
    }),
  ),
  default_attributes: z.array(z.strictObject({ ...attribute, option: text })),
  variations: fixed(ids),
  grouped_products: ids,
  menu_order: count,
  ...allFixed({ price_html: text, related_ids: ids }),
  meta_data: metaList,
  stock_status: initially(z.enum(stockStatuses), 'instock'),
  has_options: fixed(z.boolean()),
  post_password: text,
  global_unique_id: text,
  permalink_template: forEditing(fixed(text)),
  generated_slug: forEditing(fixed(text)),
  samovar: forEditing(
    z.strictObject({
      version: count.describe('A change that names an older one is refused.'),
      subtitle: text,
      net_grams: count.nullable(),
      facts: factsShape.nullable(),
      seo_title: text,
      seo_description: text,
    }),
  ),
})
