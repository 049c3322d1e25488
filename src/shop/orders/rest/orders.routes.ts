import type { Hono } from 'hono'
import { type RestResult, restEndpoints } from '../../../people/accounts/rest-endpoints.ts'
import { priceString } from '../../../platform/money/money.ts'
import {
  booleanOf,
  dateTime,
  integerParam,
  invalidFields,
  invalidParams,
  missingParams,
  notInEnum,
  oneOf,
  searchText,
  someOf,
} from '../../../platform/rest/params.ts'
import { type Fields, idParam } from '../../../platform/rest/request.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import { parseShopTime } from '../../../platform/time/shop-time.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import type { WithPricing } from '../../pricing/context.ts'
import { addOrderNote, changeOrderStatus, sendOrderDetails } from '../change-order-status.ts'
import type { OrderContext } from '../context.ts'
import { statusNames } from '../order-status.ts'
import type { OrderStatus } from '../orders.table.ts'
import { countOrdersByStatus, orderOrigins, readOrder, readOrderNotes, readOrders } from '../orders-read.store.ts'
import { noteJson, orderJson, orderMethods } from './order-json.ts'

const statuses = Object.keys(statusNames) as OrderStatus[]

const listParams = {
  page: integerParam({ fallback: 1, min: 1 }),
  per_page: integerParam({ fallback: 10, min: 1, max: 100 }),
  search: searchText,
  status: someOf(['any', ...statuses]),
  customer: integerParam({ fallback: 0, min: 0 }),
  order: oneOf(['asc', 'desc'], 'desc'),
  orderby: oneOf(['date', 'id', 'modified'], 'date'),
  after: dateTime(parseShopTime),
  before: dateTime(parseShopTime),
}

const orderNotFound: RestError = { status: 404, code: 'woocommerce_rest_shop_order_invalid_id', message: 'Invalid ID.' }

const emailDisabled: RestError = {
  status: 409,
  code: 'samovar_mail_switched_off',
  message: 'This mail is switched off. Switch it on under Mail, Kinds.',
}

/** `wc/v3/orders` with its sub-resources, and `samovar/v1/reports/order-attribution` for the back office. */
export function orderRoutes(shop: OrderContext & Pick<Platform, 'url'> & WithPricing): Hono {
  const { app, on } = restEndpoints(shop)
  const orderJsonShop = () => ({ url: shop.url, taxTable: shop.pricing().taxTable })
  const noteJsonShop = () => ({ url: shop.url, title: shop.settings().siteTitle })

  const list = { capability: 'orders.read', action: 'list', params: listParams } as const
  on(['GET'], paths.restOrders, list, async ({ params }) => {
    const { page, per_page, search, status, customer, order, orderby, after, before } = params
    const statusFilter = status.includes('any') ? [] : status.filter((one) => one !== 'any')
    const { orders, total } = await readOrders(
      shop.db,
      { statuses: statusFilter, search, after, before, customerId: customer > 0 ? customer : undefined },
      { by: orderby, direction: order },
      { number: page, size: per_page },
    )
    return { items: orders.map((one) => orderJson(one, orderJsonShop())), page, per_page, total }
  })

  const orderResult = async (id: number): Promise<RestResult> => {
    const order = await readOrder(shop.db, id)
    return order ? { json: orderJson(order, orderJsonShop()) } : orderNotFound
  }
  const view = { capability: 'orders.read', action: 'view', allow: orderMethods } as const
  on(['GET'], paths.restOrder, view, async ({ context }) => orderResult(idParam(context, 'order')))

  const edit = { capability: 'orders.write', action: 'edit', allow: orderMethods } as const
  on(['PUT', 'POST', 'PATCH'], paths.restOrder, edit, async ({ context, fields, user }) => {
    const to = parseStatus(fields)
    if (typeof to === 'object') return to
    const orderId = idParam(context, 'order')
    const changed = await changeOrderStatus(shop, { orderId, to, author: user.name })
    if (changed.ok) return orderResult(orderId)
    if (changed.problem.kind === 'no-such-order') return orderNotFound
    return {
      status: 409,
      code: 'samovar_order_status_not_allowed',
      message: `An order that is “${statusNames[changed.problem.from]}” cannot be made “${statusNames[to]}” by hand.`,
    }
  })

  const noteMethods = ['GET', 'POST'] as const
  const listNotes = { capability: 'orders.read', action: 'list', allow: noteMethods } as const
  on(['GET'], paths.restOrderNotes, listNotes, async ({ context }) => {
    const order = await readOrder(shop.db, idParam(context, 'order'))
    if (!order) return orderNotFound
    return { json: (await readOrderNotes(shop.db, order.id)).map((note) => noteJson(note, noteJsonShop())) }
  })

  const createNote = { capability: 'orders.write', action: 'create', allow: noteMethods } as const
  on(['POST'], paths.restOrderNotes, createNote, async ({ context, fields, user }) => {
    const text = typeof fields.note === 'string' ? fields.note.replaceAll('\0', '').toWellFormed().trim() : ''
    if (text === '') return missingParams(['note'])
    const note = await addOrderNote(shop, {
      orderId: idParam(context, 'order'),
      text,
      author: user.name,
      isCustomerNote: booleanOf(fields.customer_note) ?? false,
    })
    if (!note) return orderNotFound
    const json = noteJson(note, noteJsonShop())
    return { json, status: 201, headers: { location: json._links.self[0]?.href ?? '' } }
  })

  on(['POST'], paths.restOrderDetails, { capability: 'orders.write', action: 'edit' }, async ({ context, user }) => {
    const orderId = idParam(context, 'order')
    if (!(await readOrder(shop.db, orderId))) return orderNotFound
    const sentTo = await sendOrderDetails(shop, { orderId, author: user.name })
    return sentTo === null ? emailDisabled : { json: { message: `Order details sent to ${sentTo}, via REST API.` } }
  })

  on(['GET'], paths.restOrderTotals, { capability: 'orders.read', action: 'list' }, async () => {
    const totals = await countOrdersByStatus(shop.db)
    return { json: statuses.map((slug) => ({ slug, name: statusNames[slug], total: totals.get(slug) ?? 0 })) }
  })

  const days = integerParam({ fallback: 30, min: 1, max: 3650 })
  const report = { capability: 'orders.read', action: 'list', params: { days } } as const
  on(['GET'], paths.restAttribution, report, async ({ params }) => ({ json: await attributionJson(shop, params.days) }))

  return app
}

/** Statuses that WooCommerce clients know, including all of this shop's. */
const wooStatuses = [
  ...['auto-draft', 'pending', 'processing', 'on-hold', 'completed', 'cancelled', 'refunded', 'failed'],
  'checkout-draft',
]

/** Parses the new status. Nothing else of an order is writable: items and amounts are fixed. */
function parseStatus({ status, ...otherFields }: Fields): OrderStatus | RestError {
  const readOnlyFields = Object.keys(otherFields).filter((name) => name !== 'id')
  if (readOnlyFields.length > 0)
    return invalidFields(Object.fromEntries(readOnlyFields.map((name) => [name, `${name} cannot be changed.`])))
  if (status === undefined) return missingParams(['status'])
  return statuses.find((one) => one === status) ?? invalidParams({ status: notInEnum('status', wooStatuses).error })
}

const DAY_MS = 86_400_000

/** Origins of the orders of the last days; `net_sales`, as in WooCommerce reports, is revenue after refunds. */
async function attributionJson(shop: Pick<Platform, 'db' | 'now'>, days: number) {
  const now = shop.now().getTime()
  // Includes an order placed at this very millisecond.
  const period = { after: new Date(now - days * DAY_MS), before: new Date(now + 1) }
  const origins = await orderOrigins(shop.db, period)
  return {
    days,
    orders: origins.reduce((sum, one) => sum + one.orders, 0),
    net_sales: priceString(origins.reduce((sum, one) => sum + one.netCents, 0)),
    origins: origins.map(({ origin, orders, netCents }) => ({ origin, orders, net_sales: priceString(netCents) })),
  }
}

export type AttributionJson = Awaited<ReturnType<typeof attributionJson>>
