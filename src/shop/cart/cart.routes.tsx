import { type Context, Hono } from 'hono'
import { createNonce, verifyNonce } from '../../people/identity/auth-session.ts'
import { type NoticeList, pageExpired } from '../../platform/ui/notices.tsx'
import { type FlashNotice, setFlash, toNotice } from '../../platform/web/flash.tsx'
import { formFields } from '../../platform/web/form.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import type { WithPayments } from '../gateways/context.ts'
import type { WithProductIndex } from '../listing/context.ts'
import { COUPON_APPLIED, COUPON_REMOVED } from '../pricing/coupon.ts'
import { cartProblemText } from './cart.ts'
import { type CartSession, currentCartSession } from './cart-session.ts'
import { CALCULATOR_NONCE, CART_NONCE, type CartPageOptions, cartPage } from './cart-view.tsx'
import { removeFromCart, resolveLineProblem, setQuantities, undoRemoval } from './change-cart.ts'
import { enterCoupon, removeCoupon } from './change-coupons.ts'
import { chooseShippingMethod, estimateProblemText, parseEstimate, saveEstimate } from './choose-shipping.ts'
import type { CartContext } from './context.ts'
import { CouponProblemMessage } from './coupon-messages.tsx'

type Fields = Readonly<Record<string, string>>

const updatedNotices: NoticeList = [{ kind: 'success', text: 'Cart updated.' }]
const error = (text: string): FlashNotice => ({ kind: 'error', text })

type CartPageShop = CartContext & WithPayments & WithProductIndex
type Globals = Pick<CartPageOptions, 'globals'>

export const cartRoutes = (shop: CartPageShop, globals: Globals): Hono =>
  new Hono()
    .get(paths.cart, (context) => showCart(context, shop, globals))
    .post(paths.cart, (context) => postCart(context, shop, globals))

async function showCart(context: Context, shop: CartPageShop, { globals }: Globals) {
  const query = context.req.query()
  if (query.remove_item === undefined && query.undo_item === undefined && query.remove_coupon === undefined)
    return cartPage(context, shop, [], { globals })
  const session = await currentCartSession(context, shop)
  const isNonceValid = session && verifyNonce(shop.secret, CART_NONCE, session.key, query._wpnonce)
  setFlash(context, shop, isNonceValid ? await followLink(shop, session, query) : [pageExpired])
  return context.redirect(paths.cart, 303)
}

/**
 * Without scripts, Enter in the coupon field presses the form's first button, Update cart. WooCommerce's scripts send a
 * half-typed code in the same way, but do not load a page.
 */
function withEnteredCode(context: Context, fields: Fields): Fields {
  const isPage = context.req.header('sec-fetch-dest') === 'document'
  const hasCode = fields.update_cart !== undefined && (fields.coupon_code ?? '').trim() !== ''
  return isPage && hasCode ? { ...fields, apply_coupon: '1' } : fields
}

async function postCart(context: Context, shop: CartPageShop, { globals }: Globals) {
  const fields = withEnteredCode(context, await formFields(context))
  const session = await currentCartSession(context, shop)
  const isNonceValid =
    session &&
    (verifyNonce(shop.secret, CART_NONCE, session.key, fields['woocommerce-cart-nonce']) ||
      verifyNonce(shop.secret, CALCULATOR_NONCE, session.key, fields['woocommerce-shipping-calculator-nonce']))
  const notices = isNonceValid ? await handleForm(context, shop, session, fields) : [pageExpired]
  const typedCoupon = fields.apply_coupon === undefined ? '' : (fields.coupon_code ?? '')
  return cartPage(context, shop, notices, { typedCoupon, globals })
}

async function followLink(shop: CartContext, session: CartSession, query: Fields): Promise<FlashNotice[]> {
  const now = shop.now()
  if (query.remove_coupon !== undefined) {
    await removeCoupon(shop, session.key, query.remove_coupon, now)
    return [{ kind: 'success', text: COUPON_REMOVED }]
  }
  if (query.remove_item !== undefined) {
    const removed = await removeFromCart(shop.db, session.key, query.remove_item, now)
    if (!removed.ok) return []
    return [removedNotice(shop, session, query.remove_item, removed.name)]
  }
  const restored = await undoRemoval(shop.db, session.key, query.undo_item ?? '', now)
  if (!restored.ok) return restored.problem.kind === 'nothing-to-undo' ? [] : [error(cartProblemText(restored.problem))]
  const { name, quantity, previousQuantity } = restored
  return [
    quantity === previousQuantity
      ? { kind: 'success', text: `“${name}” is back in your cart.` }
      : { kind: 'info', text: `“${name}” is back in your cart. Only ${quantity} of ${previousQuantity} are left.` },
  ]
}

function removedNotice(shop: CartContext, session: CartSession, key: string, name: string) {
  const nonce = createNonce(shop.secret, CART_NONCE, session.key)
  const undo = { href: hrefs.undoRemove(key, nonce), label: 'Undo?', className: 'restore-item' }
  return { kind: 'success', text: `“${name}” removed.`, link: undo } as const satisfies FlashNotice
}

async function handleForm(
  context: Context,
  shop: CartContext,
  session: CartSession,
  fields: Fields,
): Promise<NoticeList> {
  const now = shop.now()
  if (fields.mend !== undefined) {
    const fixed = await resolveLineProblem(shop.db, session.key, fields.mend, now)
    return fixed.ok ? updatedNotices : [error(cartProblemText(fixed.problem))]
  }
  if (fields.calc_shipping !== undefined) {
    const parsed = parseEstimate(fields, shop.pricing().base)
    if (!parsed.ok) return [{ ...error(estimateProblemText[parsed.problem]), field: `calc_shipping_${parsed.problem}` }]
    await saveEstimate(shop.db, session.key, parsed.estimate, now)
    return [{ kind: 'success', text: 'Shipping costs updated.' }]
  }
  if (fields.update_shipping !== undefined) {
    await chooseShippingMethod(shop, session.key, fields['shipping_method[0]'] ?? '')
    return updatedNotices
  }
  // As in WooCommerce, quantities count only with the button that sends them.
  if (fields.update_cart === undefined && fields.apply_coupon === undefined) return []
  const quantities = parseQuantityChanges(fields)
  if (!quantities) return [error('Please enter whole numbers as quantities.')]
  const changed = quantities.size > 0 ? await setQuantities(shop.db, session.key, quantities, now) : null
  if (changed && !changed.ok) return [error(cartProblemText(changed.problem))]
  if (fields.apply_coupon !== undefined) {
    const applied = await enterCoupon(context, shop, session.key, fields.coupon_code ?? '')
    return applied.ok
      ? [{ kind: 'success', text: COUPON_APPLIED }]
      : [{ kind: 'error', text: <CouponProblemMessage {...applied} />, field: 'coupon_code' }]
  }
  // Another tab may have removed a changed line.
  const isMissing = [...quantities].some(
    ([key, quantity]) => changed && quantity > 0 && !changed.cart.lines.some((line) => line.key === key),
  )
  if (isMissing) return [{ kind: 'info', text: 'Your cart was changed in another window. This is what it holds now.' }]
  const removed = [...quantities].flatMap(([key, quantity]) => {
    const name = quantity === 0 && changed?.cart.removedLines[key]?.name
    return name ? [toNotice(removedNotice(shop, session, key, name))] : []
  })
  return removed.length > 0 ? removed : updatedNotices
}

/** null when one is not an integer from 0. One equal to `cart[{key}][was]` is ignored: the page may be outdated. */
function parseQuantityChanges(fields: Fields): ReadonlyMap<string, number> | null {
  const quantities = new Map<string, number>()
  for (const [name, value] of Object.entries(fields)) {
    const key = /^cart\[([0-9a-f]{32})\]\[qty\]$/.exec(name)?.[1]
    if (key === undefined) continue
    if (!/^\d{1,6}$/.test(value.trim())) return null
    const quantity = Number(value)
    if (fields[`cart[${key}][was]`]?.trim() !== String(quantity)) quantities.set(key, quantity)
  }
  return quantities
}
