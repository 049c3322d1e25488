import { isPickup, orderName, wasPickedUp } from '../order-status.ts'
import type { Order } from '../orders.store.ts'

/** How emails describe delivery: shipping or local pickup. */
export type DeliveryTexts = {
  /** After 'we are'. */
  readonly preparing: string
  /** After 'once it is paid'. */
  readonly oncePaid: string
  /** After 'we will', before 'as soon as your $12 arrives'. */
  readonly afterTransfer: string
  readonly cancelled: string
}

const shippingTexts: DeliveryTexts = {
  preparing: 'getting your parcel ready',
  oncePaid: 'we will pack and ship it',
  afterTransfer: 'ship it',
  cancelled: 'nothing will be shipped',
}
const pickupTexts: DeliveryTexts = {
  preparing: 'getting it ready for pickup',
  oncePaid: 'we will pack it for pickup',
  afterTransfer: 'get it ready for pickup',
  cancelled: 'there is nothing to pick up',
}

export const deliveryTexts = (order: Order): DeliveryTexts => (isPickup(order) ? pickupTexts : shippingTexts)

/** Texts for a completed order: shipped, ready for pickup, or picked up. */
export function completedTexts(order: Order): { readonly title: string; readonly lead: string } {
  const { firstName } = order.billing
  if (wasPickedUp(order))
    return {
      title: `Thank you for coming by, ${firstName}.`,
      lead: `${orderName(order)} has been picked up and paid. Put the kettle on soon.`,
    }
  if (isPickup(order))
    return {
      title: `Your order is ready for pickup, ${firstName}.`,
      lead: `${orderName(order)} has been packed with care and is ready for you at the shop. Please bring your order number. If you have picked it up already, put the kettle on.`,
    }
  return {
    title: `Your order is on its way, ${firstName}.`,
    lead: `${orderName(order)} has been packed with care and is on its way. Put the kettle on soon.`,
  }
}
