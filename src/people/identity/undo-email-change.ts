import { and, eq } from 'drizzle-orm'
import { inTransaction, type Tx } from '../../platform/database/connect.ts'
import type { Platform } from '../../platform/web/context.ts'
import { type MessageSender, sendMessage } from '../../things/messages/send-message.ts'
import { credentials } from './accounts.table.ts'
import { lockUser, setEmail } from './change-email.ts'
import { emailChangeUndone, emailTakenBack, type TakenBack } from './email-change-emails.ts'
import { passkeys } from './factors/second-factor.table.ts'
import { removeFactorsSince } from './factors/second-factor.ts'
import { RESET_LINK_MS } from './key-lifetimes.ts'
import { deleteApiKeysOf } from './keys/api-keys.store.ts'
import { deleteApplicationPasswords } from './keys/application-passwords.store.ts'
import { consumeKey, emailKeyOf, endKeysOf, endUndoKeysSince } from './keys/secret-keys.store.ts'
import { createPasswordKey } from './passwords/password-keys.store.ts'
import { endSessions } from './users.store.ts'

type Shop = Pick<Platform, 'db' | 'url'> & MessageSender

export type UndoResult =
  | { readonly ok: true; readonly email: string; readonly passwordKey: string; readonly takenBack: TakenBack }
  | { readonly ok: false; readonly problem: 'expired' | 'taken' }

/** Undoes a change and all that followed it. A new password is chosen by the returned key, which is mailed as well. */
export async function undoEmailChange(shop: Shop, key: string): Promise<UndoResult> {
  const now = shop.now()
  return inTransaction<UndoResult>(shop.db, async (tx) => {
    const change = await consumeKey(tx, 'undo-email', key, now)
    const user = change && (await lockUser(tx, change.userId))
    if (!user) return { ok: false, problem: 'expired' }
    if (!(await setEmail(tx, user.id, change.oldEmail, now))) return { ok: false, problem: 'taken' }
    const since = new Date(change.askedAt ?? 0)
    await endKeysOf(tx, 'confirm-email', user.id)
    // Links for earlier changes stay: whoever moved the account twice must not end the way back of its first owner.
    await endUndoKeysSince(tx, user.id, since)
    await endKeysOf(tx, 'set-password', user.id)
    const takenBack = await takeBack(shop, tx, user.id, since)
    const passwordKey = await createPasswordKey(tx, user.id, now, RESET_LINK_MS)
    await sendMessage(tx, shop, emailChangeUndone, {
      ...{ key: emailKeyOf('email-undone', passwordKey), subject: {}, recipient: change.oldEmail },
      payload: { name: user.name, passwordKey, takenBack },
    })
    if (user.email !== change.oldEmail)
      await sendMessage(tx, shop, emailTakenBack, {
        ...{ key: emailKeyOf('email-taken-back', passwordKey), subject: {}, recipient: user.email },
        payload: { name: user.name },
      })
    return { ok: true, email: change.oldEmail, passwordKey, takenBack }
  })
}

/** Whatever opens the account by itself goes, also if older; a second factor only keeps people out, and goes if newer. */
async function takeBack(shop: Shop, tx: Tx, userId: number, since: Date): Promise<TakenBack> {
  await endSessions(tx, userId)
  await tx.delete(credentials).where(and(eq(credentials.userId, userId), eq(credentials.providerId, 'credential')))
  const keys = await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id })
  return {
    ...(await removeFactorsSince(shop, tx, userId, since)),
    passkeys: keys.length,
    applicationPasswords: (await deleteApplicationPasswords(tx, userId)).length,
    apiKeys: await deleteApiKeysOf(tx, userId),
  }
}
