import { and, eq, type SQL, sql } from 'drizzle-orm'
import { columnsOf, type Db, isAnyOf, type Tx } from '../../../../platform/database/connect.ts'
import { among, containsText, listOrder, readPage } from '../../../../platform/database/list-query.ts'
import { entries } from '../../../../things/entries/entries.table.ts'
import { terms } from '../../../../things/entries/terms.table.ts'
import { media } from '../../../../things/media/media.table.ts'
import { attributes, products } from '../../catalog.table.ts'
import { readRecords } from '../../product-record.store.ts'

const RELATED = 5

/** Products with a category or tag of this one. The inner limit ends the search in a category of thousands. */
const relatedIds = sql<number[]>`array(select distinct id from (
    select other.id from entry_terms mine
    join terms on terms.id = mine.term_id and terms.taxonomy in ('product_cat', 'product_tag')
    join entry_terms on entry_terms.term_id = mine.term_id
    join products other on other.id = entry_terms.entry_id and other.listed and other.id <> products.id
    where mine.entry_id = products.id limit ${RELATED * 4}) related limit ${RELATED})`

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

const byId = <Row extends { readonly id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))

export type ProductItem = Awaited<ReturnType<typeof loadItems>>[number]

/** Products with everything that is answered about them, in the order of their ids: variations or all others. */
export async function loadItems(db: Db | Tx, ids: readonly number[], areVariations = false) {
  if (ids.length === 0) return []
  const records = await readRecords(db, ids)
  const all = [...records.values()]
  const termIds = all.flatMap((one) => [
    ...one.categoryIds,
    ...one.tagIds,
    ...one.brandIds,
    ...one.attributes.flatMap((attribute) => attribute.termIds),
  ])
  const attributeIds = all.flatMap((one) => one.attributes.map(({ attributeId }) => attributeId))
  const pictureIds = all.flatMap((one) => one.pictureIds)
  const rows = await db
    .select(derivedColumns)
    .from(products)
    .innerJoin(entries, eq(entries.id, products.id))
    .where(isAnyOf(products.id, ids))
  const termColumns = columnsOf(terms, 'id', 'name', 'slug', 'position')
  const shared = {
    terms: byId(await db.select(termColumns).from(terms).where(isAnyOf(terms.id, termIds))),
    attributes: byId(await db.select().from(attributes).where(isAnyOf(attributes.id, attributeIds))),
    pictures: byId(await db.select().from(media).where(isAnyOf(media.id, pictureIds))),
  }
  const derived = byId(rows)
  return ids.flatMap((id) => {
    const [record, more] = [records.get(id), derived.get(id)]
    return record && more && (record.type === 'variation') === areVariations ? [{ ...more, record, shared }] : []
  })
}

export const findItem = async (db: Db | Tx, id: number): Promise<ProductItem | null> =>
  (await loadItems(db, [id]))[0] ?? null

export type ProductFilter = {
  readonly search: string
  readonly statuses: readonly string[]
  readonly types: readonly string[]
  readonly include: readonly number[]
  readonly orderby: string
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

const sortColumns = { date: entries.publishedAt, id: entries.id, title: entries.title }

/** A page of products. */
export async function listItems(db: Db, filter: ProductFilter) {
  const where: SQL | undefined = and(
    eq(entries.kind, 'product'),
    among(entries.status, filter.statuses),
    among(products.type, filter.types),
    among(entries.id, filter.include),
    containsText(filter.search, [entries.title]),
  )
  const joined = sql`${entries} join ${products} on ${products.id} = ${entries.id}`
  const rows = db.select({ id: entries.id }).from(entries).innerJoin(products, eq(products.id, entries.id)).$dynamic()
  const order = listOrder(sortColumns, entries.id, filter)
  const { items, total } = await readPage(db, rows, joined, { ...filter, where, order })
  const ids = items.map((item) => item.id)
  return { items: await loadItems(db, ids), total }
}
