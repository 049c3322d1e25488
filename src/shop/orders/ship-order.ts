import { toLocalIso } from '../../platform/time/shop-time.ts'
import type { OrderContext } from './context.ts'
import { insertOrderNote, lockOrder } from './orders.store.ts'
import {
  carrierName,
  type ParsedShipment,
  parseShipment,
  type Shipment,
  type ShipmentInput,
  trackingHref,
} from './shipment.ts'
import { deleteShipment, insertShipment, readShipments } from './shipments.store.ts'
import { writeNote } from './transition-order.ts'

const MAX_SHIPMENTS = 50

export type ShipmentProblem =
  | { readonly kind: 'no-such-order' | 'known' | 'too-many' }
  | ({ readonly kind: 'invalid' } & Omit<ParsedShipment & { ok: false }, 'ok'>)
type AddShipmentResult =
  | { readonly ok: true; readonly shipment: Shipment }
  | { readonly ok: false; readonly problem: ShipmentProblem }

const refused = (kind: 'no-such-order' | 'known' | 'too-many') => ({ ok: false, problem: { kind } }) as const

type NewShipment = {
  readonly orderId: number
  readonly input: ShipmentInput
  readonly author: string
  /** Emails the tracking number at once, also while the order is not completed. */
  readonly tellsCustomer?: boolean
}

/** The email about a completed order names its parcels; of one that is added later the customer is told by a note. */
export async function addShipment(
  shop: OrderContext,
  { orderId, input, author, tellsCustomer = false }: NewShipment,
): Promise<AddShipmentResult> {
  const now = shop.now()
  const parsed = parseShipment(input, toLocalIso(now).slice(0, 10))
  if (!parsed.ok) return { ok: false, problem: { kind: 'invalid', errors: parsed.errors } }
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) return refused('no-such-order')
    if ((await readShipments(tx, [orderId])).length >= MAX_SHIPMENTS) return refused('too-many')
    const shipment = await insertShipment(tx, orderId, parsed.shipment, now)
    if (!shipment) return refused('known')
    const isCustomerNote = order.status === 'completed' || tellsCustomer
    const text = `${isCustomerNote ? 'Your parcel is' : 'Parcel'} ${textOf(shipment)}`
    await writeNote(shop, tx, order, { text, author, isCustomerNote })
    return { ok: true, shipment }
  })
}

function textOf(shipment: Shipment): string {
  const href = trackingHref(shipment)
  return `on its way with ${carrierName(shipment)}, tracking number ${shipment.trackingNumber}.${href === null ? '' : ` Follow it at ${href}`}`
}

export async function removeShipment(
  shop: Pick<OrderContext, 'db' | 'now'>,
  { orderId, trackingId, author }: { readonly orderId: number; readonly trackingId: string; readonly author: string },
): Promise<Shipment | null> {
  return shop.db.transaction(async (tx) => {
    const deleted = await deleteShipment(tx, orderId, trackingId, shop.now())
    if (!deleted) return null
    const text = `Parcel with ${carrierName(deleted)}, tracking number ${deleted.trackingNumber}, was removed.`
    await insertOrderNote(tx, orderId, text, shop.now(), author)
    return deleted
  })
}
