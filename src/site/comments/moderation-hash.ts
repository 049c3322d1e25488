import { createHmac, timingSafeEqual } from 'node:crypto'

/** Lets the author view a pending comment; sent as `moderation-hash`. */
export const moderationHash = (secret: string, commentId: number): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['waiting-comment', commentId]))
    .digest('hex')
    .slice(0, 32)

/** The comment with a valid hash in the URL, or undefined. */
export function pendingCommentId(query: Readonly<Record<string, string>>, secret: string): number | undefined {
  const { unapproved = '', 'moderation-hash': hash = '' } = query
  if (!/^\d{1,10}$/.test(unapproved) || Number(unapproved) > 2_147_483_647) return undefined
  const id = Number(unapproved)
  const expected = Buffer.from(moderationHash(secret, id))
  const actual = Buffer.from(hash)
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? id : undefined
}
