import { z } from 'zod'
import { itemLinks } from '../../../platform/rest/links.ts'
import { MAX_ID } from '../../../platform/rest/params.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import type { Cart } from '../../../shop/cart/cart.store.ts'
import type { CartLine } from '../../../shop/cart/cart.ts'
import { addToCart, removeAllLines, removeFromCart, setQuantities } from '../../../shop/cart/change-cart.ts'
import { loadSellables } from '../../../shop/catalog/catalog.store.ts'
import { readUnlockedTexts } from '../../../shop/catalog/product-password.ts'
import { anyText, integer, number, pairs } from '../body-fields.ts'
import { viewCart } from '../line-views.store.ts'
import { maxQuantityOffered } from '../products/product-json.ts'
import { resolveChoices } from '../products/resolve-choices.ts'
import { type StoreError, storeJson } from '../response.ts'
import { cartShape, linkedCartItemShape } from '../shapes/cart-shape.ts'
import type { StoreCall } from '../store-call.ts'
import { type CartRequest, cartCall, respondWithCart, respondWithNothing, setCartHeaders } from './cart-call.ts'
import * as errors from './cart-errors.ts'
import { cartItemJson } from './cart-json.ts'

const newItem = z.object({
  id: integer('ID of the product or variation.'),
  quantity: number('Quantity. 1 by default.'),
  variation: pairs('attribute', 'Chosen attributes of the variation, by name and value.'),
})
const lineKey = anyText('Key of the cart item.').optional()
const quantity = number('New quantity.')
/** Far above any cart's limit; keeps sums within safe integers. */
const MAX_QUANTITY = 1_000_000_000

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

type Result = Promise<Response | errors.CartError>
type Respond = (request: CartRequest, cart: Cart, status: 200 | 201, key: string | undefined) => Result

const respondWithItem: Respond = async (request, cart, status, key) => {
  const item = (await itemsOf(request, cart)).find((one) => one.key === key)
  return item ? storeJson(request.context, item, status) : errors.lineNotFound()
}

async function itemsOf(request: CartRequest, cart: Cart) {
  const { shop } = request
  const total = await setCartHeaders(request, cart)
  const view = await viewCart(shop.db, cart)
  const collection = shop.url + hrefs.storeApi('/cart/items')
  return cart.lines.map((line) => ({
    ...cartItemJson(shop, view, total, line),
    _links: itemLinks(collection, line.key),
  }))
}

async function add(request: CartRequest, item: z.output<typeof newItem>, respond: Respond): Result {
  const { context, shop, session } = request
  const { id, variation } = item
  if (id === undefined || id < 1 || id > MAX_ID) return errors.productNotFound(id)
  const quantity = Math.min(item.quantity ?? 1, MAX_QUANTITY)
  if (!Number.isInteger(quantity)) {
    const sellable = (await loadSellables(shop.db, [id])).get(id)
    return sellable ? errors.notMultipleOfOne(sellable.name) : errors.productNotFound(id)
  }
  const choices = await resolveChoices(shop.db, id, variation)
  if (choices === null) return errors.variationNotFound
  const input = { productId: id, quantity, choices, isUnlocked: (await readUnlockedTexts(context, shop, id)) !== null }
  const added = await addToCart(shop.db, session.sessionKey, input, shop.now())
  return added.ok
    ? respond(request, added.cart, 201, added.key)
    : errors.addToCartError(added.problem, { id, hasChoices: variation.length > 0 })
}

async function change(
  request: CartRequest,
  key: string | undefined,
  quantity: number | undefined,
  respond: Respond,
): Result {
  const { shop, session, cart } = request
  const line = cart.lines.find((one) => one.key === key)
  if (!line) return errors.lineNotFound()
  if (quantity === undefined || quantity === line.quantity) return respond(request, cart, 200, line.key)
  const problem = quantityError(line, quantity)
  if (problem) return problem
  const changed = await setQuantities(shop.db, session.sessionKey, new Map([[line.key, quantity]]), shop.now())
  return changed.ok
    ? respond(request, changed.cart, 200, line.key)
    : errors.addToCartError(changed.problem, { id: line.sellable.id, hasChoices: false })
}

function quantityError({ sellable, quantity: currentQuantity }: CartLine, quantity: number): StoreError | null {
  const { name } = sellable
  if (sellable.isSoldIndividually && quantity !== currentQuantity) return errors.readOnlyQuantity(name)
  if (!Number.isInteger(quantity)) return errors.notMultipleOfOne(name)
  if (quantity < 1) return errors.belowMinimum(name)
  const max = maxQuantityOffered(sellable)
  return quantity > max ? errors.aboveMaximum(name, max) : null
}

async function remove({ shop, session, cart }: CartRequest, key: string | undefined): Promise<Cart | null> {
  if (!cart.lines.some((line) => line.key === key)) return null
  const removed = await removeFromCart(shop.db, session.sessionKey, key ?? '', shop.now())
  return removed.ok ? removed.cart : null
}

const keyOf = (request: CartRequest) => request.context.req.param('key')

const items = { path: '/cart/items' } as const
const item = { path: '/cart/items/:key{[\\w-]+}', displayPath: '/cart/items/(?P<key>[\\w-]{32})' } as const

export const cartCalls: readonly StoreCall[] = [
  cartCall({
    summary: 'Retrieves the cart',
    method: 'GET',
    path: '/cart',
    session: 'cart',
    responses: { 200: cartShape },
    handler: (request) => respondWithCart(request, request.cart),
  }),
  cartCall({
    summary: 'Adds a product to the cart',
    method: 'POST',
    path: '/cart/add-item',
    body: newItem,
    responses: { 201: cartShape },
    errors: addErrors,
    handler: (request, body) => add(request, body, respondWithCart),
  }),
  cartCall({
    summary: 'Updates the quantity of a cart item',
    method: 'POST',
    path: '/cart/update-item',
    body: z.object({ key: lineKey, quantity }),
    responses: { 200: cartShape },
    errors: changeErrors,
    handler: (request, body) => change(request, body.key, body.quantity, respondWithCart),
  }),
  cartCall({
    summary: 'Removes an item from the cart',
    method: 'POST',
    path: '/cart/remove-item',
    body: z.object({ key: lineKey }),
    responses: { 200: cartShape },
    errors: keyErrors,
    handler: async (request, { key }) => {
      const cart = await remove(request, key)
      return cart ? respondWithCart(request, cart) : errors.lineNotFound('Cart item no longer exists or is invalid.')
    },
  }),
  cartCall({
    ...items,
    summary: 'Lists the cart items',
    method: 'GET',
    session: 'cart',
    responses: { 200: z.array(linkedCartItemShape) },
    handler: async (request) => storeJson(request.context, await itemsOf(request, request.cart)),
  }),
  cartCall({
    ...items,
    summary: 'Adds a product to the cart and returns the cart item',
    method: 'POST',
    body: newItem,
    responses: { 201: linkedCartItemShape },
    errors: addErrors,
    handler: (request, body) => add(request, body, respondWithItem),
  }),
  cartCall({
    ...items,
    summary: 'Removes all items from the cart',
    method: 'DELETE',
    responses: { 200: z.array(linkedCartItemShape) },
    handler: async (request) => {
      const { context, shop, session, cart } = request
      if (cart.lines.length > 0) await removeAllLines(shop.db, session.sessionKey, shop.now())
      return storeJson(context, await itemsOf(request, { ...cart, lines: [] }))
    },
  }),
  cartCall({
    ...item,
    summary: 'Retrieves a cart item',
    method: 'GET',
    session: 'cart',
    responses: { 200: linkedCartItemShape },
    errors: keyErrors,
    handler: (request) => respondWithItem(request, request.cart, 200, keyOf(request)),
  }),
  cartCall({
    ...item,
    summary: 'Updates the quantity of a cart item and returns the item',
    method: ['POST', 'PUT', 'PATCH'],
    body: z.object({ quantity }),
    responses: { 200: linkedCartItemShape },
    errors: changeErrors,
    handler: (request, body) => change(request, keyOf(request), body.quantity, respondWithItem),
  }),
  cartCall({
    ...item,
    summary: 'Removes an item from the cart',
    method: 'DELETE',
    responses: { 204: null },
    errors: keyErrors,
    handler: async (request) => {
      const cart = await remove(request, keyOf(request))
      return cart ? respondWithNothing(request, cart) : errors.lineNotFound()
    },
  }),
]
