import { eq } from 'drizzle-orm'
import { inTransaction, type Tx, violates } from '../../platform/database/connect.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { sendMessage } from '../../things/messages/send-message.ts'
import type { MessageSettings } from '../../things/messages/settings.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import { consumeEmailLimit } from './account-requests.ts'
import { users } from './accounts.table.ts'
import { CONFIRM_EMAIL_MS, UNDO_EMAIL_MS } from './key-lifetimes.ts'
import { consumeKey, createKey, emailKeyOf, endKeysOf, newKey } from './keys/secret-keys.store.ts'
import { accountExists } from './messages/account-exists.ts'
import { confirmEmail } from './messages/confirm-email.ts'
import { emailChangeAsked, emailChanged } from './messages/email-change.ts'
import { endSessions, isEmailTaken, normalizeEmail } from './users.store.ts'

type Shop = Pick<Platform, 'db' | 'jobs' | 'now' | 'secret'> & WithSettings<MessageSettings & SiteSettings>

type EmailChange = { readonly userId: number; readonly email: string; readonly askedAt: string }
export const mailEmailChangeJob = defineJob<EmailChange>('mail-email-change', 5)

/**
 * Mails both addresses of a requested change: a link to the new one that makes it, and one to the old one that stops or
 * undoes it. An address that has an account is told so, and nobody else is.
 */
export async function mailEmailChange(shop: Shop, { userId, email, askedAt }: EmailChange): Promise<void> {
  const newEmail = normalizeEmail(email)
  const isWithinLimit = await consumeEmailLimit(shop, newEmail)
  await shop.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user || user.email === newEmail) return
    const [change, now] = [{ userId, oldEmail: user.email, newEmail, askedAt }, shop.now()]
    // A newer request replaces the one before.
    await endKeysOf(tx, 'confirm-email', userId)
    if (!isWithinLimit) return
    const undoKey = await createKey(tx, 'undo-email', change, { now, lifetimeMs: UNDO_EMAIL_MS })
    await sendMessage(tx, shop, emailChangeAsked, {
      ...{ key: emailKeyOf('email-change', undoKey), subject: {}, recipient: user.email },
      payload: { name: user.name, newEmail, undoKey },
    })
    if (await isEmailTaken(tx, newEmail)) {
      const payload = { email: newEmail }
      await sendMessage(tx, shop, accountExists, {
        ...{ key: emailKeyOf('exists', newKey()), subject: {}, recipient: newEmail, payload },
      })
      return
    }
    const confirmKey = await createKey(tx, 'confirm-email', change, { now, lifetimeMs: CONFIRM_EMAIL_MS })
    await sendMessage(tx, shop, confirmEmail, {
      ...{ key: emailKeyOf('confirm-email', confirmKey), subject: {}, recipient: newEmail },
      payload: { name: user.name, newEmail, confirmKey },
    })
  })
}

export type EmailChangeResult =
  | { readonly ok: true; readonly email: string }
  /** `taken`: another account has the address since. `not-signed-in`: the link still works in the owner's session. */
  | { readonly ok: false; readonly problem: 'expired' | 'taken' | 'not-signed-in' }

/**
 * Makes the change, because the link proves the new address, in a session of the account: somebody who is sent a
 * stranger's link must not give their address, and the guest orders placed with it, to the stranger's account. Ends
 * every other session and every link that was mailed to the old address. `session` is that of the request.
 */
export async function confirmEmailChange(
  shop: Shop,
  key: string,
  session: { readonly userId: number; readonly sessionId: string } | null,
): Promise<EmailChangeResult> {
  const now = shop.now()
  return inTransaction<EmailChangeResult>(shop.db, async (tx) => {
    const change = await consumeKey(tx, 'confirm-email', key, now)
    const user = change && (await lockUser(tx, change.userId))
    if (!user || user.email !== change.oldEmail) return { ok: false, problem: 'expired' }
    if (session?.userId !== user.id) return { ok: false, problem: 'not-signed-in' }
    if (!(await setEmail(tx, user.id, change.newEmail, now))) return { ok: false, problem: 'taken' }
    await endSessions(tx, user.id, session.sessionId)
    await endKeysOf(tx, 'set-password', user.id)
    const undoKey = await createKey(tx, 'undo-email', change, { now, lifetimeMs: UNDO_EMAIL_MS })
    await sendMessage(tx, shop, emailChanged, {
      ...{ key: emailKeyOf('email-changed', undoKey), subject: {}, recipient: change.oldEmail },
      payload: { name: user.name, newEmail: change.newEmail, undoKey },
    })
    return { ok: true, email: change.newEmail }
  })
}

/** The account with its present address; nothing else changes it until the transaction ends. */
export async function lockUser(tx: Tx, id: number) {
  const [user] = await tx
    .select({ id: users.id, email: users.email, name: users.name })
    .from(users)
    .where(eq(users.id, id))
    .for('update')
  return user
}

/** Gives an account an address whose mailbox has been proved. False if another account has the address. */
export async function setEmail(tx: Tx, userId: number, email: string, now: Date): Promise<boolean> {
  try {
    // A savepoint: the refusal of the unique index leaves the transaction usable.
    await tx.transaction((inner) =>
      inner.update(users).set({ email, emailVerified: true, updatedAt: now }).where(eq(users.id, userId)),
    )
    return true
  } catch (error) {
    if (violates(error, 'users_email')) return false
    throw error
  }
}
