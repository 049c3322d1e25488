import type { Context } from 'hono'

/** Answers one `?wc-ajax=` call with the parts of the shop it asks for. */
export type AjaxHandler<S> = (context: Context, shop: S) => Promise<Response> | Response

/** Headers of every recorded `wc-ajax` answer: never kept by anybody. */
export const ajaxHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json; charset=UTF-8',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
  'cache-control': 'no-cache, must-revalidate, max-age=0, no-store, private',
}

/** A JSON answer with those headers. Cookies already set on the context go along. */
export const ajaxJson = (context: Context, body: unknown): Response =>
  context.body(JSON.stringify(body), 200, { ...ajaxHeaders })

/** What a call that does not exist, or lacks its one parameter, answers: 200 and nothing (recorded in wc-ajax-unknown). */
export const ajaxEmpty = (context: Context): Response =>
  context.body('', 200, { ...ajaxHeaders, 'content-type': 'text/html; charset=UTF-8' })
