import { createHash } from 'node:crypto'
import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import { includesRole, isStaff, type Role, roleNames } from '../../platform/access/permissions.ts'
import { columnsOf, type Db, firstOf, type Tx } from '../../platform/database/connect.ts'
import { normalizeEmail } from '../../platform/email-address.ts'
import { namesPerson, personalTable } from '../../platform/privacy/personal-data.ts'
import { hrefs } from '../../platform/web/routes.ts'
import { recordAdminEvent } from '../../things/admin-log/admin-log.store.ts'
import { sendAccountEmail } from '../../things/messages/send-message.ts'
import { users } from '../identity/accounts.table.ts'
import { resetSignInFactors } from '../identity/factors/second-factor.ts'
import { INVITATION_MS } from '../identity/key-lifetimes.ts'
import { deleteApplicationPasswords } from '../identity/keys/application-passwords.store.ts'
import { apiKeys } from '../identity/keys/keys.table.ts'
import { emailKeyOf, newToken } from '../identity/keys/tokens.store.ts'
import { createUser, lockAdministrators, setPassword } from '../identity/users.store.ts'
import { type Actor, endEmailChanges, recordPeopleEvent, type StaffShop } from './change-people.ts'
import { invitationEmail } from './emails.ts'
import { invitations } from './invitations.table.ts'

const columns = {
  ...columnsOf(invitations, 'id', 'email', 'role', 'invitedBy', 'sentAt', 'expiresAt'),
  inviter: users.name,
}
const selectInvitations = (db: Db | Tx) =>
  db.select(columns).from(invitations).innerJoin(users, eq(users.id, invitations.invitedBy))

export type Invitation = Awaited<ReturnType<typeof readInvitations>>[number]

export const readInvitations = (db: Db) => selectInvitations(db).orderBy(asc(invitations.id)).limit(200)

export const readInvitation = (db: Db | Tx, id: number): Promise<Invitation | null> =>
  selectInvitations(db).where(eq(invitations.id, id)).then(firstOf)

const hashOf = (key: string): string => createHash('sha256').update(`invitation|${key}`).digest('hex')

export type InvitationProblem =
  | 'forbidden'
  | 'already-staff'
  | 'already-invited'
  | 'gone'
  /** The owner has switched off the email, without which nobody could accept. */
  | 'mail-off'
type Invited = { readonly ok: true; readonly id: number } | { readonly ok: false; readonly problem: InvitationProblem }

const refused = (problem: InvitationProblem) => ({ ok: false, problem }) as const

const asAdministrator = ({ db }: StaffShop, actor: Actor, run: (tx: Tx) => Promise<Invited>): Promise<Invited> =>
  db.transaction(async (tx) => ((await lockAdministrators(tx)).includes(actor.id) ? run(tx) : refused('forbidden')))

export const invite = (
  shop: StaffShop,
  actor: Actor,
  { email: sent, role }: { readonly email: string; readonly role: Role },
): Promise<Invited> =>
  asAdministrator(shop, actor, async (tx) => {
    const email = normalizeEmail(sent)
    const [account] = await tx.select({ role: users.role }).from(users).where(eq(users.email, email))
    if (account && isStaff(account)) return refused('already-staff')
    const now = shop.now()
    const key = newToken()
    const [created] = await tx
      .insert(invitations)
      .values({
        email,
        role,
        keyHash: hashOf(key),
        invitedBy: actor.id,
        sentAt: now,
        createdAt: now,
        expiresAt: new Date(now.getTime() + INVITATION_MS),
      })
      .onConflictDoNothing({ target: invitations.email })
      .returning({ id: invitations.id })
    if (!created) return refused('already-invited')
    return announce(tx, shop, actor, { id: created.id, email, role, key }, 'Invited somebody')
  })

type Announced = { readonly id: number; readonly email: string; readonly role: Role; readonly key: string }

async function announce(
  tx: Tx,
  shop: StaffShop,
  actor: Actor,
  { id, email, role, key }: Announced,
  summary: string,
): Promise<Invited> {
  const isQueued = await sendAccountEmail(tx, shop, invitationEmail, email, {
    key: emailKeyOf(`invitation:${id}`, key),
    payload: { role, inviter: actor.name, key },
  })
  if (!isQueued) return refused('mail-off')
  await recordInvitation(tx, shop, actor, { email, role }, summary)
  return { ok: true, id }
}

const recordInvitation = (
  tx: Tx,
  shop: StaffShop,
  actor: Actor,
  { email, role }: Pick<Announced, 'email' | 'role'>,
  summary: string,
) =>
  recordAdminEvent(tx, {
    by: { id: actor.id, name: actor.name },
    via: actor.via,
    kind: 'people',
    summary,
    at: shop.now(),
    // The address may be logged, because an invited person will be staff.
    subjectName: email,
    link: hrefs.adminPeople(),
    changes: [{ field: 'role', to: roleNames[role] }],
  })

export const resendInvitation = (shop: StaffShop, actor: Actor, id: number): Promise<Invited> =>
  asAdministrator(shop, actor, async (tx) => {
    const now = shop.now()
    const key = newToken()
    const [row] = await tx
      .update(invitations)
      .set({
        keyHash: hashOf(key),
        invitedBy: actor.id,
        sentAt: now,
        expiresAt: new Date(now.getTime() + INVITATION_MS),
      })
      .where(eq(invitations.id, id))
      .returning({ email: invitations.email, role: invitations.role })
    if (!row) return refused('gone')
    return announce(tx, shop, actor, { id, key, ...row }, 'Invited somebody again')
  })

export const withdrawInvitation = (shop: StaffShop, actor: Actor, id: number): Promise<Invited> =>
  asAdministrator(shop, actor, async (tx) => {
    const [row] = await tx
      .delete(invitations)
      .where(eq(invitations.id, id))
      .returning({ email: invitations.email, role: invitations.role })
    if (!row) return refused('gone')
    await recordInvitation(tx, shop, actor, row, 'Withdrew an invitation')
    return { ok: true, id }
  })

export async function findInvitation(db: Db | Tx, key: string, now: Date) {
  if (key === '' || key.length > 100) return null
  const [row] = await db
    .select({ id: invitations.id, email: invitations.email, role: invitations.role })
    .from(invitations)
    .where(and(eq(invitations.keyHash, hashOf(key)), gt(invitations.expiresAt, now)))
  if (!row) return null
  const [account] = await db
    .select({ name: users.name })
    .from(users)
    .where(and(eq(users.email, row.email), isNull(users.disabledAt)))
  return { ...row, name: account?.name ?? '', hasAccount: account !== undefined }
}

export type Acceptance = { readonly key: string; readonly name: string; readonly password: string }

/** Ends all sessions, passwords and keys, which had a customer's rights. Null if the link is not valid. */
export async function acceptInvitation(
  shop: StaffShop,
  { key, name, password }: Acceptance,
): Promise<{ email: string } | null> {
  const accepted = await shop.db.transaction(async (tx) => {
    const now = shop.now()
    const invited = await findInvitation(tx, key, now)
    if (!invited) return { ok: false } as const
    // The account before its invitation, in the order of whoever changes an account.
    const before = await accountOf(tx, invited.email, now)
    // Only one of two concurrent requests deletes it.
    const [invitation] = await tx
      .delete(invitations)
      .where(and(eq(invitations.keyHash, hashOf(key)), gt(invitations.expiresAt, now)))
      .returning({ email: invitations.email, role: invitations.role })
    if (!invitation) return { ok: false } as const
    const { email, role } = invitation
    const grantedRole = includesRole(before.role, role) ? before.role : role
    await tx
      .update(users)
      .set({ role: grantedRole, name, emailVerified: true, disabledAt: null, updatedAt: now })
      .where(eq(users.id, before.id))
    await setPassword(tx, email, password, now)
    await resetSignInFactors(tx, before.id)
    await deleteApplicationPasswords(tx, before.id)
    await endEmailChanges(tx, before.id)
    await tx.delete(apiKeys).where(eq(apiKeys.userId, before.id))
    const by = { id: before.id, name, via: 'session' } as const
    await recordPeopleEvent(
      tx,
      by,
      { ...by, role: grantedRole },
      {
        at: now,
        summary: 'Accepted an invitation',
        changes: [{ field: 'role', from: before.isNew ? '' : roleNames[before.role], to: roleNames[grantedRole] }],
      },
    )
    return { ok: true, email } as const
  })
  return accepted.ok ? { email: accepted.email } : null
}

async function accountOf(tx: Tx, email: string, now: Date) {
  const created = await createUser(tx, {
    email,
    name: '',
    password: newToken(),
    role: 'customer',
    now,
    isMailboxProved: true,
  })
  const [row] = await tx
    .select({ id: users.id, role: users.role })
    .from(users)
    .where(eq(users.email, email))
    .for('no key update')
  if (!row) throw new Error('The account of an invitation is gone')
  return { ...row, isNew: created.ok }
}

export const invitationData = personalTable({
  id: 'invitations',
  title: 'Invitations to the staff',
  isForStaff: true,
  table: invitations,
  columns: { to: invitations.email, role: invitations.role, sent: invitations.sentAt, ends: invitations.expiresAt },
  of: (person) => namesPerson(person, { userId: invitations.invitedBy, email: invitations.email }),
})
