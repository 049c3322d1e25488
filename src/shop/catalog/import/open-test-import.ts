import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach } from 'vitest'
import { createTestDatabase } from '../../../../test/support/database.ts'
import { findProduct } from '../catalog.store.ts'
import { products } from '../catalog.table.ts'
import { type ImportOptions, importProducts } from './import-products.ts'
import { csvOf, type Row } from './open-test-rows.ts'

export const now = new Date('2026-11-20T12:00:00Z')
export const later = new Date('2026-12-24T12:00:00Z')

/** A separate database that is emptied before each test, and the import of files and rows into it. */
export async function openTestImport() {
  const { db } = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'samovar-import-'))

  beforeEach(() => db.execute(sql`truncate entries, terms, attributes, media restart identity cascade`))
  afterAll(() => rm(folder, { recursive: true }))

  async function file(content: string | Buffer, name = 'products.csv'): Promise<string> {
    const path = join(folder, name)
    await writeFile(path, content)
    return path
  }
  const importText = async (content: string | Buffer, options: Partial<ImportOptions> = {}) =>
    importProducts(db, await file(content), { now, ...options })
  const importRows = (rows: readonly Row[], options: Partial<ImportOptions> = {}) => importText(csvOf(rows), options)
  const bySku = async (sku: string) => {
    const [row] = await db.select({ id: products.id }).from(products).where(eq(products.sku, sku))
    return row ? findProduct(db, { id: row.id }, { anyStatus: true }) : null
  }
  async function everything() {
    const tables = [
      'entries',
      'products',
      'product_links',
      'stock_levels',
      'stock_movements',
      'entry_terms',
      'product_attributes',
    ]
    const names = [...tables, 'terms', 'attributes', 'media', 'entry_media']
    const dumps = await Promise.all(names.map((name) => db.execute(sql.raw(`select * from ${name} order by 1, 2`))))
    return dumps.map((dump) => dump.rows)
  }

  return { db, folder, file, importText, importRows, bySku, everything }
}
