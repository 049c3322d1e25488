import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import type { Shop } from '../shop.ts'
import type { NoticeList } from '../ui/notices.tsx'
import { readCookie } from './cookies.ts'

/** A browser that carries it gets its next page made for it alone, notice and all, and never a kept one. */
export const FLASH_COOKIE = 'samovar_flash'

/** A notice that waits for the next page. Its link leads to one of our own addresses. */
export type FlashNotice = {
  readonly kind: 'success' | 'error' | 'info'
  readonly text: string
  readonly link?: { readonly href: string; readonly label: string; readonly className: string }
}

const SECONDS = 60
/** Browsers keep some 4 kB of a cookie; what does not fit is left out, the last notices first. */
const MOST_LETTERS = 3000

type FlashShop = Pick<Shop, 'url' | 'secret'>

/** Says something on the next page this browser opens, once: after a redirect, so that a reload does nothing twice. */
export function setFlash(context: Context, shop: FlashShop, notices: readonly FlashNotice[]): void {
  let fitting = [...notices]
  let text = encode(fitting)
  while (text.length > MOST_LETTERS && fitting.length > 0) {
    fitting = fitting.slice(0, -1)
    text = encode(fitting)
  }
  if (fitting.length > 0) sendCookie(context, shop, `${text}.${sign(shop.secret, text)}`, SECONDS)
}

const perRequest = new WeakMap<Request, NoticeList>()

/** What was to be said, taken off the browser; on a second look within the same request there is nothing more. */
export function takeFlash(context: Context, shop: FlashShop): NoticeList {
  if (perRequest.has(context.req.raw)) return []
  const value = readCookie(context.req.header('cookie'), FLASH_COOKIE)
  if (value === undefined) return []
  perRequest.set(context.req.raw, [])
  sendCookie(context, shop, '', 0)
  const [text = '', signature = ''] = value.split('.')
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(shop.secret, text))]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return []
  return decode(text).map(({ kind, text: words, link }) => ({
    kind,
    text: link ? (
      <>
        {words}{' '}
        <a href={link.href} className={link.className}>
          {link.label}
        </a>
      </>
    ) : (
      words
    ),
  }))
}

const encode = (notices: readonly FlashNotice[]): string => Buffer.from(JSON.stringify(notices)).toString('base64url')
const decode = (text: string): FlashNotice[] => JSON.parse(Buffer.from(text, 'base64url').toString()) as FlashNotice[]

const sign = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(`flash|${text}`).digest('base64url').slice(0, 22)

function sendCookie(context: Context, shop: FlashShop, value: string, seconds: number): void {
  const secure = shop.url.startsWith('https:') ? '; Secure' : ''
  context.header(
    'set-cookie',
    `${FLASH_COOKIE}=${value}; Max-Age=${seconds}; path=/; HttpOnly; SameSite=Lax${secure}`,
    { append: true },
  )
}
