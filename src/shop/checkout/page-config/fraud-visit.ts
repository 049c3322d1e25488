import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Platform } from '../../../platform/web/context.ts'
import type { CookieDeclaration } from '../../../platform/web/cookie-declaration.ts'
import { sign } from '../../../platform/web/signature.ts'

type VisitShop = Pick<Platform, 'secret' | 'url'>

const COOKIE = 'samovar_visit'

export const fraudVisitCookie: CookieDeclaration = {
  name: COOKIE,
  purpose: 'tells your visit from others, to detect fraud with cards',
  lifetime: 'until you close the browser',
}

/** Of the visit's cookie, else of its cart; '' without. Nobody can take over a visit or a cart with this digest. */
export function fraudSessionId(context: Context, shop: VisitShop, cartKey: string | undefined): string {
  const visit = getCookie(context, COOKIE)
  if (visit) return digest(shop, `fraud-visit|${visit}`)
  return cartKey ? digest(shop, `fraud-session|${cartKey}`) : ''
}

/** A cookie of its own: one of a new cart would replace that of a cart another request may be starting. */
export function startFraudVisit(context: Context, shop: VisitShop): string {
  const visit = randomBytes(16).toString('hex')
  const flags = `Path=/; HttpOnly; SameSite=Lax${shop.url.startsWith('https:') ? '; Secure' : ''}`
  context.header('set-cookie', `${COOKIE}=${visit}; ${flags}`, { append: true })
  return digest(shop, `fraud-visit|${visit}`)
}

const digest = ({ secret }: VisitShop, text: string): string => sign(secret, text, 'hex').slice(0, 32)
