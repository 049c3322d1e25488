import type { Hono } from 'hono'
import { paths } from '../routes.ts'
import type { Settings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { cartRoutes } from './cart.routes.ts'
import { cartCouponRoutes } from './cart-coupons.routes.ts'
import { cartCustomerRoutes } from './cart-customer.routes.ts'
import { checkoutRoutes } from './checkout.routes.ts'
import { collectionDataRoutes } from './collection-data.routes.ts'
import { orderRoutes } from './order.routes.ts'
import { productRoutes } from './products.routes.ts'
import { reviewRoutes } from './reviews.routes.ts'
import { indexOf, type StoreRoute, serveStoreRoutes, wholeTable } from './router.ts'
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
export const storeApiRoutes = (shop: Shop): Hono =>
  serveStoreRoutes(shop, [paths.storeApi, paths.storeApi.replace(/\/v1$/, '')], table)

const described = new WeakMap<Settings, ReturnType<typeof describe>>()

/** Its calls as the index of the whole site tells them; worked out once for as long as the settings stand. */
export function storeApiCalls(shop: Shop): ReturnType<typeof describe> {
  const settings = shop.settings()
  const calls = described.get(settings) ?? describe(shop)
  described.set(settings, calls)
  return calls
}

const describe = (shop: Shop) => indexOf(shop, wholeTable(shop, table, describedOnly)).routes

const describedOnly = (): never => {
  throw new Error('A description of the Store API was called')
}
