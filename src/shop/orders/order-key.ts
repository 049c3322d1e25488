import { randomBytes } from 'node:crypto'
import { DAY_MS } from '../../platform/time/durations.ts'
import { shopDayOf } from '../../platform/time/shop-time.ts'
import { isSameSignature, sign } from '../../platform/web/signature.ts'

export const newOrderKey = (): string => `wc_order_${randomBytes(12).toString('base64url').replace(/[-_]/g, 'x')}`

/** Whether the key is the order's; compares in constant time. */
export const isValidOrderKey = (order: { readonly orderKey: string }, key: string | undefined): boolean =>
  key !== undefined && isSameSignature(key, order.orderKey)

const VALID_DAYS = 90

const signatureOf = (secret: string, text: string): string =>
  sign(secret, JSON.stringify(['review-of-order', text])).slice(0, 32)

export const reviewKeyExpiresAt = (completedAt: Date): Date => new Date(completedAt.getTime() + VALID_DAYS * DAY_MS)

/** Key that proves access to the buyer's email of an order. Deterministic per order; grants nothing but the review forms. */
export function createReviewKey(secret: string, orderId: number, completedAt: Date): string {
  const text = `${orderId}.${Math.floor(reviewKeyExpiresAt(completedAt).getTime() / 1000)}`
  return `${text}.${signatureOf(secret, text)}`
}

export function verifyReviewKey(secret: string, key: string, now: Date): number | null {
  const [, text, orderId, expires, signature] = /^((\d{1,10})\.(\d{1,11}))\.([\w-]{32})$/.exec(key) ?? []
  if (text === undefined || signature === undefined) return null
  if (!isSameSignature(signature, signatureOf(secret, text))) return null
  return now.getTime() < Number(expires) * 1000 ? Number(orderId) : null
}

/** Key that opens the receipt of an order until the end of a day in the shop's time zone. */
export const createReceiptKey = (secret: string, orderId: number, until: string): string =>
  `${until}.${sign(secret, JSON.stringify(['receipt-of-order', orderId, until])).slice(0, 32)}`

export function isReceiptKey(secret: string, orderId: number, key: string | undefined, now: Date): boolean {
  const until = key?.slice(0, 10) ?? ''
  if (key === undefined || !isSameSignature(key, createReceiptKey(secret, orderId, until))) return false
  return until >= shopDayOf(now)
}
