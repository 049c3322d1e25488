import { eq } from 'drizzle-orm'
import type { Address } from '../../people/addresses/address.ts'
import { welcome } from '../../people/identity/messages/welcome.ts'
import { hashPassword } from '../../people/identity/passwords/password.ts'
import { createPasswordKey } from '../../people/identity/passwords/password-keys.store.ts'
import { createUser, type NewUser, saveAddresses } from '../../people/identity/users.store.ts'
import type { Tx } from '../../platform/database/connect.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { sign } from '../../platform/web/signature.ts'
import { sendEmailsJob, sendMessage } from '../../things/messages/send-message.ts'
import { lockSoldProducts } from '../catalog/add-sales.ts'
import { invalidatePages } from '../catalog/invalidate-pages.ts'
import { isProviderMethod } from '../gateways/payment-methods.ts'
import type { InventorySettings } from '../inventory/settings.ts'
import { returnStock } from '../inventory/stock.store.ts'
import { releaseCouponUses } from '../pricing/coupons.store.ts'
import type { OrderContext } from './context.ts'
import { buildEmails, emailsForTransition, enqueueEmails } from './messages/order-messages.ts'
import { isAcceptedStatus, manualStatuses, marksPaid } from './order-payment.ts'
import { canTransition, needsPayment } from './order-status.ts'
import { changeStatus, findOrderRow, fullName, lockOrder, type Order, type StatusChange } from './orders.store.ts'
import { type OrderStatus, orderNotes, orders, type PendingAccount } from './orders.table.ts'
import type { OrderNote } from './orders-read.store.ts'
import { findActivePayment } from './payments/payments.store.ts'

export const cancelIntentJob = defineJob<{ intentId: string; orderId: number }>('cancel-intent', 10)

export type ChangeOrderStatusResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly problem: { readonly kind: 'no-such-order' } }
  | { readonly ok: false; readonly problem: { readonly kind: 'not-allowed'; readonly from: OrderStatus } }

/** Changes an order's status manually. Cancelling restores its stock and cancels its payment. */
export async function changeOrderStatus(
  shop: OrderContext,
  change: { readonly orderId: number; readonly to: OrderStatus; readonly author: string },
): Promise<ChangeOrderStatusResult> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, change.orderId)
    return order ? changeLockedStatus(shop, tx, order, change) : { ok: false, problem: { kind: 'no-such-order' } }
  })
}

/** The same of a locked order. */
export async function changeLockedStatus(
  shop: OrderContext,
  tx: Tx,
  order: Order,
  { to, author }: { readonly to: OrderStatus; readonly author: string },
): Promise<ChangeOrderStatusResult> {
  if (order.status === to) return { ok: true }
  if (!manualStatuses(order).includes(to)) return { ok: false, problem: { kind: 'not-allowed', from: order.status } }
  const isPaidNow = order.paidAt === null && marksPaid(order, to)
  if (to === 'cancelled') await releaseOrder(shop, tx, order)
  else if (isPaidNow && !isProviderMethod(order.paymentMethod)) await cancelStartedPayment(shop, tx, order)
  const change = { author, ...(isPaidNow ? { paid: { transactionId: null } } : {}) }
  if (!(await transitionOrder(shop, tx, order, to, change)))
    throw new Error(`Order ${order.id} cannot be made ${to}: it is ${order.status}`)
  return { ok: true }
}

/** Undoes an order that will not be fulfilled: restores its stock and coupon uses, and cancels a started payment. */
export async function releaseOrder(
  shop: Pick<Platform, 'jobs' | 'now'> & WithSettings<InventorySettings>,
  tx: Tx,
  order: { readonly id: number },
): Promise<void> {
  await invalidatePages(shop, tx, await returnStock(tx, order.id), shop.now())
  await releaseCouponUses(tx, order.id)
  await cancelStartedPayment(shop, tx, order)
}

/** Cancels a payment that was started through the provider, so that it is not paid a second time on a page left open. */
export async function cancelStartedPayment(
  { jobs }: Pick<Platform, 'jobs'>,
  tx: Tx,
  order: { readonly id: number },
): Promise<void> {
  const payment = await findActivePayment(tx, order.id)
  if (!payment?.intentId) return
  await jobs.enqueue(tx, cancelIntentJob, { intentId: payment.intentId, orderId: order.id })
}

/**
 * Moves a locked order to its next status with all effects: on acceptance it counts as sold, gets its invoice number, and its
 * pending account is created; emails are queued. Null when the transition is not allowed. Call it last in a
 * transaction: it locks the row of invoice numbers, after which nothing may be locked.
 */
export async function transitionOrder(
  shop: OrderContext,
  tx: Tx,
  current: Order,
  to: OrderStatus,
  change: Omit<StatusChange, 'firstNumber' | 'sold' | 'emails'> = {},
): Promise<Order | null> {
  if (!canTransition(current.status, to)) return null
  const now = shop.now()
  const isAccepted = current.invoiceNumber === null && (change.isAccepted ?? isAcceptedStatus(current, to))
  const order = isAccepted ? await createPendingAccount(shop, tx, current) : current
  const sold = isAccepted ? order.lines.map(({ productId, quantity }) => ({ productId, quantity })) : []
  await lockSoldProducts(tx, sold)
  const { firstInvoiceNumber: firstNumber } = shop.settings()
  const templates = emailsForTransition({
    from: order.status,
    to,
    wasAccepted: order.invoiceNumber !== null,
    isPaid: order.paidAt !== null || change.paid !== undefined,
  })
  const emails = buildEmails(shop, order, { transition: `${order.status}>${to}`, templates })
  const result = await changeStatus(tx, order, to, now, { ...change, firstNumber, sold, emails })
  if (!result.ok) return null
  if (emails.length > 0) shop.jobs.enqueueSoon(sendEmailsJob)
  return { ...order, ...result.changed }
}

/** An account to create with the order. Null: the customer chose no password. */
export type NewAccount = { readonly password: string | null }

/**
 * The initial password of an account: the chosen one, or a secret one derived from the order and the shop's secret, so
 * that the request whose order is accepted can sign its customer in.
 */
export const initialPassword = (
  shop: Pick<Platform, 'secret'>,
  order: { orderKey: string },
  { password }: NewAccount,
) => password ?? sign(shop.secret, `first-password|${order.orderKey}`)

/** Creates the account of a customer who orders; null when the email address already has one. */
export async function createAccount(tx: Tx, billing: Address, password: NewUser['password'], now: Date) {
  const name = fullName(billing)
  const created = await createUser(tx, { email: billing.email, name, password, role: 'customer', now })
  return created.ok ? created.userId : null
}

/** Sends the welcome email, with a link to set a password where none was chosen. */
export async function sendWelcomeEmail(
  shop: OrderContext,
  tx: Tx,
  order: Order,
  { userId, hasChosenPassword }: { readonly userId: number; readonly hasChosenPassword: boolean },
): Promise<void> {
  const key = hasChosenPassword ? {} : { passwordKey: await createPasswordKey(tx, userId, shop.now()) }
  await sendMessage(tx, shop, welcome, {
    ...{ key: `order:${order.id}:account`, orderId: order.id, subject: {}, recipient: order.billing.email },
    payload: { firstName: order.billing.firstName, email: order.billing.email, ...key },
  })
}

/** How an account is stored until its order is accepted: of a chosen password only the hash. */
export const toPendingAccount = async ({ password }: NewAccount): Promise<PendingAccount> => ({
  passwordHash: password === null ? null : await hashPassword(password),
})

/** Updates the pending account when the checkout is submitted again; null removes it. */
export async function setPendingAccount(tx: Tx, orderId: number, account: NewAccount | null): Promise<void> {
  await tx
    .update(orders)
    .set({ pendingAccount: account && (await toPendingAccount(account)) })
    .where(eq(orders.id, orderId))
}

/**
 * Creates the account that a locked order requested, once the order is accepted. If the email address got an account
 * meanwhile, the order stays a guest order: only its owner may add orders to an account.
 */
export async function createPendingAccount(shop: OrderContext, tx: Tx, order: Order): Promise<Order> {
  const account = order.pendingAccount
  if (!account) return order
  const { passwordHash: hash } = account
  const password = hash === null ? initialPassword(shop, order, { password: null }) : { hash }
  const userId = order.customerId === null ? await createAccount(tx, order.billing, password, shop.now()) : null
  const customerId = userId ?? order.customerId
  await tx.update(orders).set({ pendingAccount: null, customerId }).where(eq(orders.id, order.id))
  if (userId !== null) {
    await saveAddresses(tx, userId, { billing: order.billing, shipping: order.shipping })
    await sendWelcomeEmail(shop, tx, order, { userId, hasChosenPassword: hash !== null })
  }
  return { ...order, pendingAccount: null, customerId }
}

/** Customer notes are shown and emailed to the customer; other notes are private. */
type NewOrderNote = Required<Pick<typeof orderNotes.$inferInsert, 'orderId' | 'text' | 'author' | 'isCustomerNote'>>

/** Adds an order note by a staff member. Null when the order does not exist. */
export async function addOrderNote(shop: OrderContext, note: NewOrderNote): Promise<OrderNote | null> {
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
  shop: OrderContext,
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
