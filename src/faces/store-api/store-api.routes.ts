import type { Hono } from 'hono'
import { paths } from '../../platform/web/routes.ts'
import { cartRoutes } from './cart.routes.ts'
import { cartCouponRoutes } from './cart-coupons.routes.ts'
import { cartCustomerRoutes } from './cart-customer.routes.ts'
import { checkoutRoutes } from './checkout.routes.ts'
import { collectionDataRoutes } from './collection-data.routes.ts'
import type { StoreApiContext } from './context.ts'
import { orderRoutes } from './order.routes.ts'
import { productRoutes } from './products.routes.ts'
import { reviewRoutes } from './reviews.routes.ts'
import { allRoutes, routeIndex, type StoreRoute, serveStoreRoutes } from './router.ts'
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

/** The public Store API v1 (API-01, API-02). The URL without version is an alias. */
export const storeApiRoutes = (shop: StoreApiContext): Hono =>
  serveStoreRoutes(shop, [paths.storeApi, paths.storeApi.replace(/\/v1$/, '')], table)

const indexBySettings = new WeakMap<object, ReturnType<typeof buildIndex>>()

/** Its routes in the site index; computed once per settings. */
export function storeApiIndex(shop: StoreApiContext): ReturnType<typeof buildIndex> {
  const settings = shop.settings()
  const index = indexBySettings.get(settings) ?? buildIndex(shop)
  indexBySettings.set(settings, index)
  return index
}

const buildIndex = (shop: StoreApiContext) => routeIndex(shop, allRoutes(shop, table, neverCalled)).routes

const neverCalled = (): never => {
  throw new Error('A description of the Store API was called')
}
