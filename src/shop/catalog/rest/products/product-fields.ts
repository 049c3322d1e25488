import { z } from 'zod'
import { parsePrice } from '../../../../platform/money/money.ts'
import {
  addError,
  dateTime,
  dateTimeGmt,
  ids,
  readOnly,
  search,
  sentOnly,
  unlessNull,
} from '../../../../platform/rest/fields.ts'
import { MAX_ID } from '../../../../platform/rest/params.ts'
import { cleanContent, cleanLine } from '../../../../things/entries/clean-content.ts'
import type { TaxClass } from '../../catalog.table.ts'
import type { ProductInput } from '../../product-record.ts'
import { plainName } from './product-name.ts'
import * as shape from './product-shape.ts'

const text = (max: number) => z.string().max(max)
const html = text(500_000).transform(cleanContent)
const line = (max: number) => text(max).transform(cleanLine)
const flag = z.boolean().optional()
const count = z.int().min(0).max(MAX_ID)
const id = z.int().min(0).max(MAX_ID)
const orNull = (value: string) => (value === '' ? null : value)

const price = z.string().transform((value, context) => {
  if (value.trim() === '') return null
  const cents = parsePrice(value.trim())
  if (cents !== null && cents <= MAX_ID) return cents
  addError(context, '{name} must be an amount such as 12.50, or empty.')
  return z.NEVER
})

/** Centimetres, kept to thousandths. */
const size = z.string().transform((value, context) => {
  if (value.trim() === '') return null
  if (/^\d{1,5}(\.\d{1,3})?$/.test(value.trim())) return Number(value)
  addError(context, '{name} must be a length such as 8.5, or empty.')
  return z.NEVER
})

/** Null changes nothing, and an empty text removes it, as recorded. */
const saleTime = (at: z.ZodType<Date>) =>
  unlessNull(z.union([z.literal('').transform(() => null), at])).meta({ documented: { type: 'string' } })

const termList = z.array(z.object({ id: z.int().min(1).max(MAX_ID) })).max(1000)
const idList = z.array(z.int().min(1).max(MAX_ID)).max(1000)
const optionText = z.union([z.string(), z.number()]).transform((value) => plainName(String(value)))

const attribute = z.object({
  id: id.optional(),
  name: line(200).optional(),
  position: z.int().optional(),
  visible: z.boolean().default(false),
  variation: z.boolean().default(false),
  options: z.union([z.string().transform((value) => value.split('|').map(plainName)), z.array(optionText).max(1000)]),
})

const unlimited = z
  .int()
  .min(-1)
  .max(MAX_ID)
  .transform((value) => (value === -1 ? null : value))

const samovar = z.object({
  version: count.optional(),
  subtitle: line(200).optional(),
  net_grams: count.max(1_000_000).nullable().optional(),
  facts: shape.factsShape.nullable().optional(),
  seo_title: line(200).optional(),
  seo_description: line(500).optional(),
  stock_change: z.int().min(-MAX_ID).max(MAX_ID).optional(),
})

/** What may be sent of a product. `parent_id` has no meaning here: only variations are below a product. */
export const productFields = z.object({
  name: text(500).transform(plainName).optional(),
  slug: text(200).optional(),
  date_created: unlessNull(dateTimeGmt),
  date_created_gmt: unlessNull(dateTimeGmt),
  type: z.enum(shape.productTypes).optional(),
  status: z.enum(shape.productStatuses).optional(),
  featured: flag,
  catalog_visibility: z.enum(shape.visibilities).optional(),
  description: html.optional(),
  short_description: html.optional(),
  sku: line(100).transform(orNull).optional(),
  global_unique_id: z
    .string()
    .regex(/^[\d-]{0,30}[\dXx]?$/, '{name} must be of digits, with or without hyphens.')
    .transform(orNull)
    .optional(),
  regular_price: price.optional(),
  sale_price: price.optional(),
  date_on_sale_from: saleTime(dateTime),
  date_on_sale_from_gmt: saleTime(dateTimeGmt),
  date_on_sale_to: saleTime(dateTime),
  date_on_sale_to_gmt: saleTime(dateTimeGmt),
  virtual: flag,
  downloadable: flag,
  downloads: z
    .array(z.object({ id: text(100).optional(), name: line(200).default(''), file: text(2000) }))
    .max(100)
    .optional(),
  download_limit: unlimited.optional(),
  download_expiry: unlimited.optional(),
  external_url: text(2000).transform(orNull).optional(),
  button_text: line(100).optional(),
  tax_status: z.enum(shape.taxStatuses).optional(),
  tax_class: z.enum(['', 'standard', 'grocery', 'supplement']).optional(),
  manage_stock: flag,
  stock_quantity: unlessNull(count),
  stock_status: z.enum(shape.stockStatuses).optional(),
  inventory_delta: z.int().min(-MAX_ID).max(MAX_ID).optional(),
  backorders: z.enum(shape.backorders).optional(),
  low_stock_amount: count.nullable().optional(),
  sold_individually: flag,
  weight: text(20).optional(),
  dimensions: z.object({ length: size.optional(), width: size.optional(), height: size.optional() }).optional(),
  shipping_class: text(200).optional(),
  reviews_allowed: flag,
  post_password: text(255).optional(),
  upsell_ids: idList.optional(),
  cross_sell_ids: idList.optional(),
  grouped_products: idList.optional(),
  parent_id: z.literal(0, 'A product is below no other one.').optional(),
  purchase_note: html.optional(),
  categories: termList.optional(),
  brands: termList.optional(),
  tags: termList.optional(),
  images: z
    .array(
      z.object({
        id: id.optional(),
        src: text(2000).optional(),
        name: line(500).optional(),
        alt: line(500).optional(),
      }),
    )
    .max(200)
    .optional(),
  attributes: z.array(attribute).max(50).optional(),
  default_attributes: z
    .array(z.object({ id: id.optional(), name: line(200).optional(), option: text(200).default('') }))
    .max(50)
    .optional(),
  menu_order: z.int().min(-MAX_ID).max(MAX_ID).optional(),
  meta_data: z
    .array(z.object({ id: id.optional(), key: text(255).optional(), value: z.unknown() }))
    .max(500)
    .optional(),
  samovar: samovar.optional(),
  ...readOnly('permalink', 'date_modified', 'date_modified_gmt', 'price', 'on_sale', 'purchasable', 'total_sales'),
  ...readOnly('backorders_allowed', 'backordered', 'shipping_required', 'shipping_taxable', 'shipping_class_id'),
  ...readOnly('average_rating', 'rating_count', 'variations', 'price_html', 'related_ids', 'has_options', '_links'),
  ...readOnly('permalink_template', 'generated_slug', 'id'),
})

export type ProductFields = z.output<typeof productFields>

/** What whoever writes texts may send: the other fields are of those who run the shop. */
const textFields = ['name', 'slug', 'description', 'short_description', 'purchase_note', 'images', 'samovar', 'id']
const ownTextFields = ['version', 'subtitle', 'seo_title', 'seo_description']

const sentNames = (fields: object) =>
  Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : name))

export const isTextsOnly = ({ samovar: own = {}, ...fields }: ProductFields): boolean =>
  sentNames(fields).every((name) => textFields.includes(name)) &&
  sentNames(own).every((name) => ownTextFields.includes(name))

const latest = <T>(local: T | undefined, gmt: T | undefined) => (gmt === undefined ? local : gmt)
const taxClassOf = (name: string): TaxClass => (name === '' ? 'standard' : (name as TaxClass))

/** The columns that follow from the fields alone. */
export const columnsOfFields = (body: ProductFields): Omit<ProductInput, 'type'> =>
  sentOnly({
    version: body.samovar?.version,
    name: body.name,
    slug: body.slug,
    publishedAt: latest(body.date_created, body.date_created_gmt),
    status: body.status === 'auto-draft' ? ('draft' as const) : body.status,
    isFeatured: body.featured,
    visibility: body.catalog_visibility,
    content: body.description,
    excerpt: body.short_description,
    sku: body.sku,
    gtin: body.global_unique_id,
    regularPriceCents: body.regular_price,
    salePriceCents: body.sale_price,
    saleFrom: latest(body.date_on_sale_from, body.date_on_sale_from_gmt),
    saleUntil: latest(body.date_on_sale_to, body.date_on_sale_to_gmt),
    isVirtual: body.virtual,
    isDownloadable: body.downloadable,
    downloadLimit: body.download_limit,
    downloadDays: body.download_expiry,
    externalUrl: body.external_url,
    buttonText: body.button_text,
    isTaxable: body.tax_status === undefined ? undefined : body.tax_status === 'taxable',
    taxClass: body.tax_class === undefined ? undefined : taxClassOf(body.tax_class),
    stock: sentOnly({
      tracksInventory: body.manage_stock,
      onHand: body.stock_quantity,
      status: body.stock_status,
      backorders: body.backorders,
      lowStockAmount: body.low_stock_amount,
    }),
    stockChange: body.samovar?.stock_change ?? body.inventory_delta,
    isSoldIndividually: body.sold_individually,
    lengthCm: body.dimensions?.length,
    widthCm: body.dimensions?.width,
    heightCm: body.dimensions?.height,
    shippingClass: body.shipping_class,
    commentsOpen: body.reviews_allowed,
    password: body.post_password,
    upSellIds: body.upsell_ids,
    crossSellIds: body.cross_sell_ids,
    groupItemIds: body.grouped_products,
    purchaseNote: body.purchase_note,
    categoryIds: body.categories?.map((term) => term.id),
    brandIds: body.brands?.map((term) => term.id),
    tagIds: body.tags?.map((term) => term.id),
    menuOrder: body.menu_order,
    subtitle: body.samovar?.subtitle,
    netGrams: body.samovar?.net_grams,
    facts: body.samovar?.facts as ProductInput['facts'],
    seoTitle: body.samovar?.seo_title,
    seoDescription: body.samovar?.seo_description,
  }) as Omit<ProductInput, 'type'>

const statusNames = ['any', 'future', 'trash', 'draft', 'pending', 'private', 'publish'] as const

export const listFields = {
  search,
  include: ids,
  order: z.enum(['asc', 'desc']).default('desc'),
  orderby: z.enum(['date', 'id', 'include', 'title']).default('date'),
  status: z.enum(statusNames).default('any'),
  type: z.enum(shape.productTypes).optional(),
}
