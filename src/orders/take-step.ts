import { lockSold } from '../catalog/add-sales.ts'
import type { Tx } from '../database/connect.ts'
import { mailsAbout } from '../mail/ask-for-mails.ts'
import { numberToCome } from '../mail/mail.store.ts'
import { mailsOfStep } from '../mail/mail-templates.ts'
import type { Shop } from '../shop.ts'
import { makePendingAccount } from './new-account.ts'
import { isAcceptedAs } from './order-number.ts'
import { mayBecome } from './order-status.ts'
import { changeStatus, type Order, type StatusChange } from './orders.store.ts'
import type { OrderStatus } from './orders.table.ts'

export type StepShop = Pick<Shop, 'settings' | 'now' | 'jobs' | 'secret'>

/**
 * Takes a locked order to its next state with all that belongs to it: when it is accepted by that it counts as sold and
 * gets its number, and the account that was wanted with it is made; customer and shop get their mails. Null when the table of states does not know the step. Numbers
 * are locked here, so nothing else may be locked after it: call it last.
 */
export async function takeStep(
  shop: StepShop,
  tx: Tx,
  found: Order,
  to: OrderStatus,
  change: Omit<StatusChange, 'firstNumber' | 'sold' | 'mails'> = {},
): Promise<Order | null> {
  if (!mayBecome(found.status, to)) return null
  const now = shop.now()
  const isAccepted = found.number === null && isAcceptedAs(found, to)
  const order = isAccepted ? await makePendingAccount(shop, tx, found) : found
  const sold = isAccepted ? order.lines.map(({ productId, quantity }) => ({ productId, quantity })) : []
  await lockSold(tx, sold)
  const { firstOrderNumber: firstNumber } = shop.settings()
  const templates = mailsOfStep({
    from: order.status,
    to,
    wasAccepted: order.number !== null,
    isPaid: order.paidAt !== null || change.paid !== undefined,
  })
  const about = { ...order, number: isAccepted ? numberToCome : order.number } as const
  const mails = mailsAbout(shop, about, { transition: `${order.status}>${to}`, templates })
  const step = await changeStatus(tx, order, to, now, { ...change, firstNumber, sold, mails })
  if (!step.ok) return null
  if (mails.length > 0) shop.jobs.soon('send-mails')
  return { ...order, ...step.changed }
}
