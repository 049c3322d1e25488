import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Whether somebody has an order's key; takes the same time whichever letter is wrong. */
export const hasKey = (order: { readonly orderKey: string }, given: string | undefined): boolean =>
  given !== undefined && timingSafeEqual(digest(given), digest(order.orderKey))
