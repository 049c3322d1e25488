import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Notice, NoticeList } from '../ui/notices.tsx'
import type { Platform } from './context.ts'
import type { CookieDeclaration } from './cookie-declaration.ts'
import { isSameSignature, sign } from './signature.ts'

/** A browser with this cookie gets an uncached page with its notices. */
export const FLASH_COOKIE = 'samovar_flash'

export const flashCookie: CookieDeclaration = {
  name: FLASH_COOKIE,
  purpose: 'shows a message once on the next page',
  lifetime: 'a minute',
}

/** A notice for the next page. Its link must be a URL of this shop. */
export type FlashNotice = {
  readonly kind: Notice['kind']
  readonly text: string
  readonly link?: { readonly href: string; readonly label: string; readonly className: string }
}

const SECONDS = 60
/** Browsers limit cookies to about 4 kB; the last notices that do not fit are dropped. */
const MAX_LENGTH = 3000

/** Shows a notice once on the next page, after a redirect. */
export function setFlash(
  context: Context,
  shop: Pick<Platform, 'secret' | 'url'>,
  notices: readonly FlashNotice[],
): void {
  const included = [...notices]
  while (encode(included).length > MAX_LENGTH) included.pop()
  const text = encode(included)
  if (included.length > 0) sendCookie(context, shop, `${text}.${signatureOf(shop.secret, text)}`, SECONDS)
}

const consumed = new WeakMap<Request, NoticeList>()

/** Takes the pending notices and clears the cookie; a second call within the request returns none. */
export function consumeFlash(context: Context, shop: Pick<Platform, 'secret' | 'url'>): NoticeList {
  if (consumed.has(context.req.raw)) return []
  const value = getCookie(context, FLASH_COOKIE)
  if (value === undefined) return []
  consumed.set(context.req.raw, [])
  sendCookie(context, shop, '', 0)
  const [text = '', signature = ''] = value.split('.')
  if (!isSameSignature(signature, signatureOf(shop.secret, text))) return []
  return decode(text).map(toNotice)
}

/** The same notice on the page of this response. */
export const toNotice = ({ kind, text, link }: FlashNotice): Notice => ({
  kind,
  text: link ? (
    <>
      {text}{' '}
      <a href={link.href} className={link.className}>
        {link.label}
      </a>
    </>
  ) : (
    text
  ),
})

const encode = (notices: readonly FlashNotice[]): string => Buffer.from(JSON.stringify(notices)).toString('base64url')
const decode = (text: string): FlashNotice[] => JSON.parse(Buffer.from(text, 'base64url').toString()) as FlashNotice[]

const signatureOf = (secret: string, text: string): string => sign(secret, `flash|${text}`).slice(0, 22)

function sendCookie(context: Context, shop: Pick<Platform, 'url'>, value: string, seconds: number): void {
  const secure = shop.url.startsWith('https:') ? '; Secure' : ''
  context.header(
    'set-cookie',
    `${FLASH_COOKIE}=${value}; Max-Age=${seconds}; path=/; HttpOnly; SameSite=Lax${secure}`,
    { append: true },
  )
}
