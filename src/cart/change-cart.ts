import { findProduct, loadSellables } from '../catalog/catalog.store.ts'
import { type Product, priceAt, type Sellable } from '../catalog/product.ts'
import type { Db } from '../database/connect.ts'
import { changing } from '../database/transaction.ts'
import { type Cart, clearLines, dropLine, loadCart, lockCart, putLine, touchCart } from './cart.store.ts'
import { type CartProblem, keyOf, MOST_LINES, mayAdd } from './cart.ts'

export type Wish = {
  /** A simple product, a variation, or a variable product with choices. */
  readonly productId: number
  readonly variationId?: number
  readonly quantity: number
  /** Attribute slug to chosen term slug. */
  readonly choices: Readonly<Record<string, string>>
}

export type Added = {
  readonly ok: true
  readonly cart: Cart
  readonly name: string
  readonly key: string
  readonly quantity: number
}
export type NotAdded = { readonly ok: false; readonly problem: CartProblem; readonly slug: string | null }

/** Which thing is meant by a product and choices, or what is missing to say so. */
export function resolveChoice(
  product: Product,
  wish: Wish,
): { ok: true; sellable: Sellable; choices: Record<string, string> } | { ok: false; problem: CartProblem } {
  if (product.type !== 'variable') return { ok: true, sellable: product, choices: {} }
  const asked = product.variations.find((variation) => variation.id === wish.variationId)
  const attributes = product.attributes.filter((attribute) => attribute.isForVariations)
  const chosen = (name: string): string => wish.choices[name] ?? (asked?.choices[name] || '')
  // A variation that leaves a choice open takes the values that the product offers, and no others.
  const isOffered = attributes.every(({ slug, terms }) => terms.some((term) => term.slug === chosen(slug)))
  const fits = (variation: Sellable) =>
    attributes.every(({ slug }) => ['', chosen(slug)].includes(variation.choices[slug] ?? ''))
  const match = !isOffered ? undefined : asked && fits(asked) ? asked : product.variations.find(fits)
  if (!match) return { ok: false, problem: { kind: 'choose-options', name: product.name } }
  return { ok: true, sellable: match, choices: Object.fromEntries(attributes.map(({ slug }) => [slug, chosen(slug)])) }
}

/** Finds what is to be bought. A variation may be named by itself: its own values are then the choices. */
async function findWished(
  db: Db,
  wish: Wish,
): Promise<{ ok: true; sellable: Sellable; choices: Record<string, string> } | NotAdded> {
  const named = (await loadSellables(db, [wish.productId])).get(wish.productId)
  if (named?.type === 'simple') return { ok: true, sellable: named, choices: {} }
  if (named?.type === 'variation' && !isLeftOpen(named, wish))
    return { ok: true, sellable: named, choices: { ...named.choices } }
  const product = await findProduct(db, { id: named?.parentId ?? wish.productId })
  if (!product) return { ok: false, problem: { kind: 'no-such-product' }, slug: null }
  const resolved = resolveChoice(product, named?.type === 'variation' ? { ...wish, variationId: named.id } : wish)
  return resolved.ok ? resolved : { ...resolved, slug: product.slug }
}

/** Whether there is anything to decide about a variation: a choice it leaves open, or a wish that is not what it is. */
const isLeftOpen = (variation: Sellable, wish: Wish): boolean =>
  Object.entries(variation.choices).some(([name, own]) => own === '' || (wish.choices[name] ?? own) !== own)

/**
 * Puts something into a cart. Stock is looked at, not taken: it leaves the shelf when the order is placed. The cart row
 * is locked, so that simultaneous adds to one cart all count.
 */
export async function addToCart(db: Db, cartId: string, wish: Wish, now: Date): Promise<Added | NotAdded> {
  const found = await findWished(db, wish)
  if (!found.ok) return found
  const { sellable, choices } = found
  const refused = (problem: CartProblem): NotAdded => ({ ok: false, problem, slug: sellable.slug })
  // Most refusals need no cart: a visitor who adds something sold out gets no session and no row.
  const alone = mayAdd(sellable, wish.quantity, 0, now)
  if (!alone.ok) return refused(alone.problem)
  return changing<Added | NotAdded>(db, async (tx) => {
    const cart = await lockCart(tx, cartId, now)
    const key = keyOf(sellable, choices)
    const line = cart.lines.find((candidate) => candidate.key === key)
    const inCart = cart.lines
      .filter((other) => other.sellable.id === sellable.id)
      .reduce((sum, other) => sum + other.quantity, 0)
    const verdict = mayAdd(sellable, wish.quantity, inCart, now)
    if (!verdict.ok) return refused(verdict.problem)
    if (!line && cart.lines.length >= MOST_LINES) return refused({ kind: 'too-many-lines' })
    const quantity = sellable.isSoldIndividually ? 1 : (line?.quantity ?? 0) + wish.quantity
    const seenPriceCents = priceAt(sellable, now).cents ?? 0
    await putLine(tx, cartId, { key, productId: sellable.id, quantity, choices, seenPriceCents })
    const version = await touchCart(tx, cartId, now)
    const kept = { key, sellable, quantity, choices, seenPriceCents }
    const lines = line ? cart.lines.map((other) => (other.key === key ? kept : other)) : [...cart.lines, kept]
    return { ok: true, cart: { ...cart, version, lines }, name: sellable.name, key, quantity: wish.quantity }
  })
}

export type Removed = { ok: true; cart: Cart; name: string } | { ok: false }

/** Takes a line out. An unknown key changes nothing. */
export async function removeFromCart(db: Db, cartId: string, key: string, now: Date): Promise<Removed> {
  return changing<Removed>(db, async (tx) => {
    const cart = await lockCart(tx, cartId, now)
    const line = cart.lines.find((candidate) => candidate.key === key)
    if (!line || !(await dropLine(tx, cartId, key))) return { ok: false }
    const version = await touchCart(tx, cartId, now)
    return {
      ok: true,
      cart: { ...cart, version, lines: cart.lines.filter((other) => other.key !== key) },
      name: line.sellable.name,
    }
  })
}

export type QuantityResult = { ok: true; cart: Cart } | { ok: false; problem: CartProblem }

/** Sets quantities by line key; 0 removes. All of them or none. Keys that are not in the cart are passed over. */
export async function setQuantities(
  db: Db,
  cartId: string,
  wanted: ReadonlyMap<string, number>,
  now: Date,
): Promise<QuantityResult> {
  return changing<QuantityResult>(db, async (tx) => {
    const cart = await lockCart(tx, cartId, now)
    for (const line of cart.lines) {
      const quantity = wanted.get(line.key)
      if (quantity === undefined || quantity === line.quantity) continue
      if (quantity === 0) {
        await dropLine(tx, cartId, line.key)
        continue
      }
      const others = cart.lines.filter((other) => other.sellable.id === line.sellable.id && other.key !== line.key)
      const elsewhere = others.reduce((sum, other) => sum + (wanted.get(other.key) ?? other.quantity), 0)
      const verdict = mayAdd(line.sellable, quantity, elsewhere, now)
      if (!verdict.ok && quantity > line.quantity) return verdict
      await putLine(tx, cartId, {
        key: line.key,
        productId: line.sellable.id,
        quantity: line.sellable.isSoldIndividually ? 1 : quantity,
        choices: line.choices,
        seenPriceCents: priceAt(line.sellable, now).cents ?? line.seenPriceCents,
      })
    }
    await touchCart(tx, cartId, now)
    return { ok: true, cart: await loadCart(tx, cartId) }
  })
}

/** Empties the cart of a session. */
export async function emptyTheCart(db: Db, cartId: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await lockCart(tx, cartId, now)
    await clearLines(tx, cartId)
    await touchCart(tx, cartId, now)
  })
}
