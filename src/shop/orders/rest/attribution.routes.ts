import type { Hono } from 'hono'
import { restEndpoints } from '../../../people/accounts/rest-endpoints.ts'
import { priceString } from '../../../platform/money/money.ts'
import { integerParam } from '../../../platform/rest/params.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { orderOrigins } from '../orders-read.store.ts'

const DAY_MS = 86_400_000

/** Origins of the orders of the last days; `net_sales`, as in WooCommerce reports, is revenue after refunds. */
export type AttributionJson = {
  readonly days: number
  readonly orders: number
  readonly net_sales: string
  readonly origins: readonly { readonly origin: string; readonly orders: number; readonly net_sales: string }[]
}

const params = { days: integerParam({ fallback: 30, min: 1, max: 3650 }) }
const options = { capability: 'orders.read', action: 'list', params } as const

/** `samovar/v1/reports/order-attribution`: for the back office and API clients. */
export function attributionRoutes(shop: Pick<Platform, 'db' | 'now' | 'secret' | 'url'>): Hono {
  const { app, on } = restEndpoints(shop)
  on(['GET'], paths.restAttribution, options, async ({ params: { days } }) => {
    const now = shop.now().getTime()
    // Includes an order placed at this very millisecond.
    const period = { after: new Date(now - days * DAY_MS), before: new Date(now + 1) }
    const origins = await orderOrigins(shop.db, period)
    const body: AttributionJson = {
      days,
      orders: origins.reduce((sum, one) => sum + one.orders, 0),
      net_sales: priceString(origins.reduce((sum, one) => sum + one.netCents, 0)),
      origins: origins.map(({ origin, orders, netCents }) => ({ origin, orders, net_sales: priceString(netCents) })),
    }
    return { json: body }
  })
  return app
}
