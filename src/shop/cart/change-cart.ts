import type { Db, Tx } from '../../platform/database/connect.ts'
import { retryingConflicts } from '../../platform/database/retry-conflict.ts'
import { sumOf } from '../../platform/money/money.ts'
import { isPurchasable, priceAt, type Sellable } from '../catalog/product.ts'
import { type Cart, loadCart, loadCartSnapshot, type StoredLine } from './cart.store.ts'
import type { RemovedLine } from './cart.table.ts'
import { type CartProblem, checkAdd, keyOf, lineProblem, MAX_LINES, maxLineQuantity } from './cart.ts'
import { clearCart, type LineChange, lockCart, writeCart } from './change-cart.store.ts'
import { type AddItemInput, type ItemNotAdded, type ResolvedItem, resolveItems } from './resolve-items.ts'

/** Recent request ids and removed lines that a cart remembers, each. */
const MAX_RECENT = 10
/** After this many conflicts the cart row is locked instead. */
const MAX_ATTEMPTS = 3

export type CartDecision<Result> = { readonly change?: LineChange | null; readonly result: (cart: Cart) => Result }

/** Decides on a cart as read, writes, and starts over if the cart was changed in between (optimistic locking). */
export async function changeCart<Result>(
  db: Db,
  sessionKey: string,
  now: Date,
  decide: (cart: Cart) => CartDecision<Result>,
  cart?: Cart,
): Promise<Result> {
  const attempt = async (connection: Db | Tx, current: Cart): Promise<{ result: Result } | null> => {
    const { change, result } = decide(current)
    const after = change ? await writeCart(connection, current, change, now) : current
    return after && { result: result(after) }
  }
  for (let count = 0; count < MAX_ATTEMPTS; count += 1) {
    const done = await attempt(db, (count === 0 ? cart : undefined) ?? (await loadCart(db, sessionKey)))
    if (done) return done.result
  }
  return db.transaction(async (tx) => {
    const done = await attempt(tx, await lockCart(tx, sessionKey, now))
    if (!done) throw new Error('A locked cart was changed')
    return done.result
  })
}

export type ItemAdded = {
  readonly ok: true
  readonly cart: Cart
  readonly name: string
  readonly key: string
  readonly quantity: number
}
export type AddResult = ItemAdded | ItemNotAdded

/**
 * Stock is checked, not allocated: that happens when the order is placed. Concurrent adds all count. Repeated if the
 * product is deleted at the same moment, which is then reported.
 */
export const addToCart = retryingConflicts(tryAdd)

async function tryAdd(db: Db, sessionKey: string, input: AddItemInput, now: Date): Promise<AddResult> {
  const snapshot = await loadCartSnapshot(db, sessionKey, [input.productId])
  const [resolved] = await resolveItems(db, snapshot.sellables, [input])
  if (!resolved?.ok) return resolved ?? { ok: false, problem: { kind: 'product-not-found' }, slug: null }
  return changeCart(db, sessionKey, now, (cart) => planAdd(cart, resolved, input, now), snapshot.cart)
}

function planAdd(
  cart: Cart,
  { sellable, choices }: ResolvedItem,
  { quantity, requestId }: AddItemInput,
  now: Date,
): CartDecision<AddResult> {
  const refused = (problem: CartProblem) => ({ result: () => ({ ok: false as const, problem, slug: sellable.slug }) })
  const key = keyOf(sellable, choices)
  const result = (after: Cart): ItemAdded => ({ ok: true, cart: after, name: sellable.name, key, quantity })
  if (requestId !== undefined && cart.recentRequestIds.includes(requestId)) return { result }
  const check = checkAdd(sellable, quantity, quantityOf(cart.lines, sellable), now)
  if (!check.ok) return refused(check.problem)
  const line = cart.lines.find((candidate) => candidate.key === key)
  if (!line && cart.lines.length >= MAX_LINES) return refused({ kind: 'too-many-lines' })
  const { [key]: _, ...removedLines } = cart.removedLines
  const added = {
    key,
    sellable,
    choices,
    quantity: sellable.isSoldIndividually ? 1 : (line?.quantity ?? 0) + quantity,
    quotedPriceCents: priceAt(sellable, now).cents ?? 0,
    position: line?.position ?? nextPosition(cart),
  }
  const requestIds = requestId === undefined ? [] : [requestId]
  const recentRequestIds = [...cart.recentRequestIds, ...requestIds].slice(-MAX_RECENT)
  return { change: { upsertLines: [added], removedLines, recentRequestIds }, result }
}

export const quantityOf = (lines: readonly StoredLine[], { id }: Sellable): number =>
  sumOf(lines, (line) => (line.sellable.id === id ? line.quantity : 0))

/** The position after all lines, including removed ones that may be restored to theirs. */
export const nextPosition = (cart: Cart): number =>
  Math.max(0, ...[...cart.lines, ...Object.values(cart.removedLines)].map(({ position }) => position)) + 1

export function removal(cart: Cart, lines: readonly StoredLine[]) {
  const removed = lines.map(({ key, sellable: { id: productId, name }, quantity, choices, position }) => {
    const line: RemovedLine = { productId, name, quantity, choices: { ...choices }, position, version: cart.version }
    return [key, line] as const
  })
  const earlier = Object.entries(cart.removedLines).toSorted(([, one], [, other]) => one.version - other.version)
  return {
    removeKeys: lines.map((line) => line.key),
    removedLines: Object.fromEntries([...earlier, ...removed].slice(-MAX_RECENT)),
  }
}

export type RemoveResult = { ok: true; cart: Cart; name: string } | { ok: false }

export const removeFromCart = async (db: Db, sessionKey: string, key: string, now: Date): Promise<RemoveResult> =>
  changeCart<RemoveResult>(db, sessionKey, now, (cart) => {
    const line = cart.lines.find((candidate) => candidate.key === key)
    if (!line) return { result: () => ({ ok: false }) }
    return {
      change: removal(cart, [line]),
      result: (after) => ({ ok: true, cart: after, name: line.sellable.name }),
    }
  })

export type UndoResult =
  | { readonly ok: true; readonly name: string; readonly quantity: number; readonly previousQuantity: number }
  | { readonly ok: false; readonly problem: CartProblem | { readonly kind: 'nothing-to-undo' } }

export const undoRemoval = retryingConflicts(tryUndo)

async function tryUndo(db: Db, sessionKey: string, key: string, now: Date): Promise<UndoResult> {
  const removedLine = (await loadCart(db, sessionKey)).removedLines[key]
  if (!removedLine) return { ok: false, problem: { kind: 'nothing-to-undo' } }
  const snapshot = await loadCartSnapshot(db, sessionKey, [removedLine.productId])
  const found = snapshot.sellables.get(removedLine.productId)
  if (!found) return { ok: false, problem: { kind: 'product-not-found' } }
  // As for lines in the cart, a password counts only when a product is added.
  const sellable = { ...found, isLocked: false }
  const decide = (cart: Cart): CartDecision<UndoResult> => {
    const refused = (kind: 'nothing-to-undo' | 'too-many-lines') => ({
      result: () => ({ ok: false as const, problem: { kind } }),
    })
    const { [key]: removed, ...removedLines } = cart.removedLines
    if (!removed || cart.lines.some((line) => line.key === key)) return refused('nothing-to-undo')
    const inCart = quantityOf(cart.lines, sellable)
    const quantity = Math.max(1, Math.min(removed.quantity, maxLineQuantity(sellable) - inCart))
    const check = checkAdd(sellable, quantity, inCart, now)
    if (!check.ok) return { result: () => check }
    if (cart.lines.length >= MAX_LINES) return refused('too-many-lines')
    const { choices, position, quantity: previousQuantity } = removed
    const quotedPriceCents = priceAt(sellable, now).cents ?? 0
    return {
      change: { upsertLines: [{ key, sellable, choices, position, quantity, quotedPriceCents }], removedLines },
      result: () => ({ ok: true, name: sellable.name, quantity, previousQuantity }),
    }
  }
  return changeCart(db, sessionKey, now, decide, snapshot.cart)
}

/** The same for lines of the cart, whose products may be deleted at the same moment. */
const changeLines = retryingConflicts(changeCart<QuantityResult>)

export type QuantityResult = { ok: true; cart: Cart } | { ok: false; problem: CartProblem }

const toResult = (cart: Cart): QuantityResult => ({ ok: true, cart })

/** Sets quantities by line key, all or none; 0 removes a line. Unknown keys and unchanged quantities are ignored. */
export const setQuantities = (db: Db, sessionKey: string, quantities: ReadonlyMap<string, number>, now: Date) =>
  changeLines(db, sessionKey, now, (cart) => {
    const requestedLines = cart.lines.map((line) => ({ line, quantity: quantities.get(line.key) ?? line.quantity }))
    const changed = requestedLines.filter(({ line, quantity }) => quantity !== line.quantity)
    if (changed.length === 0) return { result: toResult }
    for (const { line, quantity } of changed) {
      const sameItem = requestedLines.filter((other) => other.line.sellable.id === line.sellable.id)
      const otherQuantity = sumOf(sameItem, (other) => other.quantity) - quantity
      const check = checkAdd(line.sellable, quantity, otherQuantity, now)
      if (!check.ok && quantity > line.quantity) return { result: () => check }
    }
    const upsertLines = changed
      .filter(({ quantity }) => quantity > 0)
      .map(({ line, quantity }) => ({ ...line, quantity: line.sellable.isSoldIndividually ? 1 : quantity }))
    const removed = changed.flatMap(({ line, quantity }) => (quantity === 0 ? [line] : []))
    return { change: { upsertLines, ...removal(cart, removed) }, result: toResult }
  })

export const resolveLineProblem = (db: Db, sessionKey: string, key: string, now: Date): Promise<QuantityResult> =>
  changeLines(db, sessionKey, now, (cart) => {
    const line = cart.lines.find((candidate) => candidate.key === key)
    const problem = line ? lineProblem(line, now) : null
    if (!line || !problem || problem.kind === 'unavailable') return { result: toResult }
    if (problem.kind === 'insufficient-stock' && problem.available === 0)
      return { change: removal(cart, [line]), result: toResult }
    const fixed =
      problem.kind === 'price-changed'
        ? { ...line, quotedPriceCents: problem.currentCents }
        : { ...line, quantity: problem.available }
    return { change: { upsertLines: [fixed] }, result: toResult }
  })

export async function removeUnavailable(db: Db, cart: Cart, now: Date) {
  const decide = (current: Cart) => {
    const removed = current.lines.filter((line) => !isPurchasable(line.sellable, now))
    return {
      change: removed.length > 0 ? removal(current, removed) : null,
      result: (after: Cart) => ({ cart: after, names: removed.map((line) => line.sellable.name) }),
    }
  }
  return changeCart(db, cart.sessionKey, now, decide, cart)
}

export async function removeAllLines(db: Db, sessionKey: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const cart = await lockCart(tx, sessionKey, now)
    await clearCart(tx, cart.id, now)
  })
}
