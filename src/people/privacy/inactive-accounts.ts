import { and, asc, eq, lt, notExists, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/connect.ts'
import { DAY_MS } from '../../platform/time/durations.ts'
import type { Platform } from '../../platform/web/context.ts'
import { type MessageSender, sendMessage } from '../../things/messages/send-message.ts'
import { users } from '../identity/accounts.table.ts'
import { inactiveAccount } from './emails.ts'
import { accountDeletions } from './privacy.table.ts'

/** The setting of accounts that nobody uses; WooCommerce's "Retain inactive accounts". */
export const INACTIVE_ACCOUNTS = 'inactive-accounts'

export const WARNING_DAYS = 30

const deletionOf = (db: Pick<Db, 'select'>) =>
  db.select({ id: accountDeletions.userId }).from(accountDeletions).where(eq(accountDeletions.userId, users.id))

const isInactive = (db: Pick<Db, 'select'>, cutoff: Date) =>
  and(eq(users.role, 'customer'), lt(users.lastActiveAt, cutoff), notExists(deletionOf(db)))

/** Customers' accounts last used before the time, which nobody was warned about yet. */
export const countInactiveAccounts = (db: Db, cutoff: Date): Promise<number> => db.$count(users, isInactive(db, cutoff))

/** Schedules their deletion; signing in keeps the account. Returns how many were warned. */
export async function warnInactiveAccounts(
  shop: Pick<Platform, 'db'> & MessageSender,
  cutoff: Date,
  limit: number,
): Promise<number> {
  const now = shop.now()
  const dueAt = new Date(now.getTime() + WARNING_DAYS * DAY_MS)
  return shop.db.transaction(async (tx) => {
    const found = await tx
      .select({ id: users.id, name: users.name, email: users.email })
      .from(users)
      .where(isInactive(tx, cutoff))
      .orderBy(asc(users.id))
      .limit(limit)
      .for('update', { skipLocked: true })
    if (found.length === 0) return 0
    const rows = found.map(({ id }) => ({ userId: id, requestedAt: now, dueAt, reason: 'inactive' as const }))
    await tx.insert(accountDeletions).values(rows)
    for (const { id, name, email } of found)
      await sendMessage(tx, shop, inactiveAccount, {
        ...{ key: `inactive:${id}:${now.getTime()}`, subject: {}, recipient: email },
        payload: { name, dueAt: dueAt.toISOString() },
      })
    return found.length
  })
}

/** An inactive account whose owner has signed in since. */
export const isActiveAgain = sql`${accountDeletions.reason} = 'inactive' and exists (
  select from ${users} where ${users.id} = ${accountDeletions.userId} and ${users.lastActiveAt} > ${accountDeletions.requestedAt})`
