import { z } from 'zod'
import { parsePrice } from '../../../../platform/money/money.ts'
import {
  addError,
  dateTime,
  dateTimeGmt,
  nullAsMissing,
  readOnly,
  sentOnly,
  sentTime,
} from '../../../../platform/rest/fields.ts'
import { each } from '../../../../platform/rest/item-shape.ts'
import { MAX_ID } from '../../../../platform/rest/params.ts'
import { plainText } from '../../../../platform/web/plain-text.ts'
import { cleanContent, cleanLine } from '../../../../things/entries/clean-content.ts'
import {
  MAX_ATTRIBUTES,
  MAX_LIST_LENGTH,
  MAX_PICTURES,
  type ProductInput,
  type ProductRecord,
} from '../../product-record.ts'
import { MAX_SKU_LENGTH } from '../../sku/sku.ts'
import * as shape from './product-shape.ts'

export const MAX_NAME_LENGTH = 500

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#039': "'" }
/** A name as plain text. Clients send HTML, as they read it from WooCommerce. */
const plainName = (html: string): string =>
  plainText(html).replaceAll(/&(amp|lt|gt|quot|#039);/g, (_, name: string) => entities[name] ?? '')

const text = (max: number) => z.string().max(max)
const html = text(500_000).transform(cleanContent)
const line = (max: number) => text(max).transform(cleanLine)
const orNull = (value: string) => (value === '' ? null : value)
const flag = z.boolean().optional()
const count = z.int().min(0).max(MAX_ID)
const difference = z.int().min(-MAX_ID).max(MAX_ID).optional()
const id = count.optional()
const list = <T extends z.ZodType>(item: T, max = MAX_LIST_LENGTH) => z.array(item).max(max).optional()
const named = { id, name: line(200).optional() }

/** A field parsed by `parse`; an empty text becomes null. */
const parsedText = <T>(parse: (text: string) => T | null, message: string) =>
  z
    .string()
    .transform((sent, context) => {
      const value = sent.trim() === '' ? null : parse(sent.trim())
      if (value === null && sent.trim() !== '') addError(context, `{name} must be ${message}, or empty.`)
      return value
    })
    .optional()
const price = parsedText((sent) => {
  const cents = parsePrice(sent)
  return cents !== null && cents <= MAX_ID ? cents : null
}, 'an amount such as 12.50')
const size = parsedText((sent) => (/^\d{1,5}(\.\d{1,3})?$/.test(sent) ? Number(sent) : null), 'a length such as 8.5')

/** null changes nothing, as in WooCommerce, and '' removes the date. */
const dateOrNone = (at: z.ZodType<Date>) =>
  nullAsMissing(
    z.string().transform((sent, context) => {
      const parsed = sent === '' ? null : at.safeParse(sent)
      if (parsed?.success === false) addError(context, 'Invalid date.', 'rest_invalid_date')
      return parsed?.data ?? null
    }),
  )
const limit = z
  .int()
  .max(MAX_ID)
  .transform((value) => (value < 0 ? null : value))
  .optional()
const optionName = z.union([z.string(), z.number()]).transform((value) => plainName(String(value)))

const attribute = z.object({
  ...named,
  slug: line(200).default(''),
  position: z.int().optional(),
  ...each(z.boolean().default(false), 'visible', 'variation'),
  options: z
    .union([z.array(optionName), z.string().transform((sent) => sent.split('|').map(plainName))])
    .refine(({ length }) => length <= MAX_LIST_LENGTH, 'An attribute of a product has at most 1,000 values.')
    .default([]),
})

export const productFields = z.object({
  name: text(MAX_NAME_LENGTH)
    .transform(plainName)
    .refine((name) => name !== '', '{name} must not be empty.')
    .optional(),
  slug: text(200).optional(),
  ...each(dateOrNone(dateTimeGmt), 'date_created', 'date_created_gmt'),
  type: z.enum(shape.productTypes).optional(),
  status: z.enum(shape.productStatuses).optional(),
  catalog_visibility: z.enum(shape.visibilities).optional(),
  ...each(flag, 'featured', 'virtual', 'downloadable', 'manage_stock', 'sold_individually', 'reviews_allowed'),
  ...each(html.optional(), 'description', 'short_description', 'purchase_note'),
  sku: line(MAX_SKU_LENGTH).transform(orNull).optional(),
  global_unique_id: z
    .string()
    .regex(/^([\d-]{1,30}[\dXx])?$/, '{name} must be of digits and hyphens.')
    .transform(orNull)
    .optional(),
  ...each(price, 'regular_price', 'sale_price'),
  ...each(dateOrNone(dateTime), 'date_on_sale_from', 'date_on_sale_to'),
  ...each(dateOrNone(dateTimeGmt), 'date_on_sale_from_gmt', 'date_on_sale_to_gmt'),
  downloads: list(z.object({ id: text(100).optional(), name: line(200).default(''), file: text(2000) }), 100),
  ...each(limit, 'download_limit', 'download_expiry'),
  external_url: text(2000).transform(orNull).optional(),
  button_text: line(100).optional(),
  tax_status: z.enum(shape.taxStatuses).optional(),
  tax_class: text(200).optional(),
  stock_quantity: nullAsMissing(count),
  stock_status: z.enum(shape.stockStatuses).optional(),
  inventory_delta: difference,
  backorders: z.enum(shape.backorders).optional(),
  low_stock_amount: count.nullable().optional(),
  weight: text(20).optional(),
  dimensions: z.object(each(size, 'length', 'width', 'height')).optional(),
  shipping_class: text(200).optional(),
  post_password: text(255).optional(),
  ...each(list(count.min(1)), 'upsell_ids', 'cross_sell_ids', 'grouped_products'),
  parent_id: z.int().min(0).max(0).optional(),
  ...each(list(z.object({ id: count.min(1) })), 'categories', 'brands', 'tags'),
  images: list(
    z.object({ id, src: text(2000).optional(), ...each(line(500).optional(), 'name', 'alt') }),
    MAX_PICTURES,
  ),
  attributes: list(attribute, MAX_ATTRIBUTES),
  default_attributes: list(z.object({ ...named, option: text(200).default('') }), MAX_ATTRIBUTES),
  menu_order: difference,
  meta_data: list(z.object({ id, key: text(255).optional(), value: z.unknown() }), 500),
  samovar: z
    .object({
      version: count.optional(),
      ...each(line(500).optional(), 'subtitle', 'seo_title', 'seo_description'),
      net_grams: count.max(1_000_000).nullable().optional(),
      facts: shape.factsShape.nullable().optional(),
      stock_change: difference,
    })
    .optional(),
  ...readOnly('id', 'permalink', 'date_modified', 'date_modified_gmt', 'price', 'price_html', 'on_sale', 'purchasable'),
  ...readOnly('backorders_allowed', 'backordered', 'shipping_required', 'shipping_taxable', 'shipping_class_id'),
  ...readOnly('total_sales', 'average_rating', 'rating_count', 'variations', 'related_ids', 'has_options', '_links'),
  ...readOnly('permalink_template', 'generated_slug'),
})
export type ProductFields = z.output<typeof productFields>

/** Fields that are stored unchanged, and their columns. */
export const sameColumns = {
  name: 'name',
  slug: 'slug',
  featured: 'isFeatured',
  catalog_visibility: 'visibility',
  description: 'content',
  short_description: 'excerpt',
  virtual: 'isVirtual',
  downloadable: 'isDownloadable',
  button_text: 'buttonText',
  sold_individually: 'isSoldIndividually',
  shipping_class: 'shippingClass',
  reviews_allowed: 'commentsOpen',
  post_password: 'password',
  purchase_note: 'purchaseNote',
  upsell_ids: 'upSellIds',
  cross_sell_ids: 'crossSellIds',
  grouped_products: 'groupItemIds',
  menu_order: 'menuOrder',
} as const satisfies Record<string, keyof ProductRecord>

/** The columns that depend on request fields only. */
export const columnsOfFields = (body: ProductFields): Omit<ProductInput, 'type'> => ({
  ...sentOnly(Object.fromEntries(Object.entries(sameColumns).map(([name, column]) => [column, body[name as 'name']]))),
  ...(sentOnly({
    version: body.samovar?.version,
    publishedAt: sentTime(body.date_created, body.date_created_gmt),
    status: body.status === 'auto-draft' ? 'draft' : body.status,
    sku: body.sku,
    gtin: body.global_unique_id,
    regularPriceCents: body.regular_price,
    salePriceCents: body.sale_price,
    saleFrom: sentTime(body.date_on_sale_from, body.date_on_sale_from_gmt),
    saleUntil: sentTime(body.date_on_sale_to, body.date_on_sale_to_gmt),
    downloadLimit: body.download_limit,
    downloadDays: body.download_expiry,
    externalUrl: body.external_url,
    isTaxable: body.tax_status && body.tax_status === 'taxable',
    taxClass: body.tax_class === '' ? 'standard' : body.tax_class,
    stock: sentOnly({
      tracksInventory: body.manage_stock,
      onHand: body.stock_quantity,
      status: body.stock_status,
      backorders: body.backorders,
      lowStockAmount: body.low_stock_amount,
    }),
    stockChange: body.samovar?.stock_change ?? body.inventory_delta,
    lengthCm: body.dimensions?.length,
    widthCm: body.dimensions?.width,
    heightCm: body.dimensions?.height,
    categoryIds: body.categories?.map((term) => term.id),
    brandIds: body.brands?.map((term) => term.id),
    tagIds: body.tags?.map((term) => term.id),
    subtitle: body.samovar?.subtitle,
    netGrams: body.samovar?.net_grams,
    facts: body.samovar?.facts,
    seoTitle: body.samovar?.seo_title,
    seoDescription: body.samovar?.seo_description,
  }) as Omit<ProductInput, 'type'>),
})

/** Fields that users with access to texts only may send. */
const textFields = 'name slug description short_description purchase_note images samovar id'.split(' ')
const ownTextFields = 'version subtitle seo_title seo_description'.split(' ')
const areAmong = (fields: object, names: readonly string[]) =>
  Object.keys(sentOnly(fields)).every((name) => names.includes(name))

/** Whether a request changes texts only; it may contain the pictures as long as they stay the same. */
export const isTextsOnly = (body: ProductFields, { pictureIds }: Pick<ProductRecord, 'pictureIds'>): boolean =>
  areAmong(body, textFields) &&
  areAmong(body.samovar ?? {}, ownTextFields) &&
  String(body.images?.map((image) => image.id) ?? pictureIds) === String(pictureIds)
