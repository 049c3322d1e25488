import { createHash } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { rateLimiter } from '../../people/abuse/rate-limit.ts'
import type { OrderContext } from './context.ts'
import { enqueueEmails } from './messages/order-messages.ts'
import { fullName, insertNote, lockOrder, type Order } from './orders.store.ts'
import { orderNotes } from './orders.table.ts'

export const MAX_MESSAGE_LENGTH = 2000

/** Messages about one order within an hour. */
const MAX_MESSAGES = 5
/** An equal message within this time is a double submission. */
const SAME_MESSAGE_MS = 10 * 60_000

export type AskProblem =
  | { readonly kind: 'empty' }
  | { readonly kind: 'too-long' }
  | { readonly kind: 'rate-limited'; readonly retryAfterSeconds: number }

/** Adds a note, emails the shop with the customer as reply-to, and sends the customer a copy. Null on success. */
export async function askAboutOrder(shop: OrderContext, order: Order, sent: string): Promise<AskProblem | null> {
  const text = sent.replaceAll(/\r\n?/g, '\n').trim()
  if (text === '') return { kind: 'empty' }
  if (text.length > MAX_MESSAGE_LENGTH) return { kind: 'too-long' }
  const limit = await rateLimiter(shop, { name: 'order-message', max: MAX_MESSAGES, seconds: 3600 }).consume(
    String(order.id),
  )
  if (!limit.ok) return { kind: 'rate-limited', retryAfterSeconds: limit.retryAfterSeconds }
  const now = shop.now()
  const author = fullName(order.billing)
  await shop.db.transaction(async (tx) => {
    const current = await lockOrder(tx, order.id)
    if (!current) return
    const isSame = and(
      eq(orderNotes.orderId, order.id),
      eq(orderNotes.author, author),
      eq(orderNotes.text, text),
      gt(orderNotes.createdAt, new Date(now.getTime() - SAME_MESSAGE_MS)),
    )
    if ((await tx.$count(orderNotes, isSame)) > 0) return
    await insertNote(tx, { orderId: order.id, text, author, isCustomerNote: true, createdAt: now })
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 12)
    await enqueueEmails(shop, tx, current, {
      transition: `question:${now.getTime()}:${digest}`,
      templates: ['shop-order-question', 'order-question'],
      data: { note: text },
    })
  })
  return null
}
