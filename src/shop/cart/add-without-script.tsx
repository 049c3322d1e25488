import type { Context, MiddlewareHandler } from 'hono'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { setFlash } from '../../platform/web/flash.tsx'
import { formFields } from '../../platform/web/form.ts'
import { hrefs } from '../../platform/web/routes.ts'
import type { WithPricing } from '../pricing/context.ts'
import { addFromFields, addNotices } from './add-from-form.ts'
import { setCookiesFor } from './cart-view.tsx'
import type { CartSettings } from './settings.ts'

/** Doors for programs, files and staff: nobody shops there. */
const nonPagePaths = /^\/(wp-|assets\/|healthz|wc-api)|\.\w+$/
/** What was asked for by the link or form itself. */
const addToCartParams = /^(add-to-cart|product_id|variation_id|quantity(\[\d+\])?|request_id)$/
const withoutAddParams = (query: URLSearchParams): [string, string][] =>
  [...query].filter(([name]) => !addToCartParams.test(name))

/**
 * Adding without script, from any page: `?add-to-cart=` links and the product page's form (html-notes.md, "Ways to add to
 * the cart without script"). The browser is sent back to the page without the wish in its address, so that a reload adds
 * nothing (docs/decisions/adding-without-script.md).
 */
export function addToCartWithoutScript(
  shop: Pick<Platform, 'db' | 'now' | 'secret' | 'url'> & WithPricing & WithSettings<CartSettings>,
): MiddlewareHandler {
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
  shop: Pick<Platform, 'url'> & WithSettings<CartSettings>,
  results: Awaited<ReturnType<typeof addFromFields>>,
): string {
  const { pathname, searchParams, host } = new URL(context.req.url)
  if (results.every((result) => result.ok) && shop.settings().cartRedirectAfterAdd === 'yes') return hrefs.cart()
  const [single] = results
  // What cannot be added from a list is shown where it can be chosen.
  if (results.length === 1 && single && !single.ok && single.slug !== null && !pathname.startsWith('/product/'))
    return hrefs.product(single.slug)
  const ownParams = withoutAddParams(searchParams)
  const remainingParams =
    ownParams.length > 0
      ? ownParams
      : refererQuery(context.req.header('referer'), { pathname, hosts: [host, new URL(shop.url).host] })
  // Two slashes in front would name another site.
  const path = `/${pathname.replace(/^\/+/, '')}`
  return remainingParams.length === 0 ? path : `${path}?${new URLSearchParams(remainingParams)}`
}

/** A card's link names the wish and nothing else: how its listing was filtered stands in the address it was followed from. */
function refererQuery(
  referer: string | undefined,
  { pathname, hosts }: { readonly pathname: string; readonly hosts: readonly string[] },
): [string, string][] {
  const refererUrl = URL.parse(referer ?? '')
  if (!refererUrl || !hosts.includes(refererUrl.host) || refererUrl.pathname !== pathname) return []
  return withoutAddParams(refererUrl.searchParams)
}

/** A picture or script with such an address is not a shopper who wants something. */
export const isPageRequest = (context: Context): boolean =>
  ['document', 'empty', undefined].includes(context.req.header('sec-fetch-dest'))

/** Browsers fetch pages that may be opened next; that is no wish yet. */
export const isPrefetch = (context: Context): boolean =>
  /prefetch/.test(`${context.req.header('sec-purpose')} ${context.req.header('purpose')}`)
