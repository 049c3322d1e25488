import type { Context, MiddlewareHandler } from 'hono'
import { hrefs } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { setFlash } from '../web/flash.tsx'
import { formFields } from '../web/form.ts'
import { addFromFields, addNotices } from './add-from-form.ts'
import { setCookiesFor } from './cart-view.tsx'

/** Doors for programs, files and staff: nobody shops there. */
const noPage = /^\/(wp-|assets\/|healthz|wc-api)|\.\w+$/
/** What was asked for by the link or form itself. */
const ofTheWish = /^(add-to-cart|product_id|variation_id|quantity(\[\d+\])?|request_id)$/
const withoutWish = (query: URLSearchParams): [string, string][] => [...query].filter(([name]) => !ofTheWish.test(name))

/**
 * Adding without script, from any page: `?add-to-cart=` links and the product page's form (html-notes.md, "Ways to add to
 * the cart without script"). The browser is sent back to the page without the wish in its address, so that a reload adds
 * nothing (docs/decisions/adding-without-script.md).
 */
export function plainAdd(shop: Shop): MiddlewareHandler {
  return async (context, next) => {
    const isForm = context.req.method === 'POST' && context.req.path.startsWith('/product/')
    if ((context.req.method !== 'GET' && !isForm) || noPage.test(context.req.path)) return next()
    const query = context.req.query()
    const fields = isForm ? { ...query, ...(await formFields(context)) } : query
    if (fields['add-to-cart'] === undefined || !isForPeople(context)) return next()
    if (isAheadOfTime(context)) return context.text('Not ahead of time.', 503, { 'cache-control': 'no-store' })

    const results = await addFromFields(context, shop, fields)
    const added = results.findLast((result) => result.ok)
    if (added) setCookiesFor(context, shop, added.cart)
    setFlash(context, shop, addNotices(results))
    return context.redirect(whereNext(context, shop, results), 303)
  }
}

function whereNext(context: Context, shop: Shop, results: Awaited<ReturnType<typeof addFromFields>>): string {
  const { pathname, searchParams, host } = new URL(context.req.url)
  if (results.every((result) => result.ok) && shop.settings().cartRedirectAfterAdd === 'yes') return hrefs.cart()
  const [only] = results
  // What cannot be added from a list is shown where it can be chosen.
  if (results.length === 1 && only && !only.ok && only.slug !== null && !pathname.startsWith('/product/'))
    return hrefs.product(only.slug)
  const own = withoutWish(searchParams)
  const kept =
    own.length > 0
      ? own
      : queryBefore(context.req.header('referer'), { pathname, hosts: [host, new URL(shop.url).host] })
  // Two slashes in front would name another site.
  const path = `/${pathname.replace(/^\/+/, '')}`
  return kept.length === 0 ? path : `${path}?${new URLSearchParams(kept)}`
}

/** A card's link names the wish and nothing else: how its listing was filtered stands in the address it was followed from. */
function queryBefore(
  referer: string | undefined,
  { pathname, hosts }: { readonly pathname: string; readonly hosts: readonly string[] },
): [string, string][] {
  const before = URL.parse(referer ?? '')
  if (!before || !hosts.includes(before.host) || before.pathname !== pathname) return []
  return withoutWish(before.searchParams)
}

/** A picture or script with such an address is not a shopper who wants something. */
export const isForPeople = (context: Context): boolean =>
  ['document', 'empty', undefined].includes(context.req.header('sec-fetch-dest'))

/** Browsers fetch pages that may be opened next; that is no wish yet. */
export const isAheadOfTime = (context: Context): boolean =>
  /prefetch/.test(`${context.req.header('sec-purpose')} ${context.req.header('purpose')}`)
