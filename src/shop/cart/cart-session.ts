import { createHash, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { currentAuthSession, sessionCookie } from '../../people/identity/auth-session.ts'
import type { Platform } from '../../platform/web/context.ts'
import type { CookieDeclaration } from '../../platform/web/cookie-declaration.ts'
import { isSameSignature, sign } from '../../platform/web/signature.ts'
import { isCustomerKey } from './cart.ts'
import { mergeCarts } from './merge-carts.ts'

/** A shopper's session; its key is public in cookie and token, and names the cart (html-notes.md, cookies). */
export type CartSession = { readonly key: string }

type CookieSession = CartSession & { readonly isExpiring: boolean }
type CookieContext = Pick<Platform, 'now' | 'secret' | 'url'>

export const SESSION_SECONDS = 172_800
const RENEW_WHEN_LEFT_SECONDS = 86_400

const ITEMS_COOKIE = 'woocommerce_items_in_cart'
const HASH_COOKIE = 'woocommerce_cart_hash'
const UNTIL_CLOSED = 'until you close the browser'

export const newSessionKey = (): string => `t_${randomBytes(15).toString('hex')}`

export const isSessionKey = (text: string): boolean => /^(t_[0-9a-f]{28,30}|[1-9][0-9]{0,9})$/.test(text)

export const cartCookieName = (shopUrl: string): string =>
  `wp_woocommerce_session_${createHash('md5').update(shopUrl).digest('hex')}`

export const cartCookies: readonly CookieDeclaration[] = [
  { name: 'wp_woocommerce_session_*', purpose: 'remembers your cart', lifetime: 'two days' },
  { name: ITEMS_COOKIE, purpose: 'says whether your cart has items', lifetime: UNTIL_CLOSED },
  { name: HASH_COOKIE, purpose: 'says whether your cart has changed', lifetime: UNTIL_CLOSED },
]

const signatureOf = (secret: string, text: string, signInCookie: string): string =>
  sign(secret, `session|${text}${signInCookie === '' ? '' : `|${signInCookie}`}`, 'hex').slice(0, 32)

/** A customer's value is also signed with their sign-in cookie: it opens the cart only while they are signed in. */
export function cartCookieValue(secret: string, key: string, now: Date, signInCookie = ''): string {
  const expires = Math.floor(now.getTime() / 1000) + SESSION_SECONDS
  const expiring = expires - RENEW_WHEN_LEFT_SECONDS
  const text = `${key}|${expires}|${expiring}`
  return `${text}|${signatureOf(secret, text, isCustomerKey(key) ? signInCookie : '')}`
}

/** Parses a cookie's value; null when forged, expired, or a customer's in a browser that is not signed in. */
export function parseCartCookieValue(secret: string, value: string, now: Date, signInCookie = '') {
  const [key, expires, expiring, signature, ...rest] = value.split('|')
  if (!key || !expires || !expiring || !signature || rest.length > 0 || !isSessionKey(key)) return null
  if (isCustomerKey(key) && signInCookie === '') return null
  const expected = signatureOf(secret, `${key}|${expires}|${expiring}`, isCustomerKey(key) ? signInCookie : '')
  if (!isSameSignature(signature, expected)) return null
  const seconds = now.getTime() / 1000
  if (Number(expires) <= seconds) return null
  return { key, isExpiring: Number(expiring) <= seconds }
}

const cookieFlags = (shop: Pick<Platform, 'url'>): string =>
  `path=/; HttpOnly; SameSite=Lax${shop.url.startsWith('https:') ? '; Secure' : ''}`

const setCookie = (context: Context, cookie: string): void => context.header('set-cookie', cookie, { append: true })

export const signInCookieOf = (context: Context, shop: Pick<Platform, 'url'>): string =>
  getCookie(context, sessionCookie(shop.url)) ?? ''

export function startCartSession(
  context: Context,
  shop: CookieContext,
  key: string,
  signInCookie = signInCookieOf(context, shop),
): void {
  const value = encodeURIComponent(cartCookieValue(shop.secret, key, shop.now(), signInCookie))
  const expires = new Date(shop.now().getTime() + SESSION_SECONDS * 1000).toUTCString()
  const lifetime = `expires=${expires}; Max-Age=${SESSION_SECONDS}`
  setCookie(context, `${cartCookieName(shop.url)}=${value}; ${lifetime}; ${cookieFlags(shop)}`)
}

export function forgetCartSession(context: Context, shop: Pick<Platform, 'url'>): void {
  setCookie(context, `${cartCookieName(shop.url)}=; ${EXPIRED}; ${cookieFlags(shop)}`)
}

export function endCartSession(context: Context, shop: Pick<Platform, 'url'>): void {
  forgetCartSession(context, shop)
  setCartCookies(context, '')
}

const EXPIRED = 'expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0'

/** null for a visitor without a session. Whether a customer's sign-in is still valid is checked in the database. */
export function cartSessionFromCookie(context: Context, shop: CookieContext) {
  const value = getCookie(context, cartCookieName(shop.url)) ?? ''
  return parseCartCookieValue(shop.secret, value, shop.now(), signInCookieOf(context, shop))
}

/** The two cookies that scripts read. Deleted with the value `0` when the cart becomes empty, as in WooCommerce. */
export function setCartCookies(context: Context, hash: string): void {
  const cookies: [string, string][] = [
    [ITEMS_COOKIE, hash === '' ? '0' : '1'],
    [HASH_COOKIE, hash === '' ? '0' : hash],
  ]
  for (const [name, value] of cookies) {
    const current = getCookie(context, name)
    if (current === value || (hash === '' && current === undefined)) continue
    setCookie(context, `${name}=${value}${hash === '' ? `; ${EXPIRED}` : ''}; path=/; SameSite=Lax`)
  }
}

export type SessionContext = CookieContext & Pick<Platform, 'db'>

const perRequest = new WeakMap<Request, Promise<CartSession | null>>()

/** null for a visitor without a session. A customer gets their account's cart, merged with their guest cart. */
export function currentCartSession(context: Context, shop: SessionContext): Promise<CartSession | null> {
  const cached = perRequest.get(context.req.raw)
  if (cached) return cached
  const pending = resolveSession(context, shop)
  perRequest.set(context.req.raw, pending)
  return pending
}

async function resolveSession(context: Context, shop: SessionContext): Promise<CartSession | null> {
  const cookieSession = cartSessionFromCookie(context, shop)
  const signedIn = await currentAuthSession(context, shop)
  if (!signedIn) {
    if (!cookieSession) return null
    if (!isCustomerKey(cookieSession.key)) return renew(context, shop, cookieSession)
    // Signed out elsewhere, or the password was changed: the cart waits for the next sign-in.
    forgetCartSession(context, shop)
    return null
  }
  const key = String(signedIn.user.id)
  if (cookieSession?.key === key) return renew(context, shop, cookieSession)
  if (cookieSession && !isCustomerKey(cookieSession.key))
    await mergeCarts(shop.db, cookieSession.key, signedIn.user.id, shop.now())
  startCartSession(context, shop, key)
  return { key }
}

function renew(context: Context, shop: SessionContext, { key, isExpiring }: CookieSession): CartSession {
  if (isExpiring) startCartSession(context, shop, key)
  return { key }
}
