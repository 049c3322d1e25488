import { and, eq, isNull, type SQL } from 'drizzle-orm'
import { type Db, isAnyOf } from '../../../platform/database/connect.ts'
import { MAX_ID } from '../../../platform/rest/params.ts'
import { entries } from '../../../things/entries/entries.table.ts'
import { entryTerms, terms } from '../../../things/entries/terms.table.ts'
import { attributes, productAttributes, products } from '../catalog.table.ts'
import { hasSku, rowsBySku } from '../sku/sku.ts'
import { TermIndex } from '../term-index.ts'

export type StoredProduct = Awaited<ReturnType<typeof storedWhere>>[number]

function storedWhere(db: Db, where: SQL | undefined) {
  const { id, type, parentId, sku, choices, taxClass } = products
  const columns = { id, type, parentId, sku, name: entries.title, status: entries.status, choices, taxClass }
  return db.select(columns).from(products).innerJoin(entries, eq(entries.id, id)).where(where)
}

export const storedBySku = async (db: Db, skus: readonly string[]): Promise<ReadonlyMap<string, StoredProduct>> =>
  rowsBySku(await storedWhere(db, hasSku(skus)).orderBy(products.id), skus)

export async function storedById(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, StoredProduct>> {
  const storable = ids.filter((id) => id <= MAX_ID)
  return new Map((await storedWhere(db, isAnyOf(products.id, storable))).map((row) => [row.id, row]))
}

/** Products without SKU, by name, which is their only identity. */
export const storedWithoutSku = async (db: Db): Promise<ReadonlyMap<string, readonly StoredProduct[]>> =>
  Map.groupBy(await storedWhere(db, and(isNull(products.sku), eq(entries.kind, 'product'))), (row) =>
    row.name.replace(/\s+/g, ' ').trim(),
  )

export type StoredDetails =
  Awaited<ReturnType<typeof storedDetails>> extends ReadonlyMap<number, infer One> ? One : never

/** The stored values to compare with the file, so that importing an unchanged export changes nothing. */
export async function storedDetails(db: Db, ids: readonly number[]) {
  const { id, purchaseNote, meta, downloads } = products
  const { title: name, content, excerpt } = entries
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ id, name, content, excerpt, purchaseNote, meta, downloads })
          .from(products)
          .innerJoin(entries, eq(entries.id, id))
          .where(isAnyOf(id, ids))
  return new Map(rows.map((row) => [row.id, row]))
}

export const variationsOf = async (db: Db, parentIds: readonly number[]) =>
  Map.groupBy(await storedWhere(db, isAnyOf(products.parentId, parentIds)), (row) => row.parentId)

/** Attributes by which the variations of a product are chosen, by slug. */
export type AttributeOptions = ReadonlyMap<
  string,
  { readonly label: string; readonly values: TermIndex<{ readonly name: string; readonly slug: string }> }
>

export async function storedAttributeOptions(db: Db, ids: readonly number[]): Promise<Map<number, AttributeOptions>> {
  const { slug: attribute, label } = attributes
  const rows = await db
    .select({ productId: productAttributes.productId, attribute, label, name: terms.name, slug: terms.slug })
    .from(productAttributes)
    .innerJoin(attributes, eq(attributes.id, productAttributes.attributeId))
    .innerJoin(terms, eq(terms.taxonomy, attributes.slug))
    .innerJoin(entryTerms, and(eq(entryTerms.termId, terms.id), eq(entryTerms.entryId, productAttributes.productId)))
    .where(and(isAnyOf(productAttributes.productId, ids), eq(productAttributes.isForVariations, true)))
    .orderBy(terms.id)
  const optionsOf = (own: typeof rows): AttributeOptions =>
    new Map(
      [...Map.groupBy(own, (row) => row.attribute)].map(([slug, values]) => [
        slug,
        { label: values[0]?.label ?? '', values: new TermIndex(values) },
      ]),
    )
  return new Map([...Map.groupBy(rows, (row) => row.productId)].map(([id, own]) => [id, optionsOf(own)]))
}
