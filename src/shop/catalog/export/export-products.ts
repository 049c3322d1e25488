import { type SQL, sql } from 'drizzle-orm'
import { csvLine } from '../../../platform/csv.ts'
import { columnsOf, type Db, isAnyOf } from '../../../platform/database/connect.ts'
import { terms } from '../../../things/entries/terms.table.ts'
import { listClasses } from '../../taxes/taxes.store.ts'
import { products } from '../catalog.table.ts'
import { readRecords } from '../product-record.store.ts'
import { readShared } from '../product-relations.ts'
import * as columns from './export-columns.ts'

export type ExportFilter = {
  /** Statuses of products; variations follow their product. Default: all but the trash. */
  readonly statuses?: readonly string[]
  readonly types?: readonly string[]
  readonly categoryIds?: readonly number[]
  /** Headings, with or without units. 'Attribute' and 'Download' stand for all their numbered columns. */
  readonly columns?: readonly string[]
  readonly withMeta?: boolean
}

const BATCH_SIZE = 500
/** Imports accept at most 2,000 columns. */
const MAX_META_COLUMNS = 1000

/** CSV as WooCommerce writes it, in batches; only the products of one batch are in memory. */
export async function* exportProducts(db: Db, url: string, filter: ExportFilter = {}): AsyncGenerator<string> {
  const where = conditionOf(filter)
  const columns = await columnsFor(db, filter, where)
  yield `\uFEFF${csvLine(columns.map(([heading]) => heading))}`
  const fixed = await fixedNames(db)
  for (let last = 0; ; ) {
    const { rows } = await db.execute<{ id: number; parentId: number | null }>(sql`
      select products.id, products.parent_id as "parentId" ${where} and products.id > ${last} and entries.id > ${last}
      order by products.id limit ${BATCH_SIZE}`)
    const next = rows.at(-1)?.id
    if (next === undefined) return
    const batch = await readBatch(db, url, rows, fixed)
    yield batch.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join('')
    last = next
  }
}

function conditionOf({ statuses = [], types = [], categoryIds = [] }: ExportFilter): SQL {
  const list = (values: readonly unknown[], type: string) => sql`any(${sql.param([...values])}::${sql.raw(type)}[])`
  const conditions = [
    sql`entries.status <> 'trash' and coalesce(parent.status, '') <> 'trash'`,
    ...(statuses.length > 0 ? [sql`coalesce(parent.status, entries.status) = ${list(statuses, 'text')}`] : []),
    ...(types.length > 0 ? [sql`products.type = ${list(types, 'text')}`] : []),
    ...(categoryIds.length > 0
      ? [
          sql`exists (select 1 from entry_terms where entry_id = coalesce(products.parent_id, products.id)
            and term_id = ${list(categoryIds, 'int')})`,
        ]
      : []),
  ]
  return sql`from products join entries on entries.id = products.id
    left join entries parent on parent.id = products.parent_id where ${sql.join(conditions, sql` and `)}`
}

async function columnsFor(db: Db, filter: ExportFilter, where: SQL): Promise<columns.ExportColumn[]> {
  const isChosen = (heading: string) =>
    !filter.columns?.length ||
    [heading, heading.replace(/ \(\w+\)$/, '')].some((name) => filter.columns?.includes(name))
  const numberOf = async (count: SQL) =>
    (await db.execute<{ n: number | null }>(sql`select max(${count})::int as n ${where}`)).rows[0]?.n ?? 0
  const attributeCount = isChosen('Attribute')
    ? await numberOf(sql`(select count(*) from product_attributes
        where product_id = coalesce(products.parent_id, products.id))`)
    : 0
  const downloadCount = isChosen('Download') ? await numberOf(sql`jsonb_array_length(products.downloads)`) : 0
  const keys = filter.withMeta
    ? await db.execute<{ key: string }>(sql`
        select distinct field->>'key' as key
        from (select products.meta ${where}) fields, jsonb_array_elements(meta) field
        where jsonb_typeof(field->'value') in ('string', 'number', 'boolean')
          and field->>'key' ~ '^\\S(.{0,253}\\S)?$'
        order by 1 limit ${MAX_META_COLUMNS}`)
    : { rows: [] }
  const times = <T>(count: number, of: (index: number) => T[]) =>
    Array.from({ length: count }, (_, at) => of(at)).flat()
  return [
    ...columns.productColumns.filter(([heading]) => isChosen(heading)),
    ...times(attributeCount, columns.attributeColumns),
    ...times(downloadCount, columns.downloadColumns),
    ...keys.rows.map(({ key }) => columns.metaColumn(key)),
  ]
}

/** Categories, brands and shipping classes: few, and needed by every batch. */
async function fixedNames(db: Db) {
  const rows = await db
    .select()
    .from(terms)
    .where(sql`taxonomy in ('product_cat', 'product_brand', 'product_shipping_class')`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const pathOf = (id: number): string[] => {
    const path = new Set<(typeof rows)[number]>()
    for (let term = byId.get(id); term && !path.has(term); term = byId.get(term.parentId ?? 0)) path.add(term)
    return [...path].map(({ name }) => name).reverse()
  }
  const classes = rows.filter((row) => row.taxonomy === 'product_shipping_class')
  return {
    paths: new Map(rows.map(({ id }) => [id, pathOf(id)])),
    shippingClasses: new Map(classes.map(({ slug, name }) => [slug, name])),
    taxClasses: (await listClasses(db)).map(({ slug }) => slug),
  }
}

async function readBatch(
  db: Db,
  url: string,
  rows: readonly { readonly id: number; readonly parentId: number | null }[],
  fixed: Awaited<ReturnType<typeof fixedNames>>,
): Promise<columns.ExportRow[]> {
  const records = await readRecords(db, [...new Set(rows.flatMap(({ id, parentId }) => [id, parentId ?? id]))])
  const all = [...records.values()]
  const shared = await readShared(db, all)
  const linkedIds = all.flatMap((record) => [record.groupItemIds, record.upSellIds, record.crossSellIds].flat())
  const linked = await db
    .select(columnsOf(products, 'id', 'sku'))
    .from(products)
    .where(isAnyOf(products.id, linkedIds))
  const names: columns.Names = {
    url,
    products: new Map(linked.map((row) => [row.id, row])),
    ...shared,
    ...fixed,
  }
  const productOf = (id: number | null) => {
    const record = records.get(id ?? 0)
    return record && id !== null ? { id, sku: record.sku, record } : null
  }
  return rows.flatMap(({ id, parentId }) => {
    const product = productOf(id)
    return product ? [{ ...product, parent: productOf(parentId), names }] : []
  })
}
