import type { Cart } from '../cart/cart.store.ts'
import type { CartLine } from '../cart/cart.ts'
import { addToCart, emptyTheCart, removeFromCart, setQuantities } from '../cart/change-cart.ts'
import { priceCart } from '../cart/price-cart.ts'
import { loadSellables } from '../catalog/catalog.store.ts'
import { hrefs } from '../routes.ts'
import { type StoreError, storeError, storeJson } from './answer.ts'
import { integer, number, pairs, readFields, text } from './body-params.ts'
import { answerCart, type CartCall, openCartCall, refuse, refuseWithCart } from './cart-call.ts'
import { cartItemJson } from './cart-json.ts'
import {
  aboveMaximum,
  addProblem,
  belowMinimum,
  noSuchLine,
  noSuchProduct,
  noSuchVariation,
  notWhole,
  readOnlyQuantity,
} from './cart-problems.ts'
import { viewCart } from './cart-view.store.ts'
import type { StoreHandler, StoreRoute } from './router.ts'
import { mostOffered } from './sellable-json.ts'
import { setSessionHeaders } from './store-session.ts'
import { choicesNamed } from './wish.store.ts'

const LARGEST_ID = 2_147_483_647
/** Far more than a cart takes; keeps sums whole. */
const MANY = 1_000_000_000

const newItem = { id: integer, quantity: number, variation: pairs('attribute', 'value') } as const
type NewItem = {
  id: number | undefined
  quantity: number | undefined
  variation: readonly (readonly [string, string])[]
}
type Added =
  | { readonly ok: true; readonly cart: Cart; readonly key: string }
  | { readonly ok: false; readonly error: StoreError }

async function add({ shop, session }: CartCall, item: NewItem): Promise<Added> {
  const { id } = item
  if (id === undefined || id < 1 || id > LARGEST_ID) return { ok: false, error: noSuchProduct(id) }
  const quantity = Math.min(item.quantity ?? 1, MANY)
  if (!Number.isInteger(quantity)) {
    const named = (await loadSellables(shop.db, [id])).get(id)
    return { ok: false, error: named ? notWhole(named.name) : noSuchProduct(id) }
  }
  const choices = await choicesNamed(shop.db, id, item.variation)
  if (choices === null) return { ok: false, error: noSuchVariation }
  const added = await addToCart(shop.db, session.id, { productId: id, quantity, choices }, shop.now())
  if (added.ok) return added
  return { ok: false, error: addProblem(added.problem, { id, hasChoices: item.variation.length > 0 }) }
}

/** Why a line cannot have this quantity, or null. */
function quantityProblem({ sellable, quantity: before }: CartLine, quantity: number): StoreError | null {
  const { name } = sellable
  if (sellable.isSoldIndividually && quantity !== before) return readOnlyQuantity(name)
  if (!Number.isInteger(quantity)) return notWhole(name)
  if (quantity < 1) return belowMinimum(name)
  const most = mostOffered(sellable)
  return quantity > most ? aboveMaximum(name, most) : null
}

type Changed = { readonly ok: true; readonly cart: Cart } | { readonly ok: false; readonly error: StoreError }

async function change(
  { shop, session, cart }: CartCall,
  line: CartLine,
  quantity: number | undefined,
): Promise<Changed> {
  if (quantity === undefined || quantity === line.quantity) return { ok: true, cart }
  const problem = quantityProblem(line, quantity)
  if (problem) return { ok: false, error: problem }
  const changed = await setQuantities(shop.db, session.id, new Map([[line.key, quantity]]), shop.now())
  if (changed.ok) return changed
  return { ok: false, error: addProblem(changed.problem, { id: line.sellable.id, hasChoices: false }) }
}

const getCart: StoreHandler = async (context, shop) => {
  const opened = await openCartCall(context, shop, { nonce: false })
  return opened.ok ? answerCart(opened.call, opened.call.cart) : opened.answer
}

const addItem: StoreHandler = async (context, shop) => {
  const read = await readFields(context, newItem)
  if (!read.ok) return storeError(context, read.error)
  const opened = await openCartCall(context, shop, { nonce: true })
  if (!opened.ok) return opened.answer
  const added = await add(opened.call, read.values)
  return added.ok ? answerCart(opened.call, added.cart, 201) : refuse(opened.call, added.error)
}

const updateItem: StoreHandler = async (context, shop) => {
  const read = await readFields(context, { key: text(100), quantity: number })
  if (!read.ok) return storeError(context, read.error)
  const opened = await openCartCall(context, shop, { nonce: true })
  if (!opened.ok) return opened.answer
  const { call } = opened
  const line = call.cart.lines.find((one) => one.key === read.values.key)
  if (!line) return refuseWithCart(call, call.cart, noSuchLine())
  const changed = await change(call, line, read.values.quantity)
  return changed.ok ? answerCart(call, changed.cart) : refuse(call, changed.error)
}

const removeItem: StoreHandler = async (context, shop) => {
  const read = await readFields(context, { key: text(100) })
  if (!read.ok) return storeError(context, read.error)
  const opened = await openCartCall(context, shop, { nonce: true })
  if (!opened.ok) return opened.answer
  const removed = await remove(opened.call, read.values.key)
  if (removed) return answerCart(opened.call, removed)
  return refuseWithCart(opened.call, opened.call.cart, noSuchLine('Cart item no longer exists or is invalid.'))
}

async function remove({ shop, session, cart }: CartCall, key: string | undefined): Promise<Cart | null> {
  if (!cart.lines.some((line) => line.key === key)) return null
  const removed = await removeFromCart(shop.db, session.id, key ?? '', shop.now())
  return removed.ok ? removed.cart : null
}

/** The lines alone, each with its address. */
async function itemsOf({ context, shop, session }: CartCall, cart: Cart) {
  const total = priceCart(shop, cart)
  await setSessionHeaders(context, shop, session, cart, total)
  const view = await viewCart(shop.db, cart)
  const collection = [{ href: shop.url + hrefs.storeApi('/cart/items') }]
  const targetHints = { allow: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] }
  return cart.lines.map((line) => ({
    ...cartItemJson(shop, view, total, line),
    _links: { self: [{ href: shop.url + hrefs.storeApi(`/cart/items/${line.key}`), targetHints }], collection },
  }))
}

async function answerItem(
  call: CartCall,
  cart: Cart,
  key: string | undefined,
  status: 200 | 201 = 200,
): Promise<Response> {
  const item = (await itemsOf(call, cart)).find((one) => one.key === key)
  return item ? storeJson(call.context, item, status) : refuseWithCart(call, cart, noSuchLine())
}

const listItems: StoreHandler = async (context, shop) => {
  const opened = await openCartCall(context, shop, { nonce: false })
  return opened.ok ? storeJson(context, await itemsOf(opened.call, opened.call.cart)) : opened.answer
}

const addListItem: StoreHandler = async (context, shop) => {
  const read = await readFields(context, newItem)
  if (!read.ok) return storeError(context, read.error)
  const opened = await openCartCall(context, shop, { nonce: true })
  if (!opened.ok) return opened.answer
  const added = await add(opened.call, read.values)
  return added.ok ? answerItem(opened.call, added.cart, added.key, 201) : refuse(opened.call, added.error)
}

const clearItems: StoreHandler = async (context, shop) => {
  const opened = await openCartCall(context, shop, { nonce: true })
  if (!opened.ok) return opened.answer
  const { call } = opened
  if (call.cart.lines.length > 0) await emptyTheCart(shop.db, call.session.id, shop.now())
  return storeJson(context, await itemsOf(call, { ...call.cart, lines: [] }))
}

const getItem: StoreHandler = async (context, shop) => {
  const opened = await openCartCall(context, shop, { nonce: false })
  return opened.ok ? answerItem(opened.call, opened.call.cart, context.req.param('key')) : opened.answer
}

const changeItem: StoreHandler = async (context, shop) => {
  const read = await readFields(context, { quantity: number })
  if (!read.ok) return storeError(context, read.error)
  const opened = await openCartCall(context, shop, { nonce: true })
  if (!opened.ok) return opened.answer
  const { call } = opened
  const line = call.cart.lines.find((one) => one.key === context.req.param('key'))
  if (!line) return refuseWithCart(call, call.cart, noSuchLine())
  const changed = await change(call, line, read.values.quantity)
  return changed.ok ? answerItem(call, changed.cart, line.key) : refuse(call, changed.error)
}

const dropItem: StoreHandler = async (context, shop) => {
  const opened = await openCartCall(context, shop, { nonce: true })
  if (!opened.ok) return opened.answer
  const { call } = opened
  const removed = await remove(call, context.req.param('key'))
  if (!removed) return refuseWithCart(call, call.cart, noSuchLine())
  await setSessionHeaders(context, shop, call.session, removed)
  return context.body(null, 204)
}

export const cartRoutes: readonly StoreRoute[] = [
  { path: '/cart', methods: { GET: getCart } },
  { path: '/cart/add-item', methods: { POST: addItem } },
  { path: '/cart/update-item', methods: { POST: updateItem } },
  { path: '/cart/remove-item', methods: { POST: removeItem } },
  { path: '/cart/items', methods: { GET: listItems, POST: addListItem, DELETE: clearItems } },
  {
    path: '/cart/items/:key{[\\w-]+}',
    shown: '/cart/items/(?P<key>[\\w-]{32})',
    methods: { GET: getItem, POST: changeItem, PUT: changeItem, PATCH: changeItem, DELETE: dropItem },
  },
]
