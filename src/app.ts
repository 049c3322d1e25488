import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { challengeRoutes } from './abuse/challenge.routes.ts'
import { accountsRoutes } from './accounts/accounts.routes.tsx'
import { passwordLinkRoutes } from './accounts/password-link.routes.tsx'
import { adminRoutes } from './admin/admin.routes.tsx'
import {
  addToCartCall,
  applyCouponCall,
  cartTotalsCall,
  refreshedFragmentsCall,
  removeCouponCall,
  removeFromCartCall,
  updateShippingMethodCall,
} from './cart/cart.calls.tsx'
import { cartRoutes } from './cart/cart.routes.tsx'
import { checkoutLinkRoutes } from './cart/checkout-link.routes.ts'
import { plainAdd } from './cart/plain-add.tsx'
import { attributeRoutes, catalogRoutes } from './catalog/catalog.routes.tsx'
import { getVariationCall } from './catalog/get-variation.ts'
import { checkoutCall, updateOrderReviewCall } from './checkout/checkout.calls.tsx'
import { checkoutRoutes } from './checkout/checkout.routes.tsx'
import { asksForOrder } from './checkout/order-door.ts'
import { orderPayRoutes } from './checkout/order-pay.routes.tsx'
import { orderReceivedRoutes } from './checkout/order-received.routes.tsx'
import { stripeRequestCall } from './checkout/stripe-requests.tsx'
import { commentRoutes } from './content/comments.routes.tsx'
import { contentRoutes } from './content/content.routes.tsx'
import { homeRoutes } from './faces/storefront/home/home.routes.tsx'
import { feedRoutes } from './feeds/feeds.routes.ts'
import { mediaRoutes } from './media/media.routes.ts'
import { paymentRoutes } from './payments/payments.routes.ts'
import { canonicalAddresses } from './permalinks/canonical-address.ts'
import { plainPermalinks } from './permalinks/plain-permalinks.ts'
import { restRoutes } from './rest/rest.routes.ts'
import { paths } from './routes.ts'
import type { Shop } from './shop.ts'
import { sitemapRoutes } from './sitemaps/sitemaps.routes.ts'
import { siteIndexRoutes } from './store-api/site-index.ts'
import { storeApiCalls, storeApiRoutes } from './store-api/store-api.routes.ts'
import { siteIconRoutes } from './theme/site-icons.routes.ts'
import { adminAjaxRoutes, wcApiRoutes } from './web/admin-ajax.ts'
import { type AjaxHandler, ajaxNothing } from './web/ajax.ts'
import { missingPage, troublePage } from './web/errors.tsx'
import { MOST_FORM_BYTES } from './web/form.ts'
import { ordersFirst } from './web/orders-first.ts'
import { renderPage } from './web/render.tsx'
import { rewriteRequests } from './web/rewrite-request.ts'
import { refuseForeignWrites, securityHeadersOf, turnAway } from './web/security.ts'
import { staticRoutes } from './web/static.ts'

/** Every `?wc-ajax=` call by its public name. */
export const ajaxCalls: Readonly<Record<string, AjaxHandler>> = {
  add_to_cart: addToCartCall,
  remove_from_cart: removeFromCartCall,
  get_refreshed_fragments: refreshedFragmentsCall,
  apply_coupon: applyCouponCall,
  remove_coupon: removeCouponCall,
  get_cart_totals: cartTotalsCall,
  update_shipping_method: updateShippingMethodCall,
  get_variation: getVariationCall,
  update_order_review: updateOrderReviewCall,
  checkout: checkoutCall,
  wc_stripe_frontend_request: stripeRequestCall,
}

/** The whole shop as a function from request to answer. It knows nothing of ports and processes. */
export function createApp(shop: Shop): Hono {
  const app = new Hono()

  app.use(async (context, next) => {
    await next()
    for (const [name, value] of Object.entries(securityHeadersOf(shop.url))) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value)
    }
  })
  app.use((context, next) => {
    context.setRenderer((page) => renderPage(context, shop, page))
    return next()
  })
  app.use(rewriteRequests(app))
  app.use(refuseForeignWrites(shop.url))
  app.use(async (context, next) => {
    // PostgreSQL has no null character, so what carries one in its address can name nothing that is kept.
    if (context.req.url.includes('%00'))
      return turnAway(context, { status: 400, code: 'rest_invalid_address', message: 'This address cannot be read.' })
    return next()
  })
  app.use(
    bodyLimit({
      maxSize: MOST_FORM_BYTES,
      onError: (context) =>
        context.json({ code: 'request_too_large', message: 'This request is too large.', data: { status: 413 } }, 413),
    }),
  )

  app.get(paths.healthz, async (context) => {
    await shop.db.execute(sql`select 1`)
    return context.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' })
  })

  app.route('/', staticRoutes(shop))
  app.route('/', siteIconRoutes(shop))
  app.route('/', mediaRoutes(shop))
  app.route(
    '/',
    paymentRoutes({
      db: shop.db,
      provider: shop.payments.provider,
      now: shop.now,
      enqueue: (tx, eventId) => shop.jobs.enqueue(tx, 'payment-event', { eventId }),
    }),
  )

  app.use(ordersFirst(asksForOrder))
  app.use(async (context, next) => {
    const name = context.req.query('wc-ajax')
    if (name === undefined) return next()
    const handler = Object.hasOwn(ajaxCalls, name) ? ajaxCalls[name] : undefined
    return handler ? handler(context, shop) : ajaxNothing(context)
  })
  app.route('/', adminAjaxRoutes(shop, ajaxCalls))
  app.route('/', wcApiRoutes())
  app.use(plainAdd(shop))
  app.get('/*', plainPermalinks(shop))

  app.route('/', storeApiRoutes(shop))
  app.route('/', restRoutes(shop))
  app.route(
    '/',
    siteIndexRoutes(
      shop,
      () => app.routes,
      () => storeApiCalls(shop),
    ),
  )
  app.route('/', challengeRoutes(shop))
  app.route('/', accountsRoutes(shop))
  app.route('/', passwordLinkRoutes(shop))
  app.route('/', adminRoutes(shop))
  app.route('/', cartRoutes(shop))
  app.route('/', checkoutLinkRoutes(shop))
  app.route('/', checkoutRoutes(shop))
  app.route('/', commentRoutes(shop))
  app.route('/', orderPayRoutes(shop))
  app.route('/', orderReceivedRoutes(shop))
  app.route('/', catalogRoutes(shop))
  app.route('/', sitemapRoutes(shop))
  app.route('/', feedRoutes(shop))
  app.route('/', homeRoutes(shop))
  app.route('/', contentRoutes(shop))
  app.route('/', attributeRoutes(shop))
  app.get('/*', canonicalAddresses(shop))

  app.notFound((context) => missingPage(context, shop))
  app.onError((error, context) => troublePage(context, shop, error))
  return app
}
