import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Whether the key is the order's; compares in constant time. */
export const isValidOrderKey = (order: { readonly orderKey: string }, key: string | undefined): boolean =>
  key !== undefined && timingSafeEqual(digest(key), digest(order.orderKey))
