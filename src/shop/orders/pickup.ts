type Delivered = { readonly shippingLines: readonly { readonly rateId: string }[] }

/** Whether the customer picks the order up. */
export const isPickup = (order: Delivered): boolean =>
  order.shippingLines.some((line) => line.rateId.startsWith('local_pickup'))

/**
 * Whether a completed order has been picked up: pay-at-pickup orders are completed at pickup, prepaid ones when they
 * are ready.
 */
export const wasPickedUp = (order: Delivered & { readonly paymentMethod: string }): boolean =>
  isPickup(order) && order.paymentMethod === 'cod'
