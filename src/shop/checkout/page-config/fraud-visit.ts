import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { currentAuthSession } from '../../../people/identity/auth-session.ts'
import { restNonceOf } from '../../../people/identity/rest-nonce.ts'
import { type AjaxHandler, ajaxJson } from '../../../platform/web/ajax.ts'
import type { Platform } from '../../../platform/web/context.ts'
import type { CookieDeclaration } from '../../../platform/web/cookie-declaration.ts'
import { sign } from '../../../platform/web/signature.ts'
import { currentCartSession } from '../../cart/cart-session.ts'
import type { CheckoutContext } from '../context.ts'
import { visitorOf } from './payment-globals.ts'
import { siftVisitor } from './woopayments-config.ts'

type VisitShop = Pick<Platform, 'secret' | 'url'>

const COOKIE = 'samovar_visit'

export const fraudVisitCookie: CookieDeclaration = {
  name: COOKIE,
  purpose: 'tells your visit from others, to detect fraud with cards',
  lifetime: 'until you close the browser',
}

/** A digest of the visit's cookie, else of its cart; '' without. It cannot be used to take over a visit or cart. */
export function fraudSessionId(context: Context, shop: VisitShop, cartKey: string | undefined): string {
  const visit = getCookie(context, COOKIE)
  if (visit) return digest(shop, `fraud-visit|${visit}`)
  return cartKey ? digest(shop, `fraud-session|${cartKey}`) : ''
}

/** A separate cookie, because a new cart's cookie could replace that of a cart which another request is starting. */
export function startFraudVisit(context: Context, shop: VisitShop): string {
  const visit = randomBytes(16).toString('hex')
  const flags = `Path=/; HttpOnly; SameSite=Lax${shop.url.startsWith('https:') ? '; Secure' : ''}`
  context.header('set-cookie', `${COOKIE}=${visit}; ${flags}`, { append: true })
  return digest(shop, `fraud-visit|${visit}`)
}

const digest = ({ secret }: VisitShop, text: string): string => sign(secret, text, 'hex').slice(0, 32)

/** `payment_visitor` of `admin-ajax.php`: what the payment settings of a cached page leave open (XW-14, PAY-16). */
export const paymentVisitorCall: AjaxHandler<CheckoutContext> = async (context, shop) => {
  const session = await currentAuthSession(context, shop)
  const userId = session?.user.id ?? null
  const { address, userAgent } = visitorOf(context, session)
  return ajaxJson(context, {
    user_id: String(userId ?? 0),
    rest_nonce: session ? restNonceOf(shop, session) : '',
    ip_address: address,
    user_agent: userAgent,
    sift: isWatched(shop) ? siftVisitor({ userId, fraudSessionId: await visitOf(context, shop) }) : null,
  })
}

const isWatched = (shop: CheckoutContext): boolean => shop.settings().fraudDetection.beaconKey !== ''

const visitOf = async (context: Context, shop: CheckoutContext): Promise<string> => {
  const cart = await currentCartSession(context, shop)
  return fraudSessionId(context, shop, cart?.key) || startFraudVisit(context, shop)
}
