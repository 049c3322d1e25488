import { z } from 'zod'
import { defineCall, type RestResult } from '../../../platform/rest/call.ts'
import { invalidFields } from '../../../platform/rest/params.ts'
import { idOf } from '../../../platform/rest/request.ts'
import { conflict, errorOf, type RestError } from '../../../platform/rest/response.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { ordersRead, ordersWrite } from '../capabilities.ts'
import type { OrderContext } from '../context.ts'
import { findOrderRow, isOrderId } from '../orders.store.ts'
import { addShipment, removeShipment, type ShipmentProblem } from '../ship-order.ts'
import { carrierName, carriers, type Shipment, trackingHref } from '../shipment.ts'
import { readShipments } from '../shipments.store.ts'
import { unknownOrder } from './orders.ts'

const restShipments = '/wp-json/wc-shipment-tracking/v3/orders/:order{[0-9]+}/shipment-trackings'
const restShipment = '/wp-json/wc-shipment-tracking/v3/orders/:order{[0-9]+}/shipment-trackings/:tracking{[0-9a-f]+}'

type ShipmentShop = OrderContext & Pick<Platform, 'url'>

const notFound = errorOf(404, 'woocommerce_rest_order_shipment_tracking_invalid_id', 'Invalid shipment tracking ID.')
const shipmentExists = conflict('shipment_exists', 'The order has this tracking number already.')
const tooMany = errorOf(400, 'samovar_too_many_shipments', 'An order has at most 50 parcels.')

/** A parcel as in version 3 of the API of WooCommerce's Shipment Tracking. */
const shipmentJson = (shipment: Shipment, orderId: number, url: string) => ({
  tracking_id: shipment.trackingId,
  tracking_provider: carrierName(shipment),
  tracking_link: trackingHref(shipment) ?? '',
  tracking_number: shipment.trackingNumber,
  date_shipped: shipment.shippedOn,
  _links: {
    self: [{ href: url + hrefs.restShipment(orderId, shipment.trackingId) }],
    collection: [{ href: url + hrefs.restShipments(orderId) }],
    up: [{ href: url + hrefs.restOrder(orderId) }],
  },
})

export type ShipmentJson = ReturnType<typeof shipmentJson>

const text = (max: number) => z.string().max(max).default('')

const fields = z.object({
  tracking_provider: text(100),
  custom_tracking_provider: text(100),
  custom_tracking_link: text(600),
  tracking_number: text(100),
  date_shipped: text(30),
  samovar_notify_customer: z.boolean().default(false).meta({
    description:
      'Whether to email the tracking number to the customer immediately. For completed orders, it is always emailed.',
  }),
})

const carrierLinks = Object.fromEntries(carriers.map(({ name, link }) => [name, `${link}%1$s`]))
const reading = { capability: ordersRead, action: 'list' } as const

async function withOrder(
  { db }: ShipmentShop,
  path: Readonly<Record<string, string>>,
  handle: (orderId: number) => Promise<RestResult>,
): Promise<RestResult> {
  const id = idOf(path.order)
  return isOrderId(id) && (await findOrderRow(db, id)) ? handle(id) : unknownOrder
}

export const shipmentCalls = [
  defineCall({
    summary: 'Lists the shipments of an order',
    method: 'GET',
    path: restShipments,
    ...reading,
    handler: (shop: ShipmentShop, { path }) =>
      withOrder(shop, path, async (orderId) => {
        const shipments = await readShipments(shop.db, [orderId])
        return { json: shipments.map((one) => shipmentJson(one, orderId, shop.url)) }
      }),
  }),
  defineCall({
    summary: 'Lists the known carriers and their tracking URLs',
    method: 'GET',
    path: '/wp-json/wc-shipment-tracking/v3/orders/:order{[0-9]+}/shipment-trackings/providers',
    ...reading,
    handler: (shop: ShipmentShop, { path }) => withOrder(shop, path, async () => ({ json: { Canada: carrierLinks } })),
  }),
  defineCall({
    summary: 'Creates a shipment of an order',
    method: 'POST',
    path: restShipments,
    capability: ordersWrite,
    body: fields,
    handler: (shop: ShipmentShop, { path, body: { samovar_notify_customer: notifiesCustomer, ...input }, user }) =>
      withOrder(shop, path, async (orderId) => {
        const added = await addShipment(shop, { orderId, input, author: user.name, notifiesCustomer })
        if (!added.ok) return problemError(added.problem)
        const json = shipmentJson(added.shipment, orderId, shop.url)
        return { json, status: 201, headers: { location: json._links.self[0]?.href ?? '' } }
      }),
  }),
  defineCall({
    summary: 'Retrieves a shipment of an order',
    method: 'GET',
    path: restShipment,
    capability: ordersRead,
    handler: (shop: ShipmentShop, { path }) =>
      withOrder(shop, path, async (orderId) => {
        const found = (await readShipments(shop.db, [orderId])).find((one) => one.trackingId === path.tracking)
        return found ? { json: shipmentJson(found, orderId, shop.url) } : notFound
      }),
  }),
  defineCall({
    summary: 'Deletes a shipment of an order',
    method: 'DELETE',
    path: restShipment,
    capability: ordersWrite,
    handler: (shop: ShipmentShop, { path, user }) =>
      withOrder(shop, path, async (orderId) => {
        const removed = await removeShipment(shop, { orderId, trackingId: path.tracking ?? '', author: user.name })
        return removed ? { json: shipmentJson(removed, orderId, shop.url) } : notFound
      }),
  }),
]

const problemError = (problem: ShipmentProblem): RestError =>
  problem.kind === 'invalid'
    ? invalidFields(problem.errors)
    : { 'no-such-order': unknownOrder, known: shipmentExists, 'too-many': tooMany }[problem.kind]
