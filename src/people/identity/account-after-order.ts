import { eq } from 'drizzle-orm'
import { inTransaction, type Tx } from '../../platform/database/connect.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { isSameSignature, sign } from '../../platform/web/signature.ts'
import { sendMessage } from '../../things/messages/send-message.ts'
import type { MessageSettings } from '../../things/messages/settings.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import { checkEmailRequest, consumeEmailLimit, type EmailRequestProblem } from './account-requests.ts'
import { users } from './accounts.table.ts'
import { ACCOUNT_REQUEST_MS } from './key-lifetimes.ts'
import {
  consumeIdentifier,
  consumeKey,
  emailKeyOf,
  keyIdentifier,
  moveToNewKey,
  newKey,
  readKey,
  type SecretKeys,
  saveKey,
} from './keys/secret-keys.store.ts'
import { accountExists } from './messages/account-exists.ts'
import { confirmAccount } from './messages/confirm-account.ts'
import { refusePassword } from './passwords/new-password.ts'
import { hashPassword } from './passwords/password.ts'
import type { PasswordRefusal } from './passwords/password-rules.ts'
import { createUser, isEmailTaken, normalizeEmail } from './users.store.ts'

export const mailNewAccountJob = defineJob<{ email: string; request: string }>('mail-new-account', 5)

type Shop = Pick<Platform, 'db' | 'jobs' | 'now' | 'secret'> & WithSettings<MessageSettings & SiteSettings>

export type AccountAfterOrder = {
  readonly email: string
  readonly name: string
  readonly orderId: number
  /** Null: the guest wants to use a passkey instead. */
  readonly password: string | null
  readonly clientAddress: string
}

type Requested =
  /** `browserKey` belongs in a cookie (account-request-cookie.ts); null without a password. */
  | { readonly ok: true; readonly browserKey: string | null }
  | { readonly ok: false; readonly problem: PasswordRefusal | EmailRequestProblem['kind'] }

/**
 * Requests an account for the email address of a guest's order. The account is made when the mailed link is opened,
 * because anybody can enter anybody's address at a checkout. For the same reason the password counts only in the browser
 * that has the returned key. The answer is the same whether the address has an account or not.
 */
export async function requestAccountAfterOrder(
  shop: Shop,
  { email: entered, name, orderId, password, clientAddress }: AccountAfterOrder,
): Promise<Requested> {
  const email = normalizeEmail(entered)
  const problem = await checkEmailRequest(shop, { email, clientAddress })
  if (problem) return { ok: false, problem: problem.kind }
  const refusal =
    password === null ? null : await refusePassword(password, { email, name, siteTitle: shop.settings().siteTitle })
  if (refusal !== null) return { ok: false, problem: refusal }
  const browserKey = password === null ? null : newKey()
  const account = {
    ...{ email, name, orderId },
    passwordHash: password === null ? null : await hashPassword(password),
    browserKeyHash: browserKey === null ? null : hashOf(shop, browserKey),
  }
  // Nobody is told this key: the job makes the one of the link, so that the queue has none.
  const key = newKey()
  await saveKey(shop.db, 'confirm-account', key, account, { now: shop.now(), lifetimeMs: ACCOUNT_REQUEST_MS })
  await shop.jobs.enqueueNow(mailNewAccountJob, { email, request: keyIdentifier('confirm-account', key) })
  return { ok: true, browserKey }
}

const hashOf = ({ secret }: Pick<Shop, 'secret'>, browserKey: string): string =>
  sign(secret, `account-request|${browserKey}`)

/** Mails the link that makes the account. The owner of an existing one is told that it exists. */
export async function mailNewAccount(
  shop: Shop,
  { email, request }: { readonly email: string; readonly request: string },
): Promise<void> {
  if (!(await consumeEmailLimit(shop, email))) return
  await shop.db.transaction(async (tx) => {
    if (await isEmailTaken(tx, email)) {
      if (!(await consumeIdentifier<'confirm-account'>(tx, request, shop.now()))) return
      const message = { key: emailKeyOf('exists', request), subject: {}, recipient: email, payload: { email } }
      await sendMessage(tx, shop, accountExists, message)
      return
    }
    const moved = await moveToNewKey(tx, 'confirm-account', request, shop.now())
    if (!moved) return
    const { key, value: account } = moved
    await sendMessage(tx, shop, confirmAccount, {
      ...{ key: emailKeyOf('confirm-account', key), subject: {}, recipient: email, orderId: account.orderId },
      payload: { name: account.name, email, key },
    })
  })
}

/** Whether the page of the link has to ask for a password: one was typed, but not in the browser with this key. */
export const asksForPassword = (
  shop: Pick<Shop, 'secret'>,
  { passwordHash, browserKeyHash }: SecretKeys['confirm-account'],
  browserKey: string,
): boolean => passwordHash !== null && !isSameSignature(hashOf(shop, browserKey), browserKeyHash ?? '')

export type OpenedLink = {
  readonly key: string
  /** Of the browser in which the link was opened. */
  readonly browserKey: string
  /** What was entered on the page of the link; it counts if the page asks for a password. */
  readonly password: string
  /** A passkey was chosen on that page. */
  readonly withPasskey: boolean
}

type Confirmed =
  | { readonly ok: true; readonly userId: number; readonly hasPassword: boolean }
  | { readonly ok: false; readonly problem: 'expired' | 'email-taken' | PasswordRefusal }

/** Makes the account of a link, whose mailbox is thus proved. `afterwards` is in the same transaction. */
export async function confirmAccountAfterOrder(
  shop: Shop,
  link: OpenedLink,
  afterwards: (tx: Tx, account: { readonly userId: number; readonly orderId: number }) => Promise<void>,
): Promise<Confirmed> {
  const now = shop.now()
  const requested = await readKey(shop.db, 'confirm-account', link.key, now)
  if (!requested) return { ok: false, problem: 'expired' }
  const chosen = await choosePassword(shop, requested, link)
  if (!chosen.ok) return chosen
  const { email, name, orderId } = requested
  return inTransaction<Confirmed>(shop.db, async (tx) => {
    if (!(await consumeKey(tx, 'confirm-account', link.key, now))) return { ok: false, problem: 'expired' }
    const created = await createUser(tx, {
      ...{ email, name, password: chosen.password, role: 'customer', now, isMailboxProved: true },
    })
    if (!created.ok) return created
    const { userId } = created
    await tx.update(users).set({ emailVerified: true }).where(eq(users.id, userId))
    await afterwards(tx, { userId, orderId })
    return { ok: true, userId, hasPassword: chosen.password !== null }
  })
}

type Chosen =
  | { readonly ok: true; readonly password: { readonly hash: string } | null }
  | { readonly ok: false; readonly problem: PasswordRefusal }

/** The password of the new account: the requested one in the same browser, otherwise what the page of the link asked for. */
async function choosePassword(shop: Shop, requested: SecretKeys['confirm-account'], link: OpenedLink): Promise<Chosen> {
  const { email, name, passwordHash } = requested
  if (link.withPasskey || passwordHash === null) return { ok: true, password: null }
  if (!asksForPassword(shop, requested, link.browserKey)) return { ok: true, password: { hash: passwordHash } }
  const refusal = await refusePassword(link.password, { email, name, siteTitle: shop.settings().siteTitle })
  if (refusal !== null) return { ok: false, problem: refusal }
  return { ok: true, password: { hash: await hashPassword(link.password) } }
}
