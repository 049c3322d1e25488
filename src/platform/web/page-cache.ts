import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import { acceptedEncoding, compress, type Encoding, encodingHeaders } from './compression.ts'
import type { Platform } from './context.ts'
import { CURRENCY_COOKIE, shownExchange } from './currency.ts'
import { FLASH_COOKIE } from './flash.tsx'
import type { Page } from './page.ts'
import { securityHeadersOf } from './security.ts'

/** One encoding of a page: its bytes, and its headers as the flat list Node writes directly. */
type Variant = { readonly body: Buffer; readonly headers: string[] }

type CacheEntry = {
  readonly etag: string
  readonly notModifiedHeaders: string[]
  readonly tags: ReadonlySet<string>
  readonly staleAt: number
  /** The page is stale from then on. */
  readonly expiresAt: number
  readonly headers: Readonly<Record<string, string>>
  readonly variants: Partial<Record<Encoding, Variant>> & { identity: Variant }
}

export type CacheablePage = {
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
  /** Data the page shows, e.g. `product:131`; a change to any of them invalidates the page. */
  readonly tags: readonly string[]
  /** When the page becomes stale, e.g. at the end of a sale. */
  readonly expiresAt?: Date | undefined
}

type CacheLimits = {
  readonly maxBytes?: number
  readonly currencies?: () => readonly { readonly currency: string }[]
  readonly isClosed?: () => boolean
}

const MAX_AGE_MS = 10 * 60_000

/** Complete, compressed public pages without personal data. `serve` answers in the HTTP listener, before the router. */
export class PageCache {
  /** Evicts the least recently served pages first. */
  readonly #entries: LRUCache<string, CacheEntry>
  /** Number of invalidations, so that a page rendered from older data is not stored. */
  #generation = 0
  #isServingStale = false

  /** The other offered currencies, each of which has its own cached pages. */
  readonly #currencies: () => readonly { readonly currency: string }[]

  /** Whether guests see no page of the shop, in which case nothing is cached or served. */
  readonly #isClosed: () => boolean

  constructor(options: CacheLimits = {}) {
    this.#currencies = options.currencies ?? (() => [])
    this.#isClosed = options.isClosed ?? (() => false)
    this.#entries = new LRUCache({ maxSize: options.maxBytes ?? 64 * 1024 * 1024, sizeCalculation: bytesOf })
  }

  get generation(): number {
    return this.#generation
  }

  get size(): { pages: number; bytes: number } {
    return { pages: this.#entries.size, bytes: this.#entries.calculatedSize }
  }

  /** Cache key of a request: its URL, and the chosen currency, if any. */
  #keyFor(url: string, cookies = ''): string {
    if (!cookies.includes(CURRENCY_COOKIE)) return url
    const chosenCurrency = this.#currencies().find(({ currency }) => cookies.includes(`${CURRENCY_COOKIE}=${currency}`))
    return keyOf(url, chosenCurrency?.currency)
  }

  /** `generation` is from before the data was read: if outdated, the page is not stored. */
  put(key: string, page: CacheablePage, now: Date, generation: number): void {
    if (generation !== this.#generation || this.#isClosed()) return
    const identity = Buffer.from(page.html)
    const maxAgeEnd = now.getTime() + MAX_AGE_MS
    const etag = etagOf(identity)
    const headers = { ...page.headers, etag }
    const entry: CacheEntry = {
      etag,
      headers,
      notModifiedHeaders: Object.entries(headers).flat(),
      tags: new Set(page.tags),
      staleAt: Math.min(maxAgeEnd, page.expiresAt?.getTime() ?? maxAgeEnd),
      expiresAt: page.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
      variants: { identity: variantOf(headers, identity, 'identity') },
    }
    this.#entries.set(key, entry)
    void this.#compress(key, entry)
  }

  /** Invalidates all pages with one of `tags`. Call it after the commit. */
  invalidate(tags: Iterable<string>): void {
    this.#generation += 1
    const tagSet = new Set(tags)
    if (tagSet.has('*')) return this.clear()
    // A copy: the cache must not change while it is iterated.
    for (const [key, entry] of [...this.#entries.entries()]) {
      if ([...tagSet].some((tag) => entry.tags.has(tag))) this.#entries.delete(key)
    }
  }

  /**
   * The database is unavailable: until the next `clear` pages are served beyond their ten minutes, but never beyond
   * `expiresAt`, also to browsers with a pending notice.
   */
  serveStale(): void {
    this.#isServingStale = true
  }

  clear(): void {
    this.#isServingStale = false
    this.#generation += 1
    this.#entries.clear()
  }

  /** Serves from memory and returns true, or returns false. */
  serve(request: IncomingMessage, response: ServerResponse, now: number): boolean {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    if (!this.#isServingStale && request.headers.cookie?.includes(FLASH_COOKIE)) return false
    const entry = this.#fresh(this.#keyFor(request.url ?? '', request.headers.cookie), now)
    if (!entry) return false
    if (request.headers['if-none-match'] === entry.etag) {
      response.writeHead(304, entry.notModifiedHeaders)
      response.end()
      return true
    }
    const variant = entry.variants[acceptedEncoding(request.headers['accept-encoding'])] ?? entry.variants.identity
    response.writeHead(200, variant.headers)
    response.end(request.method === 'HEAD' ? undefined : variant.body)
    return true
  }

  /** A page that another request has just cached under this key, as its response. */
  responseOf(key: string, now: number): Response | null {
    const identity = this.#fresh(key, now)?.variants.identity
    if (!identity) return null
    const headers = new Headers()
    for (let at = 0; at < identity.headers.length; at += 2)
      headers.set(identity.headers[at] ?? '', identity.headers[at + 1] ?? '')
    return new Response(new Uint8Array(identity.body), { headers })
  }

  #fresh(key: string, now: number): CacheEntry | null {
    const entry = this.#isClosed() ? undefined : this.#entries.get(key)
    if (!entry) return null
    if ((this.#isServingStale ? entry.expiresAt : entry.staleAt) > now) return entry
    this.#entries.delete(key)
    return null
  }

  async #compress(key: string, entry: CacheEntry): Promise<void> {
    const bodies = await compress(entry.variants.identity.body)
    if (this.#entries.peek(key) !== entry) return
    entry.variants.gzip = variantOf(entry.headers, bodies.gzip, 'gzip')
    entry.variants.br = variantOf(entry.headers, bodies.br, 'br')
    // Set again, because its size has changed.
    this.#entries.set(key, { ...entry })
  }
}

/** Cache key of a page, with the currency if it is not the shop's. */
const keyOf = (url: string, currency?: string): string => (currency ? `${currency} ${url}` : url)

/** Uses the shown currency, because cookies can be crafted to name another one. */
export function keyOfPage(context: Context): string {
  const { pathname, search } = new URL(context.req.url)
  return keyOf(pathname + search, shownExchange(context)?.currency)
}

const bytesOf = ({ variants }: CacheEntry): number =>
  Object.values(variants).reduce((sum, { body }) => sum + body.length, 0)

const variantOf = (headers: Readonly<Record<string, string>>, body: Buffer, encoding: Encoding): Variant => ({
  body,
  headers: Object.entries({ ...headers, ...encodingHeaders(body, encoding) }).flat(),
})

export const etagOf = (body: Buffer | string): string =>
  `"${createHash('sha1').update(body).digest('base64url').slice(0, 20)}"`

type CacheOptions = NonNullable<Page['cache']>

/** Public responses may be stored by browsers but must be revalidated. */
export const CACHE_CONTROL_REVALIDATE = 'public, max-age=0, must-revalidate'

/** Caches a response with status 200 under its URL. */
export function cacheResponse(
  context: Context,
  shop: Pick<Platform, 'isProduction' | 'now' | 'pages' | 'url'>,
  response: { readonly body: string; readonly headers: Readonly<Record<string, string>> },
  { tags, expiresAt, generation }: CacheOptions,
): void {
  if (context.req.method !== 'GET' || !shop.isProduction) return
  shop.pages.put(
    keyOfPage(context),
    { html: response.body, headers: { ...securityHeadersOf(shop.url), ...response.headers }, tags, expiresAt },
    shop.now(),
    generation,
  )
}

/** Sends a public document for API clients, and caches it unless there is a query. */
export function cachedDocument(
  context: Context,
  shop: Pick<Platform, 'isProduction' | 'now' | 'pages' | 'url'>,
  document: { readonly body: string; readonly type: string; readonly headers?: Readonly<Record<string, string>> },
  cache: CacheOptions,
): Response {
  const headers = {
    'content-type': document.type,
    'cache-control': CACHE_CONTROL_REVALIDATE,
    vary: 'accept-encoding',
    ...document.headers,
  }
  if (!context.req.url.includes('?')) cacheResponse(context, shop, { body: document.body, headers }, cache)
  return context.body(document.body, 200, headers)
}
