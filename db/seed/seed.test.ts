import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { users } from '../../src/people/identity/accounts.table.ts'
import { privacy } from '../../src/personal-data.ts'
import { connect } from '../../src/platform/database/connect.ts'
import { diskStore } from '../../src/platform/files/disk-store.ts'
import { loadSettings } from '../../src/settings.ts'
import { products } from '../../src/shop/catalog/catalog.table.ts'
import { cardDetachments, savedCards } from '../../src/shop/gateways/cards/saved-cards.table.ts'
import { orderLines, orders } from '../../src/shop/orders/orders.table.ts'
import { formSubmissions } from '../../src/site/forms/forms.table.ts'
import { createTestDatabase } from '../../test/support/database.ts'
import { writeOrder } from '../../test/support/orders.ts'
import { writeSubmission } from '../../test/support/submissions.ts'
import { removeDemoUsers } from './demo-users.ts'
import { isEmptyShop, seedDemoShop } from './seed.ts'

const { db, url } = await createTestDatabase()
/** Without a time limit, like the connection of a shop's start: the second of two processes waits for the first. */
const starting = connect(url, { poolSize: 2, statementTimeoutMs: 0 })
const dataDir = await mkdtemp(join(tmpdir(), 'samovar-seed-'))
const now = new Date('2026-11-20T12:00:00Z')
afterAll(async () => {
  await starting.close()
  await rm(dataDir, { recursive: true })
})

const count = async (query: string): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(sql.raw(`select count(*)::int as n from ${query}`))
  return rows[0]?.n ?? 0
}

test('[PLAT-02] an empty shop gets teas, teaware, remedies, users, texts and pictures', async () => {
  expect(await isEmptyShop(db)).toBe(true)
  // Two at once, as when two processes start together: one seeds, the other finds it done.
  const seed = () => seedDemoShop({ db: starting.db, files: diskStore(dataDir), dataDir, root: resolve('.'), now })
  expect((await Promise.all([seed(), seed()])).sort()).toEqual([false, true])
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

test('[PAY-14 charge currency] it sells in Canadian, in US dollars and in euros, at rates of that day', async () => {
  const { currencies } = await loadSettings(db)
  expect(currencies.map(({ currency, isCharged }) => [currency, isCharged])).toEqual([
    ['USD', true],
    ['EUR', true],
  ])
  for (const { rate, rateChangedAt } of currencies) {
    expect(Number(rate)).toBeGreaterThan(0.4)
    expect(Number(rate)).toBeLessThan(1)
    expect(rateChangedAt).toBe(now.toISOString())
  }
})

test('the data behind the listing matches the data it is derived from', async () => {
  expect(await count('products where listed and min_price_cents is null')).toBe(0)
  expect(await count('products where review_count > 0 and rating_hundredths = 0')).toBe(0)
  expect(
    await count(
      "products p where listed and not exists (select 1 from entry_media m where m.entry_id = p.id and p.type <> 'variation')",
    ),
  ).toBe(await count("products where listed and type = 'variation'"))
})

test('stock levels equal the sum of their movements', async () => {
  expect(
    await count(
      `stock_levels s where s.on_hand <> coalesce((select sum(delta) from stock_movements m where m.product_id = s.product_id), 0)`,
    ),
  ).toBe(0)
})

test('past orders add up, are paid, and count as sales without having allocated stock', async () => {
  expect(
    await count(`orders o where o.items_total_cents <> (select sum(total_cents) from order_lines l where l.order_id = o.id)
      or o.tax_cents <> (select coalesce(sum(items_tax_cents + shipping_tax_cents), 0) from order_tax_lines t where t.order_id = o.id)
      or o.paid_at is null or not exists (select 1 from order_notes n where n.order_id = o.id)`),
  ).toBe(0)
  expect(await count("stock_movements where reason <> 'count'")).toBe(0)
  expect(await count('products where total_sales > 0')).toBeGreaterThanOrEqual(10)
})

test('a shop with any content is not seeded', async () => {
  const before = await count('entries')
  expect(await seedDemoShop({ db, files: diskStore(dataDir), dataDir, root: resolve('.'), now })).toBe(false)
  expect(await count('entries')).toBe(before)
})

test('an interrupted seed leaves an empty shop, and the next one creates the same content', async () => {
  const { db: other } = await createTestDatabase()
  const parts = { db: other, files: diskStore(dataDir), dataDir, now }
  await expect(seedDemoShop({ ...parts, root: resolve('./nowhere') })).rejects.toThrow('pictures.json')
  expect(await isEmptyShop(other)).toBe(true)
  await seedDemoShop({ ...parts, root: resolve('.') })
  const dump = async (from: typeof db, what: string) => (await from.execute(sql.raw(what))).rows
  for (const what of [
    'select kind, slug, title, excerpt, content, published_at from entries order by 1, 2',
    'select sku, type, min_price_cents, stock_status, review_count, total_sales from products order by 1, 2',
    'select status, total_cents, tax_cents, billing, created_at from orders order by id',
    'select taxonomy, slug, name, position from terms order by 1, 2',
  ]) {
    expect(await dump(other, what)).toEqual(await dump(db, what))
  }
})

test('removing the demo accounts removes the orders that the seed created for them, and no others, and what would name an account that is gone', async () => {
  const full = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'samovar-seed-'))
  await seedDemoShop({ db: full.db, files: diskStore(folder), dataDir: folder, root: resolve('.'), now })
  const before = await full.db.select({ id: products.id, sales: products.totalSales }).from(products)
  const demo = await full.db.select().from(orders)
  const lines = await full.db.select().from(orderLines)
  const theirs = await writeOrder(full.db, { customerId: demo[0]?.customerId ?? null })
  const stranger = await writeOrder(full.db, { createdVia: 'seed' })

  const [customer] = await full.db.select({ id: users.id }).from(users).where(eq(users.email, 'customer@samovar.test'))
  const shop = { db: full.db, privacy, now: () => now }
  const card = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2031, fingerprint: 'f', createdAt: now } as const
  await full.db
    .insert(savedCards)
    .values({ ...card, customerId: customer?.id ?? 0, provider: 'sandbox', paymentMethodId: 'pm_demo' })
  await writeSubmission(full.db, { name: 'Maya Chen', email: 'customer@samovar.test' })
  await full.db.update(formSubmissions).set({ userId: customer?.id ?? 0 })

  const gone = await removeDemoUsers(shop)
  expect(gone).toEqual({ people: expect.arrayContaining(['customer@samovar.test']), orderCount: demo.length })
  expect(demo.length).toBe(5)
  const kept = await full.db.select({ id: orders.id, customerId: orders.customerId }).from(orders).orderBy(orders.id)
  expect(kept).toEqual([theirs, stranger].map(({ id }) => ({ id, customerId: null })))
  expect(await full.db.select().from(savedCards)).toEqual([])
  expect(await full.db.select({ id: cardDetachments.paymentMethodId }).from(cardDetachments)).toEqual([
    { id: 'pm_demo' },
  ])
  expect(await full.db.select({ userId: formSubmissions.userId }).from(formSubmissions)).toEqual([{ userId: null }])
  const after = new Map(
    (await full.db.select({ id: products.id, sales: products.totalSales }).from(products)).map((row) => [
      row.id,
      row.sales,
    ]),
  )
  for (const { id, sales } of before) {
    const sold = lines.filter((line) => line.productId === id).reduce((sum, line) => sum + line.quantity, 0)
    expect(after.get(id)).toBe(sales - sold)
  }
  expect(await removeDemoUsers(shop)).toEqual({ people: [], orderCount: 0 })
  await rm(folder, { recursive: true })
})
