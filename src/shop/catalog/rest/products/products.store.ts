import { and, eq, gte, inArray, lt, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { columnsOf, type Db, isAnyOf, type Tx } from '../../../../platform/database/connect.ts'
import {
  among,
  escapeLike,
  hasTrigram,
  listOrder,
  notAmong,
  readPage,
} from '../../../../platform/database/list-query.ts'
import { datesOf } from '../../../../platform/rest/fields.ts'
import { entries } from '../../../../things/entries/entries.table.ts'
import { terms } from '../../../../things/entries/terms.table.ts'
import { products } from '../../catalog.table.ts'
import { readRecords } from '../../product-record.store.ts'
import { readShared } from '../../product-relations.ts'
import { idsByName, isInName } from '../../search/find-in-names.ts'
import { hasSku } from '../../sku/sku.ts'
import { type ProductQuery, statusesOf } from './product-query.ts'

const RELATED = 5

/** Products with a category or tag of this one. The inner limit ends the search in a category of thousands. */
const relatedIds = sql<number[]>`array(select distinct id from (
    select other.id from entry_terms own_terms
    join terms on terms.id = own_terms.term_id and terms.taxonomy in ('product_cat', 'product_tag')
    join entry_terms on entry_terms.term_id = own_terms.term_id
    join products other on other.id = entry_terms.entry_id and other.listed and other.id <> products.id
    where own_terms.entry_id = products.id limit ${RELATED * 4}) related limit ${RELATED})`

const derivedColumns = {
  ...columnsOf(products, 'id', 'minPriceCents', 'maxPriceCents', 'onSale', 'stockStatus', 'totalSales'),
  ...columnsOf(products, 'ratingHundredths', 'reviewCount'),
  updatedAt: entries.updatedAt,
  variationIds: sql<number[]>`array(select child.id from products child join entries own on own.id = child.id
    where child.parent_id = products.id and own.status <> 'trash' order by own.menu_order, child.id)`,
  shippingClassId: sql<number>`coalesce((select terms.id from terms
    where terms.taxonomy = 'product_shipping_class' and terms.slug = nullif(products.shipping_class, '')), 0)`,
  relatedIds,
}

export type ProductItem = Awaited<ReturnType<typeof loadItems>>[number]

/** All data of product responses, in the order of `ids`: of variations, or of all other products. */
export async function loadItems(db: Db | Tx, ids: readonly number[], areVariations = false) {
  if (ids.length === 0) return []
  const records = await readRecords(db, ids)
  const rows = await db
    .select(derivedColumns)
    .from(products)
    .innerJoin(entries, eq(entries.id, products.id))
    .where(isAnyOf(products.id, ids))
  const shared = await readShared(db, [...records.values()])
  const derived = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const [record, row] = [records.get(id), derived.get(id)]
    return record && row && (record.type === 'variation') === areVariations ? [{ ...row, record, shared }] : []
  })
}

/** The attributes of a product, each with its values in menu order. */
export const attributesOf = ({ record, shared }: ProductItem) =>
  record.attributes.flatMap(({ attributeId, termIds, ...own }, position) => {
    const attribute = shared.attributes.get(attributeId)
    const values = termIds.flatMap((term) => shared.terms.get(term) ?? [])
    const ordered = values.toSorted((a, b) => a.position - b.position || a.id - b.id)
    return attribute ? [{ ...own, ...attribute, position, values: ordered }] : []
  })

export const findItem = async (db: Db | Tx, id: number): Promise<ProductItem | null> =>
  (await loadItems(db, [id]))[0] ?? null

const sortColumns = {
  date: entries.publishedAt,
  id: entries.id,
  title: sql`lower(${entries.title})`,
  slug: entries.slug,
  modified: entries.updatedAt,
  popularity: products.totalSales,
  sales: products.totalSales,
  rating: products.ratingHundredths,
  price: sql`coalesce(${products.minPriceCents}, 0)`,
  menu_order: entries.menuOrder,
  random: sql`random()`,
}

const productSorts: readonly string[] = ['popularity', 'sales', 'rating', 'price']

/** For a very common word, counting stops after this many products beyond the page: as many as a list can select. */
const MAX_COUNTED = 2000

/** A page of products. `lowStock` is the shop's threshold, for products without their own. */
export async function listItems(db: Db, query: ProductQuery, lowStock: number) {
  const conditions = (await productConditions(db, query, lowStock)).filter((one) => one !== undefined)
  // Of products that are checked one by one, words are found faster in the texts, which contain the name, than in names.
  const fields = query.search_fields.length > 0 ? query.search_fields : (['description', 'name'] as const)
  const searches = await Promise.all([
    matching(db, query.search, fields),
    matching(db, query.search_sku, ['sku']),
    matching(db, query.search_name_or_sku, ['name', 'sku']),
  ])
  const common = searches.some((search) => search?.isCommon)
  const searched = searches.map((search) => search?.where)
  const where = and(eq(entries.kind, 'product'), ...entryConditions(query, top), ...searched, ...conditions)
  const needsProducts = conditions.length > 0 || productSorts.includes(query.orderby)
  // Counting is half of the work: entries alone are counted, unless a filter, or the order in which a common word is
  // counted, needs columns of products.
  const joined =
    conditions.length > 0 || (common && needsProducts)
      ? sql`${entries} join ${products} on ${products.id} = ${entries.id}`
      : entries
  const rows = db.select({ id: entries.id }).from(entries).$dynamic()
  if (needsProducts) void rows.innerJoin(products, eq(products.id, entries.id))
  const order = listOrder(sortColumns, entries.id, query)
  const page = { ...query, where, order, maxBeyond: common ? MAX_COUNTED : undefined }
  const { items, ...counted } = await readPage(db, rows, joined, page)
  const ids = items.map(({ id }) => id)
  return { items: await loadItems(db, ids), ...counted }
}

/** Products have no parent, so the parent filters compare with 0. */
const top = sql`0`

type EntryQuery = Pick<ProductQuery, 'include' | 'exclude' | 'parent' | 'parent_exclude' | 'slug'> &
  Parameters<typeof statusesOf>[0] &
  Parameters<typeof datesOf>[0]

/** The filters by columns of entries, of products or of variations. */
export function entryConditions(query: EntryQuery, parent: SQLWrapper): (SQL | undefined)[] {
  const { after, before, modifiedAfter, modifiedBefore } = datesOf(query)
  return [
    inArray(entries.status, statusesOf(query)),
    among(entries.id, query.include),
    notAmong(entries.id, query.exclude),
    among(parent, query.parent),
    notAmong(parent, query.parent_exclude),
    among(entries.slug, query.slug),
    after && gte(entries.publishedAt, after),
    before && lt(entries.publishedAt, before),
    modifiedAfter && gte(entries.updatedAt, modifiedAfter),
    modifiedBefore && lt(entries.updatedAt, modifiedBefore),
  ]
}

const is = (column: PgColumn, value: unknown) => (value === undefined ? undefined : eq(column, value))

type ColumnQuery = Pick<ProductQuery, 'on_sale' | 'virtual' | 'downloadable' | 'stock_status' | 'tax_class'>

/** The filters that compare a column of a product or of a variation. */
export const columnConditions = (query: ColumnQuery): (SQL | undefined)[] => [
  is(products.onSale, query.on_sale),
  is(products.isVirtual, query.virtual),
  is(products.isDownloadable, query.downloadable),
  is(products.stockStatus, query.stock_status),
  is(products.taxClass, query.tax_class),
]

type SearchField = ProductQuery['search_fields'][number]

/** If more products match, it is faster to check them one by one until the page is full than to collect all matches. */
const COMMON = 10_000

/** Condition for a search in one of these fields; a variation's SKU counts for its product. */
async function matching(db: Db, search: string, fields: readonly SearchField[]) {
  const text = search.trim()
  if (text === '') return undefined
  const chosen = [...new Set(fields.map((field) => searchIn[field]))]
  const found = sql.join(
    chosen.map((one) => one.ids(text)),
    sql` union all `,
  )
  const oneByOne = { isCommon: true, where: or(...chosen.map((one) => one.isFound(text))) }
  if (chosen.includes(texts) && text.split(/\s+/).some(hasTrigram)) {
    const isCommon = (await db.$count(sql`(${texts.ids(text)} limit ${COMMON}) matches`)) >= COMMON
    return isCommon ? oneByOne : { isCommon, where: sql`${entries.id} in (${found})` }
  }
  // Names and codes are looked up once, for the page and for the count. A CTE is planned without regard to the limit.
  const { rows } = await db.execute<{ ids: number[] }>(sql`
    with found (id) as materialized (${found}) select array(select id from found limit ${COMMON}) as ids`)
  const ids = rows[0]?.ids ?? []
  return ids.length < COMMON ? { isCommon: false, where: sql`${entries.id} = any(${sql.param(ids)}::int[])` } : oneByOne
}

/** Searches of a field: of all ids, and the condition of a single product. */
type FieldSearch = { readonly ids: (text: string) => SQL; readonly isFound: (text: string) => SQL | undefined }

/** `offset 0` keeps the planner from collecting all matches. */
const isFoundBy = (column: SQL, matches: SQL) =>
  sql`exists (select from products found where ${column} = ${entries.id} and ${matches} offset 0)`

const inTexts = (text: string): SQL => sql`search_vector @@ plainto_tsquery('english_unaccent', ${text})`
const texts: FieldSearch = {
  ids: (text) => sql`select id from products where ${inTexts(text)}`,
  isFound: (text) => isFoundBy(sql`found.id`, inTexts(text)),
}

function codes(column: PgColumn): FieldSearch {
  const name = sql.identifier(column.name)
  const contains = (text: string) => sql`${name} ilike ${`%${escapeLike(text)}%`}`
  return {
    // A text too short for an index of trigrams is compared with all codes, which their own index has together.
    ids: (text) =>
      hasTrigram(text) && column === products.sku
        ? sql`select coalesce(parent_id, id) from products where ${contains(text)}`
        : sql`select coalesce(parent_id, id) from products where ${name} = any(array(
            select ${name} from products where lower(${name}) like lower(${`%${escapeLike(text)}%`}) limit ${COMMON}))`,
    isFound: (text) => or(isFoundBy(sql`found.id`, contains(text)), isFoundBy(sql`found.parent_id`, contains(text))),
  }
}

const searchIn: Readonly<Record<SearchField, FieldSearch>> = {
  name: { ids: idsByName, isFound: isInName },
  description: texts,
  short_description: texts,
  sku: codes(products.sku),
  global_unique_id: codes(products.gtin),
}

async function productConditions(db: Db, query: ProductQuery, lowStock: number): Promise<(SQL | undefined)[]> {
  const { pos_products_only: isForTill, min_price: min, max_price: max, attribute } = query
  const taxonomies = { product_cat: query.category, product_tag: query.tag, product_brand: query.brand }
  const termSets = await Promise.all(
    Object.entries(taxonomies).map(async ([name, ids]) =>
      ids.length > 0 ? hasTerm(await below(db, name, ids)) : undefined,
    ),
  )
  const withCode = (hasCode: SQL) =>
    sql`${products.id} in (select coalesce(parent_id, id) from products where ${hasCode})`
  return [
    among(products.type, query.include_types.length > 0 ? query.include_types : query.type ? [query.type] : []),
    notAmong(products.type, query.exclude_types),
    is(products.isFeatured, query.featured),
    ...columnConditions(query),
    isForTill ? and(inArray(products.type, ['simple', 'variable']), eq(products.isDownloadable, false)) : undefined,
    query.sku.length === 0 ? undefined : withCode(hasSku(query.sku)),
    query.global_unique_id === '' ? undefined : withCode(eq(products.gtin, query.global_unique_id)),
    min === undefined ? undefined : gte(products.maxPriceCents, min),
    max === undefined ? undefined : lte(products.minPriceCents, max),
    ...termSets,
    query.shipping_class.length === 0
      ? undefined
      : sql`${products.shippingClass} in (select slug from terms where taxonomy = 'product_shipping_class' and ${inArray(terms.id, query.shipping_class)})`,
    attribute === ''
      ? undefined
      : hasTerm(
          sql`term_id in (select id from terms where ${and(eq(terms.taxonomy, attribute), among(terms.id, query.attribute_term))})`,
        ),
    query.low_in_stock === undefined
      ? undefined
      : sql`(${products.id} in (select coalesce(parent_id, id) from stock_levels join products on id = product_id
          where tracks_inventory and on_hand between 1 and coalesce(low_stock_amount, ${lowStock}::int))) = ${query.low_in_stock}`,
  ]
}

const hasTerm = (isOne: SQL): SQL => sql`${entries.id} in (select entry_id from entry_terms where ${isOne})`

/** Condition for these terms and their descendants. */
async function below(db: Db, taxonomy: string, ids: readonly number[]): Promise<SQL> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with recursive tree as (
      select id from terms where taxonomy = ${taxonomy} and id = any(${sql.param([...ids])}::int[])
      union select terms.id from terms join tree on terms.parent_id = tree.id)
    select id from tree`)
  return sql`term_id = any(${sql.param(rows.map((row) => row.id))}::int[])`
}

/** Names of custom fields, without those of plugins, which begin with `_`. */
export async function customFieldNames(db: Db, { search, order, limit, offset }: NameQuery) {
  const { rows } = await db.execute<{ name: string; total: number }>(sql`
    select name, count(*) over ()::int as total from (
      select distinct field->>'key' as name from products, jsonb_array_elements(meta) field where meta <> '[]') named
    where name not like '\\_%' and name ilike ${`%${escapeLike(search)}%`}
    order by name ${sql.raw(order)} limit ${limit} offset ${offset}`)
  return { names: rows.map((row) => row.name), total: rows[0]?.total ?? 0 }
}
type NameQuery = Pick<ProductQuery, 'search' | 'order' | 'limit' | 'offset'>
