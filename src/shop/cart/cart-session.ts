import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { sessionCookie } from '../../people/accounts/auth-session.ts'
import type { Platform } from '../../platform/web/context.ts'
import { readCookie } from '../../platform/web/cookies.ts'

/** A cart's session. A guest's id is `t_` and 30 hex digits (html-notes.md, cookies). */
export type CartSession = { readonly id: string }

/** Session cookies last two days and are renewed while the shopper is active. */
export const SESSION_SECONDS = 172_800
const RENEW_WHEN_LEFT_SECONDS = 86_400

export const newCartSessionId = (): string => `t_${randomBytes(15).toString('hex')}`

export const isCartSessionId = (text: string): boolean => /^(t_[0-9a-f]{28,30}|[1-9][0-9]{0,9})$/.test(text)

export const cartCookieName = (shopUrl: string): string =>
  `wp_woocommerce_session_${createHash('md5').update(shopUrl).digest('hex')}`

const sign = (secret: string, text: string, signInCookie: string): string =>
  createHmac('sha256', secret)
    .update(signInCookie === '' ? `session|${text}` : `session|${text}|${signInCookie}`)
    .digest('hex')
    .slice(0, 32)

/** A customer's cart has the customer id as its session id, a guest's a random one. */
export const isCustomerId = (id: string): boolean => !id.startsWith('t_')

/**
 * The cookie's value: id, expiry, renewal time and a signature. A customer's is also signed with their sign-in cookie,
 * so it opens the cart only while they are signed in in this browser.
 */
export function cartCookieValue(secret: string, id: string, now: Date, signInCookie = ''): string {
  const expires = Math.floor(now.getTime() / 1000) + SESSION_SECONDS
  const expiring = expires - RENEW_WHEN_LEFT_SECONDS
  const text = `${id}|${expires}|${expiring}`
  return `${text}|${sign(secret, text, isCustomerId(id) ? signInCookie : '')}`
}

/** Parses a cookie's value; null when forged, expired, or a customer's without their sign-in. */
export function parseCartCookieValue(
  secret: string,
  value: string,
  now: Date,
  signInCookie = '',
): { id: string; isExpiring: boolean } | null {
  const [id, expires, expiring, signature, ...rest] = value.split('|')
  if (!id || !expires || !expiring || !signature || rest.length > 0 || !isCartSessionId(id)) return null
  if (isCustomerId(id) && signInCookie === '') return null
  const expected = Buffer.from(sign(secret, `${id}|${expires}|${expiring}`, isCustomerId(id) ? signInCookie : ''))
  const actual = Buffer.from(signature)
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return null
  const seconds = now.getTime() / 1000
  if (Number(expires) <= seconds) return null
  return { id, isExpiring: Number(expiring) <= seconds }
}

const cookieFlags = (shop: Pick<Platform, 'url'>): string =>
  `path=/; HttpOnly; SameSite=Lax${shop.url.startsWith('https:') ? '; Secure' : ''}`

const setCookie = (context: Context, cookie: string): void => context.header('set-cookie', cookie, { append: true })

/** The request's sign-in cookie, '' for none. */
export const signInCookieOf = (context: Context, shop: Pick<Platform, 'url'>): string =>
  readCookie(context.req.header('cookie'), sessionCookie(shop.url)) ?? ''

/** Sets the cookie of this session; a customer's is bound to `signInCookie`. */
export function startCartSession(
  context: Context,
  shop: Pick<Platform, 'now' | 'secret' | 'url'>,
  id: string,
  signInCookie = signInCookieOf(context, shop),
): void {
  const value = encodeURIComponent(cartCookieValue(shop.secret, id, shop.now(), signInCookie))
  const expires = new Date(shop.now().getTime() + SESSION_SECONDS * 1000).toUTCString()
  const lifetime = `expires=${expires}; Max-Age=${SESSION_SECONDS}`
  setCookie(context, `${cartCookieName(shop.url)}=${value}; ${lifetime}; ${cookieFlags(shop)}`)
}

/** Deletes the session cookie. */
export function forgetCartSession(context: Context, shop: Pick<Platform, 'url'>): void {
  setCookie(context, `${cartCookieName(shop.url)}=; ${EXPIRED}; ${cookieFlags(shop)}`)
}

/** Deletes the session cookie and the cart cookies. */
export function endCartSession(context: Context, shop: Pick<Platform, 'url'>): void {
  forgetCartSession(context, shop)
  setCartCookies(context, '')
}

const EXPIRED = 'expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0'

/**
 * The session named by the cookie; null for a visitor who has never changed a cart. Whether a customer's sign-in is
 * still valid is checked in the database (`readSession`).
 */
export function cartSessionFromCookie(
  context: Context,
  shop: Pick<Platform, 'now' | 'secret' | 'url'>,
): { id: string; isExpiring: boolean } | null {
  const value = readCookie(context.req.header('cookie'), cartCookieName(shop.url))
  return value === undefined
    ? null
    : parseCartCookieValue(shop.secret, value, shop.now(), signInCookieOf(context, shop))
}

/**
 * The two cookies that scripts read: whether the cart has items, and its hash. Deleted with the value `0` when the cart
 * becomes empty, as recorded.
 */
export function setCartCookies(context: Context, hash: string): void {
  const cookies: [string, string][] = [
    ['woocommerce_items_in_cart', hash === '' ? '0' : '1'],
    ['woocommerce_cart_hash', hash === '' ? '0' : hash],
  ]
  const sent = context.req.header('cookie')
  for (const [name, value] of cookies) {
    const current = readCookie(sent, name)
    if (current === value || (hash === '' && current === undefined)) continue
    setCookie(context, `${name}=${value}${hash === '' ? `; ${EXPIRED}` : ''}; path=/; SameSite=Lax`)
  }
}
