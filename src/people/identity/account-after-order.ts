import { eq } from 'drizzle-orm'
import type { Context } from 'hono'
import { type Tx } from '../../platform/database/connect.ts'
import { normalizeEmail } from '../../platform/email-address.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/web/context.ts'
import { deleteKeyCookie, type KeyCookie, readKeyCookie, setKeyCookie } from '../../platform/web/key-cookie.ts'
import { paths } from '../../platform/web/routes.ts'
import { isSameSignature, sign } from '../../platform/web/signature.ts'
import { type MessageSender, sendAccountEmail } from '../../things/messages/send-message.ts'
import { checkEmailRequest, type EmailRequestProblem, withEmailLimit } from './account-requests.ts'
import { users } from './accounts.table.ts'
import { confirmAccount, reportExistingAccount } from './emails.ts'
import { ACCOUNT_REQUEST_MS } from './key-lifetimes.ts'
import {
  consumeIdentifier,
  consumeToken,
  emailKeyOf,
  newToken,
  readToken,
  renewToken,
  saveToken,
  type TokenData,
  tokenIdentifier,
} from './keys/tokens.store.ts'
import { refusePassword } from './passwords/new-password.ts'
import { hashPassword } from './passwords/password.ts'
import type { PasswordRefusal } from './passwords/password-rules.ts'
import { createUser, isEmailTaken } from './users.store.ts'

export const mailNewAccountJob = defineJob<{ email: string; request: string }>('mail-new-account', 5)

type Shop = Pick<Platform, 'db'> & MessageSender

export type AccountAfterOrder = {
  readonly email: string
  readonly name: string
  readonly orderId: number
  /** Null: the guest chose a passkey instead. */
  readonly password: string | null
  readonly clientAddress: string
}

type Requested =
  /** `browserKey` belongs in a cookie (account-request-cookie.ts); null without a password. */
  | { readonly ok: true; readonly browserKey: string | null }
  | { readonly ok: false; readonly problem: PasswordRefusal | EmailRequestProblem['kind'] }

/**
 * Requests an account for the email address of a guest's order. The account is created when the emailed link is opened,
 * because anybody can enter anybody's address at a checkout. For the same reason the password counts only in the
 * browser that has the returned key. The result is the same whether the address has an account or not.
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
  const browserKey = password === null ? null : newToken()
  const account = {
    email,
    name,
    orderId,
    passwordHash: password === null ? null : await hashPassword(password),
    browserKeyHash: browserKey === null ? null : hashOf(shop, browserKey),
  }
  // This key is never sent. The job creates the link's key, so that the queue contains no secret.
  const key = newToken()
  await saveToken(shop.db, 'confirm-account', key, account, { now: shop.now(), lifetimeMs: ACCOUNT_REQUEST_MS })
  await shop.jobs.enqueueNow(mailNewAccountJob, { email, request: tokenIdentifier('confirm-account', key) })
  return { ok: true, browserKey }
}

const hashOf = ({ secret }: Pick<Shop, 'secret'>, browserKey: string): string =>
  sign(secret, `account-request|${browserKey}`)

type AccountRequest = { readonly email: string; readonly request: string }

export const mailNewAccount = (shop: Shop, request: AccountRequest): Promise<void> =>
  withEmailLimit(shop, request.email, async (isWithinLimit) => {
    if (isWithinLimit) await mailConfirmation(shop, request)
  })

async function mailConfirmation(shop: Shop, { email, request }: AccountRequest): Promise<void> {
  await shop.db.transaction(async (tx) => {
    if (await isEmailTaken(tx, email)) {
      if (!(await consumeIdentifier<'confirm-account'>(tx, request, shop.now()))) return
      await reportExistingAccount(tx, shop, email, emailKeyOf('exists', request))
      return
    }
    const moved = await renewToken(tx, 'confirm-account', request, shop.now())
    if (!moved) return
    const { token: key, data: account } = moved
    await sendAccountEmail(tx, shop, confirmAccount, email, {
      key: emailKeyOf('confirm-account', key),
      orderId: account.orderId,
      payload: { name: account.name, email, key },
    })
  })
}

/** Whether the page of the link asks for a password: one was typed, but not in the browser with this key. */
export const asksForPassword = (
  shop: Pick<Shop, 'secret'>,
  { passwordHash, browserKeyHash }: TokenData['confirm-account'],
  browserKey: string,
): boolean => passwordHash !== null && !isSameSignature(hashOf(shop, browserKey), browserKeyHash ?? '')

export type OpenedLink = {
  readonly key: string
  readonly browserKey: string
  /** Entered on the page of the link; used if that page asks for a password. */
  readonly password: string
  readonly withPasskey: boolean
}

type Confirmed =
  | { readonly ok: true; readonly userId: number; readonly hasPassword: boolean }
  | { readonly ok: false; readonly problem: 'expired' | 'email-taken' | PasswordRefusal }

/** Creates the account of a link, which proves the mailbox. `afterwards` runs in the same transaction. */
export async function confirmAccountAfterOrder(
  shop: Shop,
  link: OpenedLink,
  afterwards: (tx: Tx, account: { readonly userId: number; readonly orderId: number }) => Promise<void>,
): Promise<Confirmed> {
  const now = shop.now()
  const requested = await readToken(shop.db, 'confirm-account', link.key, now)
  if (!requested) return { ok: false, problem: 'expired' }
  const choice = await choosePassword(shop, requested, link)
  if (!choice.ok) return choice
  const { email, name, orderId } = requested
  return shop.db.transaction(async (tx) => {
    // The account before its link, in the order of its erasure.
    const created = await createUser(tx, {
      email,
      name,
      password: choice.password,
      role: 'customer',
      now,
      isMailboxProved: true,
    })
    if (!(await consumeToken(tx, 'confirm-account', link.key, now))) return { ok: false, problem: 'expired' }
    if (!created.ok) return created
    const { userId } = created
    await tx.update(users).set({ emailVerified: true }).where(eq(users.id, userId))
    await afterwards(tx, { userId, orderId })
    return { ok: true, userId, hasPassword: choice.password !== null }
  })
}

type Choice =
  | { readonly ok: true; readonly password: { readonly hash: string } | null }
  | { readonly ok: false; readonly problem: PasswordRefusal }

async function choosePassword(shop: Shop, requested: TokenData['confirm-account'], link: OpenedLink): Promise<Choice> {
  const { email, name, passwordHash } = requested
  if (link.withPasskey || passwordHash === null) return { ok: true, password: null }
  if (!asksForPassword(shop, requested, link.browserKey)) return { ok: true, password: { hash: passwordHash } }
  const refusal = await refusePassword(link.password, { email, name, siteTitle: shop.settings().siteTitle })
  if (refusal !== null) return { ok: false, problem: refusal }
  return { ok: true, password: { hash: await hashPassword(link.password) } }
}

export const accountRequestCookie: KeyCookie = {
  name: 'samovar_account_request',
  purpose: 'remembers that you chose a password for a new account in this browser',
  lifetime: 'a day',
  path: paths.confirmAccount,
  maxAge: ACCOUNT_REQUEST_MS / 1000,
}

export const setAccountRequestKey = (context: Context, shop: Pick<Platform, 'url'>, browserKey: string): void =>
  setKeyCookie(context, shop, accountRequestCookie, browserKey)

export const accountRequestKey = (context: Context): string => readKeyCookie(context, accountRequestCookie)

export const deleteAccountRequestKey = (context: Context): void => deleteKeyCookie(context, accountRequestCookie)
