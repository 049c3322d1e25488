import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import {} from '../../src/platform/database/connect.ts'
import { allocateStock, returnStock } from '../../src/shop/inventory/stock.store.ts'
import { repetitions } from '../running/long-run.ts'
import { createTestDatabase } from '../support/database.ts'
import { addProduct, setStockOnHand, stockOnHand, sumOfMovements } from './stock.ts'

const { db } = await createTestDatabase({ poolSize: 8 })
const tins: number[] = []
const orders = [1, 2, 3, 4, 5, 6]

beforeAll(async () => {
  for (let count = 0; count < 3; count += 1) tins.push(await addProduct(db, 0))
})

type Step =
  | { readonly kind: 'take'; readonly order: number; readonly wants: readonly { tin: number; quantity: number }[] }
  | { readonly kind: 'return'; readonly order: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('take' as const),
    order: fc.constantFrom(...orders),
    wants: fc.array(fc.record({ tin: fc.nat(2), quantity: fc.integer({ min: 1, max: 6 }) }), {
      minLength: 1,
      maxLength: 4,
    }),
  }),
  fc.record({ kind: fc.constant('return' as const), order: fc.constantFrom(...orders) }),
)
const filled = fc.tuple(fc.nat(12), fc.nat(12), fc.nat(12))

const tinAt = (index: number): number => tins[index] ?? 0

/** Every run starts with full stock and no movements. */
async function fill(counts: readonly number[]): Promise<void> {
  await db.execute(sql`delete from stock_movements`)
  await db.execute(sql`update stock_levels set on_hand = 0`)
  for (const [index, count] of counts.entries()) await setStockOnHand(db, tinAt(index), count)
}

const take = (order: number, wants: readonly { tin: number; quantity: number }[]) =>
  db.transaction((tx) =>
    allocateStock(
      tx,
      order,
      wants.map((want) => ({ productId: tinAt(want.tin), quantity: want.quantity })),
    ),
  )

const giveBack = (order: number) => db.transaction((tx) => returnStock(tx, order))

async function expectMovementsMatch(): Promise<void> {
  for (const tin of tins) {
    const there = await stockOnHand(db, tin)
    expect(there).toBeGreaterThanOrEqual(0)
    expect(await sumOfMovements(db, tin)).toBe(there)
  }
}

test('[CHK-18] sequential allocations and returns match a reference model', async () => {
  await fc.assert(
    fc.asyncProperty(filled, fc.array(step, { maxLength: 12 }), async (counts, steps) => {
      await fill(counts)
      const book = [...counts]
      const taken = new Map<number, number[]>()
      for (const now of steps) {
        if (now.kind === 'return') {
          for (const [tin, quantity] of (taken.get(now.order) ?? []).entries()) book[tin] = (book[tin] ?? 0) + quantity
          taken.set(now.order, [0, 0, 0])
          await giveBack(now.order)
          continue
        }
        if (taken.has(now.order)) continue // An order allocates stock only once.
        const wanted = [0, 1, 2].map((tin) =>
          now.wants.filter((want) => want.tin === tin).reduce((sum, want) => sum + want.quantity, 0),
        )
        const isEnough = wanted.every((quantity, tin) => quantity <= (book[tin] ?? 0))
        const result = await take(now.order, now.wants)
        expect(result.ok).toBe(isEnough)
        if (!isEnough) continue
        taken.set(now.order, wanted)
        for (const [tin, quantity] of wanted.entries()) book[tin] = (book[tin] ?? 0) - quantity
      }
      for (const [tin, count] of book.entries()) expect(await stockOnHand(db, tinAt(tin))).toBe(count)
      await expectMovementsMatch()
    }),
    { numRuns: repetitions(40) },
  )
})

test('[CHK-18] concurrent allocations and returns never go below zero, and the movements add up to the stock', async () => {
  await fc.assert(
    fc.asyncProperty(filled, fc.array(step, { minLength: 2, maxLength: 12 }), async (counts, steps) => {
      await fill(counts)
      // The order's row is locked during its stock movements, so each order allocates once and returns its stock once.
      const seen = new Set<string>()
      const work = steps.flatMap((now): Promise<unknown>[] => {
        const name = `${now.kind} ${now.order}`
        if (seen.has(name)) return []
        seen.add(name)
        return now.kind === 'return' ? [giveBack(now.order)] : [take(now.order, now.wants)]
      })
      await Promise.all(work)
      await expectMovementsMatch()
    }),
    { numRuns: repetitions(40) },
  )
})
