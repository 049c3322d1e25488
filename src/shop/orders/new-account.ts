import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { createUser } from '../../people/accounts/create-user.ts'
import { saveAddresses } from '../../people/accounts/customer-address.ts'
import { hashPassword } from '../../people/accounts/password.ts'
import { createPasswordKey } from '../../people/accounts/password-link.ts'
import type { Address } from '../../people/addresses/address.ts'
import type { Tx } from '../../platform/database/connect.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import { enqueueEmails } from './emails/enqueue-emails.ts'
import type { OrderEmailSettings } from './emails/settings.ts'
import { fullName, type Order, type OrderRow } from './orders.store.ts'
import { orders, type PendingAccount } from './orders.table.ts'

/** An account that is wanted with an order. Null: nobody chooses a password. */
export type NewAccount = { readonly password: string | null }

/**
 * The first password of an account: the chosen one, or one that nobody is told. The latter can be worked out from the
 * order by whoever has the shop's secret, so that the request whose order is accepted can sign its shopper in.
 */
export const initialPassword = (
  shop: Pick<Platform, 'secret'>,
  order: Pick<OrderRow, 'orderKey'>,
  { password }: NewAccount,
): string =>
  password ?? createHmac('sha256', shop.secret).update(`first-password|${order.orderKey}`).digest('base64url')

/** Makes the account of somebody who orders; null when the address has one already. */
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

/** Welcomes a new customer, with a link to choose a password where none was chosen. */
export async function sendWelcomeEmail(
  shop: Pick<Platform, 'jobs' | 'now'> & WithSettings<OrderEmailSettings & SiteSettings>,
  tx: Tx,
  order: Order,
  { userId, hasChosenPassword }: { readonly userId: number; readonly hasChosenPassword: boolean },
): Promise<void> {
  const data = hasChosenPassword ? {} : { passwordKey: await createPasswordKey(tx, userId, shop.now()) }
  await enqueueEmails(shop, tx, order, { transition: 'account', templates: ['new-account'], data })
}

/** How an account is kept until its order is accepted: a chosen password as its hash alone. */
export const toPendingAccount = async ({ password }: NewAccount): Promise<PendingAccount> => ({
  passwordHash: password === null ? null : await hashPassword(password),
})

/** The wish of whoever sends the checkout again; null: they want no account any more. */
export async function setPendingAccount(tx: Tx, orderId: number, account: NewAccount | null): Promise<void> {
  await tx
    .update(orders)
    .set({ pendingAccount: account && (await toPendingAccount(account)) })
    .where(eq(orders.id, orderId))
}

/**
 * Makes the account that a locked order asks for, now that it is accepted. An address that got one meanwhile keeps it, and
 * the order stays a guest's: nobody but its owner may put orders into an account.
 */
export async function createPendingAccount(
  shop: Pick<Platform, 'jobs' | 'now' | 'secret'> & WithSettings<OrderEmailSettings & SiteSettings>,
  tx: Tx,
  order: Order,
): Promise<Order> {
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
