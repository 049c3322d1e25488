import { askForMails } from '../mail/ask-for-mails.ts'
import type { Shop } from '../shop.ts'
import { findOrderHead } from './orders.store.ts'
import { orderNotes } from './orders.table.ts'
import type { OrderNote } from './orders-read.store.ts'

export type NewNote = {
  readonly orderId: number
  readonly text: string
  readonly author: string
  /** Shown to the shopper too, and sent to them. */
  readonly forCustomer: boolean
}

type NotingShop = Pick<Shop, 'db' | 'now' | 'settings' | 'jobs'>

/** Writes what somebody of the shop has to say about an order. Null when there is no such order. */
export async function addOrderNote(shop: NotingShop, note: NewNote): Promise<OrderNote | null> {
  return shop.db.transaction(async (tx) => {
    const order = await findOrderHead(tx, note.orderId)
    if (!order) return null
    const [written] = await tx
      .insert(orderNotes)
      .values({ ...note, createdAt: shop.now() })
      .returning()
    if (written && note.forCustomer) {
      await askForMails(shop, tx, order, {
        transition: `note:${written.id}`,
        templates: ['customer-note'],
        facts: { note: note.text },
      })
    }
    return written ?? null
  })
}

/**
 * Sends the customer what they ordered: how to pay while it is unpaid, else the confirmation once more. Answers the
 * address, or null when there is no such order or that mail is switched off.
 */
export async function sendOrderDetails(
  shop: NotingShop,
  asked: { readonly orderId: number; readonly author: string },
): Promise<string | null> {
  return shop.db.transaction(async (tx) => {
    const order = await findOrderHead(tx, asked.orderId)
    if (!order) return null
    const isOpen = order.status === 'pending' || order.status === 'failed'
    const template = isOpen && order.totalCents > 0 ? 'payment-request' : 'order-confirmation'
    const { email } = order.billing
    const text = `${template === 'payment-request' ? 'Payment request' : 'Order details'} sent to ${email}.`
    const [note] = await tx
      .insert(orderNotes)
      .values({ orderId: order.id, text, author: asked.author, createdAt: shop.now() })
      .returning({ id: orderNotes.id })
    const isSent = await askForMails(shop, tx, order, { transition: `sent:${note?.id}`, templates: [template] })
    return isSent ? email : null
  })
}
