import type { Hono } from 'hono'
import { paths } from '../routes.ts'
import { shopTimeZone } from '../settings/shop-time.ts'
import type { Shop } from '../shop.ts'
import { setStoreHeaders, storeJson } from './answer.ts'
import { cartRoutes } from './cart.routes.ts'
import { cartCouponRoutes } from './cart-coupons.routes.ts'
import { cartCustomerRoutes } from './cart-customer.routes.ts'
import { checkoutRoutes } from './checkout.routes.ts'
import { collectionDataRoutes } from './collection-data.routes.ts'
import { orderRoutes } from './order.routes.ts'
import { productRoutes } from './products.routes.ts'
import { reviewRoutes } from './reviews.routes.ts'
import { NAMESPACE, type StoreRoute, serveStoreRoutes } from './router.ts'
import { termRoutes } from './terms.routes.ts'

const table: readonly StoreRoute[] = [
  ...productRoutes,
  ...collectionDataRoutes,
  ...reviewRoutes,
  ...termRoutes,
  ...cartRoutes,
  ...cartCouponRoutes,
  ...cartCustomerRoutes,
  ...checkoutRoutes,
  ...orderRoutes,
]

/** The public Store API v1 (API-01, API-02). Its address without the version is the same API. */
export function storeApiRoutes(shop: Shop): Hono {
  const routes = serveStoreRoutes(shop, [paths.storeApi, paths.storeApi.replace(/\/v1$/, '')], table)
  return routes.get(paths.restIndex, (context) => {
    setStoreHeaders(context, shop, { allow: ['GET'], hasCartToken: false })
    return storeJson(context, siteIndex(shop))
  })
}

/** The door that every answer's `Link` points to: who is here, and which families of calls there are. */
const siteIndex = (shop: Shop) => ({
  name: shop.settings().siteTitle,
  description: shop.settings().tagline,
  url: shop.url,
  home: shop.url,
  timezone_string: shopTimeZone,
  namespaces: [NAMESPACE, 'wc/store', 'wc/v3', 'wc-stripe/v1', 'samovar/v1'],
  authentication: {},
  routes: {
    [`/${NAMESPACE}`]: { namespace: NAMESPACE, methods: ['GET'], _links: { self: shop.url + paths.storeApi } },
  },
})
