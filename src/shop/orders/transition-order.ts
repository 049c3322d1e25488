import { welcome } from '../../people/identity/emails.ts'
import { allowOrderSignIn, createPasswordToken } from '../../people/identity/keys/tokens.store.ts'
import { hashPassword } from '../../people/identity/passwords/password.ts'
import { createUser, type NewUser, saveAddresses } from '../../people/identity/users.store.ts'
import type { Tx } from '../../platform/database/connect.ts'
import { type Result, refused } from '../../platform/database/result.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { sendEmailsJob, sendMessage } from '../../things/messages/send-message.ts'
import { lockSoldProducts } from '../catalog/add-sales.ts'
import { invalidatePages } from '../catalog/invalidate-pages.ts'
import type { InventorySettings } from '../inventory/settings.ts'
import { returnStock } from '../inventory/stock.store.ts'
import { isProviderMethod } from '../payment-methods/payment-methods.ts'
import { releaseCouponUses } from '../pricing/coupons.store.ts'
import type { OrderContext } from './context.ts'
import { grantDownloads } from './downloads/order-downloads.ts'
import { buildEmails, emailsForTransition, enqueueEmails } from './messages/order-messages.ts'
import { isAcceptedStatus, manualStatuses, marksPaid } from './order-payment.ts'
import { canTransition } from './order-status.ts'
import { releaseFailedOrder, reserveStock } from './order-stock.ts'
import * as store from './orders.store.ts'
import type { OrderStatus, orderNotes, PendingAccount } from './orders.table.ts'
import type { OrderNote } from './orders-read.store.ts'
import { findActivePayment } from './payments/payments.store.ts'

export const cancelIntentJob = defineJob<{ intentId: string; orderId: number }>('cancel-intent', 10)

type TransitionProblem =
  | { readonly kind: 'no-such-order' | 'sold-out' }
  | { readonly kind: 'not-allowed'; readonly from: OrderStatus }
export type TransitionResult = Result<object, TransitionProblem>

export async function transitionOrderByHand(
  shop: OrderContext,
  change: { readonly orderId: number; readonly to: OrderStatus; readonly author: string },
): Promise<TransitionResult> {
  return shop.db.transaction(async (tx) => {
    const order = await store.lockOrder(tx, change.orderId)
    return order ? transitionByHand(shop, tx, order, change) : refused({ kind: 'no-such-order' })
  })
}

export async function transitionByHand(
  shop: OrderContext,
  tx: Tx,
  order: store.Order,
  { to, author, isPaid = false }: { readonly to: OrderStatus; readonly author: string; readonly isPaid?: boolean },
): Promise<TransitionResult> {
  if (order.status === to) return { ok: true }
  if (!manualStatuses(order).includes(to)) return refused({ kind: 'not-allowed', from: order.status })
  const isPaidNow = order.paidAt === null && (isPaid || marksPaid(order, to))
  const needsStock = to === 'on-hold' || to === 'processing' || to === 'completed'
  // A failed order holds no stock, and the hold of an unpaid one may have expired.
  if (needsStock && !order.holdsStock && !(await reserveStock(shop, tx, order)).ok) return refused({ kind: 'sold-out' })
  if (to === 'cancelled') await releaseOrder(shop, tx, order)
  else if (to === 'failed') await releaseFailedOrder(shop, tx, order.id)
  else if (isPaidNow && !isProviderMethod(order.paymentMethod)) await cancelStartedPayment(shop, tx, order)
  const change = { author, ...(isPaidNow ? { paid: { transactionId: null } } : {}) }
  if (!(await transitionOrder(shop, tx, order, to, change)))
    throw new Error(`Order ${order.id} cannot be made ${to}: it is ${order.status}`)
  return { ok: true }
}

export async function releaseOrder(
  shop: Pick<Platform, 'jobs' | 'now'> & WithSettings<InventorySettings>,
  tx: Tx,
  order: { readonly id: number },
): Promise<void> {
  await invalidatePages(shop, tx, await returnStock(tx, order.id), shop.now())
  await releaseCouponUses(tx, order.id)
  await cancelStartedPayment(shop, tx, order)
}

/** Cancels a payment started at the provider, so that the order is not paid a second time on a page left open. */
export async function cancelStartedPayment({ jobs }: Pick<Platform, 'jobs'>, tx: Tx, order: { readonly id: number }) {
  const payment = await findActivePayment(tx, order.id)
  if (!payment?.intentId) return
  await jobs.enqueue(tx, cancelIntentJob, { intentId: payment.intentId, orderId: order.id })
}

/** `isSilent`: without the emails about its status. */
type Transition = Omit<store.StatusChange, 'firstNumber' | 'sold' | 'emails'> & { readonly isSilent?: boolean }

/**
 * Moves a locked order on, with all effects. Null if not allowed. Call it last: nothing may be locked after the row of
 * invoice numbers.
 */
export async function transitionOrder(
  shop: OrderContext,
  tx: Tx,
  current: store.Order,
  to: OrderStatus,
  { isSilent = false, ...change }: Transition = {},
): Promise<store.Order | null> {
  if (!canTransition(current.status, to)) return null
  const now = shop.now()
  const isOnlyFiles = change.paid !== undefined && (await grantDownloads(tx, current, now))
  const status = isOnlyFiles && to === 'processing' ? 'completed' : to
  const isAccepted = current.invoiceNumber === null && (change.isAccepted ?? isAcceptedStatus(current, to))
  const order = isAccepted ? await createPendingAccount(shop, tx, current) : current
  const sold = isAccepted ? order.lines.map(({ productId, quantity }) => ({ productId, quantity })) : []
  await lockSoldProducts(tx, sold)
  const { firstInvoiceNumber: firstNumber } = shop.settings()
  const isPaid = order.paidAt !== null || change.paid !== undefined
  const wasAccepted = order.invoiceNumber !== null
  const templates = isSilent ? [] : emailsForTransition({ from: order.status, to, wasAccepted, isPaid })
  // A payment may fail more than once, and each time the customer has to pay again.
  const moment = to === 'failed' ? ` ${now.toISOString()}` : ''
  const emails = buildEmails(shop, order, { transition: `${order.status}>${to}${moment}`, templates })
  const result = await store.writeTransition(tx, order, status, now, { ...change, firstNumber, sold, emails })
  if (!result.ok) return null
  if (emails.length > 0) shop.jobs.enqueueSoon(sendEmailsJob)
  return { ...order, ...result.changed }
}

/** An account to create with the order. Null: the customer chose no password. */
export type NewAccount = { readonly password: string | null }

/**
 * Creates the account of a customer who orders; null when the email address already has one. Without a chosen password
 * it has none, and the browser that places the order signs in by the order (`signInNewAccount`).
 */
export async function createAccount(
  tx: Tx,
  { billing, orderKey }: Pick<store.Order, 'billing' | 'orderKey'>,
  password: NewUser['password'],
  now: Date,
): Promise<number | null> {
  const name = store.fullName(billing)
  const created = await createUser(tx, { email: billing.email, name, password, role: 'customer', now })
  if (!created.ok) return null
  if (password === null) await allowOrderSignIn(tx, created.userId, orderKey, now)
  return created.userId
}

export async function sendWelcomeEmail(
  shop: OrderContext,
  tx: Tx,
  order: store.Order,
  { userId, hasChosenPassword }: { readonly userId: number; readonly hasChosenPassword: boolean },
): Promise<void> {
  const key = hasChosenPassword ? {} : { passwordKey: await createPasswordToken(tx, userId, shop.now()) }
  await sendMessage(tx, shop, welcome, {
    key: `order:${order.id}:account`,
    orderId: order.id,
    subject: {},
    recipient: order.billing.email,
    payload: { firstName: order.billing.firstName, email: order.billing.email, ...key },
  })
}

/** An account is stored until its order is accepted, with only the hash of a chosen password. */
export const toPendingAccount = async ({ password }: NewAccount): Promise<PendingAccount> => ({
  passwordHash: password === null ? null : await hashPassword(password),
})

/** Updates the pending account when the checkout is submitted again; null removes it. */
export const setPendingAccount = async (tx: Tx, orderId: number, account: NewAccount | null): Promise<void> =>
  store.setOrder(tx, orderId, { pendingAccount: account && (await toPendingAccount(account)) })

/** If the address has an account by now, the order stays a guest order: only the owner may add orders to an account. */
async function createPendingAccount(shop: OrderContext, tx: Tx, order: store.Order): Promise<store.Order> {
  const account = order.pendingAccount
  if (!account) return order
  const { passwordHash: hash } = account
  const password = hash === null ? null : { hash }
  const userId = order.customerId === null ? await createAccount(tx, order, password, shop.now()) : null
  const customerId = userId ?? order.customerId
  await store.setOrder(tx, order.id, { pendingAccount: null, customerId })
  if (userId !== null) {
    await saveAddresses(tx, userId, { billing: order.billing, shipping: order.shipping })
    await sendWelcomeEmail(shop, tx, order, { userId, hasChosenPassword: hash !== null })
  }
  return { ...order, pendingAccount: null, customerId }
}

/** Customer notes are shown and emailed to the customer; other notes are private. */
type NewOrderNote = Required<Pick<typeof orderNotes.$inferInsert, 'orderId' | 'text' | 'author' | 'isCustomerNote'>>

export const addOrderNote = async (shop: OrderContext, note: NewOrderNote): Promise<OrderNote | null> =>
  shop.db.transaction(async (tx) => {
    const order = await store.lockOrderKey(tx, note.orderId)
    return order && writeNote(shop, tx, order, note)
  })

export async function writeNote(
  shop: OrderContext,
  tx: Tx,
  order: store.OrderRow,
  note: Omit<NewOrderNote, 'orderId'>,
) {
  const inserted = await store.insertNote(tx, { ...note, orderId: order.id, createdAt: shop.now() })
  const email = { transition: `note:${inserted.id}`, templates: ['customer-note'], data: { note: note.text } } as const
  if (note.isCustomerNote) await enqueueEmails(shop, tx, order, email)
  return inserted
}
