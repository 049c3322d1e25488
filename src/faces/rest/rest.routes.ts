import { Hono } from 'hono'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { InventorySettings } from '../../shop/inventory/settings.ts'
import { emailRoutes } from '../../shop/orders/emails/rest/emails.routes.ts'
import { orderRoutes } from '../../shop/orders/rest/orders.routes.ts'
import type { OrderEmailSettings, OrderSettings } from '../../shop/orders/settings.ts'
import type { PaymentMethodSettings } from '../../shop/payments/settings.ts'
import type { WithPricing } from '../../shop/pricing/context.ts'
import { couponRoutes } from '../../shop/pricing/rest/coupons.routes.ts'
import { reviewRoutes } from '../../shop/reviews/rest/reviews.routes.ts'
import type { WithCommentHooks } from '../../site/comments/context.ts'
import { commentRoutes } from '../../site/comments/rest/comments.routes.ts'
import type { ReviewSettings } from '../../site/comments/settings.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import { paymentSettingsRoutes } from '../admin/payments/payment-settings.routes.ts'
import { settingsRoutes } from '../storefront/settings/settings.routes.ts'

/** Authenticated REST API: WooCommerce's resources, and our own such as the outbox. */
export function restRoutes(
  shop: Pick<Platform, 'db' | 'jobs' | 'now' | 'secret' | 'url'> &
    WithCommentHooks &
    WithPricing &
    WithSettings<
      InventorySettings & OrderEmailSettings & OrderSettings & PaymentMethodSettings & ReviewSettings & SiteSettings
    >,
): Hono {
  const app = new Hono()
  app.route('/', orderRoutes(shop))
  app.route('/', couponRoutes(shop))
  app.route('/', reviewRoutes(shop))
  app.route('/', commentRoutes(shop))
  app.route('/', settingsRoutes(shop))
  app.route('/', paymentSettingsRoutes(shop))
  app.route('/', emailRoutes(shop))

  return app
}
