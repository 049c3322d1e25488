import { eq, sql } from 'drizzle-orm'
import * as store from '../../people/identity/accounts.store.ts'
import { welcome } from '../../people/identity/emails.ts'
import { createPasswordToken } from '../../people/identity/keys/tokens.store.ts'
import { createUser, setPassword } from '../../people/identity/users.store.ts'
import { detachAccount, type WithPrivacy } from '../../people/privacy/personal-data.ts'
import { isStaff } from '../../platform/access/permissions.ts'
import { type Db, isAnyOf, type Tx } from '../../platform/database/connect.ts'
import { type Result, refused } from '../../platform/database/result.ts'
import type { Platform } from '../../platform/web/context.ts'
import { invalidatePageTags } from '../../platform/web/page-tags.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { type MessageSender, sendMessage } from '../../things/messages/send-message.ts'
import { orders } from '../orders/orders.table.ts'
import { shopCents } from '../orders/shop-cents.ts'

export type Customer = store.Account & {
  /** Accepted orders, without cancelled ones. */
  readonly orderCount: number
  /** Their total after refunds. */
  readonly spentCents: number
}

export type CustomerShop = Pick<Platform, 'db' | 'url'> & MessageSender & WithPrivacy

async function withOrders(db: Db | Tx, accounts: readonly store.Account[]): Promise<Customer[]> {
  const ids = accounts.map(({ id }) => id)
  const rows = await db
    .select({
      id: orders.customerId,
      orderCount: sql<number>`count(*)::int`,
      spentCents: sql<number>`sum(${shopCents(sql`(${orders.totalCents} - ${orders.refundedCents})`)})::float8`,
    })
    .from(orders)
    .where(
      sql`${isAnyOf(orders.customerId, ids)} and ${orders.invoiceNumber} is not null
        and ${orders.status} not in ('cancelled', 'failed', 'pending')`,
    )
    .groupBy(orders.customerId)
  const totals = new Map(rows.map(({ id, ...total }) => [id, total]))
  return accounts.map((account) => ({ ...account, orderCount: 0, spentCents: 0, ...totals.get(account.id) }))
}

export async function readCustomers(db: Db, query: store.AccountQuery): Promise<{ items: Customer[]; total: number }> {
  const { items, total } = await store.readAccounts(db, query)
  return { items: await withOrders(db, items), total }
}

export async function readCustomer(db: Db | Tx, id: number): Promise<Customer | null> {
  const account = await store.readAccount(db, id)
  const [customer] = account ? await withOrders(db, [account]) : []
  return customer ?? null
}

export type CustomerChange = store.AccountChange & { readonly password?: string | undefined }

type Saved = Result<{ customer: Customer }, 'email-taken' | 'gone' | 'staff'>

export const createCustomer = (
  shop: CustomerShop,
  { password, ...change }: CustomerChange & { readonly email: string },
): Promise<Saved> =>
  shop.db.transaction(async (tx) => {
    const now = shop.now()
    const { email } = change
    const created = await createUser(tx, { email, name: '', password: password ?? null, role: 'customer', now })
    if (!created.ok) return refused('email-taken')
    const account = await store.readAccount(tx, created.userId)
    const names = change.names ?? { firstName: '', lastName: '' }
    if (!account || !(await store.updateAccount(tx, account, { ...change, names }, now))) return refused('email-taken')
    const key = password === undefined ? { passwordKey: await createPasswordToken(tx, account.id, now) } : {}
    await sendMessage(tx, shop, welcome, {
      key: `customer:${account.id}`,
      subject: {},
      recipient: account.email,
      payload: { firstName: names.firstName, email: account.email, ...key },
    })
    return savedCustomer(tx, account.id)
  })

export const updateCustomer = (
  { db, now }: CustomerShop,
  id: number,
  { password, ...change }: CustomerChange,
): Promise<Saved> =>
  db.transaction(async (tx) => {
    // Locked, so that an account that becomes staff at this moment is not changed.
    const before = await store.lockAccount(tx, id)
    if (!before) return refused('gone')
    if (isStaff(before)) return refused('staff')
    if (!(await store.updateAccount(tx, before, change, now()))) return refused('email-taken')
    if (password !== undefined) await setPassword(tx, change.email ?? before.email, password, now())
    return savedCustomer(tx, id)
  })

async function savedCustomer(tx: Tx, id: number): Promise<Saved> {
  const customer = await readCustomer(tx, id)
  return customer ? { ok: true, customer } : refused('gone')
}

export async function deleteCustomer(shop: CustomerShop, id: number, reassign: number): Promise<boolean> {
  const deleted = await shop.db.transaction(async (tx) => {
    await reassignAccount(tx, shop, id, reassign)
    const isDeleted = await store.deleteCustomerAccount(tx, id)
    // Again, for orders that were made for the account until it was locked.
    if (isDeleted) await reassignAccount(tx, shop, id, reassign)
    return { ok: isDeleted }
  })
  return deleted.ok
}

export type ReassignShop = Pick<Platform, 'now'> & WithPrivacy

export async function reassignAccount(tx: Tx, shop: ReassignShop, id: number, reassign: number): Promise<void> {
  if (reassign > 0) await tx.update(entries).set({ authorId: reassign }).where(eq(entries.authorId, id))
  // Posts show their author's name.
  await invalidatePageTags(tx, ['posts'])
  await detachAccount(tx, id, shop, shop.now())
}
