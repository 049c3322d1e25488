import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import type { Shop } from '../shop.ts'
import { readCookie } from '../web/cookies.ts'

/**
 * A browser that the shop knows by a cookie of its own: somebody has signed in with it, or paid an order. It opens
 * nothing; what strangers get wrong elsewhere is not held against it (OWASP, "device cookies").
 */
export type KnownDevice = {
  readonly id: string
  /** An order that was paid with it; null: none. */
  readonly orderId: number | null
  /** Who has signed in with it, the latest first. */
  readonly userIds: readonly number[]
}

type DeviceShop = Pick<Shop, 'url' | 'secret' | 'now'>

const LIFE_SECONDS = 365 * 86_400
const RENEW_AFTER_SECONDS = 30 * 86_400
const MOST_USERS = 5
const VALUE = /^([\w-]{22})\.(\d{1,10})\.((?:\d{1,10}(?:-\d{1,10})*)?)\.(\d{1,12})\.([\w-]{43})$/

export const deviceCookie = (shopUrl: string): string =>
  `${shopUrl.startsWith('https:') ? '__Secure-' : ''}samovar.device`

const sign = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(`device|${text}`).digest('base64url')

type Read = { readonly device: KnownDevice; readonly at: number }

function read({ req }: Context, shop: DeviceShop): Read | null {
  const value = readCookie(req.header('cookie'), deviceCookie(shop.url)) ?? ''
  const [, id = '', order = '', users = '', at = '', signature = ''] = VALUE.exec(value) ?? []
  if (signature === '') return null
  const expected = Buffer.from(sign(shop.secret, `${id}.${order}.${users}.${at}`))
  if (!timingSafeEqual(Buffer.from(signature), expected)) return null
  if (Number(at) + LIFE_SECONDS <= shop.now().getTime() / 1000) return null
  const userIds = users === '' ? [] : users.split('-').map(Number)
  return { device: { id, orderId: Number(order) || null, userIds }, at: Number(at) }
}

/** The browser that sends this request; null for one that nobody has signed in or paid with. */
export const knownDevice = (context: Context, shop: DeviceShop): KnownDevice | null =>
  read(context, shop)?.device ?? null

/** From now on this browser is known: by who signed in with it, or by an order that was paid with it. */
export function rememberDevice(
  context: Context,
  shop: DeviceShop,
  what: { readonly userId: number } | { readonly orderId: number },
): void {
  const known = read(context, shop)
  const before = known?.device ?? { id: randomBytes(16).toString('base64url'), orderId: null, userIds: [] }
  const device =
    'userId' in what
      ? { ...before, userIds: [what.userId, ...before.userIds.filter((id) => id !== what.userId)].slice(0, MOST_USERS) }
      : { ...before, orderId: before.orderId ?? what.orderId }
  const now = Math.floor(shop.now().getTime() / 1000)
  const isSame = device.orderId === before.orderId && device.userIds.join() === before.userIds.join()
  if (known && isSame && now - known.at < RENEW_AFTER_SECONDS) return
  const text = `${device.id}.${device.orderId ?? 0}.${device.userIds.join('-')}.${now}`
  const flags = `Max-Age=${LIFE_SECONDS}; Path=/; HttpOnly; SameSite=Lax${shop.url.startsWith('https:') ? '; Secure' : ''}`
  context.header('set-cookie', `${deviceCookie(shop.url)}=${text}.${sign(shop.secret, text)}; ${flags}`, {
    append: true,
  })
}
