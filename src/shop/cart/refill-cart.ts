import type { Db } from '../../platform/database/connect.ts'
import { retryingConflicts } from '../../platform/database/retry-conflict.ts'
import { formatMoney, shopCurrency } from '../../platform/money/money.ts'
import type { FlashNotice } from '../../platform/web/flash.tsx'
import { loadProducts } from '../catalog/catalog.store.ts'
import { isPurchasable, priceAt, type Sellable, stockStatusOf } from '../catalog/product.ts'
import { type OrderLine, soldIdOf } from '../orders/order-parts.store.ts'
import { lineDetails } from '../orders/order-summary.ts'
import { type Cart, loadCartSnapshot, type StoredLine } from './cart.store.ts'
import { keyOf, MAX_LINES, maxLineQuantity } from './cart.ts'
import { type CartDecision, changeCart, nextPosition, quantityOf } from './change-cart.ts'
import { type ItemNotAdded, type ResolvedItem, resolveItems } from './resolve-items.ts'

export type RefillProblem = { readonly name: string } & (
  | { readonly kind: 'gone' | 'sold-out' | 'changed' | 'no-room' }
  | { readonly kind: 'fewer'; readonly ordered: number; readonly available: number }
  | { readonly kind: 'price'; readonly previousCents: number; readonly currentCents: number }
)

export type RefillResult = {
  readonly cart: Cart
  readonly filled: number
  readonly problems: readonly RefillProblem[]
}

type Request = {
  readonly lines: readonly OrderLine[]
  readonly comparesPrices: boolean
  /** Products whose password was entered in this browser. */
  readonly unlockedIds: ReadonlySet<number>
  readonly now: Date
}

/** Fills up to what was ordered: a second time changes nothing (docs/decisions/order-again.md). */
export const refillCart = retryingConflicts(tryRefill)

async function tryRefill(db: Db, sessionKey: string, request: Request): Promise<RefillResult> {
  const { lines, unlockedIds, now } = request
  const ids = lines.map(soldIdOf)
  const snapshot = await loadCartSnapshot(db, sessionKey, ids)
  const choices = await openChoices(db, lines, snapshot.sellables)
  const inputs = lines.map((line, index) => ({
    productId: ids[index] ?? 0,
    quantity: line.quantity,
    choices: choices[index] ?? {},
    isUnlocked: unlockedIds.has(line.productId),
  }))
  const items = await resolveItems(db, snapshot.sellables, inputs)
  return changeCart(db, sessionKey, now, (cart) => planRefill(cart, items, request), snapshot.cart)
}

function planRefill(
  cart: Cart,
  items: readonly (ResolvedItem | ItemNotAdded)[],
  { lines, comparesPrices, now }: Request,
): CartDecision<RefillResult> {
  const after = new Map<string, StoredLine>(cart.lines.map((line) => [line.key, line]))
  const changed = new Set<string>()
  const orderedQuantities = new Map<string, number>()
  const problems: RefillProblem[] = []
  let filled = 0
  for (const [index, line] of lines.entries()) {
    const item = items[index]
    const name = [line.name, ...lineDetails(line).map((detail) => detail.replace(/^.*: /, ''))].join(', ')
    if (!item?.ok) {
      problems.push({ name, kind: item?.problem.kind === 'choose-options' ? 'changed' : 'gone' })
      continue
    }
    const { sellable, choices } = item
    const key = keyOf(sellable, choices)
    const existing = after.get(key)
    const had = existing?.quantity ?? 0
    const ordered = (orderedQuantities.get(key) ?? 0) + line.quantity
    orderedQuantities.set(key, ordered)
    const room = maxLineQuantity(sellable) - quantityOf([...after.values()], sellable)
    const added = Math.max(0, Math.min(ordered - had, room))
    const hasRoom = existing !== undefined || after.size < MAX_LINES
    const problem = problemOf(sellable, { quantity: had + added, ordered, hasRoom, now })
    if (problem) problems.push({ name, ...problem })
    if (problem && problem.kind !== 'fewer') continue
    if (had + added === 0) continue
    filled += 1
    const currentCents = priceAt(sellable, now).cents ?? 0
    if (comparesPrices && currentCents !== line.unitPriceCents)
      problems.push({ name, kind: 'price', previousCents: line.unitPriceCents, currentCents })
    if (added === 0) continue
    const position = existing?.position ?? nextPosition(cart) + changed.size
    after.set(key, { key, sellable, choices, quantity: had + added, quotedPriceCents: currentCents, position })
    changed.add(key)
  }
  const upsertLines = [...after.values()].filter(({ key }) => changed.has(key))
  const removedLines = Object.fromEntries(Object.entries(cart.removedLines).filter(([key]) => !changed.has(key)))
  return {
    change: changed.size > 0 ? { upsertLines, removedLines } : null,
    result: (written) => ({ cart: written, filled, problems }),
  }
}

type Room = { readonly quantity: number; readonly ordered: number; readonly hasRoom: boolean; readonly now: Date }

type Problem = RefillProblem extends infer Each ? (Each extends RefillProblem ? Omit<Each, 'name'> : never) : never

function problemOf(sellable: Sellable, { quantity, ordered, hasRoom, now }: Room): Problem | null {
  if (!isPurchasable(sellable, now)) return { kind: 'gone' }
  if (stockStatusOf(sellable.stock) === 'outofstock') return { kind: 'sold-out' }
  if (!hasRoom) return { kind: 'no-room' }
  return quantity < ordered ? { kind: 'fewer', ordered, available: quantity } : null
}

/** The choices, by slug, of variations that leave an option open ("any"): orders store only the displayed labels. */
async function openChoices(db: Db, lines: readonly OrderLine[], sellables: ReadonlyMap<number, Sellable>) {
  const isOpen = ({ variationId }: OrderLine) =>
    Object.values(sellables.get(variationId)?.choices ?? {}).some((term) => term === '')
  const parentIds = new Set(lines.filter(isOpen).map((line) => line.productId))
  const products = parentIds.size > 0 ? await loadProducts(db, [...parentIds]) : []
  return lines.map((line) => {
    const product = isOpen(line) ? products.find(({ id }) => id === line.productId) : undefined
    return Object.fromEntries(
      (product?.attributes ?? []).flatMap(({ slug, label, terms }) => {
        const chosen = line.choices.find((choice) => choice.label === label)?.value
        const term = terms.find(({ name }) => name === chosen)
        return term ? [[slug, term.slug] as const] : []
      }),
    )
  })
}

/** Names in one notice; more would not fit into the flash cookie. */
const MAX_NAMES = 8

const headings: Readonly<Record<RefillProblem['kind'], string>> = {
  gone: 'No longer for sale',
  'sold-out': 'Sold out at the moment',
  fewer: 'Fewer are left than you had ordered',
  changed: 'Now sold in other choices, please choose again',
  'no-room': 'No room left in the cart for',
  price: 'At another price than last time',
}

function textOf(problem: RefillProblem): string {
  const name = `“${problem.name.length > 80 ? `${problem.name.slice(0, 79)}…` : problem.name}”`
  if (problem.kind === 'fewer') return `${name} (${problem.available} of ${problem.ordered})`
  if (problem.kind === 'price')
    return `${name} (${formatMoney(problem.currentCents, shopCurrency)} instead of ${formatMoney(problem.previousCents, shopCurrency)})`
  return name
}

export function refillNotices({ filled, problems }: Omit<RefillResult, 'cart'>, filledText: string): FlashNotice[] {
  const kinds = Object.keys(headings) as RefillProblem['kind'][]
  const notices = kinds.flatMap((kind): FlashNotice[] => {
    const texts = problems.filter((problem) => problem.kind === kind).map(textOf)
    if (texts.length === 0) return []
    const remainder = texts.length > MAX_NAMES ? ` and ${texts.length - MAX_NAMES} more` : ''
    const text = `${headings[kind]}: ${texts.slice(0, MAX_NAMES).join(', ')}${remainder}.`
    return [{ kind: kind === 'fewer' || kind === 'price' ? 'info' : 'error', text }]
  })
  const success: FlashNotice[] = filled === 0 ? [] : [{ kind: 'success', text: filledText }]
  return [...success, ...notices]
}
