import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { hashPassword } from '../../people/accounts/password.ts'
import { createPasswordKey } from '../../people/accounts/password-link.ts'
import { createUser, saveAddresses } from '../../people/accounts/users.store.ts'
import type { Address } from '../../people/addresses/address.ts'
import type { Tx } from '../../platform/database/connect.ts'
import type { Platform } from '../../platform/web/context.ts'
import type { OrderContext } from './context.ts'
import { enqueueEmails } from './emails/enqueue-emails.ts'
import { fullName, type Order, type OrderRow } from './orders.store.ts'
import { orders, type PendingAccount } from './orders.table.ts'

/** An account to create with the order. Null: the customer chose no password. */
export type NewAccount = { readonly password: string | null }

/**
 * The initial password of an account: the chosen one, or a secret one derived from the order and the shop's secret, so
 * that the request whose order is accepted can sign its customer in.
 */
export const initialPassword = (
  shop: Pick<Platform, 'secret'>,
  order: Pick<OrderRow, 'orderKey'>,
  { password }: NewAccount,
): string =>
  password ?? createHmac('sha256', shop.secret).update(`first-password|${order.orderKey}`).digest('base64url')

/** Creates the account of a customer who orders; null when the email address already has one. */
export async function createAccount(
  tx: Tx,
  billing: Address,
  password: string | { readonly hash: string },
  now: Date,
): Promise<number | null> {
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
  const data = hasChosenPassword ? {} : { passwordKey: await createPasswordKey(tx, userId, shop.now()) }
  await enqueueEmails(shop, tx, order, { transition: 'account', templates: ['new-account'], data })
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
