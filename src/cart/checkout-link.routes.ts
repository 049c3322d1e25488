import { type Context, Hono } from 'hono'
import { COUPON_APPLIED, couponProblemText } from '../pricing/coupon.ts'
import { hrefs, paths } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { type FlashNotice, setFlash } from '../web/flash.tsx'
import { problemText } from './cart.ts'
import { setCookiesFor } from './cart-view.tsx'
import type { Wish } from './change-cart.ts'
import { applyCoupon, removeCoupon } from './change-coupons.ts'
import { type LinkedWish, readLinkedWishes } from './checkout-link.ts'
import { isAheadOfTime, isForPeople } from './plain-add.tsx'
import { idsBySku, type Replaced, replaceCart, type Unmet } from './replace-cart.ts'
import { newSessionId, startSession } from './session.ts'
import { readSession } from './shopper.ts'

/** More of them fit no cookie, and nobody reads them. */
const MAX_TOLD = 5
const LARGEST_ID = 2_147_483_647
const OUT_OF_DATE = 'The provided checkout link was out of date or invalid. No products were added to the cart.'
const REPLACED = 'Your cart now holds what the link asked for. What was in it before was taken out.'

/**
 * `/checkout-link/?products=12:2,15&coupon=x`: fills the cart with just these things and leads to the checkout, with the
 * rest of the query. A link of which nothing can be had leaves the cart as it was and leads there.
 */
export function checkoutLinkRoutes(shop: Shop): Hono {
  const routes = new Hono()
  routes.get(paths.checkoutLink, async (context) => {
    // Whoever only looks where the link leads, or loads it as a picture, wants nothing.
    if (context.req.method === 'HEAD') return context.redirect(hrefs.checkout(), 302)
    if (isAheadOfTime(context) || !isForPeople(context))
      return context.text('Not without being opened.', 503, { 'cache-control': 'no-store' })
    const filled = await fill(context, shop)
    setFlash(context, shop, filled.notices)
    context.header('cache-control', 'no-store')
    return context.redirect(filled.ok ? hrefs.checkout() + ownQuery(context) : hrefs.cart(), 302)
  })
  return routes
}

type Filled = { readonly ok: boolean; readonly notices: FlashNotice[] }

async function fill(context: Context, shop: Shop): Promise<Filled> {
  const linked = readLinkedWishes(context.req.query('products') ?? '')
  if (linked.length === 0) return { ok: false, notices: [error(OUT_OF_DATE)] }
  const session = await readSession(context, shop)
  const cartId = session?.id ?? newSessionId()
  const replaced = await replaceCart(shop.db, cartId, await wishesOf(shop, linked), shop.now())
  const problems = told(linked, replaced)
  if (!replaced.ok) return { ok: false, notices: [...problems, error(OUT_OF_DATE)] }
  if (!session) startSession(context, shop, cartId)
  for (const code of replaced.cart.couponCodes) await removeCoupon(shop, cartId, code, shop.now())
  const coupon = await withCoupon(shop, cartId, context.req.query('coupon') ?? '')
  setCookiesFor(context, shop, coupon.cart ?? { ...replaced.cart, couponCodes: [], coupons: [] })
  const replacedNotice: FlashNotice[] = replaced.hasTakenOut ? [{ kind: 'info', text: REPLACED }] : []
  return { ok: true, notices: [...problems, ...coupon.notices, ...replacedNotice] }
}

async function withCoupon(shop: Shop, cartId: string, code: string) {
  if (code.trim() === '') return { cart: null, notices: [] }
  const applied = await applyCoupon(shop, cartId, code, shop.now())
  return applied.ok
    ? { cart: applied.cart, notices: [{ kind: 'success' as const, text: COUPON_APPLIED }] }
    : { cart: null, notices: [error(couponProblemText(applied.code, applied.problem))] }
}

/** Numbers as they are, SKUs by the number of what they stand for; 0 names nothing. */
async function wishesOf(shop: Shop, linked: readonly LinkedWish[]): Promise<Wish[]> {
  const isNumber = (text: string) => /^\d+$/.test(text)
  const ids = await idsBySku(
    shop.db,
    linked.map(({ product }) => product).filter((product) => !isNumber(product)),
  )
  return linked.map(({ product, quantity, choices }) => {
    const id = isNumber(product) ? Number(product) : (ids.get(product) ?? 0)
    return { productId: id <= LARGEST_ID ? id : 0, quantity, choices }
  })
}

const error = (text: string): FlashNotice => ({ kind: 'error', text })

function told(linked: readonly LinkedWish[], { unmet }: Replaced): FlashNotice[] {
  const text = ({ at, problem }: Unmet): string =>
    problem.kind === 'no-such-product'
      ? `Product with ID “${linked[at]?.product}” was not found and cannot be added to the cart.`
      : problemText(problem)
  const more = unmet.length - MAX_TOLD
  return [
    ...unmet.slice(0, MAX_TOLD).map((one) => error(text(one))),
    ...(more > 0 ? [error(`${more} more of the link’s products cannot be added to the cart.`)] : []),
  ]
}

/** Campaign marks and the like go along. */
function ownQuery(context: Context): string {
  const { searchParams } = new URL(context.req.url)
  for (const name of ['products', 'coupon', 'session']) searchParams.delete(name)
  return searchParams.size === 0 ? '' : `?${searchParams}`
}
