import { inArray } from 'drizzle-orm'
import { products } from '../catalog/catalog.table.ts'
import { priceAt } from '../catalog/product.ts'
import type { Db } from '../database/connect.ts'
import { type Cart, readCart, type StoredLine } from './cart.store.ts'
import { type CartProblem, keyOf, mayAdd } from './cart.ts'
import { changeCart, chosenByEach, type Decision, type Found, only, remembering, type Wish } from './change-cart.ts'

/** Why one of the wishes, by its place in the list, is not in the cart. */
export type Unmet = { readonly at: number; readonly problem: CartProblem }

export type Replaced =
  | { readonly ok: true; readonly cart: Cart; readonly unmet: readonly Unmet[]; readonly hasTakenOut: boolean }
  /** Nothing of it can be had, and the cart is as it was. */
  | { readonly ok: false; readonly unmet: readonly Unmet[] }

type Chosen = { readonly at: number; readonly wish: Wish; readonly found: Found }

/**
 * Puts these things into a cart in place of all that is in it. What cannot be had is told; when that is everything, the
 * cart stays as it is. Lines that go can be brought back like any that were removed.
 */
export async function replaceCart(db: Db, cartId: string, wishes: readonly Wish[], now: Date): Promise<Replaced> {
  const { wished } = await readCart(
    db,
    cartId,
    wishes.map((wish) => wish.productId),
  )
  const chosen: Chosen[] = []
  const unmet: Unmet[] = []
  const each = await chosenByEach(db, wished, wishes)
  for (const [at, wish] of wishes.entries()) {
    const found = each[at]
    if (found?.ok) chosen.push({ at, wish, found })
    else if (found) unmet.push({ at, problem: found.problem })
  }
  if (chosen.length === 0) return { ok: false, unmet }
  return changeCart<Replaced>(db, cartId, [], now, ({ cart }) => decideReplacement(cart, { chosen, unmet, now }))
}

function decideReplacement(
  cart: Cart,
  { chosen, unmet: unmetBefore, now }: { chosen: readonly Chosen[]; unmet: readonly Unmet[]; now: Date },
): Decision<Replaced> {
  const lines = new Map<string, StoredLine>()
  const unmet = [...unmetBefore]
  for (const { at, wish, found } of chosen) {
    const { sellable, choices } = found
    const taken = [...lines.values()].filter((line) => line.sellable.id === sellable.id)
    const pieces = taken.reduce((sum, line) => sum + line.quantity, 0)
    const verdict = mayAdd(sellable, wish.quantity, pieces, now)
    if (!verdict.ok) {
      unmet.push({ at, problem: verdict.problem })
      continue
    }
    const key = keyOf(sellable, choices)
    const quantity = sellable.isSoldIndividually ? 1 : (lines.get(key)?.quantity ?? 0) + wish.quantity
    const seenPriceCents = priceAt(sellable, now).cents ?? 0
    lines.set(key, {
      key,
      sellable,
      quantity,
      choices,
      seenPriceCents,
      position: lines.get(key)?.position ?? lines.size + 1,
    })
  }
  if (lines.size === 0) return only({ ok: false, unmet: sorted(unmet) })
  const gone = cart.lines.filter((line) => !lines.has(line.key))
  const removed = Object.entries(remembering(cart, gone)).filter(([key]) => !lines.has(key))
  return {
    change: {
      put: [...lines.values()],
      drop: gone.map((line) => line.key),
      removedLines: Object.fromEntries(removed),
    },
    answer: (after) => ({ ok: true, cart: after, unmet: sorted(unmet), hasTakenOut: gone.length > 0 }),
  }
}

const sorted = (unmet: readonly Unmet[]): Unmet[] => unmet.toSorted((one, other) => one.at - other.at)

/** Numbers of the products and variations with these SKUs. */
export async function idsBySku(db: Db, skus: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (skus.length === 0) return new Map()
  const rows = await db
    .select({ id: products.id, sku: products.sku })
    .from(products)
    .where(inArray(products.sku, [...skus]))
  return new Map(rows.flatMap(({ id, sku }) => (sku === null ? [] : [[sku, id] as const])))
}
