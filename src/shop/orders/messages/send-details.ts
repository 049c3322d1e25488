import { type Result, refused } from '../../../platform/database/result.ts'
import { changeOrder } from '../change-order.ts'
import type { OrderContext } from '../context.ts'
import { needsPayment } from '../order-status.ts'
import { insertOrderNote, lockOrder, type Order } from '../orders.store.ts'
import type { OrderStatus } from '../orders.table.ts'
import { type EmailTemplate, enqueueEmails } from './order-messages.ts'

type OrderState = Pick<Order, 'status' | 'totalCents'>

/** WooCommerce's ids of emails that can be sent again, and the template for each. */
const byStatus: { readonly [Status in OrderStatus]?: readonly [id: string, template: EmailTemplate] } = {
  processing: ['customer_processing_order', 'order-confirmation'],
  'on-hold': ['customer_on_hold_order', 'order-confirmation'],
  completed: ['customer_completed_order', 'order-sent'],
  cancelled: ['customer_cancelled_order', 'order-cancelled'],
  failed: ['customer_failed_order', 'payment-failed'],
}

/** Payment instructions while it is unpaid, else the confirmation. */
const detailsOf = ({ status, totalCents }: OrderState): EmailTemplate =>
  needsPayment(status) && totalCents > 0 ? 'payment-request' : 'order-confirmation'

export const sendableMails = (order: OrderState): ReadonlyMap<string, EmailTemplate> => {
  const statusMail = byStatus[order.status]
  return new Map([['customer_invoice', detailsOf(order)], ...(statusMail ? [statusMail] : [])])
}

type SendRequest = {
  readonly orderId: number
  readonly author: string
  /** WooCommerce's id of the email. */
  readonly mailId?: string | undefined
  readonly email?: string | undefined
  /** Whether `email` may replace the order's email address. */
  readonly replacesEmail?: boolean | undefined
}

export type SendProblem = 'no-such-order' | 'other-mail' | 'other-email' | 'no-email' | 'anonymised' | 'switched-off'

type SendResult = Result<{ sentTo: string }, SendProblem>

/** Sends the customer an email about the order again. `email` becomes the order's address. */
export async function sendDetails(
  shop: OrderContext,
  { orderId, author, mailId = 'customer_invoice', email = '', replacesEmail = false }: SendRequest,
): Promise<SendResult> {
  return shop.db.transaction(async (tx): Promise<SendResult> => {
    const now = shop.now()
    const stored = await lockOrder(tx, orderId)
    if (!stored) return refused('no-such-order')
    const template = sendableMails(stored).get(mailId)
    if (!template) return refused('other-mail')
    const emailBefore = stored.billing.email
    if (email !== '' && emailBefore !== '' && email !== emailBefore && !replacesEmail) return refused('other-email')
    const changed = await changeOrder(tx, stored, { billing: email === '' ? {} : { email } }, { author, now })
    if (!changed.ok) return refused('anonymised')
    const { order } = changed
    const sentTo = order.billing.email
    if (sentTo === '') return refused('no-email')
    const text = `${template === 'payment-request' ? 'Payment request' : 'Order details'} sent to ${sentTo}.`
    const note = await insertOrderNote(tx, order.id, text, now, author)
    const isQueued = await enqueueEmails(shop, tx, order, { transition: `sent:${note.id}`, templates: [template] })
    return isQueued ? { ok: true, sentTo } : refused('switched-off')
  })
}
