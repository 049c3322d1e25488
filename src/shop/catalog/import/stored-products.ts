/** Loads the stored products that a file refers to. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { entries } from '../../../things/entries/entries.table.ts'
import {
  attributes,
  entryTerms,
  type ProductType,
  productAttributes,
  products,
  type TaxClass,
  terms,
} from '../catalog.table.ts'

export type StoredProduct = {
  readonly id: number
  readonly type: ProductType
  readonly parentId: number | null
  readonly sku: string | null
  readonly choices: Readonly<Record<string, string>> | null
  readonly taxClass: TaxClass
}

const columns = {
  id: products.id,
  type: products.type,
  parentId: products.parentId,
  sku: products.sku,
  choices: products.choices,
  taxClass: products.taxClass,
}

export async function storedBySku(db: Db | Tx, skus: readonly string[]): Promise<Map<string, StoredProduct>> {
  if (skus.length === 0) return new Map()
  const rows = await db
    .select(columns)
    .from(products)
    .where(sql`${products.sku} = any(${sql.param([...skus])}::text[])`)
  return new Map(rows.map((row) => [row.sku ?? '', row]))
}

export async function storedById(db: Db | Tx, ids: readonly number[]): Promise<Map<number, StoredProduct>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select(columns)
    .from(products)
    .where(sql`${products.id} = any(${sql.param([...ids])}::int[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Products without SKU, by name, which is their only identity. */
export async function storedWithoutSku(db: Db | Tx): Promise<Map<string, StoredProduct[]>> {
  const rows = await db
    .select({ ...columns, name: entries.title })
    .from(products)
    .innerJoin(entries, eq(entries.id, products.id))
    .where(and(isNull(products.sku), eq(entries.kind, 'product')))
  return Map.groupBy(rows, (row) => row.name)
}

export async function variationsOf(db: Db | Tx, parentIds: readonly number[]): Promise<Map<number, StoredProduct[]>> {
  if (parentIds.length === 0) return new Map()
  const rows = await db
    .select(columns)
    .from(products)
    .where(sql`${products.parentId} = any(${sql.param([...parentIds])}::int[])`)
  return Map.groupBy(rows, (row) => row.parentId ?? 0)
}

/** Attribute options of a variable product: attribute slug to value slugs by lower-case name. */
export type AttributeOptions = ReadonlyMap<
  string,
  { readonly label: string; readonly values: ReadonlyMap<string, string> }
>

export async function storedAttributeOptions(
  db: Db | Tx,
  ids: readonly number[],
): Promise<Map<number, AttributeOptions>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      productId: productAttributes.productId,
      slug: attributes.slug,
      label: attributes.label,
      name: terms.name,
      value: terms.slug,
    })
    .from(productAttributes)
    .innerJoin(attributes, eq(attributes.id, productAttributes.attributeId))
    .innerJoin(terms, eq(terms.taxonomy, attributes.slug))
    .innerJoin(entryTerms, and(eq(entryTerms.termId, terms.id), eq(entryTerms.entryId, productAttributes.productId)))
    .where(
      and(
        sql`${productAttributes.productId} = any(${sql.param([...ids])}::int[])`,
        sql`${productAttributes.isForVariations}`,
      ),
    )
  type Offer = { label: string; values: Map<string, string> }
  const offers = new Map<number, Map<string, Offer>>()
  for (const row of rows) {
    const own = offers.get(row.productId) ?? new Map<string, Offer>()
    offers.set(row.productId, own)
    const attribute = own.get(row.slug) ?? { label: row.label, values: new Map<string, string>() }
    own.set(row.slug, attribute)
    attribute.values.set(row.name.toLowerCase(), row.value)
  }
  return offers
}
