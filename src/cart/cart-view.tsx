import type { Context } from 'hono'
import { makeNonce } from '../accounts/nonce.ts'
import { fillRow } from '../catalog/fill-row.ts'
import { crossSellCards } from '../catalog/linked-cards.store.ts'
import { relatedProducts } from '../catalog/list-products.ts'
import type { Card } from '../catalog/listing.ts'
import type { Shop } from '../shop.ts'
import type { NoticeList } from '../ui/notices.tsx'
import { takeFlash } from '../web/flash.tsx'
import { type Cart, emptyCart, holdsLines, loadCart } from './cart.store.ts'
import { dropGone } from './change-cart.ts'
import { dropRefusedCoupons } from './change-coupons.ts'
import { DroppedWords } from './coupon-words.tsx'
import type { CartView } from './fragments.tsx'
import { CartPage } from './pages/cart-page.tsx'
import { hashOf, priceCart } from './price-cart.ts'
import { setCartCookies } from './session.ts'
import { readSession } from './shopper.ts'

/** What the nonces of the cart are for; those of forms and links by their public names. */
export const CART_NONCE = 'woocommerce-cart'
export const CALCULATOR_NONCE = 'woocommerce-shipping-calculator'
export const SHIPPING_NONCE = 'update-shipping-method'
export const APPLY_NONCE = 'apply-coupon'
export const REMOVE_NONCE = 'remove-coupon'

/** How many cards stand under the cart. */
const CROSS_SELLS = 4

export function viewCart(shop: Shop, cart: Cart): CartView {
  return {
    cart,
    total: priceCart(shop, cart),
    nonce: makeNonce(shop.secret, CART_NONCE, cart.id),
    calculatorNonce: makeNonce(shop.secret, CALCULATOR_NONCE, cart.id),
    now: shop.now(),
    url: shop.url,
  }
}

/** The shopper's cart; a visitor without a session has an empty one and gets no cookie for looking. */
export async function currentCart(context: Context, shop: Shop): Promise<Cart> {
  const session = await readSession(context, shop)
  return session ? loadCart(shop.db, session.id) : emptyCart('')
}

export function setCookiesFor(context: Context, shop: Shop, cart: Cart): void {
  setCartCookies(context, hashOf(cart, priceCart(shop, cart)))
}

/** After an order: hardly anybody has put something into the cart meanwhile, which a small question finds out. */
export async function setCookiesAfterOrder(context: Context, shop: Shop, cartId: string): Promise<void> {
  if (await holdsLines(shop.db, cartId)) setCookiesFor(context, shop, await loadCart(shop.db, cartId))
  else setCartCookies(context, '')
}

/** Takes out what cannot be bought any more, and coupons that no longer count, and says so. */
async function tidied(shop: Shop, cart: Cart): Promise<{ cart: Cart; notices: NoticeList }> {
  const gone = await dropGone(shop.db, cart, shop.now())
  const coupons = await dropRefusedCoupons(shop, gone.cart, shop.now())
  return {
    cart: coupons.cart,
    notices: [
      ...gone.names.map((name) => ({
        kind: 'error' as const,
        text: `“${name}” is no longer for sale and has been taken out of your cart.`,
      })),
      ...coupons.dropped.map((dropped) => ({ kind: 'error' as const, text: <DroppedWords {...dropped} /> })),
    ],
  }
}

/** What goes with the cart: the owner's choice, then what is like its newest thing, so that the row is full. */
async function crossSellsFor(shop: Shop, cart: Cart): Promise<Card[]> {
  const bought = cart.lines.map(({ sellable }) => sellable.parentId ?? sellable.id)
  const newest = bought.at(-1)
  if (newest === undefined) return []
  const now = shop.now()
  const chosen = await crossSellCards(shop.db, bought, CROSS_SELLS, now)
  if (chosen.length === 0 || chosen.length === CROSS_SELLS) return chosen
  const near = await relatedProducts(shop, newest, CROSS_SELLS + bought.length, now)
  return fillRow(
    chosen,
    near.filter(({ id }) => !bought.includes(id)),
    CROSS_SELLS,
  )
}

/** The cart page as it now is, with what just happened on top. */
export async function cartPage(context: Context, shop: Shop, notices: NoticeList, typedCoupon = ''): Promise<Response> {
  const { cart, notices: more } = await tidied(shop, await currentCart(context, shop))
  const view = viewCart(shop, cart)
  setCartCookies(context, hashOf(view.cart, view.total))
  const crossSells = await crossSellsFor(shop, cart)
  const ajax = { ajax_url: '/wp-admin/admin-ajax.php', wc_ajax_url: '/?wc-ajax=%%endpoint%%' }
  return context.render({
    title: 'Cart',
    bodyClass: 'page page-id-cart woocommerce-cart woocommerce-page',
    isCart: true,
    globals: {
      wc_cart_params: {
        ...ajax,
        update_shipping_method_nonce: makeNonce(shop.secret, SHIPPING_NONCE, cart.id),
        apply_coupon_nonce: makeNonce(shop.secret, APPLY_NONCE, cart.id),
        remove_coupon_nonce: makeNonce(shop.secret, REMOVE_NONCE, cart.id),
      },
    },
    noIndex: true,
    body: (
      <CartPage
        view={view}
        notices={[...takeFlash(context, shop), ...notices, ...more]}
        crossSells={crossSells}
        typedCoupon={notices.some((notice) => notice.field === 'coupon_code') ? typedCoupon : ''}
      />
    ),
  })
}
