import { createHmac, timingSafeEqual } from 'node:crypto'

/** Opens a comment that still waits to the one who wrote it and nobody else; it travels as `moderation-hash`. */
export const waitingKey = (secret: string, commentId: number): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['waiting-comment', commentId]))
    .digest('hex')
    .slice(0, 32)

/** The comment that such an address opens, or undefined. */
export function waitingIdIn(query: Readonly<Record<string, string>>, secret: string): number | undefined {
  const { unapproved = '', 'moderation-hash': given = '' } = query
  if (!/^\d{1,10}$/.test(unapproved) || Number(unapproved) > 2_147_483_647) return undefined
  const id = Number(unapproved)
  const right = Buffer.from(waitingKey(secret, id))
  const shown = Buffer.from(given)
  return shown.length === right.length && timingSafeEqual(shown, right) ? id : undefined
}
