import { and, asc, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Db, isAnyOf, type Tx } from '../../platform/database/connect.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { entryTerms, terms } from '../../things/entries/terms.table.ts'
import { entryMedia, media, type Picture, pictureColumns } from '../../things/media/media.table.ts'
import { stockLevels } from '../inventory/stock.table.ts'
import type { StockLevel } from '../inventory/stock.ts'
import { attributes, productAttributes, productLinks, products } from './catalog.table.ts'
import type { GroupItem, Product, Sellable, Term } from './product.ts'

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

export const sellableColumns = {
  id: products.id,
  type: products.type,
  parentId: products.parentId,
  slug: entries.slug,
  name: entries.title,
  status: entries.status,
  parentSlug: parentEntries.slug,
  parentName: parentEntries.title,
  parentStatus: parentEntries.status,
  sku: products.sku,
  parentSku: parentProducts.sku,
  regularPriceCents: products.regularPriceCents,
  salePriceCents: products.salePriceCents,
  saleFrom: products.saleFrom,
  saleUntil: products.saleUntil,
  taxClass: products.taxClass,
  isTaxable: products.isTaxable,
  isVirtual: products.isVirtual,
  isSoldIndividually: sql<boolean>`${products.isSoldIndividually} or coalesce(${parentProducts.isSoldIndividually}, false)`,
  weightGrams: sql<number | null>`coalesce(${products.weightGrams}, ${parentProducts.weightGrams})`,
  shippingClass: sql<string>`coalesce(nullif(${products.shippingClass}, ''), ${parentProducts.shippingClass}, '')`,
  netGrams: products.netGrams,
  choices: products.choices,
  stock: {
    tracksInventory: stockLevels.tracksInventory,
    onHand: stockLevels.onHand,
    backorders: stockLevels.backorders,
    status: stockLevels.status,
  },
  picture: pictureColumns,
}

/** Products without a stock row do not track inventory and are in stock. */
const untrackedStock: StockLevel = { tracksInventory: false, onHand: 0, backorders: 'no', status: 'instock' }

const productColumns = {
  ...sellableColumns,
  excerpt: entries.excerpt,
  content: entries.content,
  subtitle: products.subtitle,
  facts: products.facts,
  isFeatured: products.isFeatured,
  publishedAt: entries.publishedAt,
  ratingHundredths: products.ratingHundredths,
  reviewCount: products.reviewCount,
  externalUrl: products.externalUrl,
  buttonText: products.buttonText,
}

function sellableRows(db: Db | Tx, where: SQL | undefined) {
  return db
    .select(sellableColumns)
    .from(products)
    .innerJoin(entries, eq(entries.id, products.id))
    .leftJoin(parentEntries, eq(parentEntries.id, products.parentId))
    .leftJoin(parentProducts, eq(parentProducts.id, products.parentId))
    .leftJoin(stockLevels, eq(stockLevels.productId, products.id))
    .leftJoin(media, eq(media.id, featuredImageId))
    .where(where)
    .orderBy(asc(entries.menuOrder), asc(products.id))
}

function productRows(db: Db | Tx, where: SQL | undefined) {
  return db
    .select(productColumns)
    .from(products)
    .innerJoin(entries, eq(entries.id, products.id))
    .leftJoin(parentEntries, eq(parentEntries.id, products.parentId))
    .leftJoin(parentProducts, eq(parentProducts.id, products.parentId))
    .leftJoin(stockLevels, eq(stockLevels.productId, products.id))
    .leftJoin(media, eq(media.id, featuredImageId))
    .where(where)
}

type SellableRow = Awaited<ReturnType<typeof sellableRows>>[number]

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

/**
 * Everything that can be added to a cart, by id: simple products and variations of any status. Unknown ids are missing
 * from the result. One query.
 */
export async function loadSellables(db: Db | Tx, ids: readonly number[]): Promise<Map<number, Sellable>> {
  if (ids.length === 0) return new Map()
  const rows = await sellableRows(db, isAnyOf(products.id, ids))
  return new Map(rows.map((row) => [row.id, toSellable(row)]))
}

/** The product with this slug or id, or null. Unpublished products are found only with `anyStatus`. */
export async function findProduct(
  db: Db | Tx,
  by: { readonly slug: string } | { readonly id: number },
  options: { readonly anyStatus?: boolean } = {},
): Promise<Product | null> {
  const one = 'slug' in by ? and(eq(entries.kind, 'product'), eq(entries.slug, by.slug)) : eq(products.id, by.id)
  const published = options.anyStatus ? undefined : eq(entries.status, 'publish')
  const [row] = await productRows(db, and(one, published, sql`${products.type} <> 'variation'`))
  if (!row) return null
  const [product] = await withRelations(db, [row])
  return product ?? null
}

/**
 * Products in the order of `ids`, of any status; unknown ids are left out. Five queries in total, or three without
 * terms: categories, tags and attributes are then empty.
 */
export async function loadProducts(
  db: Db | Tx,
  ids: readonly number[],
  options: { readonly withTerms?: boolean } = {},
): Promise<Product[]> {
  if (ids.length === 0) return []
  const rows = await productRows(db, isAnyOf(products.id, ids))
  const productsById = new Map((await withRelations(db, rows, options)).map((product) => [product.id, product]))
  return ids.flatMap((id) => productsById.get(id) ?? [])
}

async function withRelations(
  db: Db | Tx,
  rows: Awaited<ReturnType<typeof productRows>>,
  { withTerms = true }: { readonly withTerms?: boolean } = {},
): Promise<Product[]> {
  const ids = rows.map((row) => row.id)
  const variable = rows.flatMap((row) => (row.type === 'variable' ? [row.id] : []))
  const groups = rows.flatMap((row) => (row.type === 'grouped' ? [row.id] : []))
  const [variationRows, pictures, ownTerms, ownAttributes, groupItems] = await Promise.all([
    variable.length === 0
      ? null
      : sellableRows(db, and(isAnyOf(products.parentId, variable), eq(entries.status, 'publish'))),
    picturesOf(db, ids),
    withTerms ? termsOf(db, ids) : null,
    withTerms ? attributesOf(db, ids) : null,
    groupItemsOf(db, groups),
  ])
  const variations = Map.groupBy((variationRows ?? []).map(toSellable), (variation) => variation.parentId)

  return rows.map((row) => {
    const own = ownTerms?.get(row.id)?.map(({ term }) => term) ?? []
    const gallery = pictures.get(row.id)?.map(({ picture }) => picture) ?? []
    return {
      ...toSellable(row),
      pictures: gallery.length === 0 && row.picture ? [row.picture] : gallery,
      categories: own.filter((term) => term.taxonomy === 'product_cat'),
      tags: own.filter((term) => term.taxonomy === 'product_tag'),
      attributes: (ownAttributes?.get(row.id) ?? []).map(({ attribute }) => ({
        ...attribute,
        terms: own.filter((term) => term.taxonomy === attribute.slug),
      })),
      variations: variations.get(row.id) ?? [],
      groupItems: groupItems.get(row.id) ?? [],
    }
  })
}

/** The published children of grouped products, in menu order. Two queries, none if there is no grouped product. */
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

async function picturesOf(db: Db | Tx, ids: readonly number[]) {
  const rows = await db
    .select({ entryId: entryMedia.entryId, picture: pictureColumns })
    .from(entryMedia)
    .innerJoin(media, eq(media.id, entryMedia.mediaId))
    .where(isAnyOf(entryMedia.entryId, ids))
    .orderBy(asc(entryMedia.entryId), asc(entryMedia.position), asc(entryMedia.mediaId))
  return Map.groupBy(rows, (row) => row.entryId)
}

const termColumns = {
  id: terms.id,
  taxonomy: terms.taxonomy,
  slug: terms.slug,
  name: terms.name,
  parentId: terms.parentId,
  tint: terms.tint,
}

async function termsOf(db: Db | Tx, ids: readonly number[]) {
  const rows = await db
    .select({ entryId: entryTerms.entryId, term: termColumns })
    .from(entryTerms)
    .innerJoin(terms, eq(terms.id, entryTerms.termId))
    .where(isAnyOf(entryTerms.entryId, ids))
    .orderBy(asc(terms.taxonomy), asc(terms.position), asc(terms.id))
  return Map.groupBy(rows, (row) => row.entryId)
}

async function attributesOf(db: Db | Tx, ids: readonly number[]) {
  const rows = await db
    .select({
      entryId: productAttributes.productId,
      attribute: {
        id: attributes.id,
        slug: attributes.slug,
        label: attributes.label,
        isVisible: productAttributes.isVisible,
        isForVariations: productAttributes.isForVariations,
        defaultSlug: productAttributes.defaultSlug,
      },
    })
    .from(productAttributes)
    .innerJoin(attributes, eq(attributes.id, productAttributes.attributeId))
    .where(isAnyOf(productAttributes.productId, ids))
    .orderBy(asc(productAttributes.productId), asc(productAttributes.position), asc(attributes.id))
  return Map.groupBy(rows, (row) => row.entryId)
}

export type TermPage = Term & { readonly description: string; readonly picture: Picture | null }

/** A category, tag or attribute value by its slug, or null. */
export async function findTerm(db: Db | Tx, taxonomy: string, slug: string): Promise<TermPage | null> {
  const [row] = await db
    .select({ ...termColumns, description: terms.description, picture: pictureColumns })
    .from(terms)
    .leftJoin(media, eq(media.id, terms.imageId))
    .where(and(eq(terms.taxonomy, taxonomy), eq(terms.slug, slug)))
  return row ?? null
}

/** Ids of the variable products that own these variations. */
export async function parentsOf(db: Db | Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectDistinct({ parentId: products.parentId })
    .from(products)
    .where(and(isAnyOf(products.id, ids), isNotNull(products.parentId)))
  return rows.flatMap((row) => (row.parentId === null ? [] : [row.parentId]))
}

/** Slugs of all product attributes: `pa_origin`, `pa_size`. */
export async function attributeSlugs(db: Db | Tx): Promise<string[]> {
  const rows = await db.select({ slug: attributes.slug }).from(attributes).orderBy(asc(attributes.id))
  return rows.map((row) => row.slug)
}

/** Term names by `taxonomy:slug`; unknown terms are left out. */
export async function termNames(
  db: Db | Tx,
  termRefs: readonly { readonly taxonomy: string; readonly slug: string }[],
): Promise<Map<string, string>> {
  if (termRefs.length === 0) return new Map()
  const rows = await db
    .select({ taxonomy: terms.taxonomy, slug: terms.slug, name: terms.name })
    .from(terms)
    .where(or(...termRefs.map(({ taxonomy, slug }) => and(eq(terms.taxonomy, taxonomy), eq(terms.slug, slug)))))
  return new Map(rows.map((row) => [`${row.taxonomy}:${row.slug}`, row.name]))
}
