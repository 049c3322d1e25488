import { type Context, Hono } from 'hono'
import { addOrderNote, sendOrderDetails } from '../orders/add-order-note.ts'
import { type ChangeOrderStatus, changeOrderStatus } from '../orders/change-order-status.ts'
import { statusNames } from '../orders/order-status.ts'
import type { OrderStatus } from '../orders/orders.table.ts'
import { countOrdersByStatus, readOrder, readOrderNotes, readOrders } from '../orders/orders-read.store.ts'
import { paths } from '../routes.ts'
import { readShopTime } from '../settings/shop-time.ts'
import { type RestError, restError, restJson, restList } from './answer.ts'
import { admit } from './guard.ts'
import { noteJson, orderJson, orderMethods } from './order-json.ts'
import {
  invalidParams,
  missingParams,
  moment,
  notInList,
  oneOf,
  readParams,
  someOf,
  wholeNumber,
  words,
} from './params.ts'
import { idParam, publicUrl, queryParam, readBody } from './request.ts'
import type { RestShop } from './rest-shop.ts'

const statuses = Object.keys(statusNames) as OrderStatus[]

const listParams = {
  page: wholeNumber({ fallback: 1, min: 1 }),
  per_page: wholeNumber({ fallback: 10, min: 1, max: 100 }),
  search: words,
  status: someOf(['any', ...statuses]),
  customer: wholeNumber({ fallback: 0, min: 0 }),
  order: oneOf(['asc', 'desc'], 'desc'),
  orderby: oneOf(['date', 'id', 'modified'], 'date'),
  after: moment(readShopTime),
  before: moment(readShopTime),
}

const noSuchOrder: RestError = { status: 404, code: 'woocommerce_rest_shop_order_invalid_id', message: 'Invalid ID.' }

const mailSwitchedOff: RestError = {
  status: 409,
  code: 'samovar_mail_switched_off',
  message: 'This mail is switched off. Switch it on under Mail, Kinds.',
}

/** `wc/v3/orders` and what hangs on it. */
export function orderRoutes(shop: RestShop): Hono {
  const app = new Hono()
  const shopfront = () => ({ url: shop.url, taxTable: shop.pricing().taxTable })
  const notefront = () => ({ url: shop.url, title: shop.settings().siteTitle })

  app.get(paths.restOrders, async (context) => {
    const admission = await admit(context, shop, 'orders.read', 'list')
    if (!admission.ok) return admission.answer
    const params = readParams(listParams, (name) => queryParam(context, name))
    if (!params.ok) return restError(context, shop, params.error)
    const { page, per_page: size, search, status, customer, order, orderby, after, before } = params.values
    const found = await readOrders(
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
      found.orders.map((one) => orderJson(one, shopfront())),
      { number: page, size, total: found.total, url: publicUrl(shop, context) },
      ['GET'],
    )
  })

  app.get(paths.restOrder, async (context) => {
    const admission = await admit(context, shop, 'orders.read', 'view')
    if (!admission.ok) return admission.answer
    const order = await readOrder(shop.db, idParam(context, 'order'))
    if (!order) return restError(context, shop, noSuchOrder)
    return restJson(context, shop, orderJson(order, shopfront()), { allow: orderMethods })
  })

  const changeOrder = async (context: Context): Promise<Response> => {
    const admission = await admit(context, shop, 'orders.write', 'edit')
    if (!admission.ok) return admission.answer
    const body = await readBody(context)
    if (!body.ok) return restError(context, shop, body.error)
    const wish = readStatus(body.fields)
    if (!wish.ok) return restError(context, shop, wish.error)
    const orderId = idParam(context, 'order')
    const changed = await changeOrderStatus(shop, { orderId, to: wish.to, author: admission.signedIn.user.name })
    if (!changed.ok) return restError(context, shop, notChanged(changed.problem, wish.to))
    const order = await readOrder(shop.db, orderId)
    if (!order) return restError(context, shop, noSuchOrder)
    return restJson(context, shop, orderJson(order, shopfront()), { allow: orderMethods })
  }
  app.on(['PUT', 'POST', 'PATCH'], paths.restOrder, changeOrder)

  app.get(paths.restOrderNotes, async (context) => {
    const admission = await admit(context, shop, 'orders.read', 'list')
    if (!admission.ok) return admission.answer
    const order = await readOrder(shop.db, idParam(context, 'order'))
    if (!order) return restError(context, shop, noSuchOrder)
    const notes = await readOrderNotes(shop.db, order.id)
    return restJson(
      context,
      shop,
      notes.map((note) => noteJson(note, notefront())),
      { allow: ['GET', 'POST'] },
    )
  })

  app.post(paths.restOrderNotes, async (context) => {
    const admission = await admit(context, shop, 'orders.write', 'create')
    if (!admission.ok) return admission.answer
    const body = await readBody(context)
    if (!body.ok) return restError(context, shop, body.error)
    const { note: given } = body.fields
    const text = typeof given === 'string' ? given.replaceAll('\0', '').toWellFormed().trim() : ''
    if (text === '') return restError(context, shop, missingParams(['note']))
    const note = await addOrderNote(shop, {
      orderId: idParam(context, 'order'),
      text,
      author: admission.signedIn.user.name,
      forCustomer: isTrue(body.fields.customer_note),
    })
    if (!note) return restError(context, shop, noSuchOrder)
    const json = noteJson(note, notefront())
    return restJson(context, shop, json, {
      status: 201,
      allow: ['GET', 'POST'],
      headers: { location: json._links.self[0]?.href ?? '' },
    })
  })

  app.post(paths.restOrderDetails, async (context) => {
    const admission = await admit(context, shop, 'orders.write', 'edit')
    if (!admission.ok) return admission.answer
    const orderId = idParam(context, 'order')
    if (!(await readOrder(shop.db, orderId))) return restError(context, shop, noSuchOrder)
    const sentTo = await sendOrderDetails(shop, { orderId, author: admission.signedIn.user.name })
    if (sentTo === null) return restError(context, shop, mailSwitchedOff)
    return restJson(context, shop, { message: `Order details sent to ${sentTo}, via REST API.` }, { allow: ['POST'] })
  })

  app.get(paths.restOrderTotals, async (context) => {
    const admission = await admit(context, shop, 'orders.read', 'list')
    if (!admission.ok) return admission.answer
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

/** Statuses that programs of such shops know; ours are among them. */
const knownStatuses = [
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

/** The new status from a body. Nothing else of an order can be written: what was sold, and for how much, stands. */
function readStatus(
  fields: Readonly<Record<string, unknown>>,
): { readonly ok: true; readonly to: OrderStatus } | { readonly ok: false; readonly error: RestError } {
  const { status, ...others } = fields
  const fixed = Object.keys(others).filter((name) => name !== 'id')
  if (fixed.length > 0) {
    const wrongs = fixed.map(
      (name) => [name, { code: 'rest_invalid_param', message: `${name} cannot be changed.` }] as const,
    )
    return { ok: false, error: invalidParams(Object.fromEntries(wrongs)) }
  }
  if (status === undefined) return { ok: false, error: missingParams(['status']) }
  const to = statuses.find((one) => one === status)
  return to ? { ok: true, to } : { ok: false, error: invalidParams({ status: notInList('status', knownStatuses) }) }
}

function notChanged(problem: (ChangeOrderStatus & { ok: false })['problem'], to: OrderStatus): RestError {
  if (problem.kind === 'no-such-order') return noSuchOrder
  return {
    status: 409,
    code: 'samovar_order_status_not_allowed',
    message: `An order that is “${statusNames[problem.from]}” cannot be made “${statusNames[to]}” by hand.`,
  }
}
