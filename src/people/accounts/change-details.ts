import { and, eq } from 'drizzle-orm'
import { inTransaction } from '../../platform/database/connect.ts'
import type { Platform } from '../../platform/web/context.ts'
import { rateLimiter } from '../abuse/rate-limit.ts'
import { collapseWhitespace, isEmail } from '../addresses/address.ts'
import { credentials } from './accounts.table.ts'
import type { User } from './auth-session.ts'
import { readAccount, updateAccount } from './customers.store.ts'
import { verifyPassword } from './password.ts'
import { isValidPasswordLength } from './password-rules.ts'
import { setPassword } from './users.store.ts'

/** What a person enters about themselves. Empty passwords change none. */
export type DetailsInput = {
  readonly firstName: string
  readonly lastName: string
  readonly displayName: string
  readonly current: string
  readonly password: string
  readonly repetition: string
}

export type DetailsProblem =
  | 'first-name-missing'
  | 'last-name-missing'
  | 'display-name-missing'
  | 'display-name-is-email'
  | 'too-long'
  | 'current-password-missing'
  | 'current-password-wrong'
  | 'rate-limited'
  | 'new-password-missing'
  | 'password-length'
  | 'password-differs'

type Shop = Pick<Platform, 'db' | 'now' | 'secret'>

const MAX_NAME_LENGTH = 100

/**
 * Changes name, display name and password of the signed-in person. A new password needs the current one, and ends every
 * session of the account.
 */
export async function changeDetails(
  shop: Shop,
  user: User,
  input: DetailsInput,
): Promise<{ readonly ok: true } | { readonly ok: false; readonly problems: readonly DetailsProblem[] }> {
  const [firstName, lastName, displayName] = [input.firstName, input.lastName, input.displayName].map(
    collapseWhitespace,
  )
  const names = { firstName: firstName ?? '', lastName: lastName ?? '' }
  const problems = nameProblems(names, displayName ?? '')
  problems.push(...(await passwordProblems(shop, user, input)))
  if (problems.length > 0) return { ok: false, problems }
  return inTransaction(shop.db, async (tx) => {
    const account = await readAccount(tx, user.id)
    if (!account) throw new Error(`Account ${user.id} is gone`)
    await updateAccount(tx, account, { names, displayName: displayName ?? '' }, shop.now())
    if (input.password !== '') await setPassword(tx, user.email, input.password, shop.now())
    return { ok: true } as const
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

async function passwordProblems(shop: Shop, user: User, input: DetailsInput): Promise<DetailsProblem[]> {
  const { current, password, repetition } = input
  if (current === '' && password === '' && repetition === '') return []
  if (current === '') return ['current-password-missing']
  if (password === '') return ['new-password-missing']
  if (!isValidPasswordLength(password)) return ['password-length']
  if (password !== repetition) return ['password-differs']
  const attempts = rateLimiter(shop, { name: 'change-password', max: 10, seconds: 15 * 60 })
  if (!(await attempts.consume(String(user.id))).ok) return ['rate-limited']
  return (await isPasswordOf(shop, user.id, current)) ? [] : ['current-password-wrong']
}

/** Whether this is the account's password. */
async function isPasswordOf({ db }: Shop, userId: number, password: string): Promise<boolean> {
  const [credential] = await db
    .select({ hash: credentials.password })
    .from(credentials)
    .where(and(eq(credentials.userId, userId), eq(credentials.providerId, 'credential')))
  return verifyPassword(password, credential?.hash ?? '')
}
