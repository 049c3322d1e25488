import { z } from 'zod'
import type { Cart } from '../cart/cart.store.ts'
import type { CartLine } from '../cart/cart.ts'
import { addToCart, emptyTheCart, removeFromCart, setQuantities } from '../cart/change-cart.ts'
import { priceCart } from '../cart/price-cart.ts'
import { loadSellables } from '../catalog/catalog.store.ts'
import { hrefs } from '../routes.ts'
import { type StoreError, storeJson } from './answer.ts'
import { integer, number, pairs, text, type Values } from './body-params.ts'
import { cartCall } from './call.ts'
import { answerCart, type CartCall, refuse, refuseWithCart } from './cart-call.ts'
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
import type { StoreRoute } from './router.ts'
import { mostOffered } from './sellable-json.ts'
import { cartShape, linkedCartItemShape } from './shapes/cart-shape.ts'
import { setSessionHeaders } from './store-session.ts'
import { choicesNamed } from './wish.store.ts'

const LARGEST_ID = 2_147_483_647
/** Far more than a cart takes; keeps sums whole. */
const MANY = 1_000_000_000

const newItem = {
  id: integer('Number of a product or variation.'),
  quantity: number('Pieces; 1 unless said otherwise.'),
  variation: pairs('attribute', 'value')('What was chosen, by name and value.'),
}
type NewItem = Values<typeof newItem>
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

const addErrors = {
  woocommerce_rest_cart_invalid_product: 400,
  woocommerce_rest_product_not_purchasable: 400,
  woocommerce_rest_product_out_of_stock: 400,
  woocommerce_rest_product_partially_out_of_stock: 400,
  woocommerce_rest_cart_product_sold_individually: 400,
  woocommerce_rest_variation_id_from_variation_data: 400,
  woocommerce_rest_missing_attributes: 400,
  woocommerce_rest_product_invalid_quantity: 400,
  woocommerce_rest_cart_error: 400,
  invalid_quantity: 400,
}
const keyErrors = { woocommerce_rest_cart_invalid_key: 409 }
const changeErrors = { ...addErrors, ...keyErrors, readonly_quantity: 400 }

const getCart = cartCall({ summary: 'The cart', session: 'cart', answers: { 200: cartShape } }, (call) =>
  answerCart(call, call.cart),
)

const addItem = cartCall(
  {
    summary: 'Puts something into the cart',
    session: 'nonce',
    body: newItem,
    answers: { 201: cartShape },
    errors: addErrors,
  },
  async (call, values) => {
    const added = await add(call, values)
    return added.ok ? answerCart(call, added.cart, 201) : refuse(call, added.error)
  },
)

const lineKey = text(100)('Key of the line.')
const newQuantity = number('Pieces from now on.')

const updateItem = cartCall(
  {
    summary: 'Changes the quantity of a line',
    session: 'nonce',
    body: { key: lineKey, quantity: newQuantity },
    answers: { 200: cartShape },
    errors: changeErrors,
  },
  async (call, { key, quantity }) => {
    const line = call.cart.lines.find((one) => one.key === key)
    if (!line) return refuseWithCart(call, call.cart, noSuchLine())
    const changed = await change(call, line, quantity)
    return changed.ok ? answerCart(call, changed.cart) : refuse(call, changed.error)
  },
)

const removeItem = cartCall(
  {
    summary: 'Takes a line out',
    session: 'nonce',
    body: { key: lineKey },
    answers: { 200: cartShape },
    errors: keyErrors,
  },
  async (call, { key }) => {
    const removed = await remove(call, key)
    if (removed) return answerCart(call, removed)
    return refuseWithCart(call, call.cart, noSuchLine('Cart item no longer exists or is invalid.'))
  },
)

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

const listItems = cartCall(
  { summary: 'The lines of the cart', session: 'cart', answers: { 200: z.array(linkedCartItemShape) } },
  async (call) => storeJson(call.context, await itemsOf(call, call.cart)),
)

const addListItem = cartCall(
  {
    summary: 'Puts something into the cart and answers its line',
    session: 'nonce',
    body: newItem,
    answers: { 201: linkedCartItemShape },
    errors: addErrors,
  },
  async (call, values) => {
    const added = await add(call, values)
    return added.ok ? answerItem(call, added.cart, added.key, 201) : refuse(call, added.error)
  },
)

const clearItems = cartCall(
  { summary: 'Empties the cart', session: 'nonce', answers: { 200: z.array(linkedCartItemShape) } },
  async (call) => {
    if (call.cart.lines.length > 0) await emptyTheCart(call.shop.db, call.session.id, call.shop.now())
    return storeJson(call.context, await itemsOf(call, { ...call.cart, lines: [] }))
  },
)

const keyOf = (call: CartCall) => call.context.req.param('key')

const getItem = cartCall(
  { summary: 'One line of the cart', session: 'cart', answers: { 200: linkedCartItemShape }, errors: keyErrors },
  (call) => answerItem(call, call.cart, keyOf(call)),
)

const changeItem = cartCall(
  {
    summary: 'Changes the quantity of a line and answers it',
    session: 'nonce',
    body: { quantity: newQuantity },
    answers: { 200: linkedCartItemShape },
    errors: changeErrors,
  },
  async (call, { quantity }) => {
    const line = call.cart.lines.find((one) => one.key === keyOf(call))
    if (!line) return refuseWithCart(call, call.cart, noSuchLine())
    const changed = await change(call, line, quantity)
    return changed.ok ? answerItem(call, changed.cart, line.key) : refuse(call, changed.error)
  },
)

const dropItem = cartCall(
  { summary: 'Takes a line out', session: 'nonce', answers: { 204: null }, errors: keyErrors },
  async (call) => {
    const removed = await remove(call, keyOf(call))
    if (!removed) return refuseWithCart(call, call.cart, noSuchLine())
    await setSessionHeaders(call.context, call.shop, call.session, removed)
    return call.context.body(null, 204)
  },
)

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
