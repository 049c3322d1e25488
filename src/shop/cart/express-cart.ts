import type { Db } from '../../platform/database/connect.ts'
import { type Cart, emptyCart, loadCart, loadCartSnapshot, type StoredLine } from './cart.store.ts'
import { type CartProblem, expressKeyOf } from './cart.ts'
import { changeCart } from './change-cart.ts'
import { linesOf } from './replace-cart.ts'
import { type AddItemInput, resolveItems } from './resolve-items.ts'

/* An express purchase: one product that a wallet pays at once. It never touches the shopper's own cart (XW-17). */

export type ExpressResult =
  | { readonly ok: true; readonly cart: Cart }
  | { readonly ok: false; readonly problem: CartProblem }

export async function previewExpressCart(db: Db, input: AddItemInput, now: Date): Promise<ExpressResult> {
  const cart = emptyCart('')
  const line = await lineOf(db, cart.sessionKey, input, now)
  return line.ok ? { ok: true, cart: { ...cart, lines: [line.line] } } : line
}

export const loadExpressCart = (db: Db, sessionKey: string): Promise<Cart> => loadCart(db, expressKeyOf(sessionKey))

/** The same item again changes nothing, nor does the form (`digest`) that has just ordered it. */
export async function fillExpressCart(
  db: Db,
  sessionKey: string,
  input: AddItemInput,
  now: Date,
  digest: string | null = null,
): Promise<ExpressResult> {
  const key = expressKeyOf(sessionKey)
  const made = await lineOf(db, key, input, now)
  if (!made.ok) return made
  const { line } = made
  return changeCart<ExpressResult>(db, key, now, (cart) => {
    const [current, ...others] = cart.lines
    const isSame = others.length === 0 && current && isSameLine(current, line)
    return {
      change:
        isSame || isOrderedBy(cart, digest)
          ? null
          : {
              upsertLines: [line],
              removeKeys: cart.lines.filter((each) => each.key !== line.key).map((each) => each.key),
            },
      result: (after) => ({ ok: true, cart: after }),
    }
  })
}

export const isOrderedBy = (cart: Cart, digest: string | null): boolean =>
  cart.lines.length === 0 && cart.placedOrderId !== null && cart.placedOrderDigest === digest

const isSameLine = (one: StoredLine, other: StoredLine): boolean =>
  one.key === other.key && one.quantity === other.quantity && one.quotedPriceCents === other.quotedPriceCents

async function lineOf(db: Db, sessionKey: string, input: AddItemInput, now: Date) {
  const { sellables } = await loadCartSnapshot(db, sessionKey, [input.productId])
  const { lines, failed } = linesOf([input], await resolveItems(db, sellables, [input]), now)
  const [line] = lines.values()
  if (line) return { ok: true, line } as const
  return { ok: false, problem: failed[0]?.problem ?? ({ kind: 'product-not-found' } as const) } as const
}
