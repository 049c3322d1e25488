import type { Db } from '../../platform/database/connect.ts'
import { findProduct, loadProducts } from '../catalog/catalog.store.ts'
import { isPurchasable, type Product, priceAt, type Sellable } from '../catalog/product.ts'
import { type Cart, type CartSnapshot, loadCartSnapshot, type StoredLine } from './cart.store.ts'
import type { RemovedLine } from './cart.table.ts'
import { type CartProblem, checkAdd, keyOf, lineProblem, MAX_LINES, maxLineQuantity } from './cart.ts'
import { clearCart, type LineChange, lockCart, writeCart } from './change-cart.store.ts'

export type AddItemInput = {
  /** A simple product, a variation, or a variable product with choices. */
  readonly productId: number
  readonly variationId?: number
  readonly quantity: number
  /** Attribute slug to chosen term slug. */
  readonly choices: Readonly<Record<string, string>>
  /** The browser's id of this add. A repeated id is the same add. */
  readonly requestId?: string
}

export type ItemAdded = {
  readonly ok: true
  readonly cart: Cart
  readonly name: string
  readonly key: string
  readonly quantity: number
}
export type ItemNotAdded = { readonly ok: false; readonly problem: CartProblem; readonly slug: string | null }

/** Number of adds and removals a cart remembers. */
const MAX_RECENT = 10
/** A cart under constant concurrent change is locked after this many attempts. */
const MAX_ATTEMPTS = 3

/** The decision of a use case on a cart as read: a change with its result, or a result alone. */
export type CartDecision<Result> =
  | { readonly change: LineChange; readonly result: (cart: Cart) => Result }
  | { readonly change: null; readonly result: Result }

export const noChange = <Result>(result: Result): CartDecision<Result> => ({ change: null, result })

/**
 * Decides on a cart as read and writes the change, and starts over if the cart was changed in between (optimistic
 * locking). Two statements unless contended; no change is lost.
 */
export async function changeCart<Result>(
  db: Db,
  sessionKey: string,
  ids: readonly number[],
  now: Date,
  decideChange: (snapshot: CartSnapshot) => CartDecision<Result>,
): Promise<Result> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const snapshot = await loadCartSnapshot(db, sessionKey, ids)
    const outcome = decideChange(snapshot)
    if (outcome.change === null) return outcome.result
    const written = await writeCart(db, snapshot.cart, outcome.change, now)
    if (written) return outcome.result(written)
  }
  return db.transaction(async (tx) => {
    await lockCart(tx, sessionKey, now)
    const snapshot = await loadCartSnapshot(tx, sessionKey, ids)
    const outcome = decideChange(snapshot)
    if (outcome.change === null) return outcome.result
    const written = await writeCart(tx, snapshot.cart, outcome.change, now)
    if (!written) throw new Error('A locked cart was changed')
    return outcome.result(written)
  })
}

/** The variation given by a product and choices, or the missing options. */
export function resolveVariation(
  product: Product,
  input: AddItemInput,
): { ok: true; sellable: Sellable; choices: Record<string, string> } | { ok: false; problem: CartProblem } {
  if (product.type === 'grouped') return { ok: false, problem: { kind: 'choose-grouped-items', name: product.name } }
  if (product.type !== 'variable') return { ok: true, sellable: product, choices: {} }
  const requested = product.variations.find((variation) => variation.id === input.variationId)
  const attributes = product.attributes.filter((attribute) => attribute.isForVariations)
  const selectedTerm = (name: string): string => input.choices[name] ?? (requested?.choices[name] || '')
  // For an option that a variation leaves open ("any"), only the values that the product offers are valid.
  const isOffered = attributes.every(({ slug, terms }) => terms.some((term) => term.slug === selectedTerm(slug)))
  const matches = (variation: Sellable) =>
    attributes.every(({ slug }) => ['', selectedTerm(slug)].includes(variation.choices[slug] ?? ''))
  const match = !isOffered ? undefined : requested && matches(requested) ? requested : product.variations.find(matches)
  if (!match) {
    const missing = attributes.filter(({ slug }) => selectedTerm(slug) === '').map(({ label }) => label)
    return { ok: false, problem: { kind: 'choose-options', name: product.name, missing } }
  }
  return {
    ok: true,
    sellable: match,
    choices: Object.fromEntries(attributes.map(({ slug }) => [slug, selectedTerm(slug)])),
  }
}

/** Whether the input has to be resolved: the variation leaves an option open, or the given choices differ from it. */
const needsSelection = (variation: Sellable, input: AddItemInput): boolean =>
  Object.entries(variation.choices).some(
    ([name, ownTerm]) => ownTerm === '' || (input.choices[name] ?? ownTerm) !== ownTerm,
  )

export type ResolvedItem = { ok: true; sellable: Sellable; choices: Readonly<Record<string, string>> }

/** The item to buy, if its own row is sufficient; null when its product has to be read. */
function resolveDirectly(requestedItem: Sellable | undefined, input: AddItemInput): ResolvedItem | null {
  if (requestedItem?.type === 'simple') return { ok: true, sellable: requestedItem, choices: {} }
  // A variation given by its own id: its attribute values are the choices.
  if (requestedItem?.type === 'variation' && !needsSelection(requestedItem, input))
    return { ok: true, sellable: requestedItem, choices: { ...requestedItem.choices } }
  return null
}

const parentIdOf = (requestedItem: Sellable | undefined, input: AddItemInput): number =>
  requestedItem?.parentId ?? input.productId

const resolveFromParent = async (
  db: Db,
  requestedItem: Sellable | undefined,
  input: AddItemInput,
): Promise<ResolvedItem | ItemNotAdded> =>
  resolveWithProduct(await findProduct(db, { id: parentIdOf(requestedItem, input) }), requestedItem, input)

function resolveWithProduct(
  product: Product | null,
  requestedItem: Sellable | undefined,
  input: AddItemInput,
): ResolvedItem | ItemNotAdded {
  if (!product) return { ok: false, problem: { kind: 'product-not-found' }, slug: null }
  const resolved = resolveVariation(
    product,
    requestedItem?.type === 'variation' ? { ...input, variationId: requestedItem.id } : input,
  )
  return resolved.ok ? resolved : { ...resolved, slug: product.slug }
}

/**
 * Resolves the items to buy; their own rows are in `sellables`. Where these are not sufficient, the products are read
 * together in one query.
 */
export async function resolveItems(
  db: Db,
  sellables: ReadonlyMap<number, Sellable>,
  inputs: readonly AddItemInput[],
): Promise<(ResolvedItem | ItemNotAdded)[]> {
  const resolutions = inputs.map((input) => {
    const requestedItem = sellables.get(input.productId)
    return { input, requestedItem, resolved: resolveDirectly(requestedItem, input) }
  })
  const parentIds = resolutions.flatMap(({ input, requestedItem, resolved }) =>
    resolved ? [] : [parentIdOf(requestedItem, input)],
  )
  const parents = new Map(
    (await loadProducts(db, [...new Set(parentIds)]))
      .filter((product) => product.status === 'publish' && product.type !== 'variation')
      .map((product) => [product.id, product]),
  )
  return resolutions.map(
    ({ input, requestedItem, resolved }) =>
      resolved ?? resolveWithProduct(parents.get(parentIdOf(requestedItem, input)) ?? null, requestedItem, input),
  )
}

/**
 * Adds an item to a cart. Stock is checked, not allocated: that happens when the order is placed. Concurrent adds to
 * one cart all count.
 */
export async function addToCart(
  db: Db,
  sessionKey: string,
  input: AddItemInput,
  now: Date,
): Promise<ItemAdded | ItemNotAdded> {
  const firstAttempt = await changeCart<
    ItemAdded | ItemNotAdded | { ok: 'needs-parent'; requestedItem: Sellable | undefined }
  >(db, sessionKey, [input.productId], now, (snapshot) => {
    const requestedItem = snapshot.sellables.get(input.productId)
    const resolved = resolveDirectly(requestedItem, input)
    return resolved ? planAdd(snapshot.cart, resolved, input, now) : noChange({ ok: 'needs-parent', requestedItem })
  })
  if (firstAttempt.ok !== 'needs-parent') return firstAttempt
  const resolved = await resolveFromParent(db, firstAttempt.requestedItem, input)
  if (!resolved.ok) return resolved
  return changeCart(db, sessionKey, [], now, ({ cart }) => planAdd(cart, resolved, input, now))
}

function planAdd(
  cart: Cart,
  { sellable, choices }: ResolvedItem,
  input: AddItemInput,
  now: Date,
): CartDecision<ItemAdded | ItemNotAdded> {
  const refused = (problem: CartProblem) => noChange<ItemNotAdded>({ ok: false, problem, slug: sellable.slug })
  const key = keyOf(sellable, choices)
  const added = (after: Cart): ItemAdded => ({
    ok: true,
    cart: after,
    name: sellable.name,
    key,
    quantity: input.quantity,
  })
  if (input.requestId !== undefined && cart.recentRequestIds.includes(input.requestId)) return noChange(added(cart))
  const line = cart.lines.find((candidate) => candidate.key === key)
  const check = checkAdd(sellable, input.quantity, quantityOf(cart, sellable.id), now)
  if (!check.ok) return refused(check.problem)
  if (!line && cart.lines.length >= MAX_LINES) return refused({ kind: 'too-many-lines' })
  const quantity = sellable.isSoldIndividually ? 1 : (line?.quantity ?? 0) + input.quantity
  const quotedPriceCents = priceAt(sellable, now).cents ?? 0
  const position = line?.position ?? nextPosition(cart)
  const { [key]: _, ...removedLines } = cart.removedLines
  return {
    change: {
      upsertLines: [{ key, sellable, quantity, choices, quotedPriceCents, position }],
      removeKeys: [],
      removedLines,
      ...(input.requestId === undefined
        ? {}
        : { recentRequestIds: [...cart.recentRequestIds, input.requestId].slice(-MAX_RECENT) }),
    },
    result: added,
  }
}

const quantityOf = (cart: Cart, sellableId: number, exceptKey = ''): number =>
  cart.lines
    .filter((line) => line.sellable.id === sellableId && line.key !== exceptKey)
    .reduce((sum, line) => sum + line.quantity, 0)

/** After all lines, including removed ones that may be restored to their position. */
const nextPosition = (cart: Cart): number =>
  Math.max(0, ...[...cart.lines, ...Object.values(cart.removedLines)].map(({ position }) => position)) + 1

/** The removed lines plus these; only the last few are stored. */
export function withRemovedLines(cart: Cart, lines: readonly StoredLine[]): Record<string, RemovedLine> {
  const removed = lines.map(({ key, sellable, quantity, choices, position }): [string, RemovedLine] => [
    key,
    {
      productId: sellable.id,
      name: sellable.name,
      quantity,
      choices: { ...choices },
      position,
      version: cart.version,
    },
  ])
  const earlier = Object.entries(cart.removedLines).toSorted(([, one], [, other]) => one.version - other.version)
  return Object.fromEntries([...earlier, ...removed].slice(-MAX_RECENT))
}

export type RemoveResult = { ok: true; cart: Cart; name: string } | { ok: false }

/** Removes a line. An unknown key changes nothing. */
export async function removeFromCart(db: Db, sessionKey: string, key: string, now: Date): Promise<RemoveResult> {
  return changeCart<RemoveResult>(db, sessionKey, [], now, ({ cart }) => {
    const line = cart.lines.find((candidate) => candidate.key === key)
    if (!line) return noChange({ ok: false })
    return {
      change: { upsertLines: [], removeKeys: [key], removedLines: withRemovedLines(cart, [line]) },
      result: (after) => ({ ok: true, cart: after, name: line.sellable.name }),
    }
  })
}

export type UndoResult =
  | {
      readonly ok: true
      readonly cart: Cart
      readonly name: string
      readonly quantity: number
      readonly previousQuantity: number
    }
  | { readonly ok: false; readonly problem: CartProblem | { readonly kind: 'nothing-to-undo' } }

/** Restores a removed line at its position, up to the quantity still in stock. */
export async function undoRemoval(db: Db, sessionKey: string, key: string, now: Date): Promise<UndoResult> {
  const { cart: snapshotCart } = await loadCartSnapshot(db, sessionKey, [])
  const removedLine = snapshotCart.removedLines[key]
  if (!removedLine) return { ok: false, problem: { kind: 'nothing-to-undo' } }
  return changeCart<UndoResult>(db, sessionKey, [removedLine.productId], now, ({ cart, sellables }) => {
    const removed = cart.removedLines[key]
    if (!removed || cart.lines.some((line) => line.key === key))
      return noChange({ ok: false, problem: { kind: 'nothing-to-undo' } })
    const sellable = sellables.get(removed.productId)
    if (!sellable) return noChange({ ok: false, problem: { kind: 'product-not-found' } })
    const inCart = quantityOf(cart, sellable.id)
    const quantity = Math.max(1, Math.min(removed.quantity, maxLineQuantity(sellable) - inCart))
    const check = checkAdd(sellable, quantity, inCart, now)
    if (!check.ok) return noChange({ ok: false, problem: check.problem })
    if (cart.lines.length >= MAX_LINES) return noChange({ ok: false, problem: { kind: 'too-many-lines' } })
    const { productId: _, name: __, version: ___, ...line } = removed
    const { [key]: ____, ...removedLines } = cart.removedLines
    const quotedPriceCents = priceAt(sellable, now).cents ?? 0
    return {
      change: { upsertLines: [{ ...line, key, sellable, quantity, quotedPriceCents }], removeKeys: [], removedLines },
      result: (after) => ({ ok: true, cart: after, name: sellable.name, quantity, previousQuantity: removed.quantity }),
    }
  })
}

export type QuantityResult = { ok: true; cart: Cart } | { ok: false; problem: CartProblem }

/**
 * Sets quantities by line key, all or none; 0 removes. Keys that are not in the cart are ignored, and an unchanged
 * quantity does not count as a change.
 */
export async function setQuantities(
  db: Db,
  sessionKey: string,
  quantities: ReadonlyMap<string, number>,
  now: Date,
): Promise<QuantityResult> {
  return changeCart<QuantityResult>(db, sessionKey, [], now, ({ cart }) => {
    const upsertLines: StoredLine[] = []
    const removed: StoredLine[] = []
    for (const line of cart.lines) {
      const quantity = quantities.get(line.key)
      if (quantity === undefined || quantity === line.quantity) continue
      if (quantity === 0) {
        removed.push(line)
        continue
      }
      const otherQuantity = cart.lines
        .filter((other) => other.sellable.id === line.sellable.id && other.key !== line.key)
        .reduce((sum, other) => sum + (quantities.get(other.key) ?? other.quantity), 0)
      const check = checkAdd(line.sellable, quantity, otherQuantity, now)
      if (!check.ok && quantity > line.quantity) return noChange({ ok: false, problem: check.problem })
      upsertLines.push({ ...line, quantity: line.sellable.isSoldIndividually ? 1 : quantity })
    }
    if (upsertLines.length === 0 && removed.length === 0) return noChange({ ok: true, cart })
    return {
      change: {
        upsertLines,
        removeKeys: removed.map((line) => line.key),
        removedLines: withRemovedLines(cart, removed),
      },
      result: (after) => ({ ok: true, cart: after }),
    }
  })
}

/** Fixes a problem of a line: accepts a new price, and lowers the quantity to what is in stock. */
export async function fixLine(db: Db, sessionKey: string, key: string, now: Date): Promise<QuantityResult> {
  return changeCart<QuantityResult>(db, sessionKey, [], now, ({ cart }) => {
    const line = cart.lines.find((candidate) => candidate.key === key)
    const problem = line ? lineProblem(line, now) : null
    if (!line || !problem || problem.kind === 'unavailable') return noChange({ ok: true, cart })
    const toResult = (after: Cart): QuantityResult => ({ ok: true, cart: after })
    if (problem.kind === 'price-changed')
      return {
        change: { upsertLines: [{ ...line, quotedPriceCents: problem.currentCents }], removeKeys: [] },
        result: toResult,
      }
    return problem.available > 0
      ? { change: { upsertLines: [{ ...line, quantity: problem.available }], removeKeys: [] }, result: toResult }
      : {
          change: { upsertLines: [], removeKeys: [key], removedLines: withRemovedLines(cart, [line]) },
          result: toResult,
        }
  })
}

/** Removes products that are no longer sold. Returns their names for the notice. */
export async function removeUnavailable(
  db: Db,
  cart: Cart,
  now: Date,
): Promise<{ cart: Cart; names: readonly string[] }> {
  const isUnavailable = (line: StoredLine) => !isPurchasable(line.sellable, now)
  if (!cart.lines.some(isUnavailable)) return { cart, names: [] }
  return changeCart<{ cart: Cart; names: readonly string[] }>(db, cart.sessionKey, [], now, ({ cart: current }) => {
    const removed = current.lines.filter(isUnavailable)
    if (removed.length === 0) return noChange({ cart: current, names: [] })
    return {
      change: {
        upsertLines: [],
        removeKeys: removed.map((line) => line.key),
        removedLines: withRemovedLines(current, removed),
      },
      result: (after) => ({ cart: after, names: removed.map((line) => line.sellable.name) }),
    }
  })
}

/** Empties the cart of a session. */
export async function removeAllLines(db: Db, sessionKey: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const cart = await lockCart(tx, sessionKey, now)
    await clearCart(tx, cart.id, now)
  })
}
