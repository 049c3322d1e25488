import type { Hono } from 'hono'
import { paths } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { cartRoutes } from './cart.routes.ts'
import { cartCustomerRoutes } from './cart-customer.routes.ts'
import { checkoutRoutes } from './checkout.routes.ts'
import { productRoutes } from './products.routes.ts'
import { serveStoreRoutes } from './router.ts'

/** The public Store API v1 (API-01, API-02). Its address without the version is the same API. */
export function storeApiRoutes(shop: Shop): Hono {
  const bases = [paths.storeApi, paths.storeApi.replace(/\/v1$/, '')]
  return serveStoreRoutes(shop, bases, [...productRoutes, ...cartRoutes, ...cartCustomerRoutes, ...checkoutRoutes])
}
