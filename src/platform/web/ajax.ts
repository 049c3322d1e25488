import type { Context } from 'hono'

/** Handles one `?wc-ajax=` call with the dependencies it needs. */
export type AjaxHandler<S> = (context: Context, shop: S) => Promise<Response> | Response

/** Headers of every recorded `wc-ajax` response: not cacheable. */
export const ajaxHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json; charset=UTF-8',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
  'cache-control': 'no-cache, must-revalidate, max-age=0, no-store, private',
}

/** A JSON response with those headers. Cookies set on the context are included. */
export const ajaxJson = (context: Context, body: unknown): Response =>
  context.body(JSON.stringify(body), 200, { ...ajaxHeaders })

/** Response to an unknown call or a missing parameter: 200 with an empty body (recorded in wc-ajax-unknown). */
export const ajaxEmpty = (context: Context): Response =>
  context.body('', 200, { ...ajaxHeaders, 'content-type': 'text/html; charset=UTF-8' })
