import { type Context, Hono } from 'hono'
import { addressRateLimiter, rateLimiter } from '../../people/abuse/rate-limit.ts'
import { currentUser } from '../../people/identity/auth-session.ts'
import { AccountPage } from '../../people/identity/pages/form-parts.tsx'
import { normalizeEmail } from '../../platform/email-address.ts'
import { attachment } from '../../platform/rest/response.ts'
import { clientAddress } from '../../platform/web/client-address.ts'
import type { Platform } from '../../platform/web/context.ts'
import { CACHE_CONTROL_NO_STORE } from '../../platform/web/private-pages.ts'
import { paths } from '../../platform/web/routes.ts'
import { serveFile } from '../../things/media/serve-file.ts'
import { countDownload, findDownload } from '../orders/downloads/order-downloads.ts'

type DownloadShop = Pick<Platform, 'db' | 'files' | 'now' | 'secret' | 'url'>

/** Pages shown when a link gives no file. They reveal nothing about the file. */
const refusals = {
  invalid: [404, 'This link does not work.', 'It is cut off, has expired, or its order was cancelled or refunded.'],
  foreign: [403, 'Please sign in.', 'This file belongs to an account. Sign in to it, and you find the file there.'],
  used: [
    403,
    'This link is used up.',
    'The file was downloaded as often as it may be. If it was not you, write to us.',
  ],
  'too-many': [429, 'Too many downloads at once.', 'Please try again in a few minutes.'],
} as const

const privateHeaders = { 'cache-control': CACHE_CONTROL_NO_STORE, 'referrer-policy': 'no-referrer' }

/** WooCommerce's download links: the URL of the home page with `download_file`. */
export const downloadRoutes = (shop: DownloadShop): Hono =>
  new Hono().get(paths.home, async (context, next) => {
    if (context.req.query('download_file') === undefined) return next()
    for (const [name, value] of Object.entries(privateHeaders)) context.header(name, value)
    const answer = await download(context, shop)
    if (typeof answer !== 'string') return answer
    const [status, title, text] = refusals[answer]
    const body = (
      <AccountPage title={title} lead={text}>
        <a href={paths.accountDownloads}>The downloads of your account</a>
      </AccountPage>
    )
    return context.render({ title, status, noIndex: true, bodyClass: 'page woocommerce-page', body })
  })

/** Limit on links followed by one network, valid or not: more than a download in many parts needs. */
const linksFollowed = { name: 'download', max: 300, seconds: 600 }
/** Limit on range requests that count as one download, for as long as a download may take. */
const partsFetched = { name: 'download-parts', max: 100, seconds: 1800 }

/** Storage key of a protected file; a product's other files are https URLs. */
const storedFile = /^downloads\/[\w-]{22}\/[^./\\\p{Cc}][^/\\\p{Cc}]{0,99}$/u

async function download(context: Context, shop: DownloadShop): Promise<Response | keyof typeof refusals> {
  const { download_file: product = '', order: orderKey = '', email = '', key: downloadId = '' } = context.req.query()
  if (!(await addressRateLimiter(shop, linksFollowed).consume(clientAddress(context))).ok) return 'too-many'
  const productId = /^[1-9]\d{0,8}$/.test(product) ? Number(product) : 0
  const grant = await findDownload(shop.db, orderKey, productId, downloadId, shop.now())
  if (!grant || normalizeEmail(grant.email) !== normalizeEmail(email)) return 'invalid'
  // A customer's link works only for that customer (an option in WooCommerce). A guest has only the key.
  if (grant.customerId !== null && (await currentUser(context, shop))?.id !== grant.customerId) return 'foreign'
  const isHead = context.req.method === 'HEAD'
  if (/^https:\/\//i.test(grant.file))
    return isHead || (await countDownload(shop.db, grant.id, shop.now())) ? context.redirect(grant.file) : 'used'
  const headers = { ...privateHeaders, ...attachment(grant.file.replace(/^.*\//, '')), 'x-robots-tag': 'noindex' }
  const answer = storedFile.test(grant.file) ? await serveFile(context, shop.files, grant.file, headers) : null
  if (!answer?.ok || isHead || (await isCounted(context, shop, grant.id, answer.headers))) return answer ?? 'invalid'
  await answer.body?.cancel()
  return 'used'
}

/** False if no downloads are left. Later range requests of the same network count as the same download. */
async function isCounted(context: Context, shop: DownloadShop, id: number, headers: Headers) {
  const isLater = /^bytes [1-9]/.test(headers.get('content-range') ?? '')
  const parts = rateLimiter(shop, partsFetched)
  const key = `${id}|${clientAddress(context)}`
  if (isLater && (await parts.peek(key)).remaining < partsFetched.max && (await parts.consume(key)).ok) return true
  const isLeft = await countDownload(shop.db, id, shop.now())
  if (isLeft) await parts.consume(key)
  return isLeft
}
