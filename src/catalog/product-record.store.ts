import { isDeepStrictEqual } from 'node:util'
import { asc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '../database/connect.ts'
import { entries } from '../entries/entries.table.ts'
import { entryMedia } from '../media/media.table.ts'
import { stockLevels } from '../stock/stock.table.ts'
import { attributes, entryTerms, productAttributes, products, terms } from './catalog.table.ts'
import type { TeaFacts } from './facts.ts'
import { type AttributeRecord, type ProductRecord, uncounted } from './product-record.ts'

/**
 * Locks products, their shelves and the variable products they belong to, shelves first and in id order, as placing an
 * order does: neither can hold what the other waits for.
 */
export async function lockProducts(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const given = sql`${sql.param([...ids])}::int[]`
  await tx.execute(
    sql`select product_id from stock_levels where product_id = any(${given}) order by product_id for update`,
  )
  await tx.execute(sql`
    select id from products
    where id = any(${given}) or id in (select parent_id from products where id = any(${given}))
    order by id for no key update`)
}

/** Everything stored about these products; an id that names none is not in the answer. Four queries however many. */
export async function readRecords(db: Db | Tx, ids: readonly number[]): Promise<Map<number, ProductRecord>> {
  if (ids.length === 0) return new Map()
  const rows = await recordRows(db, ids)
  // One after the other: a transaction has one connection.
  const termRows = await db
    .select({ entryId: entryTerms.entryId, termId: entryTerms.termId, taxonomy: terms.taxonomy })
    .from(entryTerms)
    .innerJoin(terms, eq(terms.id, entryTerms.termId))
    .where(inArray(entryTerms.entryId, [...ids]))
    .orderBy(asc(entryTerms.termId))
  const attributeRows = await db
    .select({ record: productAttributes, slug: attributes.slug })
    .from(productAttributes)
    .innerJoin(attributes, eq(attributes.id, productAttributes.attributeId))
    .where(inArray(productAttributes.productId, [...ids]))
    .orderBy(asc(productAttributes.position), asc(productAttributes.attributeId))
  const pictureRows = await db
    .select({ entryId: entryMedia.entryId, mediaId: entryMedia.mediaId })
    .from(entryMedia)
    .where(inArray(entryMedia.entryId, [...ids]))
    .orderBy(asc(entryMedia.position), asc(entryMedia.mediaId))

  const termsOf = Map.groupBy(termRows, (row) => row.entryId)
  const attributesOf = Map.groupBy(attributeRows, (row) => row.record.productId)
  const picturesOf = Map.groupBy(pictureRows, (row) => row.entryId)
  return new Map(
    rows.map(({ id, facts, shelf, ...row }) => {
      const termIds = (taxonomy: string) =>
        (termsOf.get(id) ?? []).filter((term) => term.taxonomy === taxonomy).map((term) => term.termId)
      const record: ProductRecord = {
        ...row,
        facts: facts as TeaFacts | null,
        shelf: shelf ?? uncounted,
        categoryIds: termIds('product_cat'),
        tagIds: termIds('product_tag'),
        attributes: (attributesOf.get(id) ?? []).map(
          ({ slug, record: { attributeId, isVisible, isForVariations, defaultSlug } }): AttributeRecord => ({
            attributeId,
            termIds: termIds(slug),
            isVisible,
            isForVariations,
            defaultSlug,
          }),
        ),
        pictureIds: (picturesOf.get(id) ?? []).map((picture) => picture.mediaId),
      }
      return [id, record]
    }),
  )
}

function recordRows(db: Db | Tx, ids: readonly number[]) {
  return db
    .select({
      id: products.id,
      type: products.type,
      parentId: products.parentId,
      slug: entries.slug,
      name: entries.title,
      status: entries.status,
      excerpt: entries.excerpt,
      content: entries.content,
      menuOrder: entries.menuOrder,
      publishedAt: entries.publishedAt,
      sku: products.sku,
      regularPriceCents: products.regularPriceCents,
      salePriceCents: products.salePriceCents,
      saleFrom: products.saleFrom,
      saleUntil: products.saleUntil,
      taxClass: products.taxClass,
      isTaxable: products.isTaxable,
      isVirtual: products.isVirtual,
      isSoldIndividually: products.isSoldIndividually,
      isFeatured: products.isFeatured,
      visibility: products.visibility,
      weightGrams: products.weightGrams,
      netGrams: products.netGrams,
      line: products.line,
      facts: products.facts,
      choices: products.choices,
      shelf: {
        isKept: stockLevels.isKept,
        onHand: stockLevels.onHand,
        backorders: stockLevels.backorders,
        status: stockLevels.status,
        lowThreshold: stockLevels.lowThreshold,
      },
    })
    .from(products)
    .innerJoin(entries, eq(entries.id, products.id))
    .leftJoin(stockLevels, eq(stockLevels.productId, products.id))
    .where(inArray(products.id, [...ids]))
}

export type RecordChange = { readonly id: number; readonly before: ProductRecord | null; readonly after: ProductRecord }

/** New ids for entries, in rising order. */
export async function newEntryIds(tx: Tx, count: number): Promise<number[]> {
  if (count === 0) return []
  const { rows } = await tx.execute<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('entries', 'id'))::int as id from generate_series(1, ${count}::int)`,
  )
  return rows.map((row) => row.id).sort((a, b) => a - b)
}

/** Writes what differs, set by set. How many are on hand is not written here: that is `countStock`'s. */
export async function writeRecords(tx: Tx, changes: readonly RecordChange[], now: Date): Promise<void> {
  if (changes.length === 0) return
  await writeRows(tx, changes, now)
  const differing = (part: (record: ProductRecord) => unknown) =>
    changes.filter(({ before, after }) => before === null || !isDeepStrictEqual(part(before), part(after)))
  await writeTerms(
    tx,
    differing((record) => [record.categoryIds, record.tagIds, record.attributes]),
  )
  await writePictures(
    tx,
    differing((record) => record.pictureIds),
  )
}

async function writeRows(tx: Tx, changes: readonly RecordChange[], now: Date): Promise<void> {
  await tx
    .insert(entries)
    .values(
      changes.map(({ id, after }) => ({
        id,
        kind: after.type === 'variation' ? ('product_variation' as const) : ('product' as const),
        slug: after.slug,
        title: after.name,
        status: after.status,
        parentId: after.parentId,
        excerpt: after.excerpt,
        content: after.content,
        menuOrder: after.menuOrder,
        publishedAt: after.publishedAt,
        createdAt: now,
        updatedAt: now,
      })),
    )
    .onConflictDoUpdate({
      target: entries.id,
      set: incoming(entries, [
        ...['slug', 'title', 'status', 'excerpt', 'content', 'menuOrder', 'publishedAt', 'updatedAt'],
      ]),
    })
  await tx
    .insert(products)
    .values(changes.map(({ id, after }) => ({ ...productColumns(after), id })))
    .onConflictDoUpdate({ target: products.id, set: incoming(products, productColumnNames) })
  await tx
    .insert(stockLevels)
    .values(changes.map(({ id, after }) => ({ ...after.shelf, onHand: 0, productId: id })))
    .onConflictDoUpdate({
      target: stockLevels.productId,
      set: incoming(stockLevels, ['isKept', 'backorders', 'status', 'lowThreshold']),
    })
}

const productColumnNames = [
  ...['type', 'parentId', 'sku', 'regularPriceCents', 'salePriceCents', 'saleFrom', 'saleUntil', 'taxClass'],
  ...['isTaxable', 'isVirtual', 'isSoldIndividually', 'isFeatured', 'visibility', 'weightGrams', 'netGrams'],
  ...['line', 'facts', 'choices'],
]

function productColumns(record: ProductRecord) {
  const { type, parentId, sku, regularPriceCents, salePriceCents, saleFrom, saleUntil, taxClass, isTaxable } = record
  const { isVirtual, isSoldIndividually, isFeatured, visibility, weightGrams, netGrams, line, facts, choices } = record
  return {
    ...{ type, parentId, sku, regularPriceCents, salePriceCents, saleFrom, saleUntil, taxClass, isTaxable },
    ...{ isVirtual, isSoldIndividually, isFeatured, visibility, weightGrams, netGrams, line, facts, choices },
  }
}

/** `set a = excluded.a, …` for an insert that meets an existing row. */
function incoming(table: PgTable, names: readonly string[]): Record<string, SQL> {
  const columns = getTableColumns(table)
  return Object.fromEntries(
    names.map((name) => {
      const column = columns[name]
      if (!column) throw new Error(`No column ${name}`)
      return [name, sql`excluded.${sql.identifier(column.name)}`]
    }),
  )
}

async function writeTerms(tx: Tx, changes: readonly RecordChange[]): Promise<void> {
  const ids = changes.filter(({ before }) => before !== null).map(({ id }) => id)
  if (ids.length > 0) {
    await tx.delete(entryTerms).where(inArray(entryTerms.entryId, ids))
    await tx.delete(productAttributes).where(inArray(productAttributes.productId, ids))
  }
  const links = changes.flatMap(({ id, after }) =>
    [
      ...new Set([
        ...after.categoryIds,
        ...after.tagIds,
        ...after.attributes.flatMap((attribute) => attribute.termIds),
      ]),
    ].map((termId) => ({ entryId: id, termId })),
  )
  if (links.length > 0) {
    await tx.execute(sql`
      insert into entry_terms (entry_id, term_id)
      select * from unnest(${sql.param(links.map((link) => link.entryId))}::int[],
        ${sql.param(links.map((link) => link.termId))}::int[])`)
  }
  const held = changes.flatMap(({ id, after }) =>
    after.attributes.map(({ attributeId, isVisible, isForVariations, defaultSlug }, position) => ({
      ...{ productId: id, attributeId, position, isVisible, isForVariations, defaultSlug },
    })),
  )
  if (held.length > 0) await tx.insert(productAttributes).values(held)
}

async function writePictures(tx: Tx, changes: readonly RecordChange[]): Promise<void> {
  const ids = changes.filter(({ before }) => before !== null).map(({ id }) => id)
  if (ids.length > 0) await tx.delete(entryMedia).where(inArray(entryMedia.entryId, ids))
  const shown = changes.flatMap(({ id, after }) =>
    after.pictureIds.map((mediaId, position) => ({ entryId: id, mediaId, position })),
  )
  if (shown.length > 0) await tx.insert(entryMedia).values(shown)
}
