import type { Db } from '../../platform/database/connect.ts'
import { retryingConflicts } from '../../platform/database/retry-conflict.ts'
import { priceAt } from '../catalog/product.ts'
import { type Cart, loadCartSnapshot, type StoredLine } from './cart.store.ts'
import { type CartProblem, checkAdd, keyOf } from './cart.ts'
import { type CartDecision, changeCart, quantityOf, removal } from './change-cart.ts'
import { type AddItemInput, resolveItems } from './resolve-items.ts'

export type FailedItem = { readonly index: number; readonly problem: CartProblem }

export type ReplaceResult =
  | { readonly ok: true; readonly cart: Cart; readonly failed: readonly FailedItem[]; readonly hasRemoved: boolean }
  /** None of the items is available; the cart is unchanged. */
  | { readonly ok: false; readonly failed: readonly FailedItem[] }

/** Unavailable items are reported; if all are, the cart stays. Replaced lines can be restored like removed ones. */
export const replaceCart = retryingConflicts(tryReplace)

async function tryReplace(
  db: Db,
  sessionKey: string,
  inputs: readonly AddItemInput[],
  now: Date,
): Promise<ReplaceResult> {
  const productIds = inputs.map((input) => input.productId)
  const { cart: current, sellables } = await loadCartSnapshot(db, sessionKey, productIds)
  const { lines, failed } = linesOf(inputs, await resolveItems(db, sellables, inputs), now)
  if (lines.size === 0) return { ok: false, failed }
  const decide = (cart: Cart): CartDecision<ReplaceResult> => {
    const removed = cart.lines.filter((line) => !lines.has(line.key))
    const { removeKeys, removedLines } = removal(cart, removed)
    const restorable = Object.entries(removedLines).filter(([key]) => !lines.has(key))
    return {
      change: { upsertLines: [...lines.values()], removeKeys, removedLines: Object.fromEntries(restorable) },
      result: (after) => ({ ok: true, cart: after, failed, hasRemoved: removed.length > 0 }),
    }
  }
  return changeCart(db, sessionKey, now, decide, current)
}

export function linesOf(
  inputs: readonly AddItemInput[],
  resolvedItems: Awaited<ReturnType<typeof resolveItems>>,
  now: Date,
) {
  const lines = new Map<string, StoredLine>()
  const failed: FailedItem[] = []
  for (const [index, item] of resolvedItems.entries()) {
    const added = inputs[index]?.quantity ?? 0
    const check = item.ok ? checkAdd(item.sellable, added, quantityOf([...lines.values()], item.sellable), now) : item
    if (!item.ok || !check.ok) {
      if (!check.ok) failed.push({ index, problem: check.problem })
      continue
    }
    const { sellable, choices } = item
    const key = keyOf(sellable, choices)
    const before = lines.get(key)
    const quantity = sellable.isSoldIndividually ? 1 : (before?.quantity ?? 0) + added
    const quotedPriceCents = priceAt(sellable, now).cents ?? 0
    lines.set(key, { key, sellable, quantity, choices, quotedPriceCents, position: before?.position ?? lines.size + 1 })
  }
  return { lines, failed }
}
