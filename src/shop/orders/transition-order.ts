import type { Tx } from '../../platform/database/connect.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { orderNumberPlaceholder } from '../../things/messages/emails.store.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import { lockSoldProducts } from '../catalog/add-sales.ts'
import { emailsForTransition } from './emails/email-templates.ts'
import { buildEmails } from './emails/enqueue-emails.ts'
import type { OrderEmailSettings } from './emails/settings.ts'
import { createPendingAccount } from './new-account.ts'
import { isAcceptedStatus } from './order-number.ts'
import { canTransition } from './order-status.ts'
import { changeStatus, type Order, type StatusChange } from './orders.store.ts'
import type { OrderStatus } from './orders.table.ts'
import type { OrderSettings } from './settings.ts'

/**
 * Moves a locked order to its next status with all effects: on acceptance it counts as sold, gets its number, and its
 * pending account is created; emails are queued. Null when the transition is not allowed. Call it last in a
 * transaction: it locks the number sequence, after which nothing may be locked.
 */
export async function transitionOrder(
  shop: Pick<Platform, 'jobs' | 'now' | 'secret'> & WithSettings<OrderEmailSettings & OrderSettings & SiteSettings>,
  tx: Tx,
  current: Order,
  to: OrderStatus,
  change: Omit<StatusChange, 'firstNumber' | 'sold' | 'emails'> = {},
): Promise<Order | null> {
  if (!canTransition(current.status, to)) return null
  const now = shop.now()
  const isAccepted = current.number === null && isAcceptedStatus(current, to)
  const order = isAccepted ? await createPendingAccount(shop, tx, current) : current
  const sold = isAccepted ? order.lines.map(({ productId, quantity }) => ({ productId, quantity })) : []
  await lockSoldProducts(tx, sold)
  const { firstOrderNumber: firstNumber } = shop.settings()
  const templates = emailsForTransition({
    from: order.status,
    to,
    wasAccepted: order.number !== null,
    isPaid: order.paidAt !== null || change.paid !== undefined,
  })
  const emailOrder = { ...order, number: isAccepted ? orderNumberPlaceholder : order.number } as const
  const emails = buildEmails(shop, emailOrder, { transition: `${order.status}>${to}`, templates })
  const result = await changeStatus(tx, order, to, now, { ...change, firstNumber, sold, emails })
  if (!result.ok) return null
  if (emails.length > 0) shop.jobs.enqueueSoon('send-emails')
  return { ...order, ...result.changed }
}
