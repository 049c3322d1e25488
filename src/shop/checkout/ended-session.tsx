import type { Context } from 'hono'
import { lastUserOf, saveFormDraft } from '../../people/identity/form-draft.ts'
import { setFlash } from '../../platform/web/flash.tsx'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { hasLines } from '../cart/cart.store.ts'
import { isCustomerKey } from '../cart/cart.ts'
import { cartSessionFromCookie } from '../cart/cart-session.ts'
import type { Fields } from './checkout-form.ts'
import { errorNotices, sessionExpired } from './checkout-notices.tsx'
import type { CheckoutContext } from './context.ts'

const ENDED = 'You were signed out meanwhile, so nothing was ordered. Your cart waits in your account.'
const KEPT = ' Sign in to go on: what you typed is filled in again.'
const NOT_KEPT = ' Sign in to go on.'

/** Keeps a form that was sent after the session ended. Returns the notice's text; null if there is no customer's cart. */
async function keepForSignIn(context: Context, shop: CheckoutContext, fields: Fields): Promise<string | null> {
  const ended = cartSessionFromCookie(context, shop)
  const userId = ended && isCustomerKey(ended.key) ? Number(ended.key) : lastUserOf(context, shop)
  if (userId === null || !(await hasLines(shop.db, String(userId)))) return null
  const isSaved = await saveFormDraft(context, shop, fields, { path: paths.checkout, userId })
  return ENDED + (isSaved ? KEPT : NOT_KEPT)
}

export async function endedSessionNotices(context: Context, shop: CheckoutContext, fields: Fields) {
  const text = await keepForSignIn(context, shop, fields)
  if (text === null) return sessionExpired(shop.url)
  return errorNotices(
    <>
      {text} <a href={shop.url + hrefs.login(paths.checkout)}>Sign in</a>
    </>,
  )
}

export async function redirectToSignIn(context: Context, shop: CheckoutContext, fields: Fields): Promise<Response> {
  const text = await keepForSignIn(context, shop, fields)
  if (text === null) return context.redirect(paths.cart, 303)
  setFlash(context, shop, [{ kind: 'info', text }])
  return context.redirect(hrefs.login(paths.checkout), 303)
}
