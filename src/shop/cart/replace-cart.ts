import { inArray } from 'drizzle-orm'
import type { Db } from '../../platform/database/connect.ts'
import { products } from '../catalog/catalog.table.ts'
import { priceAt } from '../catalog/product.ts'
import { type Cart, loadCartSnapshot, type StoredLine } from './cart.store.ts'
import { type CartProblem, checkAdd, keyOf } from './cart.ts'
import {
  type AddItemInput,
  type CartDecision,
  changeCart,
  noChange,
  type ResolvedItem,
  resolveItems,
  withRemovedLines,
} from './change-cart.ts'

/** Why the item at this index was not added. */
export type FailedItem = { readonly index: number; readonly problem: CartProblem }

export type ReplaceResult =
  | { readonly ok: true; readonly cart: Cart; readonly failed: readonly FailedItem[]; readonly hasRemoved: boolean }
  /** None of the items is available; the cart is unchanged. */
  | { readonly ok: false; readonly failed: readonly FailedItem[] }

type ResolvedInput = { readonly index: number; readonly input: AddItemInput; readonly resolved: ResolvedItem }

/**
 * Replaces a cart's contents with these items. Unavailable items are reported; if all are, the cart stays unchanged.
 * Replaced lines can be restored like removed ones.
 */
export async function replaceCart(
  db: Db,
  sessionKey: string,
  inputs: readonly AddItemInput[],
  now: Date,
): Promise<ReplaceResult> {
  const { sellables } = await loadCartSnapshot(
    db,
    sessionKey,
    inputs.map((input) => input.productId),
  )
  const resolvedInputs: ResolvedInput[] = []
  const failed: FailedItem[] = []
  const results = await resolveItems(db, sellables, inputs)
  for (const [index, input] of inputs.entries()) {
    const resolved = results[index]
    if (resolved?.ok) resolvedInputs.push({ index, input, resolved })
    else if (resolved) failed.push({ index, problem: resolved.problem })
  }
  if (resolvedInputs.length === 0) return { ok: false, failed }
  return changeCart<ReplaceResult>(db, sessionKey, [], now, ({ cart }) =>
    planReplacement(cart, { resolvedInputs, failed, now }),
  )
}

function planReplacement(
  cart: Cart,
  {
    resolvedInputs,
    failed: failedBefore,
    now,
  }: { resolvedInputs: readonly ResolvedInput[]; failed: readonly FailedItem[]; now: Date },
): CartDecision<ReplaceResult> {
  const lines = new Map<string, StoredLine>()
  const failed = [...failedBefore]
  for (const { index, input, resolved } of resolvedInputs) {
    const { sellable, choices } = resolved
    const sameProduct = [...lines.values()].filter((line) => line.sellable.id === sellable.id)
    const quantityBefore = sameProduct.reduce((sum, line) => sum + line.quantity, 0)
    const check = checkAdd(sellable, input.quantity, quantityBefore, now)
    if (!check.ok) {
      failed.push({ index, problem: check.problem })
      continue
    }
    const key = keyOf(sellable, choices)
    const quantity = sellable.isSoldIndividually ? 1 : (lines.get(key)?.quantity ?? 0) + input.quantity
    const quotedPriceCents = priceAt(sellable, now).cents ?? 0
    lines.set(key, {
      key,
      sellable,
      quantity,
      choices,
      quotedPriceCents,
      position: lines.get(key)?.position ?? lines.size + 1,
    })
  }
  if (lines.size === 0) return noChange({ ok: false, failed: sorted(failed) })
  const removedLines = cart.lines.filter((line) => !lines.has(line.key))
  const removedEntries = Object.entries(withRemovedLines(cart, removedLines)).filter(([key]) => !lines.has(key))
  return {
    change: {
      upsertLines: [...lines.values()],
      removeKeys: removedLines.map((line) => line.key),
      removedLines: Object.fromEntries(removedEntries),
    },
    result: (after) => ({ ok: true, cart: after, failed: sorted(failed), hasRemoved: removedLines.length > 0 }),
  }
}

const sorted = (failed: readonly FailedItem[]): FailedItem[] => failed.toSorted((one, other) => one.index - other.index)

/** Ids of the products and variations with these SKUs. */
export async function idsBySku(db: Db, skus: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (skus.length === 0) return new Map()
  const rows = await db
    .select({ id: products.id, sku: products.sku })
    .from(products)
    .where(inArray(products.sku, [...skus]))
  return new Map(rows.flatMap(({ id, sku }) => (sku === null ? [] : [[sku, id] as const])))
}
