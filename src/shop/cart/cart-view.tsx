import type { Context } from 'hono'
import { createNonce } from '../../people/identity/auth-session.ts'
import { shopCurrency } from '../../platform/money/money.ts'
import type { NoticeList } from '../../platform/ui/notices.tsx'
import type { Platform } from '../../platform/web/context.ts'
import { requestedCurrency } from '../../platform/web/currency.ts'
import { consumeFlash } from '../../platform/web/flash.tsx'
import type { ProductCardData } from '../catalog/product-card.ts'
import type { WithPayments } from '../gateways/context.ts'
import type { PaymentPlace } from '../gateways/payment-method.ts'
import type { WithProductIndex } from '../listing/context.ts'
import { relatedIds } from '../listing/list-products.ts'
import { cardsById, linkedIds } from '../listing/listing.store.ts'
import { fillRow } from '../listing/listing.ts'
import { offeredWallets } from '../payment-methods/offered-wallets.ts'
import { payLaterMessages } from '../payment-methods/payment-methods.ts'
import type { WithPricing } from '../pricing/context.ts'
import { findChargedExchange, findExchange } from '../pricing/convert-pricing.ts'
import type { Total } from '../pricing/total.ts'
import { sheetOfTotal } from '../wallets/sheet.ts'
import { type Cart, emptyCart, hasLines, loadCart } from './cart.store.ts'
import { currentCartSession, type SessionContext, setCartCookies } from './cart-session.ts'
import { upsertCart } from './change-cart.store.ts'
import { removeUnavailable } from './change-cart.ts'
import { removeRejectedCoupons } from './change-coupons.ts'
import type { CartContext } from './context.ts'
import { RemovedCouponMessage } from './coupon-messages.tsx'
import { readLineDetails } from './line-details.ts'
import { CartPage } from './pages/cart-page.tsx'
import { cartPricing, hashOfCart, priceCart, totalWith } from './price-cart.ts'

export const CART_NONCE = 'woocommerce-cart'
export const CALCULATOR_NONCE = 'woocommerce-shipping-calculator'
export const SHIPPING_NONCE = 'update-shipping-method'
export const APPLY_NONCE = 'apply-coupon'
export const REMOVE_NONCE = 'remove-coupon'

const CROSS_SELLS = 4

/** Data of the cart page and the fragments. */
export type CartView = Awaited<ReturnType<typeof toCartView>>

export async function toCartView(shop: CartContext, cart: Cart) {
  const total = priceCart(shop, cart)
  return {
    cart,
    lineDetails: await readLineDetails(shop.db, cart.lines),
    total,
    hash: hashOfCart(cart, total),
    exchange: cartPricing(shop, cart).exchange ?? null,
    nonce: createNonce(shop.secret, CART_NONCE, cart.sessionKey),
    calculatorNonce: createNonce(shop.secret, CALCULATOR_NONCE, cart.sessionKey),
    now: shop.now(),
    url: shop.url,
    base: shop.pricing().base,
    payLater: payLaterMessages(shop.settings(), paymentPlace(shop, cart, total), 'cart'),
    untaxedText: shop.settings().untaxedText,
    wallets: offeredWallets(shop.settings(), 'cart'),
    /** The wallet's payment sheet, whose total may include other fees. */
    sheetWith: (wallet: string) => sheetOfTotal(totalWith(shop, { cart, total }, wallet)),
  }
}

export const paymentPlace = ({ pricing }: WithPricing, cart: Cart, { currency }: Total): PaymentPlace => ({
  currency,
  billingCountry: cart.billing.country ?? '',
  shopCountry: pricing().base.country,
})

/** The shopper's cart; a visitor without a session gets an empty one and no cookie. */
export async function currentCart(context: Context, shop: SessionContext & WithPricing): Promise<Cart> {
  const session = await currentCartSession(context, shop)
  return inChosenCurrency(context, shop, session ? await loadCart(shop.db, session.key) : emptyCart(''))
}

export function setCookiesFor(context: Context, shop: Pick<Platform, 'now'> & WithPricing, cart: Cart): void {
  setCartCookies(context, hashOfCart(cart, priceCart(shop, cart)))
}

export async function setCookiesAfterOrder(
  context: Context,
  shop: Pick<Platform, 'db' | 'now'> & WithPricing,
  sessionKey: string,
): Promise<void> {
  if (await hasLines(shop.db, sessionKey)) setCookiesFor(context, shop, await loadCart(shop.db, sessionKey))
  else setCartCookies(context, '')
}

async function withoutInvalidItems(shop: CartContext, cart: Cart): Promise<{ cart: Cart; notices: NoticeList }> {
  const removed = await removeUnavailable(shop.db, cart, shop.now())
  const coupons = await removeRejectedCoupons(shop, removed.cart, shop.now())
  const texts = [
    ...removed.names.map((name) => `“${name}” is no longer for sale and has been taken out of your cart.`),
    ...coupons.rejected.map((coupon) => <RemovedCouponMessage key={coupon.code} {...coupon} />),
  ]
  return { cart: coupons.cart, notices: texts.map((text) => ({ kind: 'error', text })) }
}

async function loadCrossSells(shop: CartContext & WithProductIndex, cart: Cart): Promise<ProductCardData[]> {
  const productIds = cart.lines.map(({ sellable }) => sellable.parentId ?? sellable.id)
  const newest = productIds.at(-1)
  if (newest === undefined) return []
  const chosen = await linkedIds(shop.db, 'cross-sell', productIds, CROSS_SELLS)
  if (chosen.length === 0) return []
  const related = await relatedIds(shop, newest, CROSS_SELLS + productIds.length)
  const notInCart = related.filter((id) => !productIds.includes(id))
  return (await cardsById(shop.db, fillRow(chosen, notInCart, CROSS_SELLS), shop.now())).cards
}

export type CartPageOptions = {
  readonly typedCoupon?: string
  globals(context: Context, view: CartView): Promise<Record<string, unknown>>
}

export async function cartPage(
  context: Context,
  shop: CartContext & WithPayments & WithProductIndex,
  notices: NoticeList,
  { typedCoupon = '', globals }: CartPageOptions,
): Promise<Response> {
  const { cart, notices: removalNotices } = await withoutInvalidItems(shop, await currentCart(context, shop))
  const view = await toCartView(shop, cart)
  setCartCookies(context, view.hash)
  const crossSells = await loadCrossSells(shop, cart)
  const ajax = { ajax_url: '/wp-admin/admin-ajax.php', wc_ajax_url: '/?wc-ajax=%%endpoint%%' }
  return context.render({
    title: 'Cart',
    bodyClass: 'page page-id-cart woocommerce-cart woocommerce-page',
    isCart: true,
    globals: {
      wc_cart_params: {
        ...ajax,
        update_shipping_method_nonce: createNonce(shop.secret, SHIPPING_NONCE, cart.sessionKey),
        apply_coupon_nonce: createNonce(shop.secret, APPLY_NONCE, cart.sessionKey),
        remove_coupon_nonce: createNonce(shop.secret, REMOVE_NONCE, cart.sessionKey),
      },
      ...(await globals(context, view)),
    },
    // The scripts of wallets load once their buttons near the screen.
    ...(view.wallets.length > 0 && { externalScripts: [] }),
    noIndex: true,
    body: (
      <CartPage
        view={view}
        notices={[...consumeFlash(context, shop), ...notices, ...removalNotices]}
        crossSells={crossSells}
        payments={shop.payments}
        typedCoupon={notices.some((notice) => notice.field === 'coupon_code') ? typedCoupon : ''}
      />
    ),
  })
}

/** Stores the visitor's chosen currency in the cart. Its version changes, because an order has one currency. */
export async function inChosenCurrency(context: Context, shop: Pick<Platform, 'db' | 'now'> & WithPricing, cart: Cart) {
  const config = shop.pricing()
  if (!config.currencies?.length) return cart
  const code = requestedCurrency(context)
  if (code !== shopCurrency && findExchange(config, code) === null) return cart
  const currency = findChargedExchange(config, code)?.currency ?? null
  if (currency === cart.currency) return cart
  if (cart.id === null) return { ...cart, currency }
  const version = await upsertCart(shop.db, cart.sessionKey, shop.now(), { currency })
  return version === cart.version + 1 ? { ...cart, currency, version } : loadCart(shop.db, cart.sessionKey)
}
