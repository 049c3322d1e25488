import type { Context, MiddlewareHandler } from 'hono'
import type { WithSettings } from '../../platform/web/context.ts'
import { setFlash } from '../../platform/web/flash.tsx'
import { formFields } from '../../platform/web/form.ts'
import { hrefs } from '../../platform/web/routes.ts'
import { addFromFields, addNotices } from './add-from-form.ts'
import { setCookiesFor } from './cart-view.tsx'
import type { CartContext } from './context.ts'
import type { CartSettings } from './settings.ts'

/** API, asset and admin paths, where `?add-to-cart=` is ignored. */
const nonPagePaths = /^\/(wp-|assets\/|healthz|wc-api)|\.\w+$/
/** Parameters of the add itself, removed from the URL after it. */
const addToCartParams = /^(add-to-cart|product_id|variation_id|quantity(\[\d+\])?|request_id)$/
const withoutAddParams = (query: URLSearchParams): [string, string][] =>
  [...query].filter(([name]) => !addToCartParams.test(name))

/**
 * Adds to the cart without script, on any page: `?add-to-cart=` links and the product form (html-notes.md, "Ways to add
 * to the cart without script"). Redirects to the page without these parameters, so that a reload adds nothing
 * (docs/decisions/adding-without-script.md).
 */
export function addToCartWithoutScript(shop: CartContext & WithSettings<CartSettings>): MiddlewareHandler {
  return async (context, next) => {
    const isForm = context.req.method === 'POST' && context.req.path.startsWith('/product/')
    if ((context.req.method !== 'GET' && !isForm) || nonPagePaths.test(context.req.path)) return next()
    const query = context.req.query()
    const fields = isForm ? { ...query, ...(await formFields(context)) } : query
    if (fields['add-to-cart'] === undefined || !isPageRequest(context)) return next()
    if (isPrefetch(context)) return context.text('Not ahead of time.', 503, { 'cache-control': 'no-store' })

    const results = await addFromFields(context, shop, fields)
    const added = results.findLast((result) => result.ok)
    if (added) setCookiesFor(context, shop, added.cart)
    setFlash(context, shop, addNotices(results))
    return context.redirect(redirectTarget(context, shop, results), 303)
  }
}

function redirectTarget(
  context: Context,
  shop: CartContext & WithSettings<CartSettings>,
  results: Awaited<ReturnType<typeof addFromFields>>,
): string {
  const { pathname, searchParams, host } = new URL(context.req.url)
  if (results.every((result) => result.ok) && shop.settings().cartRedirectAfterAdd === 'yes') return hrefs.cart()
  const [single] = results
  // A product that cannot be added from a listing is shown on its own page, where options can be chosen.
  if (results.length === 1 && single && !single.ok && single.slug !== null && !pathname.startsWith('/product/'))
    return hrefs.product(single.slug)
  const ownParams = withoutAddParams(searchParams)
  const remainingParams =
    ownParams.length > 0
      ? ownParams
      : refererQuery(context.req.header('referer'), { pathname, hosts: [host, new URL(shop.url).host] })
  // A path starting with two slashes would redirect to another host.
  const path = `/${pathname.replace(/^\/+/, '')}`
  return remainingParams.length === 0 ? path : `${path}?${new URLSearchParams(remainingParams)}`
}

/** A product card's link contains only the add parameters; the filters of its listing are in the referring URL. */
function refererQuery(
  referer: string | undefined,
  { pathname, hosts }: { readonly pathname: string; readonly hosts: readonly string[] },
): [string, string][] {
  const refererUrl = URL.parse(referer ?? '')
  if (!refererUrl || !hosts.includes(refererUrl.host) || refererUrl.pathname !== pathname) return []
  return withoutAddParams(refererUrl.searchParams)
}

/** Whether the browser is loading a page: an image or script with such a URL adds nothing. */
export const isPageRequest = (context: Context): boolean =>
  ['document', 'empty', undefined].includes(context.req.header('sec-fetch-dest'))

/** Browsers prefetch pages that may be opened next; a prefetch adds nothing. */
export const isPrefetch = (context: Context): boolean =>
  /prefetch/.test(`${context.req.header('sec-purpose')} ${context.req.header('purpose')}`)
