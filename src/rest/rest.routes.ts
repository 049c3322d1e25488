import { Hono } from 'hono'
import { attributionRoutes } from './attribution.routes.ts'
import { commentRoutes } from './comments.routes.ts'
import { couponRoutes } from './coupons.routes.ts'
import { mailRoutes } from './mails.routes.ts'
import { orderRoutes } from './orders.routes.ts'
import { paymentSettingsRoutes } from './payment-settings.routes.ts'
import type { RestShop } from './rest-shop.ts'
import { reviewRoutes } from './reviews.routes.ts'
import { settingsRoutes } from './settings.routes.ts'

/** The owner's JSON: orders as programs of such shops know them, and the outbox under our own name. */
export function restRoutes(shop: RestShop): Hono {
  const app = new Hono()
  app.route('/', orderRoutes(shop))
  app.route('/', attributionRoutes(shop))
  app.route('/', couponRoutes(shop))
  app.route('/', reviewRoutes(shop))
  app.route('/', commentRoutes(shop))
  app.route('/', settingsRoutes(shop))
  app.route('/', paymentSettingsRoutes(shop))
  app.route('/', mailRoutes(shop))

  return app
}
