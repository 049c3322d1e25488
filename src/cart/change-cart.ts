import { findProduct, loadProducts } from '../catalog/catalog.store.ts'
import { isPurchasable, type Product, priceAt, type Sellable } from '../catalog/product.ts'
import type { Db } from '../database/connect.ts'
import { type Cart, type CartReading, readCart, type StoredLine } from './cart.store.ts'
import type { RemovedLine } from './cart.table.ts'
import { type CartProblem, keyOf, lineProblem, MOST_LINES, mayAdd, mostOf } from './cart.ts'
import { clearCart, type LineChange, lockCart, writeCart } from './change-cart.store.ts'

export type Wish = {
  /** A simple product, a variation, or a variable product with choices. */
  readonly productId: number
  readonly variationId?: number
  readonly quantity: number
  /** Attribute slug to chosen term slug. */
  readonly choices: Readonly<Record<string, string>>
  /** The browser's own name for this add. The same name again is the same add, not another one. */
  readonly requestId?: string
}

export type Added = {
  readonly ok: true
  readonly cart: Cart
  readonly name: string
  readonly key: string
  readonly quantity: number
}
export type NotAdded = { readonly ok: false; readonly problem: CartProblem; readonly slug: string | null }

/** How many adds and removals a cart remembers. */
const RECENT = 10
/** A cart that others keep changing meanwhile is locked after so many tries. */
const TRIES = 3

/** What a use case makes of a cart as it was read: a change with its answer, or an answer alone. */
export type Decision<Answer> =
  | { readonly change: LineChange; readonly answer: (cart: Cart) => Answer }
  | { readonly change: null; readonly answer: Answer }

export const only = <Answer>(answer: Answer): Decision<Answer> => ({ change: null, answer })

/**
 * Decides on a cart as it was read and writes what was decided, unless somebody changed the cart in between: then it is
 * read and decided anew. Two statements in all but a crowd, and no change is ever lost.
 */
export async function changeCart<Answer>(
  db: Db,
  cartId: string,
  ids: readonly number[],
  now: Date,
  decide: (reading: CartReading) => Decision<Answer>,
): Promise<Answer> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const reading = await readCart(db, cartId, ids)
    const decision = decide(reading)
    if (decision.change === null) return decision.answer
    const written = await writeCart(db, reading.cart, decision.change, now)
    if (written) return decision.answer(written)
  }
  return db.transaction(async (tx) => {
    await lockCart(tx, cartId, now)
    const reading = await readCart(tx, cartId, ids)
    const decision = decide(reading)
    if (decision.change === null) return decision.answer
    const written = await writeCart(tx, reading.cart, decision.change, now)
    if (!written) throw new Error('A locked cart was changed')
    return decision.answer(written)
  })
}

/** Which thing is meant by a product and choices, or what is missing to say so. */
export function resolveChoice(
  product: Product,
  wish: Wish,
): { ok: true; sellable: Sellable; choices: Record<string, string> } | { ok: false; problem: CartProblem } {
  if (product.type === 'grouped') return { ok: false, problem: { kind: 'choose-parts', name: product.name } }
  if (product.type !== 'variable') return { ok: true, sellable: product, choices: {} }
  const asked = product.variations.find((variation) => variation.id === wish.variationId)
  const attributes = product.attributes.filter((attribute) => attribute.isForVariations)
  const chosen = (name: string): string => wish.choices[name] ?? (asked?.choices[name] || '')
  // A variation that leaves a choice open takes the values that the product offers, and no others.
  const isOffered = attributes.every(({ slug, terms }) => terms.some((term) => term.slug === chosen(slug)))
  const fits = (variation: Sellable) =>
    attributes.every(({ slug }) => ['', chosen(slug)].includes(variation.choices[slug] ?? ''))
  const match = !isOffered ? undefined : asked && fits(asked) ? asked : product.variations.find(fits)
  if (!match) {
    const missing = attributes.filter(({ slug }) => chosen(slug) === '').map(({ label }) => label)
    return { ok: false, problem: { kind: 'choose-options', name: product.name, missing } }
  }
  return { ok: true, sellable: match, choices: Object.fromEntries(attributes.map(({ slug }) => [slug, chosen(slug)])) }
}

/** Whether there is anything to decide about a variation: a choice it leaves open, or a wish that is not what it is. */
const isLeftOpen = (variation: Sellable, wish: Wish): boolean =>
  Object.entries(variation.choices).some(([name, own]) => own === '' || (wish.choices[name] ?? own) !== own)

export type Found = { ok: true; sellable: Sellable; choices: Readonly<Record<string, string>> }

/** What is to be bought, where its own row says it all; null when the product it belongs to must be asked. */
function chosenAtOnce(named: Sellable | undefined, wish: Wish): Found | null {
  if (named?.type === 'simple') return { ok: true, sellable: named, choices: {} }
  // A variation may be named by itself: its own values are then the choices.
  if (named?.type === 'variation' && !isLeftOpen(named, wish))
    return { ok: true, sellable: named, choices: { ...named.choices } }
  return null
}

const parentIdOf = (named: Sellable | undefined, wish: Wish): number => named?.parentId ?? wish.productId

const chosenFromParent = async (db: Db, named: Sellable | undefined, wish: Wish): Promise<Found | NotAdded> =>
  chosenOf(await findProduct(db, { id: parentIdOf(named, wish) }), named, wish)

function chosenOf(product: Product | null, named: Sellable | undefined, wish: Wish): Found | NotAdded {
  if (!product) return { ok: false, problem: { kind: 'no-such-product' }, slug: null }
  const resolved = resolveChoice(product, named?.type === 'variation' ? { ...wish, variationId: named.id } : wish)
  return resolved.ok ? resolved : { ...resolved, slug: product.slug }
}

/**
 * What is to be bought by each of these wishes, whose own rows are in `wished`. Products are asked where those rows do not
 * say it all, together, however many there are.
 */
export async function chosenByEach(
  db: Db,
  wished: ReadonlyMap<number, Sellable>,
  wishes: readonly Wish[],
): Promise<(Found | NotAdded)[]> {
  const read = wishes.map((wish) => {
    const named = wished.get(wish.productId)
    return { wish, named, found: chosenAtOnce(named, wish) }
  })
  const parentIds = read.flatMap(({ wish, named, found }) => (found ? [] : [parentIdOf(named, wish)]))
  const parents = new Map(
    (await loadProducts(db, [...new Set(parentIds)]))
      .filter((product) => product.status === 'publish' && product.type !== 'variation')
      .map((product) => [product.id, product]),
  )
  return read.map(
    ({ wish, named, found }) => found ?? chosenOf(parents.get(parentIdOf(named, wish)) ?? null, named, wish),
  )
}

/**
 * Puts something into a cart. Stock is looked at, not taken: it leaves the shelf when the order is placed. However many
 * add to one cart at the same time, all of them count.
 */
export async function addToCart(db: Db, cartId: string, wish: Wish, now: Date): Promise<Added | NotAdded> {
  const tried = await changeCart<Added | NotAdded | { ok: 'ask-parent'; named: Sellable | undefined }>(
    db,
    cartId,
    [wish.productId],
    now,
    (reading) => {
      const named = reading.wished.get(wish.productId)
      const found = chosenAtOnce(named, wish)
      return found ? decideAdd(reading.cart, found, wish, now) : only({ ok: 'ask-parent', named })
    },
  )
  if (tried.ok !== 'ask-parent') return tried
  const found = await chosenFromParent(db, tried.named, wish)
  if (!found.ok) return found
  return changeCart(db, cartId, [], now, ({ cart }) => decideAdd(cart, found, wish, now))
}

function decideAdd(cart: Cart, { sellable, choices }: Found, wish: Wish, now: Date): Decision<Added | NotAdded> {
  const refused = (problem: CartProblem) => only<NotAdded>({ ok: false, problem, slug: sellable.slug })
  const key = keyOf(sellable, choices)
  const added = (after: Cart): Added => ({
    ok: true,
    cart: after,
    name: sellable.name,
    key,
    quantity: wish.quantity,
  })
  if (wish.requestId !== undefined && cart.recentAdds.includes(wish.requestId)) return only(added(cart))
  const line = cart.lines.find((candidate) => candidate.key === key)
  const verdict = mayAdd(sellable, wish.quantity, piecesOf(cart, sellable.id), now)
  if (!verdict.ok) return refused(verdict.problem)
  if (!line && cart.lines.length >= MOST_LINES) return refused({ kind: 'too-many-lines' })
  const quantity = sellable.isSoldIndividually ? 1 : (line?.quantity ?? 0) + wish.quantity
  const seenPriceCents = priceAt(sellable, now).cents ?? 0
  const position = line?.position ?? nextPosition(cart)
  const { [key]: _, ...removedLines } = cart.removedLines
  return {
    change: {
      put: [{ key, sellable, quantity, choices, seenPriceCents, position }],
      drop: [],
      removedLines,
      ...(wish.requestId === undefined ? {} : { recentAdds: [...cart.recentAdds, wish.requestId].slice(-RECENT) }),
    },
    answer: added,
  }
}

const piecesOf = (cart: Cart, sellableId: number, exceptKey = ''): number =>
  cart.lines
    .filter((line) => line.sellable.id === sellableId && line.key !== exceptKey)
    .reduce((sum, line) => sum + line.quantity, 0)

/** Behind everything, also behind what may come back to its place. */
const nextPosition = (cart: Cart): number =>
  Math.max(0, ...[...cart.lines, ...Object.values(cart.removedLines)].map(({ position }) => position)) + 1

/** The removed lines with these among them; only the last few are kept. */
export function remembering(cart: Cart, lines: readonly StoredLine[]): Record<string, RemovedLine> {
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
  const known = Object.entries(cart.removedLines).toSorted(([, one], [, other]) => one.version - other.version)
  return Object.fromEntries([...known, ...removed].slice(-RECENT))
}

export type Removed = { ok: true; cart: Cart; name: string } | { ok: false }

/** Takes a line out. An unknown key changes nothing. */
export async function removeFromCart(db: Db, cartId: string, key: string, now: Date): Promise<Removed> {
  return changeCart<Removed>(db, cartId, [], now, ({ cart }) => {
    const line = cart.lines.find((candidate) => candidate.key === key)
    if (!line) return only({ ok: false })
    return {
      change: { put: [], drop: [key], removedLines: remembering(cart, [line]) },
      answer: (after) => ({ ok: true, cart: after, name: line.sellable.name }),
    }
  })
}

export type Undone =
  | { readonly ok: true; readonly cart: Cart; readonly name: string; readonly quantity: number; readonly was: number }
  | { readonly ok: false; readonly problem: CartProblem | { readonly kind: 'nothing-to-undo' } }

/** Brings a removed line back to its place, with as many pieces of it as there still are. */
export async function undoRemoval(db: Db, cartId: string, key: string, now: Date): Promise<Undone> {
  const { cart: seen } = await readCart(db, cartId, [])
  const asked = seen.removedLines[key]
  if (!asked) return { ok: false, problem: { kind: 'nothing-to-undo' } }
  return changeCart<Undone>(db, cartId, [asked.productId], now, ({ cart, wished }) => {
    const removed = cart.removedLines[key]
    if (!removed || cart.lines.some((line) => line.key === key))
      return only({ ok: false, problem: { kind: 'nothing-to-undo' } })
    const sellable = wished.get(removed.productId)
    if (!sellable) return only({ ok: false, problem: { kind: 'no-such-product' } })
    const inCart = piecesOf(cart, sellable.id)
    const quantity = Math.max(1, Math.min(removed.quantity, mostOf(sellable) - inCart))
    const verdict = mayAdd(sellable, quantity, inCart, now)
    if (!verdict.ok) return only({ ok: false, problem: verdict.problem })
    if (cart.lines.length >= MOST_LINES) return only({ ok: false, problem: { kind: 'too-many-lines' } })
    const { productId: _, name: __, version: ___, ...line } = removed
    const { [key]: ____, ...removedLines } = cart.removedLines
    const seenPriceCents = priceAt(sellable, now).cents ?? 0
    return {
      change: { put: [{ ...line, key, sellable, quantity, seenPriceCents }], drop: [], removedLines },
      answer: (after) => ({ ok: true, cart: after, name: sellable.name, quantity, was: removed.quantity }),
    }
  })
}

export type QuantityResult = { ok: true; cart: Cart } | { ok: false; problem: CartProblem }

/**
 * Sets quantities by line key; 0 removes. All of them or none. Keys that are not in the cart are passed over, and what
 * changes nothing does not count as a change.
 */
export async function setQuantities(
  db: Db,
  cartId: string,
  wanted: ReadonlyMap<string, number>,
  now: Date,
): Promise<QuantityResult> {
  return changeCart<QuantityResult>(db, cartId, [], now, ({ cart }) => {
    const put: StoredLine[] = []
    const gone: StoredLine[] = []
    for (const line of cart.lines) {
      const quantity = wanted.get(line.key)
      if (quantity === undefined || quantity === line.quantity) continue
      if (quantity === 0) {
        gone.push(line)
        continue
      }
      const elsewhere = cart.lines
        .filter((other) => other.sellable.id === line.sellable.id && other.key !== line.key)
        .reduce((sum, other) => sum + (wanted.get(other.key) ?? other.quantity), 0)
      const verdict = mayAdd(line.sellable, quantity, elsewhere, now)
      if (!verdict.ok && quantity > line.quantity) return only({ ok: false, problem: verdict.problem })
      put.push({ ...line, quantity: line.sellable.isSoldIndividually ? 1 : quantity })
    }
    if (put.length === 0 && gone.length === 0) return only({ ok: true, cart })
    return {
      change: { put, drop: gone.map((line) => line.key), removedLines: remembering(cart, gone) },
      answer: (after) => ({ ok: true, cart: after }),
    }
  })
}

/** Puts right what is wrong with a line: a new price is taken as it is, and no more is wanted than there is. */
export async function mendLine(db: Db, cartId: string, key: string, now: Date): Promise<QuantityResult> {
  return changeCart<QuantityResult>(db, cartId, [], now, ({ cart }) => {
    const line = cart.lines.find((candidate) => candidate.key === key)
    const problem = line ? lineProblem(line, now) : null
    if (!line || !problem || problem.kind === 'gone') return only({ ok: true, cart })
    const answer = (after: Cart): QuantityResult => ({ ok: true, cart: after })
    if (problem.kind === 'price-changed')
      return { change: { put: [{ ...line, seenPriceCents: problem.isCents }], drop: [] }, answer }
    return problem.available > 0
      ? { change: { put: [{ ...line, quantity: problem.available }], drop: [] }, answer }
      : { change: { put: [], drop: [key], removedLines: remembering(cart, [line]) }, answer }
  })
}

/** Takes out what is no longer sold at all. The names are for telling the shopper. */
export async function dropGone(db: Db, cart: Cart, now: Date): Promise<{ cart: Cart; names: readonly string[] }> {
  const isGone = (line: StoredLine) => !isPurchasable(line.sellable, now)
  if (!cart.lines.some(isGone)) return { cart, names: [] }
  return changeCart<{ cart: Cart; names: readonly string[] }>(db, cart.id, [], now, ({ cart: read }) => {
    const gone = read.lines.filter(isGone)
    if (gone.length === 0) return only({ cart: read, names: [] })
    return {
      change: { put: [], drop: gone.map((line) => line.key), removedLines: remembering(read, gone) },
      answer: (after) => ({ cart: after, names: gone.map((line) => line.sellable.name) }),
    }
  })
}

/** Empties the cart of a session. */
export async function emptyTheCart(db: Db, cartId: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await lockCart(tx, cartId, now)
    await clearCart(tx, cartId, now)
  })
}
