import type { Platform } from '../../platform/web/context.ts'
import type { OrderContext } from './context.ts'
import { enqueueEmails } from './emails/enqueue-emails.ts'
import { needsPayment } from './order-status.ts'
import { findOrderRow } from './orders.store.ts'
import { orderNotes } from './orders.table.ts'
import type { OrderNote } from './orders-read.store.ts'

/** Customer notes are shown and emailed to the customer; other notes are private. */
type NewOrderNote = Required<Pick<typeof orderNotes.$inferInsert, 'orderId' | 'text' | 'author' | 'isCustomerNote'>>

/** Adds an order note by a staff member. Null when the order does not exist. */
export async function addOrderNote(
  shop: OrderContext & Pick<Platform, 'db'>,
  note: NewOrderNote,
): Promise<OrderNote | null> {
  return shop.db.transaction(async (tx) => {
    const order = await findOrderRow(tx, note.orderId)
    if (!order) return null
    const [inserted] = await tx
      .insert(orderNotes)
      .values({ ...note, createdAt: shop.now() })
      .returning()
    if (inserted && note.isCustomerNote) {
      const data = { note: note.text }
      await enqueueEmails(shop, tx, order, { transition: `note:${inserted.id}`, templates: ['customer-note'], data })
    }
    return inserted ?? null
  })
}

/**
 * Emails the order to the customer: payment instructions while it is unpaid, otherwise the confirmation again. Returns
 * the recipient, or null when the order does not exist or that email is disabled.
 */
export async function sendOrderDetails(
  shop: OrderContext & Pick<Platform, 'db'>,
  request: { readonly orderId: number; readonly author: string },
): Promise<string | null> {
  return shop.db.transaction(async (tx) => {
    const order = await findOrderRow(tx, request.orderId)
    if (!order) return null
    const template = needsPayment(order.status) && order.totalCents > 0 ? 'payment-request' : 'order-confirmation'
    const { email } = order.billing
    const text = `${template === 'payment-request' ? 'Payment request' : 'Order details'} sent to ${email}.`
    const [note] = await tx
      .insert(orderNotes)
      .values({ orderId: order.id, text, author: request.author, createdAt: shop.now() })
      .returning({ id: orderNotes.id })
    const isQueued = await enqueueEmails(shop, tx, order, { transition: `sent:${note?.id}`, templates: [template] })
    return isQueued ? email : null
  })
}
