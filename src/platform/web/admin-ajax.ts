import { type Context, Hono } from 'hono'
import { type AjaxHandler, ajaxHeaders } from './ajax.ts'
import { formFields } from './form.ts'
import { paths } from './routes.ts'

const PREFIX = 'woocommerce_'

/**
 * WordPress's older URL for script calls. `action=woocommerce_get_refreshed_fragments` is the same as
 * `?wc-ajax=get_refreshed_fragments`; a missing or unknown action returns `0`.
 */
export function adminAjaxRoutes<S>(shop: S, handlers: Readonly<Record<string, AjaxHandler<S>>>): Hono {
  const routes = new Hono()
  const respond = async (context: Context): Promise<Response> => {
    const name = await ajaxCallOf(context)
    const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined
    return handler ? handler(context, shop) : context.body('0', 400, htmlHeaders)
  }
  return routes.get(paths.adminAjax, respond).post(paths.adminAjax, respond)
}

/** The action of a request to `admin-ajax.php` without its prefix; '' if unknown. */
export async function ajaxCallOf(context: Context): Promise<string> {
  const action = context.req.query('action') ?? (await formFields(context)).action ?? ''
  return action.startsWith(PREFIX) ? action.slice(PREFIX.length) : ''
}

/**
 * Payment gateway callbacks by name, as `/wc-api/name/` or `/?wc-api=name`. This shop uses its own webhook URL instead,
 * so every name is unknown, which WooCommerce answers with 400 and `-1`.
 */
export function wcApiRoutes(): Hono {
  const routes = new Hono()
  const respondUnknown = (context: Context): Response => context.body('-1', 400, htmlHeaders)
  for (const path of [paths.wcApi, paths.wcApi.slice(0, -1)])
    routes.get(path, respondUnknown).post(path, respondUnknown)
  // All methods, because the name is in the query of the home page.
  return routes.use(async (context: Context, next) =>
    context.req.path === paths.home && context.req.query('wc-api') ? respondUnknown(context) : next(),
  )
}

const htmlHeaders = { ...ajaxHeaders, 'content-type': 'text/html; charset=UTF-8' }
