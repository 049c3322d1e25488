import { eq } from 'drizzle-orm'
import { inTransaction, type Tx } from '../../platform/database/connect.ts'
import { DAY_MS } from '../../platform/time/durations.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { sendMessage } from '../../things/messages/send-message.ts'
import type { MessageSettings } from '../../things/messages/settings.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import { checkEmailRequest, consumeEmailLimit, type EmailRequestProblem } from './account-requests.ts'
import { users } from './accounts.table.ts'
import { accountExists } from './messages/account-exists.ts'
import { confirmAccount } from './messages/confirm-account.ts'
import { refusePassword } from './new-password.ts'
import { hashPassword } from './password.ts'
import type { PasswordRefusal } from './password-rules.ts'
import { consumeKey, newKey, readKey, saveKey } from './secret-keys.store.ts'
import { createUser, isEmailTaken, normalizeEmail } from './users.store.ts'

type Shop = Pick<Platform, 'db' | 'jobs' | 'now' | 'secret'> & WithSettings<MessageSettings & SiteSettings>

const LIFETIME_MS = DAY_MS

export type AccountAfterOrder = {
  readonly email: string
  readonly name: string
  readonly orderId: number
  readonly password: string
  readonly clientAddress: string
}

/**
 * Takes a guest's wish for an account, with the email address of their order. The account is made by the mailed link,
 * because anybody can type anybody's address at a checkout. The same is written, and answered, whether the address has
 * an account or not. Null if it was taken.
 */
export async function requestAccountAfterOrder(
  shop: Shop,
  { email: entered, name, orderId, password, clientAddress }: AccountAfterOrder,
): Promise<PasswordRefusal | EmailRequestProblem | null> {
  const email = normalizeEmail(entered)
  const problem = await checkEmailRequest(shop, { email, clientAddress })
  if (problem) return problem
  const refusal = await refusePassword(password, { email, name, siteTitle: shop.settings().siteTitle })
  if (refusal !== null) return refusal
  const key = newKey()
  const passwordHash = await hashPassword(password)
  const account = { email, name, passwordHash, orderId }
  await saveKey(shop.db, 'confirm-account', key, account, { now: shop.now(), lifetimeMs: LIFETIME_MS })
  await shop.jobs.enqueueNow('mail-new-account', { email, key })
  return null
}

/** Mails the link that makes the account. The owner of an existing one is told that it exists. */
export async function mailNewAccount(
  shop: Shop,
  { email, key }: { readonly email: string; readonly key: string },
): Promise<void> {
  if (!(await consumeEmailLimit(shop, email))) return
  await shop.db.transaction(async (tx) => {
    const account = await readKey(tx, 'confirm-account', key, shop.now())
    if (!account) return
    if (!(await isEmailTaken(tx, email))) {
      await sendMessage(tx, shop, confirmAccount, {
        ...{ key: `confirm-account:${key.slice(0, 12)}`, subject: {}, recipient: email, orderId: account.orderId },
        payload: { name: account.name, email, key },
      })
      return
    }
    await consumeKey(tx, 'confirm-account', key, shop.now())
    const message = { key: `exists:${key.slice(0, 12)}`, subject: {}, recipient: email, payload: { email } }
    await sendMessage(tx, shop, accountExists, message)
  })
}

type Confirmed =
  | { readonly ok: true; readonly userId: number; readonly orderId: number }
  | { readonly ok: false; readonly problem: 'expired' | 'email-taken' }

/** Makes the account of a link, with a mailbox that is proved. `afterwards` is in the same transaction. */
export const confirmAccountAfterOrder = (
  shop: Shop,
  key: string,
  afterwards: (tx: Tx, account: { readonly userId: number; readonly orderId: number }) => Promise<void>,
): Promise<Confirmed> =>
  inTransaction<Confirmed>(shop.db, async (tx) => {
    const now = shop.now()
    const account = await consumeKey(tx, 'confirm-account', key, now)
    if (!account) return { ok: false, problem: 'expired' }
    const { email, name, orderId, passwordHash: hash } = account
    const created = await createUser(tx, {
      ...{ email, name, password: { hash }, role: 'customer', now, isMailboxProved: true },
    })
    if (!created.ok) return created
    const { userId } = created
    await tx.update(users).set({ emailVerified: true }).where(eq(users.id, userId))
    await afterwards(tx, { userId, orderId })
    return { ok: true, userId, orderId }
  })
