import { type Context, Hono } from 'hono'
import { formFields } from './form.ts'
import { paths } from './routes.ts'

/** Handler of a `?wc-ajax=` call. */
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

/** An HTML text with those headers. */
export const ajaxText = (context: Context, text: string, status: 200 | 400 | 403): Response =>
  context.body(text, status, { ...ajaxHeaders, 'content-type': 'text/html; charset=UTF-8' })

/** Response to an unknown call or a missing parameter: 200 with an empty body (recorded in wc-ajax-unknown). */
export const ajaxEmpty = (context: Context): Response => ajaxText(context, '', 200)

const PREFIX = 'woocommerce_'

/** WordPress's admin-ajax URL: `action=woocommerce_X` is `?wc-ajax=X`. `others` have no prefix and require POST. */
export function adminAjaxRoutes<S>(
  shop: S,
  handlers: Readonly<Record<string, AjaxHandler<S>>>,
  others: Readonly<Record<string, AjaxHandler<S>>>,
): Hono {
  const respond = async (context: Context): Promise<Response> => {
    const action = await actionOf(context)
    const isOther = context.req.method === 'POST' && Object.hasOwn(others, action)
    const name = callOf(action)
    const handler = isOther ? others[action] : Object.hasOwn(handlers, name) ? handlers[name] : undefined
    return handler ? handler(context, shop) : ajaxText(context, '0', 400)
  }
  return new Hono().on(['GET', 'POST'], paths.adminAjax, respond)
}

/** The action of a request to `admin-ajax.php` without its prefix; '' if unknown. */
export const ajaxCallOf = async (context: Context): Promise<string> => callOf(await actionOf(context))

const callOf = (action: string): string => (action.startsWith(PREFIX) ? action.slice(PREFIX.length) : '')

const actionOf = async (context: Context): Promise<string> =>
  context.req.query('action') ?? (await formFields(context)).action ?? ''

/** Gateway callbacks at `/wc-api/name/` or `/?wc-api=name`. As in WooCommerce an unknown name is 400 with `-1`. */
export function wcApiRoutes<S>(shop: S, calls: Readonly<Record<string, AjaxHandler<S>>>): Hono {
  const respond = (context: Context, name: string): Response | Promise<Response> => {
    const handler = context.req.method === 'GET' && Object.hasOwn(calls, name) ? calls[name] : undefined
    return handler ? handler(context, shop) : ajaxText(context, '-1', 400)
  }
  const routes = new Hono().on(['GET', 'POST'], [paths.wcApi, paths.wcApi.slice(0, -1)], (context) =>
    respond(context, context.req.param('call') ?? ''),
  )
  // All paths and methods, because the name may be in the query of the home page.
  return routes.use(async (context, next) => {
    const name = context.req.path === paths.home ? context.req.query('wc-api') : undefined
    return name ? respond(context, name) : next()
  })
}
