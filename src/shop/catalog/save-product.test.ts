import { eq, inArray, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { comments } from '../../site/comments/comments.table.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { terms } from '../../things/entries/terms.table.ts'
import { allocateStock, returnStock } from '../inventory/stock.store.ts'
import { stockLevels, stockMovements } from '../inventory/stock.table.ts'
import { findProduct } from './catalog.store.ts'
import { attributes, products } from './catalog.table.ts'
import { priceAt } from './product.ts'
import type { ProductInput } from './product-record.ts'
import { refreshAllProducts, refreshProducts, refreshSales } from './refresh-product.ts'
import { planProducts, productCacheTags, saveProduct, saveProducts } from './save-product.ts'

const { db } = await createTestDatabase()
const now = new Date('2026-11-20T12:00:00Z')
const later = new Date('2026-11-25T12:00:00Z')

beforeEach(() => db.execute(sql`truncate entries, terms, attributes restart identity cascade`))

const save = (input: ProductInput, at = now) => db.transaction((tx) => saveProduct(tx, input, { now: at }))
const idOf = async (input: ProductInput): Promise<number> => {
  const saved = await save(input)
  if (!saved.ok) throw new Error(saved.problem.kind)
  return saved.id
}
const row = async (id: number) => {
  const [found] = await db.select().from(products).where(eq(products.id, id))
  if (!found) throw new Error(`No product ${id}`)
  return found
}
const everything = async () => {
  const tables = ['entries', 'products', 'stock_levels', 'stock_movements', 'entry_terms', 'product_attributes']
  const dumps = await Promise.all(tables.map((name) => db.execute(sql.raw(`select * from ${name} order by 1, 2`))))
  return dumps.map((dump) => dump.rows)
}

async function sizes() {
  const [size] = await db.insert(attributes).values({ slug: 'pa_size', label: 'Size' }).returning()
  const values = await db
    .insert(terms)
    .values([
      { taxonomy: 'pa_size', slug: '50-g', name: '50 g', position: 1 },
      { taxonomy: 'pa_size', slug: '100-g', name: '100 g', position: 2 },
    ])
    .returning()
  if (!size) throw new Error('No attribute')
  return { attributeId: size.id, termIds: values.map((value) => value.id), isForVariations: true }
}

const sencha = {
  type: 'simple',
  name: 'Sencha Asamushi',
  sku: 'GRN-SENCHA',
  regularPriceCents: 1850,
  taxClass: 'grocery',
  weightGrams: 120,
  facts: { kind: 'green', origin: 'Uji', country: 'Japan', caffeine: 'medium', steeping: steeping() },
  stock: { tracksInventory: true, onHand: 12 },
} as const satisfies ProductInput

function steeping() {
  return { grams: 4, millilitres: 200, celsius: 70, minutes: 1, infusions: 3 }
}

describe('a simple product', () => {
  test('is created with stock, listed and priced', async () => {
    const saved = await save(sencha)
    expect(saved).toMatchObject({ ok: true, outcome: 'created', parentId: null })
    const product = await findProduct(db, { slug: 'sencha-asamushi' })
    expect(product).toMatchObject({
      name: 'Sencha Asamushi',
      sku: 'GRN-SENCHA',
      regularPriceCents: 1850,
      taxClass: 'grocery',
      facts: sencha.facts,
      stock: { tracksInventory: true, onHand: 12 },
    })
    expect(product?.publishedAt).toEqual(now)
    const derived = { listed: true, minPriceCents: 1850, maxPriceCents: 1850, onSale: false, stockStatus: 'instock' }
    expect(await row(product?.id ?? 0)).toMatchObject(derived)
    expect(await db.select().from(stockMovements)).toMatchObject([{ delta: 12, reason: 'count' }])
  })

  test('saved again as it is changes nothing, whatever the order of its facts', async () => {
    await save(sencha)
    const before = await everything()
    const { steeping: leaf, ...facts } = sencha.facts
    expect(await save({ ...sencha, facts: { steeping: leaf, ...facts } }, later)).toMatchObject({
      outcome: 'unchanged',
    })
    expect(await everything()).toEqual(before)
  })

  test('omitted fields do not change', async () => {
    const id = await idOf(sencha)
    expect(await save({ type: 'simple', sku: 'GRN-SENCHA', regularPriceCents: 1990 })).toMatchObject({
      outcome: 'updated',
      id,
    })
    expect(await row(id)).toMatchObject({ regularPriceCents: 1990, weightGrams: 120, minPriceCents: 1990 })
    expect(await findProduct(db, { id })).toMatchObject({ name: 'Sencha Asamushi', stock: { onHand: 12 } })
  })

  test('every change of what is on hand is a movement, and they add up', async () => {
    const id = await idOf(sencha)
    await save({ ...sencha, stock: { tracksInventory: true, onHand: 3 } })
    await save({ ...sencha, stock: { tracksInventory: false, status: 'outofstock' } })
    const moves = await db.select().from(stockMovements).where(eq(stockMovements.productId, id))
    expect(moves.map((move) => move.delta)).toEqual([12, -9, -3])
    const [level] = await db.select().from(stockLevels).where(eq(stockLevels.productId, id))
    expect(level).toMatchObject({ tracksInventory: false, onHand: 0, status: 'outofstock' })
    expect((await row(id)).stockStatus).toBe('outofstock')
  })

  test('what comes back while the stock is not tracked does not count once it is tracked again', async () => {
    const id = await idOf({ ...sencha, stock: { tracksInventory: true, onHand: 3 } })
    await db.transaction((tx) => allocateStock(tx, 900_001, [{ productId: id, quantity: 2 }]))
    await save({ ...sencha, stock: { tracksInventory: false } })
    await db.transaction((tx) => returnStock(tx, 900_001))
    await save({ ...sencha, stock: { tracksInventory: true }, stockChange: 5 })
    const [level] = await db.select().from(stockLevels).where(eq(stockLevels.productId, id))
    const moves = await db.select().from(stockMovements).where(eq(stockMovements.productId, id))
    expect([level?.onHand, moves.reduce((sum, { delta }) => sum + delta, 0)]).toEqual([5, 5])
  })

  test('two products of one name get different, stable slugs', async () => {
    const first = await idOf({ type: 'simple', name: 'Gift card' })
    const second = await idOf({ type: 'simple', name: 'Gift card' })
    await save({ id: second, type: 'simple', name: 'Gift card', regularPriceCents: 2500 })
    const slugs = await db.select({ id: entries.id, slug: entries.slug }).from(entries).orderBy(entries.id)
    expect(slugs).toEqual([
      { id: first, slug: 'gift-card' },
      { id: second, slug: 'gift-card-2' },
    ])
  })

  test('a product does not stand in its own way for its slug', async () => {
    await idOf({ type: 'simple', name: 'Oolong' })
    const ids = [
      await idOf({ type: 'simple', name: 'green tea', status: 'draft' }),
      await idOf({ type: 'simple', name: 'oolong', status: 'draft' }),
      await idOf({ type: 'simple', name: 'White tea' }),
    ] as const
    const slugs = async () => {
      const rows = await db
        .select({ slug: entries.slug })
        .from(entries)
        .where(inArray(entries.id, [...ids]))
        .orderBy(entries.id)
      return rows.map(({ slug }) => slug)
    }
    const before = await slugs()
    expect(before).toEqual(['green-tea', 'oolong-2', 'white-tea'])
    await save({ id: ids[0], type: 'simple', name: 'Green tea' })
    await save({ id: ids[1], type: 'simple', name: 'Oolong!' })
    for (const slug of ['', 'White Tea']) await save({ id: ids[2], type: 'simple', slug })
    expect(await slugs()).toEqual(before)
  })

  test('thirty products of one name in one call get thirty slugs', async () => {
    const inputs = Array.from({ length: 30 }, () => ({ type: 'simple', name: '茶' }) as const)
    const saved = await db.transaction((tx) => saveProducts(tx, inputs, { now }))
    expect(saved.every((one) => one.ok && one.outcome === 'created')).toBe(true)
    const slugs = (await db.select({ slug: entries.slug }).from(entries)).map((entry) => entry.slug)
    expect(slugs).toContain('茶')
    expect(slugs).toContain('茶-30')
  })
})

describe('a variable product', () => {
  async function genmaicha() {
    const size = await sizes()
    const parentId = await idOf({ type: 'variable', name: 'Genmaicha', sku: 'GRN-GEN', attributes: [size] })
    const variation = (grams: string, cents: number, onHand: number) =>
      ({
        type: 'variation',
        parentId,
        sku: `GRN-GEN-${grams}`,
        choices: { pa_size: grams },
        regularPriceCents: cents,
        stock: { tracksInventory: true, onHand },
      }) as const
    return { parentId, small: variation('50-g', 1200, 0), large: variation('100-g', 2100, 4) }
  }

  test('takes price and stock from its variations', async () => {
    const { parentId, small, large } = await genmaicha()
    expect(await row(parentId)).toMatchObject({ minPriceCents: null, stockStatus: 'outofstock' })
    const saved = await db.transaction((tx) => saveProducts(tx, [small, large], { now }))
    expect(await db.transaction((tx) => productCacheTags(tx, saved))).toEqual(['listing', `product:${parentId}`])
    // The small size is sold out, so its price does not count.
    const derived = { minPriceCents: 2100, maxPriceCents: 2100, stockStatus: 'instock', listed: true }
    expect(await row(parentId)).toMatchObject(derived)

    const product = await findProduct(db, { id: parentId })
    expect(product?.attributes).toMatchObject([{ slug: 'pa_size', isForVariations: true }])
    expect(product?.variations.map((one) => [one.sku, one.choices.pa_size, one.stock.onHand])).toEqual([
      ['GRN-GEN-50-g', '50-g', 0],
      ['GRN-GEN-100-g', '100-g', 4],
    ])
    const [first] = product?.variations ?? []
    expect(await row(first?.id ?? 0)).toMatchObject({ listed: false, stockStatus: 'outofstock', minPriceCents: 1200 })
  })

  test('a variation that is not published counts for nothing', async () => {
    const { parentId, small, large } = await genmaicha()
    await db.transaction((tx) => saveProducts(tx, [small, { ...large, status: 'private' }], { now }))
    expect(await row(parentId)).toMatchObject({ maxPriceCents: 1200, stockStatus: 'outofstock' })
  })

  test('refreshing everything finds nothing to do after a save', async () => {
    const { small, large } = await genmaicha()
    await db.transaction((tx) => saveProducts(tx, [small, large], { now }))
    expect(await refreshAllProducts(db, now)).toEqual({ products: 3, changed: [] })
  })

  test('invalid input is rejected and changes nothing', async () => {
    const { parentId, small } = await genmaicha()
    const child = await idOf(small)
    const simple = await idOf(sencha)
    const before = await everything()
    const refused = async (input: ProductInput) => {
      const saved = await save(input)
      return saved.ok ? null : saved.problem
    }
    expect(await refused({ id: 9999, type: 'simple' })).toEqual({ kind: 'no-such-product' })
    expect(await refused({ id: simple, type: 'simple', sku: 'GRN-GEN' })).toEqual({ kind: 'sku-in-use', by: parentId })
    expect(await refused({ type: 'variation', parentId: simple })).toEqual({ kind: 'no-variable-parent' })
    expect(await refused({ type: 'variation' })).toEqual({ kind: 'no-variable-parent' })
    expect(await refused({ ...small, parentId: simple })).toEqual({ kind: 'parent-mismatch' })
    expect(await refused({ id: child, type: 'simple' })).toEqual({ kind: 'type-mismatch', stored: 'variation' })
    expect(await refused({ id: parentId, type: 'simple' })).toEqual({ kind: 'type-mismatch', stored: 'variable' })
    expect(await everything()).toEqual(before)
  })

  test('a plan predicts a save and writes nothing', async () => {
    const { small } = await genmaicha()
    await save(small)
    const before = await everything()
    const inputs: ProductInput[] = [sencha, small, { ...small, sku: 'GRN-GEN', regularPriceCents: 5 }]
    const plans = await planProducts(db, inputs.slice(0, 2), now)
    expect(plans.map((plan) => plan.ok && plan.outcome)).toEqual(['created', 'unchanged'])
    const [cheaper] = await planProducts(db, [{ ...small, regularPriceCents: 5 }], now)
    expect(cheaper).toMatchObject({ ok: true, outcome: 'updated' })
    expect(await everything()).toEqual(before)
  })
})

test('concurrent orders and stock counts are consistent', {
  timeout: 60_000,
}, async () => {
  const tins = Array.from({ length: 6 }, (_, index) => ({
    type: 'simple',
    name: `Tin ${index}`,
    sku: `TIN-${index}`,
    regularPriceCents: 500,
    stock: { tracksInventory: true, onHand: 40 },
  })) satisfies ProductInput[]
  const saved = await db.transaction((tx) => saveProducts(tx, tins, { now }))
  const ids = saved.flatMap((one) => (one.ok ? [one.id] : []))
  const order = (orderId: number) =>
    db.transaction(async (tx) => {
      const wants = ids.map((productId) => ({ productId, quantity: 1 + (orderId % 3) })).reverse()
      const taken = await allocateStock(tx, orderId, wants)
      if (taken.ok) await refreshProducts(tx, ids, now)
      return taken.ok
    })
  const count = (onHand: number) =>
    db.transaction((tx) =>
      saveProducts(tx, tins.map((tin) => ({ ...tin, stock: { tracksInventory: true, onHand } })).reverse(), { now }),
    )
  const work = Array.from({ length: 30 }, (_, index) => [order(index + 1), count(index % 4 === 0 ? 0 : 30 + index)])
  await expect(Promise.all(work.flat())).resolves.toHaveLength(60)
  const { rows } = await db.execute(sql`
    select on_hand - (select sum(delta)::int from stock_movements m where m.product_id = s.product_id) as unexplained
    from stock_levels s`)
  expect(rows.map((level) => level.unexplained)).toEqual([0, 0, 0, 0, 0, 0])
  expect(await refreshAllProducts(db, now)).toMatchObject({ changed: [] })
})

describe('derived columns', () => {
  test('a sale begins and ends on time, by the same rule as the price', async () => {
    const from = new Date('2026-11-21T05:00:00Z')
    const until = new Date('2026-11-24T05:00:00Z')
    const id = await idOf({ ...sencha, salePriceCents: 1500, saleFrom: from, saleUntil: until })
    const onSale = async () => (await row(id)).onSale
    expect(await onSale()).toBe(false)
    for (const moment of [from, new Date(until.getTime() - 1), until]) {
      await refreshSales(db, moment)
      const price = priceAt({ ...(await row(id)) }, moment)
      expect(await onSale()).toBe(price.isSale)
      expect((await row(id)).minPriceCents).toBe(price.cents)
    }
    expect(await refreshSales(db, until)).toEqual([])
  })

  test('a sale that begins while the last pieces are sold does not bring the product back', async () => {
    const from = new Date('2026-11-21T05:00:00Z')
    const id = await idOf({ ...sencha, salePriceCents: 1500, saleFrom: from })
    const gate = 77
    await db.execute(sql`
      create or replace function wait_at_gate() returns trigger language plpgsql as $$ begin
        if coalesce(current_setting('test.passes', true), '') = '' then
          perform pg_advisory_xact_lock_shared(${sql.raw(`${gate}`)});
        end if;
        return null;
      end $$`)
    // At the beginning of the statement that writes what it has read.
    await db.execute(sql`
      create trigger gate before update on products for each statement execute function wait_at_gate()`)
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    let isSoldOut = false
    const { begun, sold } = await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${gate})`)
      const begun = refreshSales(db, from)
      await expect.poll(async () => (await db.execute(waiting)).rowCount).toBe(1)
      const sold = db.transaction(async (own) => {
        await own.execute(sql`select set_config('test.passes', 'yes', true)`)
        await saveProduct(own, { ...sencha, stock: { tracksInventory: true, onHand: 0 } }, { now: from })
      })
      const ends = sold.then(() => (isSoldOut = true))
      await expect.poll(async () => isSoldOut || ((await db.execute(waiting)).rowCount ?? 0) > 1).toBe(true)
      return { begun, sold: ends }
    })
    await Promise.all([begun, sold])
    await db.execute(sql`drop trigger gate on products`)
    expect(await row(id)).toMatchObject({ stockStatus: 'outofstock', onSale: true })
    expect(await refreshAllProducts(db, from)).toMatchObject({ changed: [] })
  })

  test('[REV-05] rating and count follow approved reviews only', async () => {
    const id = await idOf(sencha)
    const review = { entryId: id, authorName: 'Ines', authorEmail: 'ines@samovar.test', content: 'Good.' }
    await db.insert(comments).values([
      { ...review, rating: 5, status: 'approved' },
      { ...review, rating: 4, status: 'approved' },
      { ...review, rating: 5, status: 'approved' },
      { ...review, rating: 1, status: 'pending' },
      { ...review, status: 'approved' },
    ])
    expect(await refreshProducts(db, [id], now)).toEqual([id])
    expect(await row(id)).toMatchObject({ ratingHundredths: 467, reviewCount: 3 })
    expect(await refreshProducts(db, [id], now)).toEqual([])
  })

  test.each([
    ['draft', 'visible', false],
    ['publish', 'hidden', false],
    ['publish', 'search', false],
    ['publish', 'catalog', true],
  ] as const)('%s and %s: listed is %s', async (status, visibility, listed) => {
    expect(await row(await idOf({ ...sencha, status, visibility }))).toMatchObject({ listed })
  })
})
