import { getTableColumns, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import type { Meta } from '../../platform/rest/meta.ts'
import { entries } from '../../things/entries/entries.table.ts'
import type { TeaFacts } from './facts.ts'

export type ProductType = 'simple' | 'variable' | 'variation' | 'grouped' | 'external'
export type Visibility = 'visible' | 'catalog' | 'search' | 'hidden'
export type StockStatus = 'instock' | 'outofstock' | 'onbackorder'
/** A file of a downloadable product: `file` is a path in the protected files, or an external URL. */
export type ProductDownload = { readonly id: string; readonly name: string; readonly file: string }

const tsvector = pg.customType<{ data: string }>({ dataType: () => 'tsvector' })
/** PostgreSQL transaction id with epoch, never reused. */
const xid8 = pg.customType<{ data: string }>({ dataType: () => 'xid8' })

/** Columns that `refreshProducts` calculates (`catalog/refresh-product.ts`); they serve the listing. */
const derivedColumns = {
  listed: pg.boolean('listed').notNull().default(false),
  minPriceCents: pg.integer('min_price_cents'),
  maxPriceCents: pg.integer('max_price_cents'),
  onSale: pg.boolean('on_sale').notNull().default(false),
  stockStatus: pg.text('stock_status').$type<StockStatus>().notNull().default('instock'),
  /** Average rating in hundredths: 467 is 4.67. */
  ratingHundredths: pg.integer('rating_hundredths').notNull().default(0),
  reviewCount: pg.integer('review_count').notNull().default(0),
  totalSales: pg.integer('total_sales').notNull().default(0),
  /** Weighted search vector of name, SKU, terms and texts; null for products hidden from search. */
  searchVector: tsvector('search_vector'),
  /** Digest of everything the product index reads. When it changes, `changedXid` is set to the changing transaction. */
  indexDigest: pg.text('index_digest').notNull().default(''),
  changedXid: xid8('changed_xid').notNull().default(sql`pg_current_xact_id()`),
}

/** What `skuKey` calculates; the collation C has no letters outside ASCII. */
export const storedSkuKey = (sku: SQLWrapper): SQL => sql`lower(${sku} collate "C")`

/** A variation is a row of its own, so that cart items, order items and stock refer to a single id. */
export const products = pg.pgTable(
  'products',
  {
    id: pg
      .integer('id')
      .primaryKey()
      .references(() => entries.id, { onDelete: 'cascade' }),
    type: pg.text('type').$type<ProductType>().notNull(),
    parentId: pg.integer('parent_id').references((): pg.AnyPgColumn => products.id, { onDelete: 'cascade' }),
    sku: pg.text('sku'),
    /** Sets apart SKUs that differ only in letter case, from before the shop refused that; 0 for all others. */
    skuCase: pg.integer('sku_case').notNull().default(0),
    /** GTIN, UPC, EAN or ISBN. */
    gtin: pg.text('gtin'),
    regularPriceCents: pg.integer('regular_price_cents'),
    salePriceCents: pg.integer('sale_price_cents'),
    saleFrom: pg.timestamp('sale_from', { withTimezone: true }),
    saleUntil: pg.timestamp('sale_until', { withTimezone: true }),
    /** Slug of one of `tax_classes`. */
    taxClass: pg.text('tax_class').notNull().default('standard'),
    isTaxable: pg.boolean('is_taxable').notNull().default(true),
    isVirtual: pg.boolean('is_virtual').notNull().default(false),
    isSoldIndividually: pg.boolean('is_sold_individually').notNull().default(false),
    isFeatured: pg.boolean('is_featured').notNull().default(false),
    visibility: pg.text('visibility').$type<Visibility>().notNull().default('visible'),
    weightGrams: pg.integer('weight_grams'),
    /** Products with the same shipping needs, e.g. `fragile`; flat rates may charge extra for a class. */
    shippingClass: pg.text('shipping_class').notNull().default(''),
    /** Size of the parcel. */
    lengthCm: pg.numeric('length_cm', { precision: 9, scale: 3, mode: 'number' }),
    widthCm: pg.numeric('width_cm', { precision: 9, scale: 3, mode: 'number' }),
    heightCm: pg.numeric('height_cm', { precision: 9, scale: 3, mode: 'number' }),
    isDownloadable: pg.boolean('is_downloadable').notNull().default(false),
    downloads: pg.jsonb('downloads').$type<readonly ProductDownload[]>().notNull().default([]),
    /** How often each file may be downloaded; null for any number of times. */
    downloadLimit: pg.integer('download_limit'),
    /** Days after payment in which files may be downloaded; null for unlimited. */
    downloadDays: pg.integer('download_days'),
    /** Text for the buyer, on the order page and in its emails. */
    purchaseNote: pg.text('purchase_note').notNull().default(''),
    meta: pg.jsonb('meta').$type<readonly Meta[]>().notNull().default([]),
    /** Weight of the contents without packaging, in grams; used for the price per 100 g. */
    netGrams: pg.integer('net_grams'),
    subtitle: pg.text('subtitle').notNull().default(''),
    facts: pg.jsonb('facts').$type<TeaFacts>(),
    /** Attributes of a variation: attribute slug to term slug; an empty string means any. */
    choices: pg.jsonb('choices').$type<Record<string, string>>(),
    externalUrl: pg.text('external_url'),
    buttonText: pg.text('button_text').notNull().default(''),
    ...derivedColumns,
  },
  (table) => [
    pg.uniqueIndex('products_sku').on(table.sku),
    pg.uniqueIndex('products_sku_lower').on(storedSkuKey(table.sku), table.skuCase),
    pg.uniqueIndex('products_gtin').on(table.gtin),
    pg.index('products_parent').on(table.parentId),
    pg
      .index('products_scheduled_sales')
      .on(table.id)
      .where(sql`${table.saleFrom} is not null or ${table.saleUntil} is not null`),
    pg.index('products_changed').on(table.changedXid),
    pg.index('products_sales').on(table.totalSales, table.id),
    pg.index('products_rating').on(table.ratingHundredths, table.id),
    pg.index('products_price').on(sql`coalesce(${table.minPriceCents}, 0)`, table.id),
    // Filtered counts read this index only, not the rows.
    pg
      .index('products_filters')
      .on(
        ...[table.type, table.stockStatus, table.onSale, table.isFeatured, table.minPriceCents, table.maxPriceCents],
        table.id,
      ),
    pg.index('products_choices').using('gin', table.choices.op('jsonb_path_ops')),
    pg.index('products_sku_parts').using('gin', table.sku.op('gin_trgm_ops')),
    pg.index('products_search').using('gin', table.searchVector),
    pg.check('products_price_positive', sql`${table.regularPriceCents} >= 0 and ${table.salePriceCents} >= 0`),
    pg.check('products_variation_parent', sql`(${table.type} = 'variation') = (${table.parentId} is not null)`),
  ],
)

type DerivedColumn = keyof typeof derivedColumns
export type StoredColumns = Omit<typeof products.$inferSelect, DerivedColumn>

export const storedColumns = Object.fromEntries(
  Object.entries(getTableColumns(products)).filter(([name]) => !(name in derivedColumns)),
) as Omit<typeof products._.columns, DerivedColumn>

export const attributes = pg.pgTable('attributes', {
  id: pg.integer('id').primaryKey().generatedByDefaultAsIdentity(),
  slug: pg.text('slug').notNull().unique(),
  label: pg.text('label').notNull(),
  /** A custom attribute of one product, not offered to others. */
  isLocal: pg.boolean('is_local').notNull().default(false),
  /** How its values are chosen on the product page. */
  display: pg.text('display').$type<'select' | 'swatch'>().notNull().default('select'),
  orderBy: pg.text('order_by').$type<'menu_order' | 'name' | 'name_num' | 'id'>().notNull().default('menu_order'),
  hasArchives: pg.boolean('has_archives').notNull().default(false),
})

export const productAttributes = pg.pgTable(
  'product_attributes',
  {
    productId: pg
      .integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    attributeId: pg
      .integer('attribute_id')
      .notNull()
      .references(() => attributes.id, { onDelete: 'cascade' }),
    position: pg.integer('position').notNull().default(0),
    isVisible: pg.boolean('is_visible').notNull().default(true),
    isForVariations: pg.boolean('is_for_variations').notNull().default(false),
    defaultSlug: pg.text('default_slug'),
  },
  (table) => [pg.primaryKey({ columns: [table.productId, table.attributeId] })],
)

/** Changes that the product index cannot see in `products`. Written by triggers on products, terms and attributes; a job removes old rows. */
export const productIndexChanges = pg.pgTable(
  'product_index_changes',
  {
    id: pg.integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** A deleted product; null means that terms or attributes have changed. */
    productId: pg.integer('product_id'),
    changedXid: xid8('changed_xid').notNull().default(sql`pg_current_xact_id()`),
    createdAt: pg.timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    pg.index('product_index_changes_changed_xid').on(table.changedXid),
    pg.index('product_index_changes_created').on(table.createdAt),
  ],
)

export type ProductLinkKind = 'grouped' | 'up-sell' | 'cross-sell'

export const productLinks = pg.pgTable(
  'product_links',
  {
    productId: pg
      .integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    kind: pg.text('kind').$type<ProductLinkKind>().notNull(),
    linkedId: pg
      .integer('linked_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    position: pg.integer('position').notNull().default(0),
  },
  (table) => [
    pg.primaryKey({ columns: [table.productId, table.kind, table.linkedId] }),
    pg.index('product_links_linked').on(table.linkedId),
    pg.check('product_links_not_itself', sql`${table.productId} <> ${table.linkedId}`),
  ],
)

/** Every word in product, category and tag names; misspelt searches are corrected against them. */
export const searchWords = pg.pgTable(
  'search_words',
  { word: pg.text('word').primaryKey(), productCount: pg.integer('product_count').notNull() },
  (table) => [pg.index('search_words_trgm').using('gin', table.word.op('gin_trgm_ops'))],
)
