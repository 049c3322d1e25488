import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, getTableColumns, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Db, isAnyOf, type Tx } from '../../platform/database/connect.ts'
import { insertRows } from '../../platform/database/insert-rows.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { entryTerms, terms } from '../../things/entries/terms.table.ts'
import { entryMedia } from '../../things/media/media.table.ts'
import { stockLevels } from '../inventory/stock.table.ts'
import {
  attributes,
  type ProductLinkKind,
  productAttributes,
  productLinks,
  products,
  storedColumns,
} from './catalog.table.ts'
import { entryColumns, type ProductRecord, untrackedStock } from './product-record.ts'
import { withdraw } from './product-taxonomies.ts'
import { productsShowing } from './refresh-product.ts'

/** Groups that name one of these products. */
export async function groupedProductsOf(db: Db | Tx, ids: readonly number[]): Promise<number[]> {
  const groups = await db
    .selectDistinct({ id: productLinks.productId })
    .from(productLinks)
    .where(and(isAnyOf(productLinks.linkedId, ids), eq(productLinks.kind, 'grouped')))
  return groups.map(({ id }) => id)
}

/**
 * Locks stock first, then products, each in id order, as placing an order does, to avoid deadlocks. `others` are
 * products without a change of their own, such as linked ones, which must not be deleted meanwhile.
 */
export const lockProductsAndStock = (tx: Tx, ids: readonly number[], others: readonly number[] = []): Promise<void> =>
  lockInOrder(tx, async () => ({ stock: ids, products: await readIds(tx, productsShowing([...ids, ...others])) }))

/** Locks a product and its variations, whose ids it returns, and every product that shows or links to one of them. */
export async function lockForDeletion(tx: Tx, id: number): Promise<number[]> {
  let ids: number[] = []
  await lockInOrder(tx, async () => {
    ids = await readIds(tx, sql`select id from products where id = ${id} or parent_id = ${id}`)
    const linking = await readIds(
      tx,
      sql`select product_id as id from product_links where ${isAnyOf(productLinks.linkedId, ids)}`,
    )
    return { stock: ids, products: await readIds(tx, productsShowing([...ids, ...linking])) }
  })
  return ids
}

type ToLock = { readonly stock: readonly number[]; readonly products: readonly number[] }

/**
 * Locks the rows that `find` names. If it names more after the wait for them, because they were linked meanwhile, the
 * locks are released and all of them locked again, in order.
 */
async function lockInOrder(tx: Tx, find: () => Promise<ToLock>): Promise<void> {
  for (let wanted = await find(); wanted.products.length > 0; ) {
    const rows = wanted
    const locked = await tx.transaction(async (nested) => {
      await nested
        .select({ id: stockLevels.productId })
        .from(stockLevels)
        .where(isAnyOf(stockLevels.productId, rows.stock))
        .orderBy(stockLevels.productId)
        .for('update')
      await nested
        .select({ id: products.id })
        .from(products)
        .where(isAnyOf(products.id, rows.products))
        .orderBy(products.id)
        .for('no key update')
      const current = await find()
      const known = new Set(rows.products)
      const isComplete = current.products.every((id) => known.has(id))
      return isComplete ? ({ ok: true } as const) : ({ ok: false, current } as const)
    })
    if (locked.ok) return
    wanted = locked.current
  }
}

const readIds = async (tx: Tx, query: SQL): Promise<number[]> =>
  (await tx.execute<{ id: number }>(query)).rows.map(({ id }) => id)

const { productId: _, ...stockColumns } = getTableColumns(stockLevels)

export async function readRecords(db: Db | Tx, ids: readonly number[]): Promise<Map<number, ProductRecord>> {
  if (ids.length === 0) return new Map()
  // Sequential, because a transaction has one connection.
  const rows = await db
    .select({ ...storedColumns, ...entryColumns, name: entries.title, stock: stockColumns })
    .from(products)
    .innerJoin(entries, eq(entries.id, products.id))
    .leftJoin(stockLevels, eq(stockLevels.productId, products.id))
    .where(isAnyOf(products.id, ids))
  const termRows = await db
    .select({ entryId: entryTerms.entryId, termId: entryTerms.termId, taxonomy: terms.taxonomy })
    .from(entryTerms)
    .innerJoin(terms, eq(terms.id, entryTerms.termId))
    .where(isAnyOf(entryTerms.entryId, ids))
    .orderBy(asc(entryTerms.termId))
  const attributeRows = await db
    .select({ record: productAttributes, slug: attributes.slug, label: attributes.label })
    .from(productAttributes)
    .innerJoin(attributes, eq(attributes.id, productAttributes.attributeId))
    .where(isAnyOf(productAttributes.productId, ids))
    .orderBy(asc(productAttributes.position), asc(productAttributes.attributeId))
  const pictureRows = await db
    .select({ entryId: entryMedia.entryId, mediaId: entryMedia.mediaId })
    .from(entryMedia)
    .where(isAnyOf(entryMedia.entryId, ids))
    .orderBy(asc(entryMedia.position), asc(entryMedia.mediaId))

  const linkRows = await db
    .select()
    .from(productLinks)
    .where(isAnyOf(productLinks.productId, ids))
    .orderBy(asc(productLinks.position), asc(productLinks.linkedId))

  const linksOf = Map.groupBy(linkRows, (row) => row.productId)
  const termsOf = Map.groupBy(termRows, (row) => row.entryId)
  const attributesOf = Map.groupBy(attributeRows, (row) => row.record.productId)
  const picturesOf = Map.groupBy(pictureRows, (row) => row.entryId)
  return new Map(
    rows.map(({ id, ...row }) => {
      const termIds = (taxonomy: string) =>
        (termsOf.get(id) ?? []).filter((term) => term.taxonomy === taxonomy).map((term) => term.termId)
      const linkedIds = (kind: ProductLinkKind) =>
        (linksOf.get(id) ?? []).filter((link) => link.kind === kind).map((link) => link.linkedId)
      const record: ProductRecord = {
        ...row,
        stock: row.stock ?? untrackedStock,
        categoryIds: termIds('product_cat'),
        tagIds: termIds('product_tag'),
        brandIds: termIds('product_brand'),
        attributes: (attributesOf.get(id) ?? []).map(
          ({ slug, label, record: { productId: _, position: __, ...attribute } }) => ({
            ...attribute,
            label,
            termIds: termIds(slug),
          }),
        ),
        pictureIds: (picturesOf.get(id) ?? []).map((picture) => picture.mediaId),
        groupItemIds: linkedIds('grouped'),
        upSellIds: linkedIds('up-sell'),
        crossSellIds: linkedIds('cross-sell'),
      }
      return [id, record]
    }),
  )
}

export type RecordChange = { readonly id: number; readonly before: ProductRecord | null; readonly after: ProductRecord }

export async function newEntryIds(tx: Tx, count: number): Promise<number[]> {
  if (count === 0) return []
  const { rows } = await tx.execute<{ id: number }>(
    sql`select nextval(sequence)::int as id
      from (select pg_get_serial_sequence('entries', 'id')::regclass as sequence offset 0) named, generate_series(1, ${count}::int)`,
  )
  return rows.map((row) => row.id).sort((a, b) => a - b)
}

/**
 * Writes changed columns in bulk. Stock quantities are not written here but by `setStock`. Returns variations that are
 * withdrawn because their product has lost an attribute.
 */
export async function writeRecords(tx: Tx, changes: readonly RecordChange[], now: Date): Promise<number[]> {
  const entryRows = changes.map(({ id, after }) => ({
    ...after,
    id,
    title: after.name,
    version: after.version + 1,
    updatedAt: now,
    kind: after.type === 'variation' ? 'product_variation' : 'product',
  }))
  const { kind, parentId, createdAt } = entries
  await insertRows(tx, entries, entryRows, { key: entries.id, keep: [kind, parentId, createdAt] })
  await clearDocuments(
    tx,
    changes.flatMap(({ id, before, after }) => (before && before.content !== after.content ? [id] : [])),
  )
  const productRows = changes.map(({ id, after }) => ({ ...after, id }))
  await insertRows(tx, products, productRows, { key: products.id, keep: [products.parentId] })
  const stockRows = changes.map(({ id, after }) => {
    const { onHand: _, ...stock } = after.stock
    return { ...stock, productId: id }
  })
  await insertRows(tx, stockLevels, stockRows, { key: stockLevels.productId })

  const withTerms = await deleteChangedRows(
    tx,
    changes,
    (record) => [record.categoryIds, record.tagIds, record.brandIds, record.attributes],
    [entryTerms.entryId, productAttributes.productId],
  )
  const termRows = withTerms.flatMap(({ id, after }) => {
    const valueIds = after.attributes.flatMap((attribute) => attribute.termIds)
    const termIds = new Set([...after.categoryIds, ...after.tagIds, ...after.brandIds, ...valueIds])
    return [...termIds].map((termId) => ({ entryId: id, termId }))
  })
  const attributeRows = withTerms.flatMap(({ id, after }) =>
    after.attributes.map((attribute, position) => ({ ...attribute, productId: id, position })),
  )
  await insertRows(tx, entryTerms, termRows)
  await insertRows(tx, productAttributes, attributeRows)

  await renameAttributes(tx, withTerms)
  const withdrawn = await withdrawVariations(tx, withTerms)
  const attributeIds = (record: ProductRecord | null) => record?.attributes.map((one) => one.attributeId) ?? []
  await deleteUnusedAttributes(
    tx,
    withTerms.flatMap(({ before, after }) => attributeIds(before).filter((id) => !attributeIds(after).includes(id))),
  )

  const withPictures = await deleteChangedRows(tx, changes, (record) => record.pictureIds, [entryMedia.entryId])
  const pictureRows = withPictures.flatMap(({ id, after }) =>
    after.pictureIds.map((mediaId, position) => ({ entryId: id, mediaId, position })),
  )
  await insertRows(tx, entryMedia, pictureRows)

  const withLinks = await deleteChangedRows(tx, changes, linksOf, [productLinks.productId])
  const linkRows = withLinks.flatMap(({ id, after }) =>
    Object.entries(linksOf(after)).flatMap(([kind, linkedIds]) =>
      linkedIds.map((linkedId, position) => ({ productId: id, kind, linkedId, position })),
    ),
  )
  await insertRows(tx, productLinks, linkRows)
  return withdrawn
}

async function renameAttributes(tx: Tx, changes: readonly RecordChange[]): Promise<void> {
  for (const { before, after } of changes)
    for (const { attributeId, label } of after.attributes) {
      const stored = before?.attributes.find((one) => one.attributeId === attributeId)
      if (!stored || stored.label === label) continue
      await tx
        .update(attributes)
        .set({ label })
        .where(and(eq(attributes.id, attributeId), eq(attributes.isLocal, true)))
    }
}

/** Withdraws variations with a value of an attribute that their product no longer has. Returns their ids. */
async function withdrawVariations(tx: Tx, changes: readonly RecordChange[]): Promise<number[]> {
  const chosenBy = (record: ProductRecord | null) =>
    record?.attributes.flatMap(({ attributeId, isForVariations }) => (isForVariations ? [attributeId] : [])) ?? []
  const gone = changes.flatMap(({ id, before, after }) =>
    chosenBy(before)
      .filter((attributeId) => !chosenBy(after).includes(attributeId))
      .map((attributeId) => ({ productId: id, attributeId })),
  )
  if (gone.length === 0) return []
  const productIds = gone.map(({ productId }) => productId)
  const hasValue = sql`exists (
    select from unnest(${sql.param(productIds)}::int[], ${sql.param(gone.map(({ attributeId }) => attributeId))}::int[])
      as gone(product_id, attribute_id)
    join ${attributes} on ${attributes.id} = gone.attribute_id
    where gone.product_id = ${products.parentId} and ${products.choices} ->> ${attributes.slug} <> '')`
  const withdrawn = withdraw(tx, and(isAnyOf(products.parentId, productIds), hasValue))
  return (await withdrawn.returning({ id: entries.id })).map(({ id }) => id)
}

/** Deletes those of the custom attributes that no product has any more, with their values. */
export async function deleteUnusedAttributes(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const isUsed = sql`exists (select from ${productAttributes} where ${productAttributes.attributeId} = ${attributes.id})`
  const deleted = await tx
    .delete(attributes)
    .where(and(isAnyOf(attributes.id, ids), eq(attributes.isLocal, true), sql`not ${isUsed}`))
    .returning({ slug: attributes.slug })
  for (const { slug } of deleted) await tx.delete(terms).where(eq(terms.taxonomy, slug))
}

/** A new description replaces its builder blocks, which remain in the revision. */
async function clearDocuments(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(entries)
    .set({ builderDocument: null })
    .where(and(isAnyOf(entries.id, ids), isNotNull(entries.builderDocument)))
}

/** Copies the builder blocks of a description to a product with the same one. */
export async function copyDocument(tx: Tx, fromId: number, toId: number): Promise<void> {
  await tx.execute(sql`update entries set builder_document = original.builder_document from entries original
    where entries.id = ${toId} and original.id = ${fromId} and entries.content = original.content`)
}

const linksOf = (record: ProductRecord): Record<ProductLinkKind, readonly number[]> => ({
  grouped: record.groupItemIds,
  'up-sell': record.upSellIds,
  'cross-sell': record.crossSellIds,
})

/** Deletes the rows of products that differ in `fieldsOf`, by their ids in `columns`. Returns these changes. */
async function deleteChangedRows(
  tx: Tx,
  changes: readonly RecordChange[],
  fieldsOf: (record: ProductRecord) => unknown,
  columns: readonly PgColumn[],
): Promise<readonly RecordChange[]> {
  const differing = changes.filter(
    ({ before, after }) => before === null || !isDeepStrictEqual(fieldsOf(before), fieldsOf(after)),
  )
  const ids = differing.flatMap(({ before, id }) => (before === null ? [] : [id]))
  if (ids.length > 0) for (const column of columns) await tx.delete(column.table).where(isAnyOf(column, ids))
  return differing
}
