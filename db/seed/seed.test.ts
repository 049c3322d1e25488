import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { freshDatabase } from '../../test/support/database.ts'
import { isEmptyShop, seedDemoShop } from './seed.ts'

const { db } = await freshDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'samovar-seed-'))
const now = new Date('2026-11-20T12:00:00Z')
afterAll(() => rm(dataDir, { recursive: true }))

const count = async (query: string): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(sql.raw(`select count(*)::int as n from ${query}`))
  return rows[0]?.n ?? 0
}

test('[PLAT-02] an empty shop becomes a believable one: teas, teaware, remedies, people, words and pictures', async () => {
  expect(await isEmptyShop(db)).toBe(true)
  await seedDemoShop({ db, dataDir, root: resolve('.'), now })
  expect(await isEmptyShop(db)).toBe(false)
  expect(await count("products where listed and type <> 'variation'")).toBeGreaterThanOrEqual(60)
  expect(await count("products where type = 'variable'")).toBeGreaterThanOrEqual(3)
  expect(await count("products where listed and stock_status = 'outofstock'")).toBeGreaterThanOrEqual(3)
  expect(await count('products where listed and on_sale')).toBeGreaterThanOrEqual(5)
  expect(await count("comments where status = 'approved' and rating is not null")).toBeGreaterThanOrEqual(40)
  expect(await count("entries where kind = 'post'")).toBeGreaterThanOrEqual(6)
  expect(await count("entries where kind = 'page'")).toBeGreaterThanOrEqual(6)
  expect(await count('orders')).toBeGreaterThanOrEqual(4)
  expect(await count("users where role = 'customer'")).toBe(2)
})

test('what the listing shows fits what it is derived from', async () => {
  expect(await count('products where listed and min_price_cents is null')).toBe(0)
  expect(await count('products where review_count > 0 and rating_hundredths = 0')).toBe(0)
  expect(
    await count(
      "products p where listed and not exists (select 1 from entry_media m where m.entry_id = p.id and p.type <> 'variation')",
    ),
  ).toBe(await count("products where listed and type = 'variation'"))
})

test('stock on the shelf is explained by its movements', async () => {
  expect(
    await count(
      `stock_levels s where s.on_hand <> coalesce((select sum(delta) from stock_movements m where m.product_id = s.product_id), 0)`,
    ),
  ).toBe(0)
})
