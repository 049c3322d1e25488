import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Platform } from '../../../platform/web/context.ts'
import type { CookieDeclaration } from '../../../platform/web/cookie-declaration.ts'
import { isSameSignature, sign } from '../../../platform/web/signature.ts'

/** A browser with a device cookie (OWASP), which grants no access. Attempts of others do not count against it. */
export type KnownDevice = {
  readonly id: string
  readonly orderId: number | null
  readonly userIds: readonly number[]
}

const LIFETIME_SECONDS = 365 * 86_400
const RENEW_AFTER_SECONDS = 30 * 86_400
const MAX_USERS = 5
const COOKIE_PATTERN = /^([\w-]{22})\.(\d{1,10})\.((?:\d{1,10}(?:-\d{1,10})*)?)\.(\d{1,12})\.([\w-]{43})$/

export const deviceCookie = (shopUrl: string): string =>
  `${shopUrl.startsWith('https:') ? '__Secure-' : ''}samovar.device`

export const deviceCookieDeclaration: CookieDeclaration = {
  name: deviceCookie('http:'),
  purpose: 'recognizes your browser, so that strangers who guess passwords cannot lock you out',
  lifetime: 'a year',
}

type DeviceShop = Pick<Platform, 'now' | 'secret' | 'url'>

type IssuedDevice = KnownDevice & { readonly issuedAt: number }

/** What this request's response already remembers: the browser keeps only the last cookie of a name. */
const remembered = new WeakMap<Request, IssuedDevice>()

function parseDeviceCookie(context: Context, shop: DeviceShop): IssuedDevice | null {
  const value = getCookie(context, deviceCookie(shop.url)) ?? ''
  const [, id = '', order = '', users = '', issuedAt = '', signature = ''] = COOKIE_PATTERN.exec(value) ?? []
  if (!isSameSignature(signature, sign(shop.secret, `device|${id}.${order}.${users}.${issuedAt}`))) return null
  if (Number(issuedAt) + LIFETIME_SECONDS <= shop.now().getTime() / 1000) return null
  const userIds = users === '' ? [] : users.split('-').map(Number)
  return { id, orderId: Number(order) || null, userIds, issuedAt: Number(issuedAt) }
}

export const knownDevice: (context: Context, shop: DeviceShop) => KnownDevice | null = parseDeviceCookie

export function rememberDevice(context: Context, shop: DeviceShop, owner: { userId: number } | { orderId: number }) {
  const current = remembered.get(context.req.raw) ?? parseDeviceCookie(context, shop)
  const device = current ?? { id: randomBytes(16).toString('base64url'), orderId: null, userIds: [] }
  const orderId = device.orderId ?? ('orderId' in owner ? owner.orderId : null)
  const userIds =
    'userId' in owner
      ? [owner.userId, ...device.userIds.filter((id) => id !== owner.userId)].slice(0, MAX_USERS)
      : device.userIds
  const now = Math.floor(shop.now().getTime() / 1000)
  const isSame = orderId === device.orderId && userIds.join() === device.userIds.join()
  if (current && isSame && now - current.issuedAt < RENEW_AFTER_SECONDS) return
  remembered.set(context.req.raw, { id: device.id, orderId, userIds, issuedAt: now })
  const payload = `${device.id}.${orderId ?? 0}.${userIds.join('-')}.${now}`
  const flags = `Max-Age=${LIFETIME_SECONDS}; Path=/; HttpOnly; SameSite=Lax${shop.url.startsWith('https:') ? '; Secure' : ''}`
  const cookie = `${deviceCookie(shop.url)}=${payload}.${sign(shop.secret, `device|${payload}`)}; ${flags}`
  context.header('set-cookie', cookie, { append: true })
}
