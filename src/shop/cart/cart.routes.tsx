import { Hono } from 'hono'
import { createNonce, verifyNonce } from '../../people/accounts/nonce.ts'
import type { Notice, NoticeList } from '../../platform/ui/notices.tsx'
import type { Platform } from '../../platform/web/context.ts'
import { type FlashNotice, setFlash } from '../../platform/web/flash.tsx'
import { formFields } from '../../platform/web/form.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import type { WithProductIndex } from '../listing/context.ts'
import type { WithPricing } from '../pricing/context.ts'
import { COUPON_APPLIED, COUPON_REMOVED } from '../pricing/coupon.ts'
import { cartProblemText } from './cart.ts'
import type { CartSession } from './cart-session.ts'
import { CALCULATOR_NONCE, CART_NONCE, cartPage } from './cart-view.tsx'
import { fixLine, type QuantityResult, removeFromCart, setQuantities, undoRemoval } from './change-cart.ts'
import { applyCoupon, removeCoupon } from './change-coupons.ts'
import { chooseShippingMethod, estimateProblemText, parseEstimate, saveEstimate } from './choose-shipping.ts'
import { CouponProblemMessage } from './coupon-messages.tsx'
import { currentCartSession } from './current-cart-session.ts'
import { parseQuantityChanges, type QuantityChanges } from './parse-quantity-changes.ts'

type Fields = Readonly<Record<string, string>>

const updatedNotices: NoticeList = [{ kind: 'success', text: 'Cart updated.' }]
const error = (text: string): Notice & { text: string } => ({ kind: 'error', text })
const PAGE_EXPIRED = 'This page had been open for too long, so nothing was changed. Please try again.'

/** The cart page with its links and forms. All of them work without script. */
export function cartRoutes(
  shop: Pick<Platform, 'db' | 'now' | 'secret' | 'url'> & WithPricing & WithProductIndex,
): Hono {
  const routes = new Hono()

  routes.get(paths.cart, async (context) => {
    const query = context.req.query()
    if (query.remove_item === undefined && query.undo_item === undefined && query.remove_coupon === undefined)
      return cartPage(context, shop, [])
    const session = await currentCartSession(context, shop)
    const isNonceValid = session && verifyNonce(shop.secret, CART_NONCE, session.key, query._wpnonce)
    setFlash(context, shop, isNonceValid ? await followLink(shop, session, query) : [error(PAGE_EXPIRED)])
    return context.redirect(hrefs.cart(), 303)
  })

  routes.post(paths.cart, async (context) => {
    const fields = await formFields(context)
    const session = await currentCartSession(context, shop)
    const isNonceValid =
      session &&
      (verifyNonce(shop.secret, CART_NONCE, session.key, fields['woocommerce-cart-nonce']) ||
        verifyNonce(shop.secret, CALCULATOR_NONCE, session.key, fields['woocommerce-shipping-calculator-nonce']))
    const notices = isNonceValid ? await handleForm(shop, session, fields) : [error(PAGE_EXPIRED)]
    return cartPage(context, shop, notices, fields.apply_coupon === undefined ? '' : (fields.coupon_code ?? ''))
  })

  return routes
}

/** `?remove_item=`, `?undo_item=` and `?remove_coupon=`. */
async function followLink(
  shop: Pick<Platform, 'db' | 'now' | 'secret'>,
  session: CartSession,
  query: Fields,
): Promise<FlashNotice[]> {
  const now = shop.now()
  if (query.remove_coupon !== undefined) {
    await removeCoupon(shop, session.key, query.remove_coupon, now)
    return [{ kind: 'success', text: COUPON_REMOVED }]
  }
  if (query.remove_item !== undefined) {
    const removed = await removeFromCart(shop.db, session.key, query.remove_item, now)
    if (!removed.ok) return []
    const nonce = createNonce(shop.secret, CART_NONCE, session.key)
    const undo = { href: hrefs.undoRemove(query.remove_item, nonce), label: 'Undo?', className: 'restore-item' }
    return [{ kind: 'success', text: `“${removed.name}” removed.`, link: undo }]
  }
  const restored = await undoRemoval(shop.db, session.key, query.undo_item ?? '', now)
  if (!restored.ok)
    return restored.problem.kind === 'nothing-to-undo' ? [] : [error(cartProblemText(restored.problem)) as FlashNotice]
  const { name, quantity, previousQuantity } = restored
  return [
    quantity === previousQuantity
      ? { kind: 'success', text: `“${name}” is back in your cart.` }
      : { kind: 'info', text: `“${name}” is back in your cart. Only ${quantity} of ${previousQuantity} are left.` },
  ]
}

/** Handles any submit button of the cart page: fix a line, estimate shipping, choose a method, coupon or quantities. */
async function handleForm(
  shop: Pick<Platform, 'db' | 'now'> & WithPricing,
  session: CartSession,
  fields: Fields,
): Promise<NoticeList> {
  const now = shop.now()
  if (fields.mend !== undefined) return quantityNotices(await fixLine(shop.db, session.key, fields.mend, now))
  if (fields.calc_shipping !== undefined) {
    const parsed = parseEstimate(fields)
    if (!parsed.ok) return [{ ...error(estimateProblemText[parsed.problem]), field: `calc_shipping_${parsed.problem}` }]
    await saveEstimate(shop.db, session.key, parsed.estimate, now)
    return [{ kind: 'success', text: 'Shipping costs updated.' }]
  }
  if (fields.update_shipping !== undefined) {
    await chooseShippingMethod(shop, session.key, fields['shipping_method[0]'] ?? '')
    return updatedNotices
  }
  const changes = parseQuantityChanges(fields)
  if (!changes) return [error('Please enter whole numbers as quantities.')]
  const changed =
    changes.quantities.size > 0 ? await setQuantities(shop.db, session.key, changes.quantities, now) : null
  if (changed && !changed.ok) return [error(cartProblemText(changed.problem))]
  if (fields.apply_coupon !== undefined) return applyCouponNotices(shop, session, fields.coupon_code ?? '')
  return updateNotices(changes, changed)
}

const quantityNotices = (result: QuantityResult): NoticeList =>
  result.ok ? updatedNotices : [error(cartProblemText(result.problem))]

async function applyCouponNotices(
  shop: Pick<Platform, 'db' | 'now'>,
  session: CartSession,
  code: string,
): Promise<NoticeList> {
  const result = await applyCoupon(shop, session.key, code, shop.now())
  return result.ok
    ? [{ kind: 'success', text: COUPON_APPLIED }]
    : [
        {
          kind: 'error',
          text: <CouponProblemMessage code={result.code} problem={result.problem} />,
          field: 'coupon_code',
        },
      ]
}

/** A notice when a changed line has meanwhile been removed, in another tab. */
function updateNotices(changes: QuantityChanges, changed: QuantityResult | null): NoticeList {
  const lines = changed?.ok ? changed.cart.lines : null
  const isMissing =
    lines !== null &&
    [...changes.quantities].some(([key, quantity]) => quantity > 0 && !lines.some((line) => line.key === key))
  return isMissing
    ? [{ kind: 'info', text: 'Your cart was changed in another window. This is what it holds now.' }]
    : updatedNotices
}
