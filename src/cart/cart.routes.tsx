import { type Context, Hono } from 'hono'
import type { ReactNode } from 'react'
import { checkNonce, makeNonce } from '../accounts/nonce.ts'
import { hrefs, paths } from '../routes.ts'
import type { Shop } from '../shop.ts'
import type { NoticeList } from '../ui/notices.tsx'
import { type AjaxHandler, ajaxJson, ajaxNothing } from '../web/ajax.ts'
import { formFields } from '../web/form.ts'
import { renderPage } from '../web/render.tsx'
import { shopGlobals } from '../web/shop-globals.ts'
import { type Cart, emptyCart, loadCart } from './cart.store.ts'
import { addedText, problemText, readQuantity } from './cart.ts'
import { type Added, addToCart, type NotAdded, removeFromCart, setQuantities } from './change-cart.ts'
import { type CartView, cartFragments } from './fragments.tsx'
import { CartPage } from './pages/cart-page.tsx'
import { hashOf, priceCart } from './price-cart.ts'
import { newSessionId, openSession, readSession, setCartCookies, startSession } from './session.ts'

/** Name of the nonce that cart forms and links carry. */
const CART_NONCE = 'woocommerce-cart'

export function viewCart(shop: Shop, cart: Cart): CartView {
  return {
    cart,
    total: priceCart(shop, cart),
    nonce: makeNonce(shop.secret, CART_NONCE, cart.id),
    now: shop.now(),
    url: shop.url,
  }
}

/** The shopper's cart; a visitor without a session has an empty one and gets no cookie for looking. */
export async function currentCart(context: Context, shop: Shop): Promise<Cart> {
  const session = readSession(context, shop)
  return session ? loadCart(shop.db, session.id) : emptyCart('')
}

/** The answer of every cart call: fragments and hash, with the cookies that scripts read. */
function answerWithCart(context: Context, shop: Shop, cart: Cart): Response {
  const view = viewCart(shop, cart)
  const hash = hashOf(cart, view.total)
  setCartCookies(context, hash)
  return ajaxJson(context, { fragments: cartFragments(view), cart_hash: hash })
}

/** POST /?wc-ajax=add_to_cart (ATC-01, wc-ajax-add-to-cart.json). */
export const addToCartCall: AjaxHandler = async (context, shop) => {
  if (context.req.method !== 'POST') return ajaxNothing(context)
  const fields = await formFields(context)
  if (!fields.product_id) return ajaxNothing(context)
  const added = await addFromFields(context, shop, fields)
  if (added.ok) return answerWithCart(context, shop, added.cart)
  const productUrl = added.slug === null ? false : `${shop.url}${hrefs.product(added.slug)}`
  return ajaxJson(context, { error: true, product_url: productUrl })
}

/** POST /?wc-ajax=remove_from_cart (MINI-01, wc-ajax-remove-from-cart.json). */
export const removeFromCartCall: AjaxHandler = async (context, shop) => {
  const fields = await formFields(context)
  const session = readSession(context, shop)
  if (!session || !fields.cart_item_key) return ajaxJson(context, { success: false })
  const removed = await removeFromCart(shop.db, session.id, fields.cart_item_key, shop.now())
  return removed.ok ? answerWithCart(context, shop, removed.cart) : ajaxJson(context, { success: false })
}

/** GET or POST /?wc-ajax=get_refreshed_fragments. */
export const refreshedFragmentsCall: AjaxHandler = async (context, shop) =>
  answerWithCart(context, shop, await currentCart(context, shop))

/** Adds what a form or link names. `add-to-cart` and `product_id` mean the same; choices are `attribute_*` fields. */
export async function addFromFields(
  context: Context,
  shop: Shop,
  fields: Readonly<Record<string, string>>,
): Promise<Added | NotAdded> {
  const productId = readId(fields.product_id ?? fields['add-to-cart'])
  if (productId === null) return { ok: false, problem: { kind: 'no-such-product' }, slug: null }
  const choices = Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      name.startsWith('attribute_') ? [[name.slice(10), value.slice(0, 200)]] : [],
    ),
  )
  const variationId = readId(fields.variation_id)
  const session = readSession(context, shop)
  const wish = {
    productId,
    ...(variationId === null ? {} : { variationId }),
    quantity: readQuantity(fields.quantity) ?? 0,
    choices,
  }
  if (session) return addToCart(shop.db, session.id, wish, shop.now())
  return addAsVisitor(context, shop, wish)
}

/** A visitor's first add: the session, and its cookie, begin only when something really went in. */
async function addAsVisitor(
  context: Context,
  shop: Shop,
  wish: Parameters<typeof addToCart>[2],
): Promise<Added | NotAdded> {
  const id = newSessionId()
  const added = await addToCart(shop.db, id, wish, shop.now())
  if (added.ok) startSession(context, shop, id)
  return added
}

const readId = (text: string | undefined): number | null => {
  if (text === undefined || !/^[1-9][0-9]{0,8}$/.test(text.trim())) return null
  return Number(text)
}

/** What an add without script tells on the page that is shown next. */
export function addNotice(added: Added | NotAdded): NoticeList {
  if (!added.ok) return [{ kind: 'error', text: problemText(added.problem) }]
  const text: ReactNode = (
    <>
      {addedText(added.name, added.quantity)}{' '}
      <a href={hrefs.cart()} className="button wc-forward">
        View cart
      </a>
    </>
  )
  return [{ kind: 'success', text }]
}

export function setCookiesFor(context: Context, shop: Shop, cart: Cart): void {
  setCartCookies(context, hashOf(cart, priceCart(shop, cart)))
}

export function cartRoutes(shop: Shop): Hono {
  const routes = new Hono()

  routes.get(paths.cart, async (context) => {
    const query = context.req.query()
    const session = readSession(context, shop)
    if (session && query.remove_item) {
      const allowed = checkNonce(shop.secret, CART_NONCE, session.id, query._wpnonce)
      const removed = allowed
        ? await removeFromCart(shop.db, session.id, query.remove_item, shop.now())
        : { ok: false as const }
      if (!removed.ok) return cartPage(context, shop, [])
      return cartPage(context, shop, [{ kind: 'success', text: `“${removed.name}” removed.` }])
    }
    return cartPage(context, shop, [])
  })

  routes.post(paths.cart, async (context) => {
    const fields = await formFields(context)
    const session = openSession(context, shop)
    if (!checkNonce(shop.secret, CART_NONCE, session.id, fields['woocommerce-cart-nonce'])) {
      return cartPage(context, shop, [
        { kind: 'error', text: 'This page had been open for too long. Please try again.' },
      ])
    }
    const wanted = readQuantities(fields)
    if (!wanted.ok)
      return cartPage(context, shop, [{ kind: 'error', text: 'Please enter whole numbers as quantities.' }])
    const changed = await setQuantities(shop.db, session.id, wanted.quantities, shop.now())
    return cartPage(
      context,
      shop,
      changed.ok
        ? [{ kind: 'success', text: 'Cart updated.' }]
        : [{ kind: 'error', text: problemText(changed.problem) }],
    )
  })

  return routes
}

/** `cart[{key}][qty]` fields as quantities by line key; a field that is no whole number from 0 refuses them all. */
function readQuantities(
  fields: Readonly<Record<string, string>>,
): { ok: true; quantities: Map<string, number> } | { ok: false } {
  const quantities = new Map<string, number>()
  for (const [name, value] of Object.entries(fields)) {
    const key = /^cart\[([0-9a-f]{32})\]\[qty\]$/.exec(name)?.[1]
    if (key === undefined) continue
    if (!/^\d{1,6}$/.test(value.trim())) return { ok: false }
    quantities.set(key, Number(value))
  }
  return { ok: true, quantities }
}

/** The cart page; `cart` when the caller has just changed it and the request's cookie may not know it yet. */
export async function cartPage(context: Context, shop: Shop, notices: NoticeList, cart?: Cart): Promise<Response> {
  const view = viewCart(shop, cart ?? (await currentCart(context, shop)))
  setCartCookies(context, hashOf(view.cart, view.total))
  return renderPage(context, shop, {
    title: 'Cart',
    bodyClass: 'page page-id-cart woocommerce-cart woocommerce-page',
    globals: shopGlobals(shop, { isCart: true }),
    noIndex: true,
    body: <CartPage view={view} notices={notices} />,
  })
}
