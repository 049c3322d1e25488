import { createHmac, timingSafeEqual } from 'node:crypto'

const NONCE = /^[0-9a-f]{10}$/

/**
 * A CSRF token for an action and session: 10 hexadecimal digits. Valid as long as the session, so a page left open
 * overnight still works.
 */
export function createNonce(secret: string, action: string, sessionId: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['nonce', action, sessionId]))
    .digest('hex')
    .slice(0, 10)
}

/** Verifies a nonce in constant time. */
export function verifyNonce(
  secret: string,
  action: string,
  sessionId: string,
  nonce: string | null | undefined,
): boolean {
  if (typeof nonce !== 'string' || !NONCE.test(nonce)) return false
  return timingSafeEqual(Buffer.from(nonce), Buffer.from(createNonce(secret, action, sessionId)))
}
