/** SKUs that differ only in letter case are the same, as in WooCommerce, whose database compares them so. */
import { type SQL, sql } from 'drizzle-orm'
import { products, storedSkuKey } from '../catalog.table.ts'

export const MAX_SKU_LENGTH = 100

/**
 * Equal for SKUs that are the same. Letters outside ASCII stay as they are: JavaScript and PostgreSQL write some of them
 * differently in lower case, such as İ.
 */
export const skuKey = (sku: string): string => sku.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** Condition for products with one of these SKUs. */
export const hasSku = (skus: readonly string[]): SQL =>
  sql`${storedSkuKey(products.sku)} = any(${sql.param(skus.map(skuKey))}::text[])`

/**
 * Rows by each of these SKUs that one of them has. If several have it, from before the shop refused that, it is the one
 * with the same letter case, or else the first.
 */
export function rowsBySku<Row extends { readonly sku: string | null }>(
  rows: readonly Row[],
  skus: readonly string[],
): Map<string, Row> {
  const exact = new Map(rows.map((row) => [row.sku, row]))
  const same = Map.groupBy(rows, ({ sku }) => sku && skuKey(sku))
  return new Map(
    skus.flatMap((sku) => {
      const row = exact.get(sku) ?? same.get(skuKey(sku))?.[0]
      return row ? [[sku, row] as const] : []
    }),
  )
}
