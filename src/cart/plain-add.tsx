import type { MiddlewareHandler } from 'hono'
import { productPage } from '../catalog/catalog.routes.tsx'
import { findProduct } from '../catalog/catalog.store.ts'
import { hrefs } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { formFields } from '../web/form.ts'
import { addFromFields, addNotice, cartPage, setCookiesFor } from './cart.routes.tsx'

/**
 * Adding without script, on any page: `?add-to-cart=` links and the product page's form (html-notes.md, "Ways to add to
 * the cart without script"). The same page comes back with a notice; a link from a listing ends on the cart.
 */
export function plainAdd(shop: Shop): MiddlewareHandler {
  return async (context, next) => {
    const isForm = context.req.method === 'POST' && context.req.path.startsWith('/product/')
    if (context.req.method !== 'GET' && !isForm) return next()
    const fields = isForm ? { ...context.req.query(), ...(await formFields(context)) } : context.req.query()
    if (fields['add-to-cart'] === undefined) return next()
    const added = await addFromFields(context, shop, fields)
    if (added.ok) setCookiesFor(context, shop, added.cart)
    const notices = addNotice(added)
    const slug = /^\/product\/([^/]+)\/?$/.exec(context.req.path)?.[1] ?? (added.ok ? null : added.slug)
    const product = slug === null ? null : await findProduct(shop.db, { slug: decodeURIComponent(slug) })
    if (product) return productPage(context, shop, product, { notices })
    return added.ok && shop.settings().cartRedirectAfterAdd === 'yes'
      ? context.redirect(hrefs.cart(), 303)
      : cartPage(context, shop, notices, added.ok ? added.cart : undefined)
  }
}
