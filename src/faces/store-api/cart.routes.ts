import { z } from 'zod'
import { hrefs } from '../../platform/web/routes.ts'
import type { Cart } from '../../shop/cart/cart.store.ts'
import type { CartLine } from '../../shop/cart/cart.ts'
import { addToCart, removeAllLines, removeFromCart, setQuantities } from '../../shop/cart/change-cart.ts'
import { priceCart } from '../../shop/cart/price-cart.ts'
import { loadSellables } from '../../shop/catalog/catalog.store.ts'
import { integer, number, pairs, text, type Values } from './body-params.ts'
import {
  aboveMaximum,
  addToCartError,
  belowMinimum,
  lineNotFound,
  notMultipleOfOne,
  productNotFound,
  readOnlyQuantity,
  variationNotFound,
} from './cart-errors.ts'
import { cartItemJson } from './cart-json.ts'
import { type CartRequest, respondWithCart, respondWithCartError, respondWithError } from './cart-request.ts'
import { viewCart } from './cart-view.store.ts'
import { cartEndpoint } from './endpoint.ts'
import { resolveChoices } from './resolve-choices.store.ts'
import { type StoreError, storeJson } from './response.ts'
import type { StoreRoute } from './router.ts'
import { maxQuantityOffered } from './sellable-json.ts'
import { cartShape, linkedCartItemShape } from './shapes/cart-shape.ts'
import { setSessionHeaders } from './store-session.ts'

const MAX_ID = 2_147_483_647
/** Far above any cart's limit; keeps sums within safe integers. */
const MAX_QUANTITY = 1_000_000_000

const newItem = {
  id: integer('Id of a product or variation.'),
  quantity: number('Quantity; 1 by default.'),
  variation: pairs('attribute', 'value')('Selected attributes, by name and value.'),
}
type NewItem = Values<typeof newItem>
type AddResult =
  | { readonly ok: true; readonly cart: Cart; readonly key: string }
  | { readonly ok: false; readonly error: StoreError }

async function add({ shop, session }: CartRequest, item: NewItem): Promise<AddResult> {
  const { id } = item
  if (id === undefined || id < 1 || id > MAX_ID) return { ok: false, error: productNotFound(id) }
  const quantity = Math.min(item.quantity ?? 1, MAX_QUANTITY)
  if (!Number.isInteger(quantity)) {
    const sellable = (await loadSellables(shop.db, [id])).get(id)
    return { ok: false, error: sellable ? notMultipleOfOne(sellable.name) : productNotFound(id) }
  }
  const choices = await resolveChoices(shop.db, id, item.variation)
  if (choices === null) return { ok: false, error: variationNotFound }
  const added = await addToCart(shop.db, session.sessionKey, { productId: id, quantity, choices }, shop.now())
  if (added.ok) return added
  return { ok: false, error: addToCartError(added.problem, { id, hasChoices: item.variation.length > 0 }) }
}

/** Why a line cannot have this quantity, or null. */
function quantityError({ sellable, quantity: currentQuantity }: CartLine, quantity: number): StoreError | null {
  const { name } = sellable
  if (sellable.isSoldIndividually && quantity !== currentQuantity) return readOnlyQuantity(name)
  if (!Number.isInteger(quantity)) return notMultipleOfOne(name)
  if (quantity < 1) return belowMinimum(name)
  const max = maxQuantityOffered(sellable)
  return quantity > max ? aboveMaximum(name, max) : null
}

type UpdateResult = { readonly ok: true; readonly cart: Cart } | { readonly ok: false; readonly error: StoreError }

async function change(
  { shop, session, cart }: CartRequest,
  line: CartLine,
  quantity: number | undefined,
): Promise<UpdateResult> {
  if (quantity === undefined || quantity === line.quantity) return { ok: true, cart }
  const problem = quantityError(line, quantity)
  if (problem) return { ok: false, error: problem }
  const changed = await setQuantities(shop.db, session.sessionKey, new Map([[line.key, quantity]]), shop.now())
  if (changed.ok) return changed
  return { ok: false, error: addToCartError(changed.problem, { id: line.sellable.id, hasChoices: false }) }
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

const getCart = cartEndpoint({ summary: 'The cart', session: 'cart', responses: { 200: cartShape } }, (request) =>
  respondWithCart(request, request.cart),
)

const addItem = cartEndpoint(
  {
    summary: 'Adds a product to the cart',
    session: 'nonce',
    body: newItem,
    responses: { 201: cartShape },
    errors: addErrors,
  },
  async (request, values) => {
    const added = await add(request, values)
    return added.ok ? respondWithCart(request, added.cart, 201) : respondWithError(request, added.error)
  },
)

const lineKey = text(100)('Key of the line.')
const newQuantity = number('The new quantity.')

const updateItem = cartEndpoint(
  {
    summary: 'Changes the quantity of a line',
    session: 'nonce',
    body: { key: lineKey, quantity: newQuantity },
    responses: { 200: cartShape },
    errors: changeErrors,
  },
  async (request, { key, quantity }) => {
    const line = request.cart.lines.find((one) => one.key === key)
    if (!line) return respondWithCartError(request, request.cart, lineNotFound())
    const changed = await change(request, line, quantity)
    return changed.ok ? respondWithCart(request, changed.cart) : respondWithError(request, changed.error)
  },
)

const removeItem = cartEndpoint(
  {
    summary: 'Removes a line',
    session: 'nonce',
    body: { key: lineKey },
    responses: { 200: cartShape },
    errors: keyErrors,
  },
  async (request, { key }) => {
    const removed = await remove(request, key)
    if (removed) return respondWithCart(request, removed)
    return respondWithCartError(request, request.cart, lineNotFound('Cart item no longer exists or is invalid.'))
  },
)

async function remove({ shop, session, cart }: CartRequest, key: string | undefined): Promise<Cart | null> {
  if (!cart.lines.some((line) => line.key === key)) return null
  const removed = await removeFromCart(shop.db, session.sessionKey, key ?? '', shop.now())
  return removed.ok ? removed.cart : null
}

/** The lines of the cart, each with its URL. */
async function itemsOf({ context, shop, session }: CartRequest, cart: Cart) {
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

async function respondWithItem(
  request: CartRequest,
  cart: Cart,
  key: string | undefined,
  status: 200 | 201 = 200,
): Promise<Response> {
  const item = (await itemsOf(request, cart)).find((one) => one.key === key)
  return item ? storeJson(request.context, item, status) : respondWithCartError(request, cart, lineNotFound())
}

const listItems = cartEndpoint(
  { summary: 'The lines of the cart', session: 'cart', responses: { 200: z.array(linkedCartItemShape) } },
  async (request) => storeJson(request.context, await itemsOf(request, request.cart)),
)

const addListItem = cartEndpoint(
  {
    summary: 'Adds a product to the cart and returns its line',
    session: 'nonce',
    body: newItem,
    responses: { 201: linkedCartItemShape },
    errors: addErrors,
  },
  async (request, values) => {
    const added = await add(request, values)
    return added.ok ? respondWithItem(request, added.cart, added.key, 201) : respondWithError(request, added.error)
  },
)

const clearItems = cartEndpoint(
  { summary: 'Empties the cart', session: 'nonce', responses: { 200: z.array(linkedCartItemShape) } },
  async (request) => {
    if (request.cart.lines.length > 0)
      await removeAllLines(request.shop.db, request.session.sessionKey, request.shop.now())
    return storeJson(request.context, await itemsOf(request, { ...request.cart, lines: [] }))
  },
)

const keyOf = (request: CartRequest) => request.context.req.param('key')

const getItem = cartEndpoint(
  { summary: 'One line of the cart', session: 'cart', responses: { 200: linkedCartItemShape }, errors: keyErrors },
  (request) => respondWithItem(request, request.cart, keyOf(request)),
)

const changeItem = cartEndpoint(
  {
    summary: 'Changes the quantity of a line and returns it',
    session: 'nonce',
    body: { quantity: newQuantity },
    responses: { 200: linkedCartItemShape },
    errors: changeErrors,
  },
  async (request, { quantity }) => {
    const line = request.cart.lines.find((one) => one.key === keyOf(request))
    if (!line) return respondWithCartError(request, request.cart, lineNotFound())
    const changed = await change(request, line, quantity)
    return changed.ok ? respondWithItem(request, changed.cart, line.key) : respondWithError(request, changed.error)
  },
)

const deleteItem = cartEndpoint(
  { summary: 'Removes a line', session: 'nonce', responses: { 204: null }, errors: keyErrors },
  async (request) => {
    const removed = await remove(request, keyOf(request))
    if (!removed) return respondWithCartError(request, request.cart, lineNotFound())
    await setSessionHeaders(request.context, request.shop, request.session, removed)
    return request.context.body(null, 204)
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
    displayPath: '/cart/items/(?P<key>[\\w-]{32})',
    methods: { GET: getItem, POST: changeItem, PUT: changeItem, PATCH: changeItem, DELETE: deleteItem },
  },
]
