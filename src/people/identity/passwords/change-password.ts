import { type Tx } from '../../../platform/database/connect.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { type MessageSender, sendAccountEmail } from '../../../things/messages/send-message.ts'
import { passwordChanged } from '../emails.ts'
import { consumePasswordToken } from '../keys/tokens.store.ts'
import { proveMailbox } from '../sign-in/prove-mailbox.ts'
import { setPassword } from '../users.store.ts'

type Shop = Pick<Platform, 'db'> & MessageSender

type Owner = { readonly email: string; readonly name: string }

export async function changePassword(tx: Tx, shop: Shop, { email, name }: Owner, password: string): Promise<void> {
  const now = shop.now()
  await setPassword(tx, email, password, now)
  await sendAccountEmail(tx, shop, passwordChanged, email, {
    key: `password-changed:${email}:${now.getTime()}`,
    payload: { name },
  })
}

/** Redeems the token; false if it was used before. An account's first password sends no notice of a change. */
export const redeemPasswordToken = async (
  shop: Shop,
  key: string,
  owner: Owner,
  { password, knownUserIds }: { readonly password: string; readonly knownUserIds: readonly number[] },
): Promise<boolean> => {
  const { ok } = await shop.db.transaction(async (tx) => {
    const userId = await consumePasswordToken(tx, key, shop.now())
    if (userId === null) return { ok: false } as const
    const isFirst = await proveMailbox(tx, userId, { isKnownDevice: knownUserIds.includes(userId) })
    if (isFirst) await setPassword(tx, owner.email, password, shop.now())
    else await changePassword(tx, shop, owner, password)
    return { ok: true } as const
  })
  return ok
}
