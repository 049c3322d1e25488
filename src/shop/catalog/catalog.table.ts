import { getTableColumns, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { entries } from '../../things/entries/entries.table.ts'
import type { TeaFacts } from './facts.ts'

export type ProductType = 'simple' | 'variable' | 'variation' | 'grouped' | 'external'
export type TaxClass = 'standard' | 'grocery' | 'supplement'
export type Visibility = 'visible' | 'catalog' | 'search' | 'hidden'
export type StockStatus = 'instock' | 'outofstock' | 'onbackorder'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
/** PostgreSQL transaction id with epoch, never reused. */
const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })

/** Columns that `refreshProducts` calculates (`catalog/refresh-product.ts`); they serve the listing. */
const derivedColumns = {
  listed: boolean('listed').notNull().default(false),
  minPriceCents: integer('min_price_cents'),
  maxPriceCents: integer('max_price_cents'),
  onSale: boolean('on_sale').notNull().default(false),
  stockStatus: text('stock_status').$type<StockStatus>().notNull().default('instock'),
  /** Average rating in hundredths: 467 is 4.67. */
  ratingHundredths: integer('rating_hundredths').notNull().default(0),
  reviewCount: integer('review_count').notNull().default(0),
  totalSales: integer('total_sales').notNull().default(0),
  /** Weighted search vector of name, SKU, terms and texts; null for products hidden from search. */
  searchVector: tsvector('search_vector'),
  /** Digest of everything the product index reads. When it changes, `changedXid` is set to the changing transaction. */
  indexDigest: text('index_digest').notNull().default(''),
  changedXid: xid8('changed_xid').notNull().default(sql`pg_current_xact_id()`),
}

/** A variation is a row of its own, so that cart items, order items and stock refer to a single id. */
export const products = pgTable(
  'products',
  {
    id: integer('id')
      .primaryKey()
      .references(() => entries.id, { onDelete: 'cascade' }),
    type: text('type').$type<ProductType>().notNull(),
    parentId: integer('parent_id').references((): AnyPgColumn => products.id, { onDelete: 'cascade' }),
    sku: text('sku'),
    regularPriceCents: integer('regular_price_cents'),
    salePriceCents: integer('sale_price_cents'),
    saleFrom: timestamp('sale_from', { withTimezone: true }),
    saleUntil: timestamp('sale_until', { withTimezone: true }),
    taxClass: text('tax_class').$type<TaxClass>().notNull().default('standard'),
    isTaxable: boolean('is_taxable').notNull().default(true),
    isVirtual: boolean('is_virtual').notNull().default(false),
    isSoldIndividually: boolean('is_sold_individually').notNull().default(false),
    isFeatured: boolean('is_featured').notNull().default(false),
    visibility: text('visibility').$type<Visibility>().notNull().default('visible'),
    weightGrams: integer('weight_grams'),
    /** Products with the same shipping needs, e.g. `fragile`; flat rates may charge extra for a class. */
    shippingClass: text('shipping_class').notNull().default(''),
    /** Weight of the contents without packaging, in grams; used for the price per 100 g. */
    netGrams: integer('net_grams'),
    /** Line under the name on a product card. */
    subtitle: text('subtitle').notNull().default(''),
    /** Tea facts: kind, origin, harvest, steeping (`catalog/facts.ts`). */
    facts: jsonb('facts').$type<TeaFacts>(),
    /** Attributes of a variation: attribute slug to term slug; an empty string means any. */
    choices: jsonb('choices').$type<Record<string, string>>(),
    /** URL and button text of an external product; an empty text means the default one. */
    externalUrl: text('external_url'),
    buttonText: text('button_text').notNull().default(''),
    ...derivedColumns,
  },
  (table) => [
    uniqueIndex('products_sku').on(table.sku),
    index('products_parent').on(table.parentId),
    index('products_scheduled_sales')
      .on(table.id)
      .where(sql`${table.saleFrom} is not null or ${table.saleUntil} is not null`),
    index('products_changed').on(table.changedXid),
    index('products_search').using('gin', table.searchVector),
    check('products_price_positive', sql`${table.regularPriceCents} >= 0 and ${table.salePriceCents} >= 0`),
    check('products_variation_parent', sql`(${table.type} = 'variation') = (${table.parentId} is not null)`),
  ],
)

type DerivedColumn = keyof typeof derivedColumns
export type StoredColumns = Omit<typeof products.$inferSelect, DerivedColumn>

export const storedColumns = Object.fromEntries(
  Object.entries(getTableColumns(products)).filter(([name]) => !(name in derivedColumns)),
) as Omit<typeof products._.columns, DerivedColumn>

/** Global product attributes, e.g. `pa_size`. Their values are terms of that taxonomy. */
export const attributes = pgTable('attributes', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  slug: text('slug').notNull().unique(),
  label: text('label').notNull(),
})

export const productAttributes = pgTable(
  'product_attributes',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    attributeId: integer('attribute_id')
      .notNull()
      .references(() => attributes.id, { onDelete: 'cascade' }),
    position: integer('position').notNull().default(0),
    isVisible: boolean('is_visible').notNull().default(true),
    isForVariations: boolean('is_for_variations').notNull().default(false),
    defaultSlug: text('default_slug'),
  },
  (table) => [primaryKey({ columns: [table.productId, table.attributeId] })],
)

/** Changes that the product index cannot see in `products`. Written by triggers on products, terms and attributes; a job removes old rows. */
export const productIndexChanges = pgTable(
  'product_index_changes',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** A deleted product; null means that terms or attributes have changed. */
    productId: integer('product_id'),
    changedXid: xid8('changed_xid').notNull().default(sql`pg_current_xact_id()`),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('product_index_changes_changed_xid').on(table.changedXid),
    index('product_index_changes_created').on(table.createdAt),
  ],
)

export type ProductLinkKind = 'grouped' | 'up-sell' | 'cross-sell'

export const productLinks = pgTable(
  'product_links',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<ProductLinkKind>().notNull(),
    linkedId: integer('linked_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    position: integer('position').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.kind, table.linkedId] }),
    index('product_links_linked').on(table.linkedId),
    check('product_links_not_itself', sql`${table.productId} <> ${table.linkedId}`),
  ],
)

/** Every word in product, category and tag names; misspelt searches are corrected against them. */
export const searchWords = pgTable(
  'search_words',
  {
    /** Lower case, without accents. */
    word: text('word').primaryKey(),
    productCount: integer('product_count').notNull(),
  },
  (table) => [index('search_words_trgm').using('gin', table.word.op('gin_trgm_ops'))],
)
