import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { sessionCookie } from '../../people/accounts/auth-session.ts'
import type { Platform } from '../../platform/web/context.ts'
import { readCookie } from '../../platform/web/cookies.ts'

/** Who is shopping: the name of a cart. A guest's id is `t_` and 30 hex digits (html-notes.md, cookies). */
export type CartSession = { readonly id: string }

/** A cookie lives two days and is renewed while the shopper is about. */
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

/** A customer's cart goes by the customer's own number, a guest's by a random one. */
export const isCustomerId = (id: string): boolean => !id.startsWith('t_')

/**
 * The cookie's value: id, end, time to renew, and a signature that makes it ours. A customer's is signed together with
 * the cookie of their sign-in, so that it opens their cart only while they are signed in in this browser.
 */
export function cartCookieValue(secret: string, id: string, now: Date, signInCookie = ''): string {
  const expires = Math.floor(now.getTime() / 1000) + SESSION_SECONDS
  const expiring = expires - RENEW_WHEN_LEFT_SECONDS
  const text = `${id}|${expires}|${expiring}`
  return `${text}|${sign(secret, text, isCustomerId(id) ? signInCookie : '')}`
}

/** Reads a cookie's value back; a forged or ended one, or a customer's without their sign-in, is nothing. */
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

/** The cookie of the sign-in that the request carries, '' when it carries none. */
export const signInCookieOf = (context: Context, shop: Pick<Platform, 'url'>): string =>
  readCookie(context.req.header('cookie'), sessionCookie(shop.url)) ?? ''

/** Hands the shopper the cookie of this session; a customer's is bound to `signInCookie`. */
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

/** Makes the browser forget whose cart it had. */
export function forgetCartSession(context: Context, shop: Pick<Platform, 'url'>): void {
  setCookie(context, `${cartCookieName(shop.url)}=; ${EXPIRED}; ${cookieFlags(shop)}`)
}

/** The same, and that there was something in it. */
export function endCartSession(context: Context, shop: Pick<Platform, 'url'>): void {
  forgetCartSession(context, shop)
  setCartCookies(context, '')
}

const EXPIRED = 'expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0'

/**
 * The session that the cookie names, or null: a visitor who has never changed a cart has none. Whether a customer's
 * sign-in is still alive only the database knows (`readSession`).
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
 * The two cookies scripts read: a flag that something is in the cart, and the hash of its contents. Removed with `0`
 * and no life left when the cart empties, as recorded.
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
