import type { Context } from 'hono'
import type { Shop } from '../shop.ts'
import type { Page } from './page.ts'
import { securityHeadersOf } from './security.ts'

type Kept = NonNullable<Page['cache']>

/** What answers that are the same for everybody say to browsers: keep it, and ask each time whether it still holds. */
export const KEPT = 'public, max-age=0, must-revalidate'

/** Keeps an answer with status 200 under the address it was asked for by. */
export function keepAnswer(
  context: Context,
  shop: Pick<Shop, 'pages' | 'now' | 'isProduction' | 'url'>,
  answer: { readonly body: string; readonly headers: Readonly<Record<string, string>> },
  { tags, until, generation }: Kept,
): void {
  if (context.req.method !== 'GET' || !shop.isProduction) return
  const { pathname, search } = new URL(context.req.url)
  shop.pages.put(
    pathname + search,
    {
      html: answer.body,
      headers: { ...securityHeadersOf(shop.url), ...answer.headers },
      tags,
      ...(until ? { until } : {}),
    },
    shop.now(),
    generation,
  )
}

/** Answers a document for programs that is the same for everybody, and keeps it when it was asked for without a query. */
export function keptDocument(
  context: Context,
  shop: Pick<Shop, 'pages' | 'now' | 'isProduction' | 'url'>,
  document: { readonly body: string; readonly type: string; readonly headers?: Readonly<Record<string, string>> },
  kept: Kept,
): Response {
  const headers = {
    'content-type': document.type,
    'cache-control': KEPT,
    vary: 'accept-encoding',
    ...document.headers,
  }
  if (!context.req.url.includes('?')) keepAnswer(context, shop, { body: document.body, headers }, kept)
  return context.body(document.body, 200, headers)
}
