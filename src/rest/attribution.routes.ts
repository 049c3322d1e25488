import { Hono } from 'hono'
import { priceString } from '../money/money.ts'
import { orderOrigins } from '../orders/origins.store.ts'
import { paths } from '../routes.ts'
import { restError, restJson } from './answer.ts'
import { admit } from './guard.ts'
import { readParams, wholeNumber } from './params.ts'
import { queryParam } from './request.ts'
import type { RestShop } from './rest-shop.ts'

const DAY_MS = 86_400_000

/** Where the orders of the last days came from; `net_sales` as the platform names what is left after refunds. */
export type AttributionJson = {
  readonly days: number
  readonly orders: number
  readonly net_sales: string
  readonly origins: readonly { readonly origin: string; readonly orders: number; readonly net_sales: string }[]
}

const params = { days: wholeNumber({ fallback: 30, min: 1, max: 3650 }) }

/** `samovar/v1/reports/order-attribution`: for the chart of the back office, and for programs. */
export function attributionRoutes(shop: RestShop): Hono {
  const app = new Hono()
  app.get(paths.restAttribution, async (context) => {
    const admission = await admit(context, shop, 'orders.read', 'list')
    if (!admission.ok) return admission.answer
    const read = readParams(params, (name) => queryParam(context, name))
    if (!read.ok) return restError(context, shop, read.error)
    const { days } = read.values
    const now = shop.now()
    // An order of this very moment belongs to it.
    const before = new Date(now.getTime() + 1)
    const origins = await orderOrigins(shop.db, { after: new Date(now.getTime() - days * DAY_MS), before })
    const body: AttributionJson = {
      days,
      orders: origins.reduce((sum, one) => sum + one.orders, 0),
      net_sales: priceString(origins.reduce((sum, one) => sum + one.netCents, 0)),
      origins: origins.map(({ origin, orders, netCents }) => ({ origin, orders, net_sales: priceString(netCents) })),
    }
    return restJson(context, shop, body, { allow: ['GET'] })
  })
  return app
}
