import { eq } from 'drizzle-orm'
import { type Tx } from '../../platform/database/connect.ts'
import { normalizeEmail } from '../../platform/email-address.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/web/context.ts'
import { type MessageSender, sendAccountEmail } from '../../things/messages/send-message.ts'
import { withEmailLimit } from './account-requests.ts'
import { users } from './accounts.table.ts'
import {
  confirmEmail,
  emailChanged,
  emailChangeRequested,
  emailChangeReverted,
  emailChangeUndone,
  type RemovedAccess,
} from './email-change-emails.ts'
import { reportExistingAccount } from './emails.ts'
import { passkeys } from './factors/second-factor.table.ts'
import { removeFactorsSince } from './factors/second-factor.ts'
import { CONFIRM_EMAIL_MS, RESET_LINK_MS, UNDO_EMAIL_MS } from './key-lifetimes.ts'
import { deleteApiKeysOf } from './keys/api-keys.store.ts'
import { deleteApplicationPasswords } from './keys/application-passwords.store.ts'
import {
  consumeAccountToken,
  createPasswordToken,
  createToken,
  emailKeyOf,
  endTokensOf,
  endUndoTokensSince,
  newToken,
} from './keys/tokens.store.ts'
import { endSessions, isEmailTaken, removePassword, unlessEmailTaken } from './users.store.ts'

type Shop = Pick<Platform, 'db' | 'url'> & MessageSender

type EmailChange = { readonly userId: number; readonly email: string; readonly askedAt: string }
export const mailEmailChangeJob = defineJob<EmailChange>('mail-email-change', 5)

/** Emails a confirmation link to the new address and an undo link to the old, or warns an account that has the new. */
export async function mailEmailChange(shop: Shop, change: EmailChange): Promise<void> {
  const newEmail = normalizeEmail(change.email)
  await withEmailLimit(shop, newEmail, (isWithinLimit) => mailLinks(shop, { ...change, newEmail, isWithinLimit }))
}

type CountedChange = EmailChange & { readonly newEmail: string; readonly isWithinLimit: boolean }

async function mailLinks(shop: Shop, { userId, newEmail, askedAt, isWithinLimit }: CountedChange): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user || user.email === newEmail) return
    const [change, now] = [{ userId, oldEmail: user.email, newEmail, askedAt }, shop.now()]
    await endTokensOf(tx, 'confirm-email', userId)
    if (!isWithinLimit) return
    const undoKey = await createToken(tx, 'undo-email', change, { now, lifetimeMs: UNDO_EMAIL_MS })
    await sendAccountEmail(tx, shop, emailChangeRequested, user.email, {
      key: emailKeyOf('email-change', undoKey),
      payload: { name: user.name, newEmail, undoKey },
    })
    if (await isEmailTaken(tx, newEmail)) {
      await reportExistingAccount(tx, shop, newEmail, emailKeyOf('exists', newToken()))
      return
    }
    const confirmKey = await createToken(tx, 'confirm-email', change, { now, lifetimeMs: CONFIRM_EMAIL_MS })
    await sendAccountEmail(tx, shop, confirmEmail, newEmail, {
      key: emailKeyOf('confirm-email', confirmKey),
      payload: { name: user.name, newEmail, confirmKey },
    })
  })
}

export type EmailChangeResult =
  | { readonly ok: true; readonly email: string }
  /** `taken`: another account now has the address. `not-signed-in`: the link still works in the owner's session. */
  | { readonly ok: false; readonly problem: 'expired' | 'taken' | 'not-signed-in' }

/**
 * Makes the change, only in a session of the account although the link proves the new address: otherwise somebody could
 * trick a stranger into adding their address, and their guest orders, to the wrong account. Ends all other sessions and
 * every link emailed to the old address. `session` is the request's.
 */
export async function confirmEmailChange(
  shop: Shop,
  key: string,
  session: { readonly userId: number; readonly sessionId: string } | null,
): Promise<EmailChangeResult> {
  const now = shop.now()
  return shop.db.transaction(async (tx) => {
    const change = await consumeAccountToken(tx, 'confirm-email', key, now)
    const user = change && (await lockUser(tx, change.userId))
    if (!user || user.email !== change.oldEmail) return { ok: false, problem: 'expired' }
    if (session?.userId !== user.id) return { ok: false, problem: 'not-signed-in' }
    if (!(await setEmail(tx, user.id, change.newEmail, now))) return { ok: false, problem: 'taken' }
    await endSessions(tx, user.id, session.sessionId)
    await endTokensOf(tx, 'set-password', user.id)
    const undoKey = await createToken(tx, 'undo-email', change, { now, lifetimeMs: UNDO_EMAIL_MS })
    await sendAccountEmail(tx, shop, emailChanged, change.oldEmail, {
      key: emailKeyOf('email-changed', undoKey),
      payload: { name: user.name, newEmail: change.newEmail, undoKey },
    })
    return { ok: true, email: change.newEmail }
  })
}

export async function lockUser(tx: Tx, id: number) {
  const [user] = await tx
    .select({ id: users.id, email: users.email, name: users.name })
    .from(users)
    .where(eq(users.id, id))
    .for('update')
  return user
}

export const setEmail = (tx: Tx, userId: number, email: string, now: Date): Promise<boolean> =>
  unlessEmailTaken(tx, (inner) =>
    inner.update(users).set({ email, emailVerified: true, updatedAt: now }).where(eq(users.id, userId)),
  )

export type UndoResult =
  | { readonly ok: true; readonly email: string; readonly passwordKey: string; readonly takenBack: RemovedAccess }
  | { readonly ok: false; readonly problem: 'expired' | 'taken' }

/** Undoes a change and all later ones. The returned key, which is also emailed, sets a new password. */
export async function undoEmailChange(shop: Shop, key: string): Promise<UndoResult> {
  const now = shop.now()
  return shop.db.transaction(async (tx) => {
    const change = await consumeAccountToken(tx, 'undo-email', key, now)
    const user = change && (await lockUser(tx, change.userId))
    if (!user) return { ok: false, problem: 'expired' }
    if (!(await setEmail(tx, user.id, change.oldEmail, now))) return { ok: false, problem: 'taken' }
    const since = new Date(change.askedAt ?? 0)
    await endTokensOf(tx, 'confirm-email', user.id)
    // Links for earlier changes stay valid, so that changing the address twice cannot lock out the first owner.
    await endUndoTokensSince(tx, user.id, since)
    await endTokensOf(tx, 'set-password', user.id)
    const takenBack = await removeAccess(shop, tx, user.id, since)
    const passwordKey = await createPasswordToken(tx, user.id, now, RESET_LINK_MS)
    await sendAccountEmail(tx, shop, emailChangeUndone, change.oldEmail, {
      key: emailKeyOf('email-undone', passwordKey),
      payload: { name: user.name, passwordKey, takenBack },
    })
    if (user.email !== change.oldEmail)
      await sendAccountEmail(tx, shop, emailChangeReverted, user.email, {
        key: emailKeyOf('email-taken-back', passwordKey),
        payload: { name: user.name },
      })
    return { ok: true, email: change.oldEmail, passwordKey, takenBack }
  })
}

/** Removes all that signs in by itself. A second factor only restricts access, so an older one stays. */
async function removeAccess(shop: Shop, tx: Tx, userId: number, since: Date): Promise<RemovedAccess> {
  await endSessions(tx, userId)
  await removePassword(tx, userId)
  const keys = await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id })
  return {
    ...(await removeFactorsSince(shop, tx, userId, since)),
    passkeys: keys.length,
    applicationPasswords: (await deleteApplicationPasswords(tx, userId)).length,
    apiKeys: await deleteApiKeysOf(tx, userId),
  }
}
