import { type Context, Hono } from 'hono'
import { authorize } from '../../../people/accounts/authorize.ts'
import {
  dateTime,
  integerParam,
  invalidParams,
  missingParams,
  notInEnum,
  oneOf,
  parseParams,
  searchText,
  someOf,
} from '../../../platform/rest/params.ts'
import { idParam, parseBody, publicUrl, queryParam } from '../../../platform/rest/request.ts'
import { type RestError, restError, restJson, restList } from '../../../platform/rest/response.ts'
import { parseShopTime } from '../../../platform/time/shop-time.ts'
import type { Platform, WithSettings } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import type { InventorySettings } from '../../inventory/settings.ts'
import type { WithPricing } from '../../pricing/context.ts'
import { addOrderNote, sendOrderDetails } from '../add-order-note.ts'
import { type ChangeOrderStatusResult, changeOrderStatus } from '../change-order-status.ts'
import type { OrderEmailSettings } from '../emails/settings.ts'
import { statusNames } from '../order-status.ts'
import type { OrderStatus } from '../orders.table.ts'
import { countOrdersByStatus, readOrder, readOrderNotes, readOrders } from '../orders-read.store.ts'
import type { OrderSettings } from '../settings.ts'
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

/** `wc/v3/orders` and its sub-resources. */
export function orderRoutes(
  shop: Pick<Platform, 'db' | 'jobs' | 'now' | 'secret' | 'url'> &
    WithPricing &
    WithSettings<InventorySettings & OrderEmailSettings & OrderSettings & SiteSettings>,
): Hono {
  const app = new Hono()
  const orderJsonShop = () => ({ url: shop.url, taxTable: shop.pricing().taxTable })
  const noteJsonShop = () => ({ url: shop.url, title: shop.settings().siteTitle })

  app.get(paths.restOrders, async (context) => {
    const authorization = await authorize(context, shop, 'orders.read', 'list')
    if (!authorization.ok) return authorization.response
    const params = parseParams(listParams, (name) => queryParam(context, name))
    if (!params.ok) return restError(context, shop, params.error)
    const { page, per_page: size, search, status, customer, order, orderby, after, before } = params.values
    const result = await readOrders(
      shop.db,
      {
        statuses: status.includes('any') ? [] : status.filter((one) => one !== 'any'),
        search,
        ...(customer > 0 ? { customerId: customer } : {}),
        ...(after ? { after } : {}),
        ...(before ? { before } : {}),
      },
      { by: orderby, direction: order },
      { number: page, size },
    )
    return restList(
      context,
      result.orders.map((one) => orderJson(one, orderJsonShop())),
      { number: page, size, total: result.total, url: publicUrl(shop, context) },
      ['GET'],
    )
  })

  app.get(paths.restOrder, async (context) => {
    const admission = await authorize(context, shop, 'orders.read', 'view')
    if (!admission.ok) return admission.response
    const order = await readOrder(shop.db, idParam(context, 'order'))
    if (!order) return restError(context, shop, orderNotFound)
    return restJson(context, shop, orderJson(order, orderJsonShop()), { allow: orderMethods })
  })

  const changeOrder = async (context: Context): Promise<Response> => {
    const authorization = await authorize(context, shop, 'orders.write', 'edit')
    if (!authorization.ok) return authorization.response
    const body = await parseBody(context)
    if (!body.ok) return restError(context, shop, body.error)
    const parsed = parseStatus(body.fields)
    if (!parsed.ok) return restError(context, shop, parsed.error)
    const orderId = idParam(context, 'order')
    const changed = await changeOrderStatus(shop, { orderId, to: parsed.to, author: authorization.signedIn.user.name })
    if (!changed.ok) return restError(context, shop, statusChangeError(changed.problem, parsed.to))
    const order = await readOrder(shop.db, orderId)
    if (!order) return restError(context, shop, orderNotFound)
    return restJson(context, shop, orderJson(order, orderJsonShop()), { allow: orderMethods })
  }
  app.on(['PUT', 'POST', 'PATCH'], paths.restOrder, changeOrder)

  app.get(paths.restOrderNotes, async (context) => {
    const admission = await authorize(context, shop, 'orders.read', 'list')
    if (!admission.ok) return admission.response
    const order = await readOrder(shop.db, idParam(context, 'order'))
    if (!order) return restError(context, shop, orderNotFound)
    const notes = await readOrderNotes(shop.db, order.id)
    return restJson(
      context,
      shop,
      notes.map((note) => noteJson(note, noteJsonShop())),
      { allow: ['GET', 'POST'] },
    )
  })

  app.post(paths.restOrderNotes, async (context) => {
    const admission = await authorize(context, shop, 'orders.write', 'create')
    if (!admission.ok) return admission.response
    const body = await parseBody(context)
    if (!body.ok) return restError(context, shop, body.error)
    const { note: rawNote } = body.fields
    const text = typeof rawNote === 'string' ? rawNote.replaceAll('\0', '').toWellFormed().trim() : ''
    if (text === '') return restError(context, shop, missingParams(['note']))
    const note = await addOrderNote(shop, {
      orderId: idParam(context, 'order'),
      text,
      author: admission.signedIn.user.name,
      isCustomerNote: isTrue(body.fields.customer_note),
    })
    if (!note) return restError(context, shop, orderNotFound)
    const json = noteJson(note, noteJsonShop())
    return restJson(context, shop, json, {
      status: 201,
      allow: ['GET', 'POST'],
      headers: { location: json._links.self[0]?.href ?? '' },
    })
  })

  app.post(paths.restOrderDetails, async (context) => {
    const admission = await authorize(context, shop, 'orders.write', 'edit')
    if (!admission.ok) return admission.response
    const orderId = idParam(context, 'order')
    if (!(await readOrder(shop.db, orderId))) return restError(context, shop, orderNotFound)
    const sentTo = await sendOrderDetails(shop, { orderId, author: admission.signedIn.user.name })
    if (sentTo === null) return restError(context, shop, emailDisabled)
    return restJson(context, shop, { message: `Order details sent to ${sentTo}, via REST API.` }, { allow: ['POST'] })
  })

  app.get(paths.restOrderTotals, async (context) => {
    const admission = await authorize(context, shop, 'orders.read', 'list')
    if (!admission.ok) return admission.response
    const totals = await countOrdersByStatus(shop.db)
    return restJson(
      context,
      shop,
      statuses.map((slug) => ({ slug, name: statusNames[slug], total: totals.get(slug) ?? 0 })),
      { allow: ['GET'] },
    )
  })

  return app
}

const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === '1' || value === 1

/** Statuses that WooCommerce clients know, including all of this shop's. */
const wooStatuses = [
  'auto-draft',
  'pending',
  'processing',
  'on-hold',
  'completed',
  'cancelled',
  'refunded',
  'failed',
  'checkout-draft',
]

/** Parses the new status. Nothing else of an order is writable: items and amounts are fixed. */
function parseStatus(
  fields: Readonly<Record<string, unknown>>,
): { readonly ok: true; readonly to: OrderStatus } | { readonly ok: false; readonly error: RestError } {
  const { status, ...otherFields } = fields
  const readOnlyFields = Object.keys(otherFields).filter((name) => name !== 'id')
  if (readOnlyFields.length > 0) {
    const errors = readOnlyFields.map(
      (name) => [name, { code: 'rest_invalid_param', message: `${name} cannot be changed.` }] as const,
    )
    return { ok: false, error: invalidParams(Object.fromEntries(errors)) }
  }
  if (status === undefined) return { ok: false, error: missingParams(['status']) }
  const to = statuses.find((one) => one === status)
  return to ? { ok: true, to } : { ok: false, error: invalidParams({ status: notInEnum('status', wooStatuses) }) }
}

function statusChangeError(problem: (ChangeOrderStatusResult & { ok: false })['problem'], to: OrderStatus): RestError {
  if (problem.kind === 'no-such-order') return orderNotFound
  return {
    status: 409,
    code: 'samovar_order_status_not_allowed',
    message: `An order that is “${statusNames[problem.from]}” cannot be made “${statusNames[to]}” by hand.`,
  }
}
