import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import { enqueueEmails } from './emails/enqueue-emails.ts'
import { findOrderRow } from './orders.store.ts'
import { orderNotes } from './orders.table.ts'
import type { OrderNote } from './orders-read.store.ts'
import type { OrderEmailSettings } from './settings.ts'

export type NewOrderNote = {
  readonly orderId: number
  readonly text: string
  readonly author: string
  /** Customer notes are shown and emailed to the customer; other notes are private. */
  readonly isCustomerNote: boolean
}

/** Adds an order note by a staff member. Null when the order does not exist. */
export async function addOrderNote(
  shop: Pick<Platform, 'db' | 'jobs' | 'now'> & WithSettings<OrderEmailSettings & SiteSettings>,
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
      await enqueueEmails(shop, tx, order, {
        transition: `note:${inserted.id}`,
        templates: ['customer-note'],
        data: { note: note.text },
      })
    }
    return inserted ?? null
  })
}

/**
 * Emails the order to the customer: payment instructions while it is unpaid, otherwise the confirmation again. Returns
 * the recipient, or null when the order does not exist or that email is disabled.
 */
export async function sendOrderDetails(
  shop: Pick<Platform, 'db' | 'jobs' | 'now'> & WithSettings<OrderEmailSettings & SiteSettings>,
  request: { readonly orderId: number; readonly author: string },
): Promise<string | null> {
  return shop.db.transaction(async (tx) => {
    const order = await findOrderRow(tx, request.orderId)
    if (!order) return null
    const isOpen = order.status === 'pending' || order.status === 'failed'
    const template = isOpen && order.totalCents > 0 ? 'payment-request' : 'order-confirmation'
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
