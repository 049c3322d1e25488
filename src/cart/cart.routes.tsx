import { Hono } from 'hono'
import { checkNonce, makeNonce } from '../accounts/nonce.ts'
import { COUPON_APPLIED, COUPON_REMOVED } from '../pricing/coupon.ts'
import { hrefs, paths } from '../routes.ts'
import type { Shop } from '../shop.ts'
import type { Notice, NoticeList } from '../ui/notices.tsx'
import { type FlashNotice, setFlash } from '../web/flash.tsx'
import { formFields } from '../web/form.ts'
import { problemText } from './cart.ts'
import { CALCULATOR_NONCE, CART_NONCE, cartPage } from './cart-view.tsx'
import { mendLine, type QuantityResult, removeFromCart, setQuantities, undoRemoval } from './change-cart.ts'
import { applyCoupon, removeCoupon } from './change-coupons.ts'
import { chooseMethod, estimateProblemText, keepEstimate, readEstimate } from './choose-shipping.ts'
import { CouponProblemWords } from './coupon-words.tsx'
import { type Changes, readChanges } from './read-changes.ts'
import type { Session } from './session.ts'
import { readSession } from './shopper.ts'

type Fields = Readonly<Record<string, string>>

const updated: NoticeList = [{ kind: 'success', text: 'Cart updated.' }]
const error = (text: string): Notice & { text: string } => ({ kind: 'error', text })
const OPEN_TOO_LONG = 'This page had been open for too long, so nothing was changed. Please try again.'

/** The cart page, its links and its forms. All of them work without script. */
export function cartRoutes(shop: Shop): Hono {
  const routes = new Hono()

  routes.get(paths.cart, async (context) => {
    const query = context.req.query()
    if (query.remove_item === undefined && query.undo_item === undefined && query.remove_coupon === undefined)
      return cartPage(context, shop, [])
    const session = await readSession(context, shop)
    const isOurs = session && checkNonce(shop.secret, CART_NONCE, session.id, query._wpnonce)
    setFlash(context, shop, isOurs ? await followLink(shop, session, query) : [error(OPEN_TOO_LONG)])
    return context.redirect(hrefs.cart(), 303)
  })

  routes.post(paths.cart, async (context) => {
    const fields = await formFields(context)
    const session = await readSession(context, shop)
    const isOurs =
      session &&
      (checkNonce(shop.secret, CART_NONCE, session.id, fields['woocommerce-cart-nonce']) ||
        checkNonce(shop.secret, CALCULATOR_NONCE, session.id, fields['woocommerce-shipping-calculator-nonce']))
    const notices = isOurs ? await takeForm(shop, session, fields) : [error(OPEN_TOO_LONG)]
    return cartPage(context, shop, notices, fields.apply_coupon === undefined ? '' : (fields.coupon_code ?? ''))
  })

  return routes
}

/** `?remove_item=`, `?undo_item=` and `?remove_coupon=`. */
async function followLink(shop: Shop, session: Session, query: Fields): Promise<FlashNotice[]> {
  const now = shop.now()
  if (query.remove_coupon !== undefined) {
    await removeCoupon(shop, session.id, query.remove_coupon, now)
    return [{ kind: 'success', text: COUPON_REMOVED }]
  }
  if (query.remove_item !== undefined) {
    const removed = await removeFromCart(shop.db, session.id, query.remove_item, now)
    if (!removed.ok) return []
    const nonce = makeNonce(shop.secret, CART_NONCE, session.id)
    const undo = { href: hrefs.undoRemove(query.remove_item, nonce), label: 'Undo?', className: 'restore-item' }
    return [{ kind: 'success', text: `“${removed.name}” removed.`, link: undo }]
  }
  const undone = await undoRemoval(shop.db, session.id, query.undo_item ?? '', now)
  if (!undone.ok)
    return undone.problem.kind === 'nothing-to-undo' ? [] : [error(problemText(undone.problem)) as FlashNotice]
  const { name, quantity, was } = undone
  return [
    quantity === was
      ? { kind: 'success', text: `“${name}” is back in your cart.` }
      : { kind: 'info', text: `“${name}” is back in your cart. Only ${quantity} of ${was} are left.` },
  ]
}

/** Whatever button of whichever form was pressed: one of mending, estimating, sending, a coupon, or the quantities. */
async function takeForm(shop: Shop, session: Session, fields: Fields): Promise<NoticeList> {
  const now = shop.now()
  if (fields.mend !== undefined) return told(await mendLine(shop.db, session.id, fields.mend, now))
  if (fields.calc_shipping !== undefined) {
    const read = readEstimate(fields)
    if (!read.ok) return [{ ...error(estimateProblemText[read.problem]), field: `calc_shipping_${read.problem}` }]
    await keepEstimate(shop.db, session.id, read.estimate, now)
    return [{ kind: 'success', text: 'Shipping costs updated.' }]
  }
  if (fields.update_shipping !== undefined) {
    await chooseMethod(shop, session.id, fields['shipping_method[0]'] ?? '')
    return updated
  }
  const changes = readChanges(fields)
  if (!changes) return [error('Please enter whole numbers as quantities.')]
  const changed = changes.wanted.size > 0 ? await setQuantities(shop.db, session.id, changes.wanted, now) : null
  if (changed && !changed.ok) return [error(problemText(changed.problem))]
  if (fields.apply_coupon !== undefined) return applied(shop, session, fields.coupon_code ?? '')
  return notHere(changes, changed)
}

const told = (result: QuantityResult): NoticeList => (result.ok ? updated : [error(problemText(result.problem))])

async function applied(shop: Shop, session: Session, code: string): Promise<NoticeList> {
  const result = await applyCoupon(shop, session.id, code, shop.now())
  return result.ok
    ? [{ kind: 'success', text: COUPON_APPLIED }]
    : [
        {
          kind: 'error',
          text: <CouponProblemWords code={result.code} problem={result.problem} />,
          field: 'coupon_code',
        },
      ]
}

/** Says so when what was to be changed has left the cart meanwhile, in another tab. */
function notHere(changes: Changes, changed: QuantityResult | null): NoticeList {
  const lines = changed?.ok ? changed.cart.lines : null
  const isMissing =
    lines !== null &&
    [...changes.wanted].some(([key, quantity]) => quantity > 0 && !lines.some((line) => line.key === key))
  return isMissing
    ? [{ kind: 'info', text: 'Your cart was changed in another window. This is what it holds now.' }]
    : updated
}
