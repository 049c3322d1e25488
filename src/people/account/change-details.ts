import { isEmail, normalizeEmail } from '../../platform/email-address.ts'
import type { Platform } from '../../platform/web/context.ts'
import type { MessageSender } from '../../things/messages/send-message.ts'
import { rateLimiter } from '../abuse/rate-limit.ts'
import { collapseWhitespace } from '../addresses/address.ts'
import { lockAccount, updateAccount } from '../identity/accounts.store.ts'
import type { AuthSession, User } from '../identity/auth-session.ts'
import { mailEmailChangeJob } from '../identity/change-email.ts'
import { changePassword } from '../identity/passwords/change-password.ts'
import { refusePassword } from '../identity/passwords/new-password.ts'
import type { PasswordRefusal } from '../identity/passwords/password-rules.ts'
import { isFresh } from '../identity/sign-in/fresh-session.ts'
import { hasPassword, isPasswordOf } from '../identity/users.store.ts'

export type DetailsInput = {
  readonly firstName: string
  readonly lastName: string
  readonly displayName: string
  /** '' keeps the present one. */
  readonly email: string
  readonly current: string
  readonly password: string
  readonly repetition: string
}

export type DetailsProblem =
  | 'first-name-missing'
  | 'last-name-missing'
  | 'display-name-missing'
  | 'display-name-is-email'
  | 'email-invalid'
  | 'too-long'
  | 'current-password-missing'
  | 'current-password-wrong'
  | 'rate-limited'
  | 'new-password-missing'
  | PasswordRefusal
  | 'password-differs'

type Shop = Pick<Platform, 'db'> & MessageSender

const MAX_NAME_LENGTH = 100

type DetailsResult =
  | { readonly ok: true; readonly emailAskedFor: string | null }
  | { readonly ok: false; readonly kind: 'invalid'; readonly problems: readonly DetailsProblem[] }
  /** The account has no password, and its owner signed in too long ago. */
  | { readonly ok: false; readonly kind: 'not-fresh' }

const invalid = (problems: readonly DetailsProblem[]) => ({ ok: false, kind: 'invalid', problems }) as const

/**
 * A new password or email address requires the current password or, if the account has none, a fresh session. A new
 * password ends every session. A new email address waits until it is confirmed.
 */
export async function changeDetails(shop: Shop, session: AuthSession, input: DetailsInput): Promise<DetailsResult> {
  const { user } = session
  const [firstName, lastName, displayName] = [input.firstName, input.lastName, input.displayName].map(
    collapseWhitespace,
  )
  const names = { firstName: firstName ?? '', lastName: lastName ?? '' }
  const problems = nameProblems(names, displayName ?? '')
  const newEmail = normalizeEmail(input.email)
  const asksForEmail = newEmail !== '' && newEmail !== user.email
  if (asksForEmail && !isEmail(newEmail)) problems.push('email-invalid')
  const isProtected = setsPassword(input) || asksForEmail
  const withPassword = await hasPassword(shop.db, user.id)
  if (isProtected && !withPassword && !isFresh(session, shop.now())) return { ok: false, kind: 'not-fresh' }
  problems.push(
    ...(withPassword
      ? await passwordProblems(shop, user, input, asksForEmail)
      : await newPasswordProblems(shop, user, input)),
  )
  if (problems.length > 0) return invalid(problems)
  return shop.db.transaction(async (tx) => {
    const account = await lockAccount(tx, user.id)
    if (!account) throw new Error(`Account ${user.id} is gone`)
    // Its owner may have chosen one meanwhile.
    if (isProtected && !withPassword && (await hasPassword(tx, user.id))) return invalid(['current-password-missing'])
    await updateAccount(tx, account, { names, displayName: displayName ?? '' }, shop.now())
    if (input.password !== '') await changePassword(tx, shop, user, input.password)
    if (asksForEmail) {
      const askedAt = shop.now().toISOString()
      await shop.jobs.enqueue(tx, mailEmailChangeJob, { userId: user.id, email: newEmail, askedAt })
    }
    return { ok: true, emailAskedFor: asksForEmail ? newEmail : null } as const
  })
}

function nameProblems(names: Pick<DetailsInput, 'firstName' | 'lastName'>, displayName: string): DetailsProblem[] {
  const isTooLong = [names.firstName, names.lastName, displayName].some((name) => name.length > MAX_NAME_LENGTH)
  return [
    ...(names.firstName === '' ? (['first-name-missing'] as const) : []),
    ...(names.lastName === '' ? (['last-name-missing'] as const) : []),
    ...(displayName === '' ? (['display-name-missing'] as const) : []),
    ...(isEmail(displayName) ? (['display-name-is-email'] as const) : []),
    ...(isTooLong ? (['too-long'] as const) : []),
  ]
}

async function passwordProblems(
  shop: Shop,
  user: User,
  input: DetailsInput,
  asksForEmail: boolean,
): Promise<DetailsProblem[]> {
  const { current } = input
  const isNew = setsPassword(input)
  if (current === '' && !isNew && !asksForEmail) return []
  if (current === '') return ['current-password-missing']
  if (!isNew && !asksForEmail) return ['new-password-missing']
  const problems = await newPasswordProblems(shop, user, input)
  if (problems.length > 0) return problems
  const attempts = rateLimiter(shop, { name: 'change-password', max: 10, seconds: 15 * 60 })
  if (!(await attempts.consume(String(user.id))).ok) return ['rate-limited']
  return (await isPasswordOf(shop.db, user.id, current)) ? [] : ['current-password-wrong']
}

const setsPassword = ({ password, repetition }: DetailsInput): boolean => password !== '' || repetition !== ''

async function newPasswordProblems(shop: Shop, user: User, input: DetailsInput): Promise<DetailsProblem[]> {
  const { password, repetition } = input
  if (!setsPassword(input)) return []
  if (password === '') return ['new-password-missing']
  const owner = { email: user.email, name: `${input.firstName} ${input.lastName} ${user.name}` }
  const refusal = await refusePassword(password, { ...owner, siteTitle: shop.settings().siteTitle })
  if (refusal !== null) return [refusal]
  return password === repetition ? [] : ['password-differs']
}
