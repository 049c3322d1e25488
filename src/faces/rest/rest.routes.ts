import { Hono } from 'hono'
import { apiKeyCalls } from '../../people/accounts/rest/api-keys.ts'
import { applicationPasswordCalls } from '../../people/accounts/rest/application-passwords.ts'
import { type Call, serveCalls } from '../../platform/rest/call.ts'
import { argsOf } from '../../platform/rest/input.ts'
import type { JsonSchema } from '../../platform/rest/params.ts'
import type { Method } from '../../platform/rest/response.ts'
import type { WithSettings } from '../../platform/web/context.ts'
import { productNamesCall } from '../../shop/catalog/rest/product-names.ts'
import { productTagCalls } from '../../shop/catalog/rest/product-tags.ts'
import { orderPaymentCalls } from '../../shop/checkout/rest/order-payments.ts'
import { customerCalls } from '../../shop/customers/rest/customers.ts'
import { orderCalls } from '../../shop/orders/rest/orders.ts'
import { salesCall } from '../../shop/orders/rest/sales.ts'
import { couponCalls } from '../../shop/pricing/rest/coupons.ts'
import { reviewRoutes } from '../../shop/reviews/rest/reviews.routes.ts'
import { commentRoutes } from '../../site/comments/rest/comments.routes.ts'
import { pageCalls, postCalls } from '../../site/content/rest/entries.ts'
import type { EntrySettings } from '../../things/entries/settings.ts'
import { mediaCalls } from '../../things/media/rest/media.ts'
import { emailRoutes } from '../admin/emails/emails.routes.ts'
import { paymentSettingsRoutes } from '../admin/payments/payment-settings.routes.ts'
import { homeContentCalls } from '../storefront/home/home-content.rest.ts'
import { settingsRoutes } from '../storefront/settings/settings.routes.ts'
import { authenticateLimited } from './limit-uploads.ts'

const declared = [
  ...orderCalls,
  salesCall,
  ...orderPaymentCalls,
  ...couponCalls,
  ...customerCalls,
  ...productTagCalls,
  productNamesCall,
  ...postCalls,
  ...pageCalls,
  ...mediaCalls,
  ...homeContentCalls,
  ...apiKeyCalls,
  ...applicationPasswordCalls,
]

/** What all of them need of the shop. */
type Needs<C> = [C] extends [Call<infer S>] ? S : never
type RestContext = Needs<(typeof declared)[number]> &
  Parameters<typeof reviewRoutes>[0] &
  Parameters<typeof paymentSettingsRoutes>[0] &
  Parameters<typeof emailRoutes>[0] &
  WithSettings<EntrySettings>

/** Every declared call of `wc/v3` and of our own namespace. */
const restCalls: readonly Call<RestContext>[] = declared

/** Parameters of a declared call as JSON Schema, for the index of the API and answers to OPTIONS. */
export function restArgs(method: Method, path: string): Readonly<Record<string, JsonSchema>> {
  const call = restCalls.find((one) => one.path === path && one.methods.includes(method))
  return call ? argsOf(call) : {}
}

/** Authenticated REST API: WooCommerce's resources, and our own such as the outbox. */
export function restRoutes(shop: RestContext): Hono {
  const app = new Hono()
  app.route('/', serveCalls(shop, restCalls, authenticateLimited))
  app.route('/', reviewRoutes(shop))
  app.route('/', commentRoutes(shop))
  app.route('/', settingsRoutes(shop))
  app.route('/', paymentSettingsRoutes(shop))
  app.route('/', emailRoutes(shop))
  return app
}
