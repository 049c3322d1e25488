import { and, asc, eq, inArray, lt, lte, notExists, sql } from 'drizzle-orm'
import { type Db, firstOf, type Tx } from '../../platform/database/connect.ts'
import { runEach } from '../../platform/jobs/run-each.ts'
import { DAY_MS } from '../../platform/time/durations.ts'
import type { Platform } from '../../platform/web/context.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { type MessageSender, sendAccountEmail } from '../../things/messages/send-message.ts'
import { sessions, users } from '../identity/accounts.table.ts'
import type { AuthSession } from '../identity/auth-session.ts'
import { endTokensOf } from '../identity/keys/tokens.store.ts'
import { confirmByPassword, isFresh } from '../identity/sign-in/fresh-session.ts'
import { isLastAdministrator, lockAdministrators } from '../identity/users.store.ts'
import { accountDeleted, deletionRequested, inactiveAccount } from './emails.ts'
import { erasePerson, personOf, type WithPrivacy } from './personal-data.ts'
import { accountDeletions } from './privacy.table.ts'
import { logPrivacyEvent } from './privacy-log.ts'

type Shop = Pick<Platform, 'db'> & MessageSender & WithPrivacy

export const GRACE_DAYS = 7

export type DeletionProblem = 'last-administrator' | 'gone'

type Requested = { readonly ok: true; readonly dueAt: Date } | { readonly ok: false; readonly problem: DeletionProblem }

/** Whether all other administrators are leaving too. Locks them, so that two cannot leave at once. */
async function wouldBeWithoutAdministrator(tx: Tx, userId: number): Promise<boolean> {
  const administrators = await lockAdministrators(tx)
  const leaving = await tx
    .select({ userId: accountDeletions.userId })
    .from(accountDeletions)
    .where(inArray(accountDeletions.userId, [...administrators]))
  const staying = administrators.filter((id) => id === userId || !leaving.some((one) => one.userId === id))
  return isLastAdministrator(staying, userId)
}

/** Schedules the deletion in a week; sessions end at once. A second request keeps the first date. */
export const requestDeletion = (shop: Shop, userId: number): Promise<Requested> =>
  shop.db.transaction(async (tx) => {
    const now = shop.now()
    if (await wouldBeWithoutAdministrator(tx, userId)) return { ok: false, problem: 'last-administrator' } as const
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    if (!user) return { ok: false, problem: 'gone' } as const
    const before = await pendingDeletion(tx, userId)
    const dueAt = before?.dueAt ?? new Date(now.getTime() + GRACE_DAYS * DAY_MS)
    await tx.delete(sessions).where(eq(sessions.userId, userId))
    await endTokensOf(tx, 'order-sign-in', userId)
    if (before) return { ok: true, dueAt } as const
    const request = { requestedAt: now, dueAt, reason: 'requested' as const }
    await tx
      .insert(accountDeletions)
      .values({ userId, ...request })
      .onConflictDoUpdate({ target: accountDeletions.userId, set: request })
    await logPrivacyEvent(tx, { kind: 'deletion-requested', userId, actorId: userId, at: now })
    await sendAccountEmail(tx, shop, deletionRequested, user.email, {
      key: `deletion:${userId}:${now.getTime()}`,
      payload: { name: user.name, dueAt: dueAt.toISOString() },
    })
    return { ok: true, dueAt } as const
  })

export const pendingDeletion = (db: Db | Tx, userId: number) =>
  db
    .select()
    .from(accountDeletions)
    .where(and(eq(accountDeletions.userId, userId), eq(accountDeletions.reason, 'requested')))
    .then(firstOf)

export const withdrawDeletion = ({ db, now }: Pick<Platform, 'db' | 'now'>, userId: number): Promise<boolean> =>
  db.transaction(async (tx) => {
    const withdrawn = await tx
      .delete(accountDeletions)
      .where(eq(accountDeletions.userId, userId))
      .returning({ userId: accountDeletions.userId })
    if (withdrawn.length === 0) return false
    await logPrivacyEvent(tx, { kind: 'deletion-withdrawn', userId, actorId: userId, at: now() })
    return true
  })

/** While an order is shipped its address is needed, so the deletion is tried again after this time. */
const WAIT_MS = DAY_MS

/** Each in its own transaction, so that an interrupted one is repeated. Returns how many were deleted. */
export async function eraseDueAccounts(shop: Shop): Promise<number> {
  await pruneDeletionEmails(shop)
  await shop.db.delete(accountDeletions).where(isActiveAgain)
  const due = await shop.db
    .select({ userId: accountDeletions.userId })
    .from(accountDeletions)
    .where(lte(accountDeletions.dueAt, shop.now()))
    .orderBy(asc(accountDeletions.dueAt), asc(accountDeletions.userId))
  let erased = 0
  await runEach(due, async ({ userId }) => {
    if (await shop.db.transaction((tx) => eraseAccount(shop, tx, userId))) erased += 1
  })
  return erased
}

/** Deletes the confirmation emails, which contain the last copy of the address. */
async function pruneDeletionEmails({ db, now }: Shop): Promise<void> {
  const isDone = and(eq(emails.template, accountDeleted.id), lt(emails.sentAt, new Date(now().getTime() - DAY_MS)))
  await db.delete(emails).where(isDone)
}

/** False if it is not due any more, or has to wait. */
async function eraseAccount(shop: Shop, tx: Tx, userId: number): Promise<boolean> {
  const now = shop.now()
  // Locks in the same order as a request: administrators, the user, the deletion.
  const administrators = await lockAdministrators(tx)
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  const stillDue = and(eq(accountDeletions.userId, userId), lte(accountDeletions.dueAt, now))
  const [due] = await tx.select().from(accountDeletions).where(stillDue).for('update')
  const person = await personOf(tx, userId)
  if (!user || !due || !person) return false
  if (isLastAdministrator(administrators, userId)) {
    // Another administrator has left since, and the shop must keep one.
    await tx.delete(accountDeletions).where(eq(accountDeletions.userId, userId))
    await logPrivacyEvent(tx, { kind: 'deletion-withdrawn', userId, at: now })
    return false
  }
  if ((await shop.privacy.countOpenOrders(tx, person, now)) > 0) {
    await tx
      .update(accountDeletions)
      .set({ dueAt: new Date(now.getTime() + WAIT_MS) })
      .where(eq(accountDeletions.userId, userId))
    return false
  }
  await erasePerson(tx, person, { privacy: shop.privacy, actorId: userId, at: now })
  await sendAccountEmail(tx, shop, accountDeleted, user.email, {
    key: `deleted:${userId}`,
    payload: { name: user.name },
  })
  return true
}

/** Id of the retention rule for unused accounts; WooCommerce's "Retain inactive accounts". */
export const INACTIVE_ACCOUNTS = 'inactive-accounts'

export const WARNING_DAYS = 30

const deletionOf = (db: Pick<Db, 'select'>) =>
  db.select({ id: accountDeletions.userId }).from(accountDeletions).where(eq(accountDeletions.userId, users.id))

const isInactive = (db: Pick<Db, 'select'>, cutoff: Date) =>
  and(eq(users.role, 'customer'), lt(users.lastActiveAt, cutoff), notExists(deletionOf(db)))

export const countInactiveAccounts = (db: Db, cutoff: Date): Promise<number> => db.$count(users, isInactive(db, cutoff))

/** Schedules their deletion, which a sign-in cancels. Returns how many were warned. */
export async function warnInactiveAccounts(
  shop: Pick<Platform, 'db'> & MessageSender,
  cutoff: Date,
  limit: number,
): Promise<number> {
  const now = shop.now()
  const dueAt = new Date(now.getTime() + WARNING_DAYS * DAY_MS)
  return shop.db.transaction(async (tx) => {
    const accounts = await tx
      .select({ id: users.id, name: users.name, email: users.email })
      .from(users)
      .where(isInactive(tx, cutoff))
      .orderBy(asc(users.id))
      .limit(limit)
      .for('update', { skipLocked: true })
    if (accounts.length === 0) return 0
    const rows = accounts.map(({ id }) => ({ userId: id, requestedAt: now, dueAt, reason: 'inactive' as const }))
    await tx.insert(accountDeletions).values(rows)
    for (const { id, name, email } of accounts)
      await sendAccountEmail(tx, shop, inactiveAccount, email, {
        key: `inactive:${id}:${now.getTime()}`,
        payload: { name, dueAt: dueAt.toISOString() },
      })
    return accounts.length
  })
}

export const isActiveAgain = sql`${accountDeletions.reason} = 'inactive' and exists (
  select from ${users} where ${users.id} = ${accountDeletions.userId} and ${users.lastActiveAt} > ${accountDeletions.requestedAt})`

export type IdentityProblem = 'password-missing' | 'password-wrong' | 'rate-limited'

/** Confirms the user's identity with the password; a fresh sign-in needs none. Null if confirmed. */
export async function confirmIdentity(
  shop: Pick<Platform, 'db' | 'now' | 'secret'>,
  session: AuthSession,
  password: string,
): Promise<IdentityProblem | null> {
  if (isFresh(session, shop.now())) return null
  if (password === '') return 'password-missing'
  const result = await confirmByPassword(shop, session, password)
  if (result === 'confirmed') return null
  return result === 'wrong' ? 'password-wrong' : 'rate-limited'
}
