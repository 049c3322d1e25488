import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import type { Shop } from '../shop.ts'
import { readCookie } from '../web/cookies.ts'

/** Who is shopping: the name of a cart. A guest's id is `t_` and 30 hex digits (html-notes.md, cookies). */
export type Session = { readonly id: string; readonly isNew: boolean }

/** A cookie lives two days and is renewed while the shopper is about. */
export const SESSION_SECONDS = 172_800
const RENEW_WHEN_LEFT_SECONDS = 86_400
/** The cart itself is kept longer, so that a renewed cookie never finds it gone. */
export const CART_SECONDS = 30 * 86_400

export const newSessionId = (): string => `t_${randomBytes(15).toString('hex')}`

export const isSessionId = (text: string): boolean => /^(t_[0-9a-f]{28,30}|[1-9][0-9]{0,9})$/.test(text)

export const cookieName = (shopUrl: string): string =>
  `wp_woocommerce_session_${createHash('md5').update(shopUrl).digest('hex')}`

const sign = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(`session|${text}`).digest('hex').slice(0, 32)

/** The cookie's value: id, end, time to renew, and a signature that makes it ours. */
export function sessionValue(secret: string, id: string, now: Date): string {
  const expires = Math.floor(now.getTime() / 1000) + SESSION_SECONDS
  const expiring = expires - RENEW_WHEN_LEFT_SECONDS
  return [id, expires, expiring, sign(secret, `${id}|${expires}|${expiring}`)].join('|')
}

/** Reads a cookie's value back; a forged or ended one is nothing. */
export function readSessionValue(secret: string, value: string, now: Date): { id: string; isExpiring: boolean } | null {
  const [id, expires, expiring, signature, ...rest] = value.split('|')
  if (!id || !expires || !expiring || !signature || rest.length > 0 || !isSessionId(id)) return null
  const expected = Buffer.from(sign(secret, `${id}|${expires}|${expiring}`))
  const given = Buffer.from(signature)
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null
  const seconds = now.getTime() / 1000
  if (Number(expires) <= seconds) return null
  return { id, isExpiring: Number(expiring) <= seconds }
}

const cookieFlags = (shop: Shop): string =>
  `path=/; HttpOnly; SameSite=Lax${shop.url.startsWith('https:') ? '; Secure' : ''}`

/** Hands the shopper the cookie of this session. */
export function startSession(context: Context, shop: Shop, id: string): void {
  const value = encodeURIComponent(sessionValue(shop.secret, id, shop.now()))
  const expires = new Date(shop.now().getTime() + SESSION_SECONDS * 1000).toUTCString()
  context.header(
    'set-cookie',
    `${cookieName(shop.url)}=${value}; expires=${expires}; Max-Age=${SESSION_SECONDS}; ${cookieFlags(shop)}`,
    {
      append: true,
    },
  )
}

/** The shopper's session from the cookie, or null: a visitor who has never changed a cart has none. */
export function readSession(context: Context, shop: Shop): Session | null {
  const value = readCookie(context.req.header('cookie'), cookieName(shop.url))
  const read = value === undefined ? null : readSessionValue(shop.secret, value, shop.now())
  if (!read) return null
  if (read.isExpiring) startSession(context, shop, read.id)
  return { id: read.id, isNew: false }
}

/** The session, starting one with its cookie when there is none. Called only when a cart really changes. */
export function openSession(context: Context, shop: Shop): Session {
  const known = readSession(context, shop)
  if (known) return known
  const id = newSessionId()
  startSession(context, shop, id)
  return { id, isNew: true }
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
    const has = readCookie(sent, name)
    if (has === value || (hash === '' && has === undefined)) continue
    const end = hash === '' ? '; expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0' : ''
    context.header('set-cookie', `${name}=${value}${end}; path=/; SameSite=Lax`, { append: true })
  }
}
