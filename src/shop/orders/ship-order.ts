import { type Result, refused } from '../../platform/database/result.ts'
import { shopDayOf } from '../../platform/time/shop-time.ts'
import type { OrderContext } from './context.ts'
import { insertOrderNote, lockOrder } from './orders.store.ts'
import * as parcels from './shipment.ts'
import { deleteShipment, insertShipment, readShipments } from './shipments.store.ts'
import { writeNote } from './transition-order.ts'

const MAX_SHIPMENTS = 50

export type ShipmentProblem =
  | { readonly kind: 'no-such-order' | 'known' | 'too-many' }
  | ({ readonly kind: 'invalid' } & Omit<parcels.ParsedShipment & { ok: false }, 'ok'>)
type AddShipmentResult = Result<{ shipment: parcels.Shipment }, ShipmentProblem>

type NewShipment = {
  readonly orderId: number
  readonly input: parcels.ShipmentInput
  readonly author: string
  /** Emails the tracking number at once, even if the order is not completed. */
  readonly notifiesCustomer?: boolean
}

/** The completed-order email lists the parcels. For a parcel added later the customer gets a note by email. */
export async function addShipment(
  shop: OrderContext,
  { orderId, input, author, notifiesCustomer = false }: NewShipment,
): Promise<AddShipmentResult> {
  const now = shop.now()
  const parsed = parcels.parseShipment(input, shopDayOf(now))
  if (!parsed.ok) return refused({ kind: 'invalid', errors: parsed.errors })
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) return refused({ kind: 'no-such-order' })
    if ((await readShipments(tx, [orderId])).length >= MAX_SHIPMENTS) return refused({ kind: 'too-many' })
    const shipment = await insertShipment(tx, orderId, parsed.shipment, now)
    if (!shipment) return refused({ kind: 'known' })
    const isCustomerNote = order.status === 'completed' || notifiesCustomer
    const text = `${isCustomerNote ? 'Your parcel is' : 'Parcel'} ${textOf(shipment)}`
    await writeNote(shop, tx, order, { text, author, isCustomerNote })
    return { ok: true, shipment }
  })
}

function textOf(shipment: parcels.Shipment): string {
  const href = parcels.trackingHref(shipment)
  return `on its way with ${parcels.carrierName(shipment)}, tracking number ${shipment.trackingNumber}.${href === null ? '' : ` Follow it at ${href}`}`
}

export async function removeShipment(
  shop: Pick<OrderContext, 'db' | 'now'>,
  { orderId, trackingId, author }: { readonly orderId: number; readonly trackingId: string; readonly author: string },
): Promise<parcels.Shipment | null> {
  return shop.db.transaction(async (tx) => {
    const deleted = await deleteShipment(tx, orderId, trackingId, shop.now())
    if (!deleted) return null
    const text = `Parcel with ${parcels.carrierName(deleted)}, tracking number ${deleted.trackingNumber}, was removed.`
    await insertOrderNote(tx, orderId, text, shop.now(), author)
    return deleted
  })
}
