import type { Context } from 'hono'
import type { Platform } from '../../platform/web/context.ts'
import { etagOf } from '../../platform/web/page-cache.ts'

/** Total headers and links to adjacent pages (store-products-list.json). */
export function setPageHeaders(
  context: Context,
  shop: Pick<Platform, 'url'>,
  page: { readonly number: number; readonly size: number; readonly total: number },
): void {
  const pages = Math.ceil(page.total / page.size)
  context.header('x-wp-total', String(page.total))
  context.header('x-wp-totalpages', String(pages))
  const links = [
    ...(page.number > 1 && pages > 0 ? [pageLink(context, shop, Math.min(page.number - 1, pages), 'prev')] : []),
    ...(page.number < pages ? [pageLink(context, shop, page.number + 1, 'next')] : []),
  ]
  if (links.length > 0) context.header('link', links.join(', '))
}

function pageLink(context: Context, shop: Pick<Platform, 'url'>, page: number, rel: 'prev' | 'next'): string {
  const { pathname, searchParams } = new URL(context.req.url)
  searchParams.set('page', String(page))
  return `<${shop.url}${pathname}?${searchParams}>; rel="${rel}"`
}

/** A public response, so that a caller with a current copy gets 304. */
export function revalidatedJson(context: Context, body: unknown): Response {
  const text = JSON.stringify(pickFields(body, context.req.query('_fields')))
  const etag = etagOf(text)
  context.header('etag', etag)
  context.header('cache-control', 'no-cache')
  if (context.req.header('if-none-match') === etag) return context.body(null, 304)
  return context.body(text)
}

/** `_fields=id,name`: only these fields of each item. */
function pickFields(body: unknown, fields: string | undefined): unknown {
  if (fields === undefined || fields === '') return body
  const names = new Set(fields.split(',').map((field) => field.trim().split('.')[0] ?? ''))
  const pickFrom = (item: unknown) =>
    Object.fromEntries(Object.entries(item as object).filter(([name]) => names.has(name)))
  return Array.isArray(body) ? body.map(pickFrom) : pickFrom(body)
}
