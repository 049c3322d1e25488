import { type Context, Hono } from 'hono'
import { type FlashNotice, setFlash } from '../../platform/web/flash.tsx'
import { paths } from '../../platform/web/routes.ts'
import { findProductIds } from '../catalog/catalog.store.ts'
import { COUPON_APPLIED, couponProblemText } from '../pricing/coupon.ts'
import { isPageRequest, isPrefetch } from './add-from-form.ts'
import { cartProblemText, MAX_LINES } from './cart.ts'
import { currentCartSession, newSessionKey, startCartSession } from './cart-session.ts'
import { setCookiesFor } from './cart-view.tsx'
import { enterCoupon, removeCoupon } from './change-coupons.ts'
import type { CartContext } from './context.ts'
import { type FailedItem, type ReplaceResult, replaceCart } from './replace-cart.ts'
import type { AddItemInput } from './resolve-items.ts'

/** More would not fit into the flash cookie. */
const MAX_NOTICES = 5
const LARGEST_ID = 2_147_483_647
const OUT_OF_DATE = 'The provided checkout link was out of date or invalid. No products were added to the cart.'
const CART_REPLACED = 'Your cart now holds what the link asked for. What was in it before was taken out.'

/** `/checkout-link/?products=12:2,15&coupon=x` replaces the cart's contents, unless none of the items is available. */
export const checkoutLinkRoutes = (shop: CartContext): Hono =>
  new Hono().get(paths.checkoutLink, (context) => followCheckoutLink(context, shop))

async function followCheckoutLink(context: Context, shop: CartContext) {
  // A HEAD request, or one for an image, changes no cart.
  if (context.req.method === 'HEAD') return context.redirect(paths.checkout, 302)
  if (isPrefetch(context) || !isPageRequest(context))
    return context.text('Not without being opened.', 503, { 'cache-control': 'no-store' })
  const result = await fillCart(context, shop)
  setFlash(context, shop, result.notices)
  context.header('cache-control', 'no-store')
  return context.redirect(result.ok ? paths.checkout + remainingQuery(context) : paths.cart, 302)
}

async function fillCart(context: Context, shop: CartContext): Promise<{ ok: boolean; notices: FlashNotice[] }> {
  const linkItems = parseLinkItems(context.req.query('products') ?? '')
  if (linkItems.length === 0) return { ok: false, notices: [error(OUT_OF_DATE)] }
  const session = await currentCartSession(context, shop)
  const sessionKey = session?.key ?? newSessionKey()
  const replaced = await replaceCart(shop.db, sessionKey, await toItemInputs(shop, linkItems), shop.now())
  const problems = failureNotices(linkItems, replaced)
  if (!replaced.ok) return { ok: false, notices: [...problems, error(OUT_OF_DATE)] }
  if (!session) startCartSession(context, shop, sessionKey)
  for (const code of replaced.cart.couponCodes) await removeCoupon(shop, sessionKey, code, shop.now())
  const coupon = await applyLinkCoupon(context, shop, sessionKey, context.req.query('coupon') ?? '')
  setCookiesFor(context, shop, coupon.cart ?? { ...replaced.cart, couponCodes: [], coupons: [] })
  const notices: FlashNotice[] = [...problems, ...coupon.notices]
  if (replaced.hasRemoved) notices.push({ kind: 'info', text: CART_REPLACED })
  return { ok: true, notices }
}

async function applyLinkCoupon(context: Context, shop: CartContext, sessionKey: string, code: string) {
  if (code.trim() === '') return { cart: null, notices: [] }
  const applied = await enterCoupon(context, shop, sessionKey, code)
  return applied.ok
    ? { cart: applied.cart, notices: [{ kind: 'success' as const, text: COUPON_APPLIED }] }
    : { cart: null, notices: [error(couponProblemText(applied.code, applied.problem))] }
}

async function toItemInputs(shop: CartContext, linkItems: readonly LinkItem[]): Promise<AddItemInput[]> {
  const isId = (text: string) => /^\d+$/.test(text)
  const ids = await findProductIds(
    shop.db,
    linkItems.map(({ product }) => product).filter((product) => !isId(product)),
  )
  return linkItems.map(({ product, quantity, choices }) => {
    const id = isId(product) ? Number(product) : (ids.get(product) ?? 0)
    return { productId: id <= LARGEST_ID ? id : 0, quantity, choices }
  })
}

const error = (text: string): FlashNotice => ({ kind: 'error', text })

function failureNotices(linkItems: readonly LinkItem[], { failed }: ReplaceResult): FlashNotice[] {
  const text = ({ index, problem }: FailedItem): string =>
    problem.kind === 'product-not-found'
      ? `Product with ID “${linkItems[index]?.product}” was not found and cannot be added to the cart.`
      : cartProblemText(problem)
  const moreCount = failed.length - MAX_NOTICES
  return [
    ...failed.slice(0, MAX_NOTICES).map((one) => error(text(one))),
    ...(moreCount > 0 ? [error(`${moreCount} more of the link’s products cannot be added to the cart.`)] : []),
  ]
}

function remainingQuery(context: Context): string {
  const { searchParams } = new URL(context.req.url)
  for (const name of ['products', 'coupon', 'session']) searchParams.delete(name)
  return searchParams.size === 0 ? '' : `?${searchParams}`
}

export type LinkItem = {
  readonly product: string
  readonly quantity: number
  readonly choices: Readonly<Record<string, string>>
}

/**
 * `12:2,15` or `TEA-1:1:attribute_pa_size=50-g;…`: id or SKU, then quantity and choices, both optional; invalid items
 * are ignored (https://developer.woocommerce.com/docs/best-practices/urls-and-routing/checkout-urls).
 */
export const parseLinkItems = (products: string): LinkItem[] =>
  products
    .split(',')
    .slice(0, MAX_LINES)
    .flatMap((part) => {
      const [product = '', quantity = '', choices = ''] = part.split(':').map((text) => text.trim())
      const parsedQuantity = quantity === '' ? 1 : /^\d{1,9}$/.test(quantity) ? Number(quantity) : 0
      return product === '' || product.length > 100 || parsedQuantity === 0
        ? []
        : [{ product, quantity: parsedQuantity, choices: parseChoices(choices) }]
    })

const parseChoices = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(';').flatMap((pair) => {
      const [name = '', ...value] = pair.split('=')
      return name === '' || value.length === 0 ? [] : [[name.replace(/^attribute_/, ''), value.join('=').slice(0, 200)]]
    }),
  )
