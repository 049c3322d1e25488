import type { Context } from 'hono'
import type { Platform } from './context.ts'
import type { Page } from './page.ts'
import { securityHeadersOf } from './security.ts'

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
  const { pathname, search } = new URL(context.req.url)
  shop.pages.put(
    pathname + search,
    { html: response.body, headers: { ...securityHeadersOf(shop.url), ...response.headers }, tags, expiresAt },
    shop.now(),
    generation,
  )
}

/** Sends a public document for programs, and caches it if requested without a query. */
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
