import { sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { adminRoutes, movedScreens } from './faces/admin/admin.routes.tsx'
import { builderRoutes } from './faces/admin/builder.routes.ts'
import { feedRoutes } from './faces/feeds/feeds.routes.ts'
import { canonicalRedirect } from './faces/permalinks/canonical-redirect.ts'
import { plainPermalinks } from './faces/permalinks/plain-permalinks.ts'
import { readsBodyLater, restArgs, restItemSchema, restRoutes } from './faces/rest/rest.routes.ts'
import { sitemapRoutes } from './faces/sitemaps/sitemaps.routes.ts'
import { siteIndexRoutes } from './faces/store-api/site-index.ts'
import { storeApiIndex, storeApiRoutes } from './faces/store-api/store-api.routes.ts'
import { accountRoutes } from './faces/storefront/accounts/account.routes.ts'
import { addPaymentMethodReturn } from './faces/storefront/accounts/add-payment-method.routes.tsx'
import { adminBarCall } from './faces/storefront/appearance/admin-bar.call.tsx'
import { comingSoon } from './faces/storefront/appearance/coming-soon.tsx'
import { shopperView, shopperViewRoutes } from './faces/storefront/appearance/shopper-view.ts'
import { errorPage, formErrorPage, notFoundPage } from './faces/storefront/error-pages.tsx'
import { homeRoutes } from './faces/storefront/home/home.routes.tsx'
import { productRoutes, rejectedReviewPage } from './faces/storefront/product/product.routes.tsx'
import { productPreview } from './faces/storefront/product/product-preview.tsx'
import { renderPage } from './faces/storefront/render.tsx'
import { sharePictureRoutes } from './faces/storefront/share/share-picture.routes.ts'
import { siteIconRoutes } from './faces/storefront/site-icons.routes.ts'
import { themeRoutes } from './faces/storefront/theme/theme.routes.ts'
import { challengeRoutes } from './people/abuse/challenge.routes.ts'
import { restNonceCall } from './people/identity/rest-nonce.ts'
import { type AjaxHandler, adminAjaxRoutes, ajaxEmpty, wcApiRoutes } from './platform/web/ajax.ts'
import { MAX_FORM_BYTES } from './platform/web/form.ts'
import { limitBody } from './platform/web/http/limit-body.ts'
import { prioritizeOrders } from './platform/web/http/prioritize-orders.ts'
import { rewriteRequests } from './platform/web/http/rewrite-request.ts'
import { keepPagesPrivate } from './platform/web/private-pages.ts'
import { renderOnce } from './platform/web/render-once.ts'
import { paths } from './platform/web/routes.ts'
import { rejectCrossSiteWrites, rejectRequest, securityHeadersOf } from './platform/web/security.ts'
import { staticRoutes } from './platform/web/static.ts'
import { addToCartWithoutScript } from './shop/cart/add-from-form.ts'
import {
  addToCartCall,
  applyCouponCall,
  cartTotalsCall,
  refreshedFragmentsCall,
  removeCouponCall,
  removeFromCartCall,
  updateShippingMethodCall,
} from './shop/cart/cart.calls.tsx'
import { cartRoutes } from './shop/cart/cart.routes.tsx'
import { checkoutLinkRoutes } from './shop/cart/checkout-link.routes.ts'
import { chooseCurrency } from './shop/cart/choose-currency.ts'
import { getVariationHandler } from './shop/catalog/variation-data.tsx'
import { checkoutCall, updateOrderReviewCall } from './shop/checkout/checkout.calls.tsx'
import { checkoutRoutes } from './shop/checkout/checkout.routes.tsx'
import { orderLinksRoutes } from './shop/checkout/order-links/order-links.routes.tsx'
import { orderPayRoutes } from './shop/checkout/order-pay/order-pay.routes.tsx'
import { orderReceivedRoutes } from './shop/checkout/order-received/order-received.routes.tsx'
import { paymentVisitorCall } from './shop/checkout/page-config/fraud-visit.ts'
import { listingGlobals } from './shop/checkout/page-config/payment-globals.ts'
import { cartGlobals } from './shop/checkout/page-config/wallet-globals.ts'
import { paymentReturnRoutes } from './shop/checkout/payment-return.routes.tsx'
import { stripeArgs, stripeRequestCall, stripeRoutes } from './shop/checkout/stripe-calls/stripe-calls.routes.ts'
import { downloadRoutes } from './shop/downloads/downloads.routes.tsx'
import { attributeRoutes, listingRoutes } from './shop/listing/listing.routes.tsx'
import type { ListingOptions } from './shop/listing/make-listing-page.tsx'
import { walletRoutes } from './shop/payment-methods/offered-wallets.ts'
import { paymentEventJob } from './shop/reconciliation/jobs.ts'
import { webhookRoutes } from './shop/reconciliation/webhook.routes.ts'
import { isOrderRequest } from './shop/risk/checkout-throttle.ts'
import { savedRoutes } from './shop/saved/saved.routes.tsx'
import { stockAlertRoutes } from './shop/stock-alerts/stock-alerts.routes.tsx'
import { platformTracksCall } from './shop/tracking/platform-tracks.ts'
import type { Shop } from './shop.ts'
import { builderAjaxCalls } from './site/builder/ajax/builder-calls.ts'
import { limitBuilderBody, MAX_BUILDER_BYTES, mayBeForBuilder } from './site/builder/ajax/editor-call.ts'
import { commentRoutes } from './site/comments/comments.routes.tsx'
import { blogListRoutes } from './site/content/blog-lists.routes.tsx'
import { contentRoutes } from './site/content/content.routes.tsx'
import { feedbackRoutes, isFeedbackPath } from './site/forms/feedback.routes.ts'
import { formTooLarge } from './site/forms/form-body.ts'
import { formPostLimit, formPosts } from './site/forms/form-posts.ts'
import { projectRoutes } from './site/projects/projects.routes.tsx'
import { mediaRoutes } from './things/media/media.routes.ts'

/** Every `?wc-ajax=` call by its public name. */
export const ajaxCalls: Readonly<Record<string, AjaxHandler<Shop>>> = {
  add_to_cart: addToCartCall,
  remove_from_cart: removeFromCartCall,
  get_refreshed_fragments: refreshedFragmentsCall,
  apply_coupon: applyCouponCall,
  remove_coupon: removeCouponCall,
  get_cart_totals: cartTotalsCall,
  update_shipping_method: updateShippingMethodCall,
  get_variation: getVariationHandler,
  update_order_review: updateOrderReviewCall,
  checkout: checkoutCall,
  wc_stripe_frontend_request: stripeRequestCall,
}

/** The shop as a function from request to response, independent of ports and processes. */
export function createApp(shop: Shop): Hono {
  const app = new Hono()
  const mount = (...routers: readonly Hono[]) => {
    for (const router of routers) app.route('/', router)
  }

  app.use(async (context, next) => {
    await next()
    for (const [name, value] of Object.entries(securityHeadersOf(shop.url))) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value)
    }
  })
  app.use(keepPagesPrivate)
  app.use((context, next) => {
    context.setRenderer((page) => renderPage(context, shop, page))
    return next()
  })
  app.use(rewriteRequests(app))
  app.use(rejectCrossSiteWrites(shop.url))
  app.use(async (context, next) => {
    // PostgreSQL text cannot contain a null character, so a URL with one never matches anything.
    if (!context.req.url.includes('%00')) return next()
    const message = 'This address cannot be read.'
    return rejectRequest(context, { status: 400, code: 'rest_invalid_address', message })
  })
  const limitForm = limitBody(MAX_FORM_BYTES)
  const refuseLarge = (context: Context) => formErrorPage(context, formTooLarge)
  const limitBuilder = limitBuilderBody(shop, { forms: limitForm, builder: limitBody(MAX_BUILDER_BYTES) })
  app.use((context, next) => {
    if (readsBodyLater(context) || isFeedbackPath(context.req.path)) return next()
    if (mayBeForBuilder(context)) return limitBuilder(context, next)
    const limit = formPostLimit(context)
    return (limit === null ? limitForm : limitBody(limit, refuseLarge))(context, next)
  })

  app.get(paths.healthz, async (context) => {
    await shop.db.execute(sql`select 1`)
    return context.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' })
  })

  mount(
    staticRoutes(shop),
    siteIconRoutes(shop),
    themeRoutes(shop),
    mediaRoutes(shop),
    sharePictureRoutes(shop),
    walletRoutes(shop),
    webhookRoutes({
      db: shop.db,
      provider: shop.payments.provider,
      now: shop.now,
      enqueue: (tx, eventId) => shop.jobs.enqueue(tx, paymentEventJob, { eventId }),
    }),
  )

  app.use(shopperView(shop, app))
  app.use(chooseCurrency(shop))
  app.use(prioritizeOrders(isOrderRequest))
  app.use(async (context, next) => {
    const name = context.req.query('wc-ajax')
    if (name === undefined) return next()
    const handler = Object.hasOwn(ajaxCalls, name) ? ajaxCalls[name] : undefined
    return handler ? handler(context, shop) : ajaxEmpty(context)
  })
  mount(
    adminAjaxRoutes(shop, ajaxCalls, {
      platform_tracks: platformTracksCall,
      'rest-nonce': restNonceCall,
      payment_visitor: paymentVisitorCall,
      admin_bar: adminBarCall,
      ...builderAjaxCalls,
    }),
    wcApiRoutes(shop, { stripe_add_payment_method: addPaymentMethodReturn }),
  )
  // Paid downloads work even before the shop is open.
  mount(downloadRoutes(shop))
  app.use(comingSoon(shop))
  app.use(formPosts(shop, app, formErrorPage))
  app.use(addToCartWithoutScript(shop))
  const content = contentRoutes(shop)
  const listingOptions: ListingOptions = { globals: (cards, exchange) => listingGlobals(shop, cards, exchange) }
  const projects = projectRoutes(shop)
  const home = homeRoutes(shop)
  mount(productPreview(shop), content.preview, projects.preview, home.preview)
  app.get('/*', plainPermalinks(shop))

  mount(
    storeApiRoutes(shop),
    restRoutes(shop),
    siteIndexRoutes(
      shop,
      () => app.routes,
      () => storeApiIndex(shop),
      (method, path) => stripeArgs(path) ?? restArgs(method, path),
      restItemSchema,
    ),
    challengeRoutes(shop),
    feedbackRoutes(shop),
    accountRoutes(shop),
    savedRoutes(shop),
    stockAlertRoutes(shop),
    builderRoutes(shop),
    adminRoutes(shop),
    shopperViewRoutes(shop),
    movedScreens(),
    orderLinksRoutes(shop),
    cartRoutes(shop, { globals: (context, view) => cartGlobals(context, shop, view) }),
    checkoutLinkRoutes(shop),
    paymentReturnRoutes(shop),
    checkoutRoutes(shop),
    stripeRoutes(shop),
    commentRoutes(shop, rejectedReviewPage(shop)),
    orderPayRoutes(shop),
    orderReceivedRoutes(shop),
  )
  // From here on most pages are cached.
  app.use(renderOnce(shop))
  mount(
    listingRoutes(shop, listingOptions),
    productRoutes(shop),
    sitemapRoutes(shop),
    feedRoutes(shop),
    home.pages,
    blogListRoutes(shop),
    projects.pages,
    content.pages,
    attributeRoutes(shop, listingOptions),
  )
  app.get('/*', canonicalRedirect(shop))

  app.notFound((context) => notFoundPage(context))
  app.onError((error, context) => errorPage(context, shop, error))
  return app
}
