import { and, asc, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Db, isAnyOf, type Tx } from '../../platform/database/connect.ts'
import { preparedOnce } from '../../platform/database/prepared-once.ts'
import { publicText } from '../../things/entries/entries.store.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { entryMedia, media, pictureColumns } from '../../things/media/media.table.ts'
import { stockLevels } from '../inventory/stock.table.ts'
import { productLinks, products } from './catalog.table.ts'
import type { Dimensions, GroupItem, Product, Sellable } from './product.ts'
import { untrackedStock } from './product-record.ts'
import { attributeRows, pictureRows, termRows } from './product-relations.ts'
import { hasSku, rowsBySku } from './sku/sku.ts'
import { inOrder } from './term-order.ts'

/** Use with `sellableColumns` and `toSellable` in queries that also select other tables. */
export const parentEntries = alias(entries, 'parent_entries')
export const parentProducts = alias(products, 'parent_products')

/** Featured image: the product's own, else the first of its gallery, else its parent's. */
export const featuredImageId = sql`coalesce(
  ${entries.imageId},
  (select ${entryMedia.mediaId} from ${entryMedia} where ${entryMedia.entryId} = ${entries.id} order by ${entryMedia.position} limit 1),
  ${parentEntries.imageId},
  (select ${entryMedia.mediaId} from ${entryMedia} where ${entryMedia.entryId} = ${entries.parentId} order by ${entryMedia.position} limit 1)
)`

/** A variation has the password of its product, which hides its texts, too. */
const isLocked = sql<boolean>`coalesce(${parentEntries.password}, ${entries.password}) <> ''`

const { id, type, parentId, sku, regularPriceCents, salePriceCents, saleFrom, saleUntil } = products
const { taxClass, isTaxable, isVirtual, isDownloadable, netGrams, choices } = products
const { tracksInventory, onHand, backorders, status, lowStockAmount } = stockLevels

export const sellableColumns = {
  id,
  type,
  parentId,
  sku,
  regularPriceCents,
  salePriceCents,
  saleFrom,
  saleUntil,
  taxClass,
  isTaxable,
  isVirtual,
  isDownloadable,
  netGrams,
  choices,
  slug: entries.slug,
  name: entries.title,
  status: entries.status,
  parentSlug: parentEntries.slug,
  parentName: parentEntries.title,
  parentStatus: parentEntries.status,
  parentSku: parentProducts.sku,
  isLocked,
  isSoldIndividually: sql<boolean>`${products.isSoldIndividually} or coalesce(${parentProducts.isSoldIndividually}, false)`,
  weightGrams: sql<number | null>`coalesce(${products.weightGrams}, ${parentProducts.weightGrams})`,
  shippingClass: sql<string>`coalesce(nullif(${products.shippingClass}, ''), ${parentProducts.shippingClass}, '')`,
  stock: { tracksInventory, onHand, backorders, status, lowStockAmount },
  picture: pictureColumns,
}

const { publishedAt, seoTitle } = entries
const { subtitle, facts, isFeatured, ratingHundredths, reviewCount, externalUrl, buttonText } = products

/** Of the parcel; those of its product where a variation has none. */
const dimensions = {
  lengthCm: sql<number | null>`coalesce(${products.lengthCm}, ${parentProducts.lengthCm})::float8`,
  widthCm: sql<number | null>`coalesce(${products.widthCm}, ${parentProducts.widthCm})::float8`,
  heightCm: sql<number | null>`coalesce(${products.heightCm}, ${parentProducts.heightCm})::float8`,
}

const productColumns = {
  ...sellableColumns,
  ...dimensions,
  hasPassword: sql<boolean>`${entries.password} <> ''`,
  excerpt: publicText(entries.excerpt, isLocked),
  content: publicText(entries.content, isLocked),
  builderDocument: sql<Product['builderDocument']>`case when not ${isLocked} then ${entries.builderDocument} end`,
  publishedAt,
  seoTitle,
  seoDescription: publicText(entries.seoDescription, isLocked),
  subtitle,
  facts,
  isFeatured,
  ratingHundredths,
  reviewCount,
  externalUrl,
  buttonText,
  gallery: pictureRows,
}

const noRows = sql<never[]>`'[]'::json`

const variationColumns = {
  ...sellableColumns,
  ...dimensions,
  description: sql<string>`case when ${products.parentId} is null then '' else ${entries.content} end`,
}

function sellableRows(db: Db | Tx, where: SQL | undefined) {
  return db
    .select(variationColumns)
    .from(products)
    .innerJoin(entries, eq(entries.id, products.id))
    .leftJoin(parentEntries, eq(parentEntries.id, products.parentId))
    .leftJoin(parentProducts, eq(parentProducts.id, products.parentId))
    .leftJoin(stockLevels, eq(stockLevels.productId, products.id))
    .leftJoin(media, eq(media.id, featuredImageId))
    .where(where)
    .orderBy(asc(entries.menuOrder), asc(products.id))
}

function productRows(db: Db | Tx, where: SQL | undefined, { withTerms = true }: TermOptions = {}) {
  const columns = {
    ...productColumns,
    terms: withTerms ? termRows : noRows,
    ownAttributes: withTerms ? attributeRows : noRows,
  }
  return db
    .select(columns)
    .from(products)
    .innerJoin(entries, eq(entries.id, products.id))
    .leftJoin(parentEntries, eq(parentEntries.id, products.parentId))
    .leftJoin(parentProducts, eq(parentProducts.id, products.parentId))
    .leftJoin(stockLevels, eq(stockLevels.productId, products.id))
    .leftJoin(media, eq(media.id, featuredImageId))
    .where(where)
}

type TermOptions = { readonly withTerms?: boolean }

type SellableRow = Omit<Awaited<ReturnType<typeof sellableRows>>[number], 'description' | keyof Dimensions>

/** A variation takes its name and URL from its parent, and is for sale only while the parent is published. */
export function toSellable<Row extends SellableRow>(row: Row) {
  const { parentSlug, parentName, parentStatus, parentSku, ...own } = row
  return {
    ...own,
    slug: parentSlug ?? own.slug,
    name: parentName ?? own.name,
    status: parentStatus !== null && parentStatus !== 'publish' ? parentStatus : own.status,
    sku: own.sku ?? parentSku ?? '',
    choices: own.choices ?? {},
    stock: own.stock ?? untrackedStock,
  }
}

/** Sellables by id, of any status; unknown ids are missing from the result. One query. */
export async function loadSellables(db: Db | Tx, ids: readonly number[]): Promise<Map<number, Sellable>> {
  if (ids.length === 0) return new Map()
  const rows = await sellableRows(db, isAnyOf(products.id, ids))
  return new Map(rows.map((row) => [row.id, toSellable(row)]))
}

/** Ids of products and variations by their sku; unknown ones are missing. */
export async function findProductIds(db: Db | Tx, skus: readonly string[]): Promise<Map<string, number>> {
  if (skus.length === 0) return new Map()
  const rows = await db
    .select({ id: products.id, sku: products.sku })
    .from(products)
    .where(hasSku(skus))
    .orderBy(products.id)
  return new Map([...rowsBySku(rows, skus)].map(([sku, { id }]) => [sku, id]))
}

const isProduct = sql`${products.type} <> 'variation'`

const publishedBySlug = preparedOnce((db) => {
  const one = and(eq(entries.kind, 'product'), eq(entries.slug, sql.placeholder('slug')))
  return productRows(db, and(one, eq(entries.status, 'publish'), isProduct)).prepare('product_by_slug')
})

/** Unpublished products are found only by id, with `anyStatus`. One query, and one or two for variations or a group. */
export async function findProduct(
  db: Db | Tx,
  by: { readonly slug: string } | { readonly id: number },
  options: { readonly anyStatus?: boolean } = {},
): Promise<Product | null> {
  const published = options.anyStatus ? undefined : eq(entries.status, 'publish')
  const rows =
    'slug' in by
      ? await publishedBySlug(db).execute({ slug: by.slug })
      : await productRows(db, and(eq(products.id, by.id), published, isProduct))
  const [product] = await withVariants(db, rows)
  return product ?? null
}

/** Products in the order of `ids`, of any status; unknown ids are left out. At most four queries. */
export async function loadProducts(db: Db | Tx, ids: readonly number[], options: TermOptions = {}): Promise<Product[]> {
  if (ids.length === 0) return []
  const rows = await productRows(db, isAnyOf(products.id, ids), options)
  const productsById = new Map((await withVariants(db, rows)).map((product) => [product.id, product]))
  return ids.flatMap((id) => productsById.get(id) ?? [])
}

async function withVariants(db: Db | Tx, rows: Awaited<ReturnType<typeof productRows>>): Promise<Product[]> {
  const variable = rows.flatMap((row) => (row.type === 'variable' ? [row.id] : []))
  const groups = rows.flatMap((row) => (row.type === 'grouped' ? [row.id] : []))
  const [variationRows, groupItems] = await Promise.all([
    variable.length === 0
      ? null
      : sellableRows(db, and(isAnyOf(products.parentId, variable), eq(entries.status, 'publish'))),
    groupItemsOf(db, groups),
  ])
  const variations = Map.groupBy((variationRows ?? []).map(toSellable), (variation) => variation.parentId)

  return rows.map(({ gallery, terms: own, ownAttributes, ...row }) => ({
    ...toSellable(row),
    pictures: gallery.length === 0 && row.picture ? [row.picture] : gallery,
    categories: own.filter((term) => term.taxonomy === 'product_cat'),
    tags: own.filter((term) => term.taxonomy === 'product_tag'),
    attributes: ownAttributes.map((attribute) => ({
      ...attribute,
      terms: inOrder(
        own.filter((term) => term.taxonomy === attribute.slug),
        attribute.orderBy,
      ),
    })),
    variations: variations.get(row.id) ?? [],
    groupItems: groupItems.get(row.id) ?? [],
  }))
}

async function groupItemsOf(db: Db | Tx, groupIds: readonly number[]): Promise<Map<number, GroupItem[]>> {
  if (groupIds.length === 0) return new Map()
  const links = await db
    .select({ groupId: productLinks.productId, id: productLinks.linkedId })
    .from(productLinks)
    .where(and(isAnyOf(productLinks.productId, groupIds), eq(productLinks.kind, 'grouped')))
    .orderBy(asc(productLinks.position), asc(productLinks.linkedId))
  if (links.length === 0) return new Map()
  const ids = links.map((link) => link.id)
  const isMember = or(isAnyOf(products.id, ids), isAnyOf(products.parentId, ids))
  const sellables = (await sellableRows(db, and(isMember, eq(entries.status, 'publish')))).map(toSellable)
  const variations = Map.groupBy(sellables, (sellable) => sellable.parentId)
  const items = new Map(
    sellables.map((item): [number, GroupItem] => [item.id, { ...item, variations: variations.get(item.id) ?? [] }]),
  )
  const byGroup = Map.groupBy(links, (link) => link.groupId)
  return new Map([...byGroup].map(([groupId, own]) => [groupId, own.flatMap(({ id }) => items.get(id) ?? [])]))
}

export async function parentsOf(db: Db | Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectDistinct({ parentId: products.parentId })
    .from(products)
    .where(and(isAnyOf(products.id, ids), isNotNull(products.parentId)))
  return rows.flatMap((row) => (row.parentId === null ? [] : [row.parentId]))
}
