import { createHmac, timingSafeEqual } from 'node:crypto'

/** How long the links of the mail about a completed order are good: a pouch of tea lasts a season. */
const VALID_DAYS = 90
const DAY_MS = 86_400_000

const sign = (secret: string, text: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['review-of-order', text]))
    .digest('base64url')
    .slice(0, 32)

/** When the links of an order that was completed then stop working. */
export const reviewKeyExpiresAt = (completedAt: Date): Date => new Date(completedAt.getTime() + VALID_DAYS * DAY_MS)

/**
 * Shows that its bearer reads the mail of the buyer of this order. It is made again the same from the same order, and
 * opens nothing but the forms of reviews.
 */
export function createReviewKey(secret: string, orderId: number, completedAt: Date): string {
  const text = `${orderId}.${Math.floor(reviewKeyExpiresAt(completedAt).getTime() / 1000)}`
  return `${text}.${sign(secret, text)}`
}

/** The order whose buyer a key speaks for, or null when it is forged or too old. */
export function verifyReviewKey(secret: string, key: string, now: Date): number | null {
  const [, text, orderId, expires, signature] = /^((\d{1,10})\.(\d{1,11}))\.([\w-]{32})$/.exec(key) ?? []
  if (text === undefined || signature === undefined) return null
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(sign(secret, text)))) return null
  return now.getTime() < Number(expires) * 1000 ? Number(orderId) : null
}
