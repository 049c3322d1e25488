import { createHash } from 'node:crypto'
import { type Currency, shopCurrency } from '../../platform/money/money.ts'
import { NO_QUANTITY_CHOSEN } from '../catalog/group-texts.ts'
import { isPurchasable, maxQuantity, priceAt, type Sellable, stockStatusOf } from '../catalog/product.ts'
import { chooseText } from '../catalog/variation-texts.ts'

export type CartLine = {
  readonly key: string
  readonly sellable: Sellable
  readonly quantity: number
  /** Attribute slug to chosen term slug. */
  readonly choices: Readonly<Record<string, string>>
  readonly quotedPriceCents: number
}

export type CartProblem =
  | { readonly kind: 'product-not-found' | 'too-many-lines' }
  | { readonly kind: 'not-purchasable' | 'out-of-stock' | 'sold-individually'; readonly name: string }
  | { readonly kind: 'invalid-quantity' | 'choose-grouped-items'; readonly name: string }
  | { readonly kind: 'not-enough-stock'; readonly name: string; readonly available: number; readonly inCart: number }
  /** `missing`: labels of the options still to be chosen; empty when the chosen combination does not exist. */
  | { readonly kind: 'choose-options'; readonly name: string; readonly missing: readonly string[] }

export const MAX_LINES = 100
/** Maximum quantity of a line without a stock limit (recorded: quantity_limits.maximum 9999). */
export const MAX_LINE_QUANTITY = 9999

/** The MD5 of ids and choices as in WooCommerce, so that keys in old links stay valid. */
export function lineKey(productId: number, variationId: number, choices: Readonly<Record<string, string>>): string {
  const parts = [String(productId)]
  if (variationId > 0) parts.push(String(variationId))
  const chosen = Object.entries(choices).map(([name, value]) => `attribute_${name}${value}`)
  if (chosen.length > 0) parts.push(chosen.join(''))
  return createHash('md5').update(parts.join('_')).digest('hex')
}

export const keyOf = (sellable: Pick<Sellable, 'id' | 'parentId'>, choices: Readonly<Record<string, string>>) =>
  sellable.parentId === null ? lineKey(sellable.id, 0, choices) : lineKey(sellable.parentId, sellable.id, choices)

/** As WooCommerce reads a quantity: the integer part; '' and 0 count as 1; else null (wc-ajax-add-to-cart.json). */
export function parseQuantity(text: string | undefined): number | null {
  if (text === undefined || text.trim() === '') return 1
  if (text.length > 12 || !/^\s*[+-]?\d+(\.\d+)?\s*$/.test(text)) return null
  const quantity = Math.trunc(Number(text))
  if (quantity === 0) return 1
  return quantity > 0 ? quantity : null
}

export const maxLineQuantity = (sellable: Sellable): number =>
  Math.min(maxQuantity(sellable) ?? MAX_LINE_QUANTITY, MAX_LINE_QUANTITY)

export function checkAdd(
  sellable: Sellable,
  quantity: number,
  inCart: number,
  now: Date,
): { ok: true } | { ok: false; problem: CartProblem } {
  const { name } = sellable
  const fail = (problem: CartProblem) => ({ ok: false as const, problem })
  if (!Number.isSafeInteger(quantity) || quantity < 1) return fail({ kind: 'invalid-quantity', name })
  if (!isPurchasable(sellable, now)) return fail({ kind: 'not-purchasable', name })
  if (stockStatusOf(sellable.stock) === 'outofstock') return fail({ kind: 'out-of-stock', name })
  if (sellable.isSoldIndividually) return inCart > 0 ? fail({ kind: 'sold-individually', name }) : { ok: true }
  const max = maxLineQuantity(sellable)
  if (inCart + quantity > max) return fail({ kind: 'not-enough-stock', name, available: max, inCart })
  return { ok: true }
}

export type LineProblem =
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'insufficient-stock'; readonly available: number }
  | { readonly kind: 'price-changed'; readonly previousCents: number; readonly currentCents: number }

export function lineProblem(line: CartLine, now: Date): LineProblem | null {
  const { sellable } = line
  const price = priceAt(sellable, now).cents
  if (!isPurchasable(sellable, now) || price === null) return { kind: 'unavailable' }
  const max = maxQuantity(sellable)
  if (stockStatusOf(sellable.stock) === 'outofstock') return { kind: 'insufficient-stock', available: 0 }
  if (max !== null && line.quantity > max) return { kind: 'insufficient-stock', available: max }
  if (price !== line.quotedPriceCents)
    return { kind: 'price-changed', previousCents: line.quotedPriceCents, currentCents: price }
  return null
}

/** Lines that cannot be bought as they are. A changed price does not prevent a purchase: it is shown before payment. */
export const unpurchasableLines = (lines: readonly CartLine[], now: Date) =>
  lines.flatMap((line) => {
    const problem = lineProblem(line, now)
    return problem && problem.kind !== 'price-changed' ? [{ name: line.sellable.name, problem }] : []
  })

const quoted = (name: string): string => `“${name}”`

export function cartProblemText(problem: CartProblem): string {
  const name = 'name' in problem ? quoted(problem.name) : ''
  if (problem.kind === 'not-enough-stock')
    return problem.inCart > 0
      ? `You cannot add that amount to the cart — we have ${problem.available} in stock and you already have ${problem.inCart} in your cart.`
      : `You cannot add that amount of ${name} to the cart because there is not enough stock (${problem.available} remaining).`
  if (problem.kind === 'choose-options')
    return problem.missing.length > 0
      ? `${chooseText(problem.missing)} for ${name}.`
      : `${name} is not made that way. Please choose a different combination.`
  return {
    'product-not-found': 'Sorry, this product cannot be purchased.',
    'not-purchasable': `Sorry, ${name} cannot be purchased.`,
    'out-of-stock': `You cannot add ${name} to the cart because the product is out of stock.`,
    'sold-individually': `You cannot add another ${name} to your cart.`,
    'choose-grouped-items': NO_QUANTITY_CHOSEN,
    'invalid-quantity': `Please enter a whole number of 1 or more for ${name}.`,
    'too-many-lines': `A cart holds at most ${MAX_LINES} different things. Please place this order first.`,
  }[problem.kind]
}

export const addedMessage = (name: string, quantity: number): string =>
  quantity === 1
    ? `${quoted(name)} has been added to your cart.`
    : `${quantity} × ${quoted(name)} have been added to your cart.`

type HashedCart = { readonly sessionKey: string; readonly lines: readonly Pick<CartLine, 'key' | 'quantity'>[] }

/**
 * Changes with the items, their total, its currency and the session, whose nonce is in the fragments that browsers
 * keep; scripts compare it with the cookie of the same name.
 */
export function cartHash(
  { sessionKey, lines }: HashedCart,
  { totalCents, currency }: { readonly totalCents: number; readonly currency: Currency },
): string {
  if (lines.length === 0) return ''
  const amount = currency === shopCurrency ? [totalCents] : [totalCents, currency]
  return createHash('md5')
    .update(JSON.stringify([sessionKey, lines.map((line) => [line.key, line.quantity]), ...amount]))
    .digest('hex')
}

/** A customer's session key is the customer id, a guest's is `t_` and 30 random hex digits. */
export const isCustomerKey = (key: string): boolean => !key.startsWith('t_')

/** The key of the cart of a session's express purchases. No cookie may have it (`isSessionKey`). */
export const expressKeyOf = (sessionKey: string): string => `t_express_${sessionKey}`

export const customerIdOf = (key: string): number | null => (isCustomerKey(key) ? Number(key) : null)
