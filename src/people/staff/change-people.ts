import { randomBytes } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { can, includesRole, isStaff, type Role, roleNames } from '../../platform/access/permissions.ts'
import { columnsOf, type Tx } from '../../platform/database/connect.ts'
import type { Platform } from '../../platform/web/context.ts'
import { hrefs } from '../../platform/web/routes.ts'
import { recordAdminEvent, recordDoneEvent } from '../../things/admin-log/admin-log.store.ts'
import type { AdminEvent, LogVia } from '../../things/admin-log/admin-log.ts'
import { type MessageSender, sendAccountEmail } from '../../things/messages/send-message.ts'
import { users } from '../identity/accounts.table.ts'
import { usersManage } from '../identity/capabilities.ts'
import { deleteApplicationPasswords } from '../identity/keys/application-passwords.store.ts'
import { createPasswordToken, emailKeyOf, endTokensOf } from '../identity/keys/tokens.store.ts'
import {
  endSessions as endSessionsOf,
  isLastAdministrator,
  lockAdministrators,
  removePassword,
} from '../identity/users.store.ts'
import { newPassword, roleChanged } from './emails.ts'
import { invitations } from './invitations.table.ts'

export type StaffShop = Pick<Platform, 'db' | 'url'> & MessageSender

export type Actor = { readonly id: number; readonly name: string; readonly via: LogVia }

export type PeopleProblem =
  | 'forbidden'
  | 'gone'
  /** The shop would lose its last administrator. */
  | 'last-administrator'
  | 'own-account'
  /** The owner has switched off the email, without which nobody could choose a new password. */
  | 'mail-off'

export type PeopleResult = { readonly ok: true } | { readonly ok: false; readonly problem: PeopleProblem }

const refused = (problem: PeopleProblem) => ({ ok: false, problem }) as const

const targetColumns = columnsOf(users, 'id', 'email', 'name', 'role', 'disabledAt')
type Target = Pick<typeof users.$inferSelect, keyof typeof targetColumns>

/**
 * Locks administrators first, in id order, and then checks the actor's role, which another may just have removed.
 * `prepare` locks what is locked before an account.
 */
const changePerson = (
  { db }: StaffShop,
  actor: Actor,
  id: number,
  change: (tx: Tx, target: Target, administrators: readonly number[]) => Promise<PeopleProblem | null>,
  prepare: (tx: Tx) => Promise<void> = async () => {},
): Promise<PeopleResult> =>
  db.transaction(async (tx) => {
    const administrators = await lockAdministrators(tx)
    if (!administrators.includes(actor.id)) return refused('forbidden')
    await prepare(tx)
    const [target] = await tx.select(targetColumns).from(users).where(eq(users.id, id)).for('no key update')
    const problem = target ? await change(tx, target, administrators) : 'gone'
    return problem === null ? ({ ok: true } as const) : refused(problem)
  })

/** Adds an entry about a staff member to the admin log. Customers are never named there. */
export const recordPeopleEvent = (
  tx: Tx,
  actor: Actor,
  target: Pick<Target, 'id' | 'name' | 'role'>,
  event: Pick<AdminEvent, 'at' | 'summary' | 'changes' | 'link'>,
): Promise<void> =>
  recordAdminEvent(tx, {
    by: { id: actor.id, name: actor.name },
    via: actor.via,
    kind: 'people',
    subjectId: target.id,
    link: hrefs.adminPerson(target.id),
    subjectName: isStaff(target) ? target.name : undefined,
    ...event,
  })

/** Cancels email changes that were requested with the former role or password. */
export async function endEmailChanges(tx: Tx, userId: number): Promise<void> {
  await endTokensOf(tx, 'confirm-email', userId)
  await endTokensOf(tx, 'undo-email', userId)
}

/** Ends the person's sessions. Nobody can grant more than they have, and one administrator stays. */
export const changeRole = (shop: StaffShop, actor: Actor, id: number, role: Role): Promise<PeopleResult> =>
  changePerson(shop, actor, id, async (tx, target, administrators) => {
    if (target.role === role) return null
    if (target.id === actor.id && !includesRole(target.role, role)) return 'own-account'
    if (!can({ role }, usersManage) && isLastAdministrator(administrators, id)) return 'last-administrator'
    const at = shop.now()
    await tx.update(users).set({ role, updatedAt: at }).where(eq(users.id, target.id))
    // A new role needs a new session, so cookies of the old role become invalid.
    await endSessionsOf(tx, target.id)
    await endEmailChanges(tx, target.id)
    if (!can({ role }, usersManage)) await tx.delete(invitations).where(eq(invitations.invitedBy, target.id))
    const changes = [{ field: 'role', from: roleNames[target.role], to: roleNames[role] }]
    const subject = isStaff(target) ? target : { ...target, role }
    await recordPeopleEvent(tx, actor, subject, { at, summary: 'Changed the role', changes })
    await sendAccountEmail(tx, shop, roleChanged, target.email, {
      key: `role:${target.id}:${randomBytes(6).toString('hex')}`,
      payload: { name: target.name, role },
    })
    return null
  })

/** Disables an account, whose sign-ins and API keys are then refused, or enables it again. */
export const setDisabled = (shop: StaffShop, actor: Actor, id: number, isDisabled: boolean): Promise<PeopleResult> =>
  changePerson(shop, actor, id, async (tx, target, administrators) => {
    if (isDisabled === (target.disabledAt !== null)) return null
    if (isDisabled && target.id === actor.id)
      return isLastAdministrator(administrators, id) ? 'last-administrator' : 'own-account'
    const at = shop.now()
    await tx
      .update(users)
      .set({ disabledAt: isDisabled ? at : null, updatedAt: at })
      .where(eq(users.id, id))
    if (isDisabled) {
      await endSessionsOf(tx, id)
      await tx.delete(invitations).where(eq(invitations.invitedBy, id))
    }
    const summary = isDisabled ? 'Disabled the account' : 'Enabled the account'
    await recordPeopleEvent(tx, actor, target, { at, summary })
    return null
  })

export const endSessions = (shop: StaffShop, actor: Actor, id: number): Promise<PeopleResult> =>
  changePerson(shop, actor, id, async (tx, target) => {
    await endSessionsOf(tx, id)
    await recordPeopleEvent(tx, actor, target, { at: shop.now(), summary: 'Ended all sessions' })
    return null
  })

/** Ends the password, every session and every application password, and emails a link to choose a new one. */
export const requireNewPassword = (shop: StaffShop, actor: Actor, id: number): Promise<PeopleResult> =>
  changePerson(shop, actor, id, async (tx, target) => {
    const at = shop.now()
    await removePassword(tx, id)
    await endSessionsOf(tx, id)
    await deleteApplicationPasswords(tx, id)
    await endTokensOf(tx, 'set-password', id)
    // Undo links stay valid: they may be the only way back for an owner whom this email does not reach.
    await endTokensOf(tx, 'confirm-email', id)
    const passwordKey = await createPasswordToken(tx, id, at)
    const isQueued = await sendAccountEmail(tx, shop, newPassword, target.email, {
      key: emailKeyOf('new-password', passwordKey),
      payload: { name: target.name, passwordKey },
    })
    if (!isQueued) return 'mail-off'
    await recordPeopleEvent(tx, actor, target, { at, summary: 'Asked for a new password' })
    return null
  })

export type Deletion = { readonly id: number; readonly reassign: number }

/** Carts are locked before accounts, as when an order is placed: so `handOver` comes first. */
export const deletePerson = (
  shop: StaffShop,
  actor: Actor,
  { id, reassign }: Deletion,
  handOver: (tx: Tx) => Promise<void>,
): Promise<PeopleResult> => {
  const remove = async (tx: Tx, target: Target, administrators: readonly number[]) => {
    if (isLastAdministrator(administrators, id)) return 'last-administrator'
    if (id === actor.id) return 'own-account'
    await tx.delete(users).where(eq(users.id, id))
    // Again, for orders that were made for the account until it was locked.
    await handOver(tx)
    const changes = isStaff(target) ? [{ field: 'content', to: reassign === 0 ? 'kept' : `person ${reassign}` }] : []
    const event = { at: shop.now(), summary: 'Deleted the account', changes, link: hrefs.adminPeople() }
    await recordPeopleEvent(tx, actor, target, event)
    return null
  }
  return changePerson(shop, actor, id, remove, handOver)
}

/** Whether content may be reassigned to this account, which must not be disabled. */
export async function canTakeOver(tx: Tx | StaffShop['db'], id: number): Promise<boolean> {
  return (await tx.$count(users, and(eq(users.id, id), isNull(users.disabledAt)))) > 0
}

export async function recordSignIn(
  shop: Pick<Platform, 'db' | 'log' | 'now'>,
  userId: number,
  clientAddress: string,
): Promise<void> {
  const [user] = await shop.db.select({ name: users.name }).from(users).where(eq(users.id, userId))
  await recordDoneEvent(shop, {
    by: { id: userId, name: user?.name ?? '' },
    via: 'session',
    kind: 'sign-in',
    summary: 'Signed in',
    subjectId: userId,
    link: hrefs.adminPerson(userId),
    at: shop.now(),
    changes: clientAddress === '' ? [] : [{ field: 'address', to: clientAddress }],
  })
}
