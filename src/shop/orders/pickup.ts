type Delivered = { readonly shippingLines: readonly { readonly rateId: string }[] }

/** Whether its buyer comes for it. */
export const isPickup = (order: Delivered): boolean =>
  order.shippingLines.some((line) => line.rateId.startsWith('local_pickup'))

/**
 * Whether a completed order is in its buyer's hands: who pays at the shop pays when taking it along. One that was paid
 * before is completed when it is packed, and waits.
 */
export const wasPickedUp = (order: Delivered & { readonly paymentMethod: string }): boolean =>
  isPickup(order) && order.paymentMethod === 'cod'
