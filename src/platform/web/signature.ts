import { createHmac, timingSafeEqual } from 'node:crypto'

/** HMAC-SHA-256 of the text, which names its purpose: a signature for one is invalid for any other. */
export const sign = (secret: string, text: string, encoding: 'base64url' | 'hex' = 'base64url'): string =>
  createHmac('sha256', secret).update(text).digest(encoding)

/** Compares in constant time, so that the response time reveals nothing about the expected signature. */
export function isSameSignature(actual: string, expected: string): boolean {
  const [actualBytes, expectedBytes] = [Buffer.from(actual), Buffer.from(expected)]
  return actualBytes.length === expectedBytes.length && timingSafeEqual(actualBytes, expectedBytes)
}
