import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { createUser } from '../accounts/create-user.ts'
import { keepAddresses } from '../accounts/customer-address.ts'
import { hashPassword } from '../accounts/password.ts'
import { makePasswordKey } from '../accounts/password-link.ts'
import type { Address } from '../checkout/address.ts'
import type { Tx } from '../database/connect.ts'
import { askForMails } from '../mail/ask-for-mails.ts'
import type { Shop } from '../shop.ts'
import { fullName, type Order, type OrderHead } from './orders.store.ts'
import { orders, type PendingAccount } from './orders.table.ts'

/** An account that is wanted with an order. Null: nobody chooses a password. */
export type WantedAccount = { readonly password: string | null }

type AccountShop = Pick<Shop, 'settings' | 'now' | 'jobs' | 'secret'>

/**
 * The first password of an account: the chosen one, or one that nobody is told. The latter can be worked out from the
 * order by whoever has the shop's secret, so that the request whose order is accepted can sign its shopper in.
 */
export const firstPassword = (
  shop: Pick<Shop, 'secret'>,
  order: Pick<OrderHead, 'orderKey'>,
  { password }: WantedAccount,
): string =>
  password ?? createHmac('sha256', shop.secret).update(`first-password|${order.orderKey}`).digest('base64url')

/** Makes the account of somebody who orders; null when the address has one already. */
export async function makeAccount(
  tx: Tx,
  billing: Address,
  password: string | { readonly hash: string },
  now: Date,
): Promise<number | null> {
  const name = fullName(billing)
  const made = await createUser(tx, { email: billing.email, name, password, role: 'customer', now })
  return made.ok ? made.userId : null
}

/** Welcomes a new customer, with a link to choose a password where none was chosen. */
export async function welcome(
  shop: AccountShop,
  tx: Tx,
  order: Order,
  { userId, isChosen }: { readonly userId: number; readonly isChosen: boolean },
): Promise<void> {
  const facts = isChosen ? {} : { passwordKey: await makePasswordKey(tx, userId, shop.now()) }
  await askForMails(shop, tx, order, { transition: 'account', templates: ['new-account'], facts })
}

/** How an account is kept until its order is accepted: a chosen password as its hash alone. */
export const pendingAccount = async ({ password }: WantedAccount): Promise<PendingAccount> => ({
  passwordHash: password === null ? null : await hashPassword(password),
})

/** The wish of whoever sends the checkout again; null: they want no account any more. */
export async function setPendingAccount(tx: Tx, orderId: number, wanted: WantedAccount | null): Promise<void> {
  await tx
    .update(orders)
    .set({ pendingAccount: wanted && (await pendingAccount(wanted)) })
    .where(eq(orders.id, orderId))
}

/**
 * Makes the account that a locked order asks for, now that it is accepted. An address that got one meanwhile keeps it, and
 * the order stays a guest's: nobody but its owner may put orders into an account.
 */
export async function makePendingAccount(shop: AccountShop, tx: Tx, order: Order): Promise<Order> {
  const wanted = order.pendingAccount
  if (!wanted) return order
  const { passwordHash: hash } = wanted
  const password = hash === null ? firstPassword(shop, order, { password: null }) : { hash }
  const userId = order.customerId === null ? await makeAccount(tx, order.billing, password, shop.now()) : null
  const customerId = userId ?? order.customerId
  await tx.update(orders).set({ pendingAccount: null, customerId }).where(eq(orders.id, order.id))
  if (userId !== null) {
    await keepAddresses(tx, userId, { billing: order.billing, shipping: order.shipping })
    await welcome(shop, tx, order, { userId, isChosen: hash !== null })
  }
  return { ...order, pendingAccount: null, customerId }
}
