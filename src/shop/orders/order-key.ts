import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Whether somebody has an order's key; takes the same time whichever letter is wrong. */
export const isValidOrderKey = (order: { readonly orderKey: string }, key: string | undefined): boolean =>
  key !== undefined && timingSafeEqual(digest(key), digest(order.orderKey))
