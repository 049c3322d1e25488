import { z } from 'zod'
import type { Db } from '../../../platform/database/connect.ts'
import { choicesIn, parseId } from '../../cart/add-from-form.ts'
import {
  type Cart,
  emptyCart,
  isOrderedBy,
  loadCart,
  loadCartSnapshot,
  type StoredLine,
} from '../../cart/cart.store.ts'
import { type CartProblem, cartProblemText, expressKeyOf } from '../../cart/cart.ts'
import { currentCartSession, newSessionKey, startCartSession } from '../../cart/cart-session.ts'
import { currentCart, inChosenCurrency } from '../../cart/cart-view.tsx'
import { changeCart } from '../../cart/change-cart.ts'
import { linesOf } from '../../cart/replace-cart.ts'
import { type AddItemInput, resolveItems } from '../../cart/resolve-items.ts'
import { readUnlockedTexts } from '../../catalog/product-password.ts'
import type { StripeRequest } from './stripe-call.ts'

export const itemFields = {
  product_id: z.string().describe('ID of the product.'),
  qty: z.string().default('1').describe('Quantity. 1 by default.'),
  variation_id: z.string().default('0').describe('ID of the variation. 0 for products without variations.'),
}

export const pageFields = {
  page_id: z.string().default('').describe('Type of page, such as `product`.'),
  currency: z.string().default('').describe('Ignored, because prices are in the currency of the shop.'),
  product_id: itemFields.product_id.default(''),
  qty: z.string().default('').describe('Quantity. Unchanged if empty.'),
  variation_id: itemFields.variation_id,
}

type Item = { readonly product_id: string; readonly qty: string; readonly variation_id: string }

export type NoCart = { readonly ok: false; readonly message: string; readonly problem?: CartProblem }

type CartResult = { readonly ok: true; readonly cart: Cart } | NoCart

const NOT_FOUND = 'Sorry, this product cannot be purchased.'
const NOTHING_TO_BUY = 'Your cart is currently empty.'

/** Choices are used only with a variation. An invalid quantity becomes 0, which no cart accepts. */
async function itemInput({ context, shop, form, fields }: StripeRequest<Item>): Promise<AddItemInput | null> {
  const [productId, variationId] = [parseId(fields.product_id), parseId(fields.variation_id) ?? undefined]
  if (productId === null) return null
  const quantity = /^\d{1,9}$/.test(fields.qty.trim()) ? Number(fields.qty) : 0
  const isUnlocked = (await readUnlockedTexts(context, shop, productId)) !== null
  return { productId, quantity, choices: variationId === undefined ? {} : choicesIn(form), variationId, isUnlocked }
}

export async function previewItem(request: StripeRequest<Item>): Promise<CartResult> {
  const { shop } = request
  const input = await itemInput(request)
  if (!input) return { ok: false, message: NOT_FOUND }
  return cartResult(request, await previewExpressCart(shop.db, input, shop.now()))
}

export async function fillWithItem(request: StripeRequest<Item>, digest: string | null = null): Promise<CartResult> {
  const { context, shop } = request
  const input = await itemInput(request)
  if (!input) return { ok: false, message: NOT_FOUND }
  const session = await currentCartSession(context, shop)
  const key = session?.key ?? newSessionKey()
  const filled = await fillExpressCart(shop.db, key, input, shop.now(), digest)
  if (filled.ok && !session) startCartSession(context, shop, key)
  return cartResult(request, filled)
}

async function cartResult({ context, shop }: StripeRequest<unknown>, result: ExpressResult): Promise<CartResult> {
  if (!result.ok) return { ok: false, message: cartProblemText(result.problem), problem: result.problem }
  return { ok: true, cart: await inChosenCurrency(context, shop, result.cart) }
}

/** On a product page, the express cart with the requested product; without a quantity, the previous express cart. */
export async function walletCart(request: StripeRequest<Item & { readonly page_id: string }>): Promise<CartResult> {
  const { context, shop, fields } = request
  if (fields.page_id === 'product' && fields.product_id !== '' && fields.qty !== '') return fillWithItem(request)
  const session = await currentCartSession(context, shop)
  const cart =
    fields.page_id === 'product' && session
      ? await inChosenCurrency(context, shop, await loadExpressCart(shop.db, session.key))
      : await currentCart(context, shop)
  const isRequested = fields.product_id === '' || containsProduct(cart, parseId(fields.product_id))
  return cart.lines.length > 0 && isRequested ? { ok: true, cart } : { ok: false, message: NOTHING_TO_BUY }
}

const containsProduct = ({ lines }: Cart, productId: number | null): boolean =>
  lines.some(({ sellable }) => sellable.id === productId || sellable.parentId === productId)

/** On a product page, the express cart with the product of the request, so that sheets in two windows cannot mix. */
export async function cartToOrder(
  request: StripeRequest<Item & { readonly page_id: string }>,
  digest: string,
): Promise<CartResult> {
  const { context, shop, fields } = request
  const isExpress = fields.page_id === 'product'
  const isSent = isExpress && fields.product_id !== '' && fields.qty !== ''
  const filled = isSent ? await fillWithItem(request, digest) : null
  if (filled?.ok) return filled
  const session = await currentCartSession(context, shop)
  if (!session) return filled ?? { ok: false, message: NOTHING_TO_BUY }
  const cart = isExpress ? await loadExpressCart(shop.db, session.key) : await loadCart(shop.db, session.key)
  // A refused item may be the last one in stock, already ordered by an earlier submit of this form.
  return filled && !isOrderedBy(cart, digest) ? filled : { ok: true, cart }
}

/* An express purchase: one product that a wallet pays at once. It never touches the shopper's own cart (XW-17). */

type ExpressResult = { readonly ok: true; readonly cart: Cart } | { readonly ok: false; readonly problem: CartProblem }

async function previewExpressCart(db: Db, input: AddItemInput, now: Date): Promise<ExpressResult> {
  const resolved = await lineOf(db, input, now)
  return resolved.ok ? { ok: true, cart: { ...emptyCart(''), lines: [resolved.line] } } : resolved
}

const loadExpressCart = (db: Db, sessionKey: string): Promise<Cart> => loadCart(db, expressKeyOf(sessionKey))

/** The same item again changes nothing, nor does the form (`digest`) that has just ordered it. */
async function fillExpressCart(db: Db, sessionKey: string, input: AddItemInput, now: Date, digest: string | null) {
  const key = expressKeyOf(sessionKey)
  const resolved = await lineOf(db, input, now, key)
  if (!resolved.ok) return resolved
  const { line } = resolved
  return changeCart<ExpressResult>(db, key, now, (cart) => {
    const [current, ...others] = cart.lines
    const isSame = others.length === 0 && current && isSameLine(current, line)
    const removeKeys = cart.lines.map((each) => each.key).filter((each) => each !== line.key)
    return {
      change: isSame || isOrderedBy(cart, digest) ? null : { upsertLines: [line], removeKeys },
      result: (after) => ({ ok: true, cart: after }),
    }
  })
}

const isSameLine = (one: StoredLine, other: StoredLine): boolean =>
  one.key === other.key && one.quantity === other.quantity && one.quotedPriceCents === other.quotedPriceCents

async function lineOf(db: Db, input: AddItemInput, now: Date, sessionKey = '') {
  const { sellables } = await loadCartSnapshot(db, sessionKey, [input.productId])
  const { lines, failed } = linesOf([input], await resolveItems(db, sellables, [input]), now)
  const [line] = lines.values()
  if (line) return { ok: true, line } as const
  return { ok: false, problem: failed[0]?.problem ?? ({ kind: 'product-not-found' } as const) } as const
}
