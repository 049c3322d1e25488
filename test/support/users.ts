import { Hono } from 'hono'
import type { AuthDeps } from '../../src/people/identity/auth.ts'
import { createNonce, currentAuthSession } from '../../src/people/identity/auth-session.ts'
import { type ApiKeyFields, createApiKey } from '../../src/people/identity/keys/api-keys.store.ts'
import { REST_NONCE } from '../../src/people/identity/principal.ts'
import { signIn } from '../../src/people/identity/sign-in/sign-in.ts'
import { createUser } from '../../src/people/identity/users.store.ts'
import type { Role } from '../../src/platform/access/permissions.ts'

export type TestUser = {
  readonly id: number
  readonly email: string
  readonly cookie: string
  readonly nonce: string
  /** Headers that the shop's own pages send with JSON requests. */
  readonly headers: { readonly cookie: string; readonly 'x-wp-nonce': string }
}

let count = 0
const password = 'first-flush'
/** Hash of this password at the lowest cost of argon2id, because tests sign in some hundred users. */
const hash = '$argon2id$v=19$m=8,t=1,p=1$YSB0ZXN0IHVzZXI$VcpDlziQVm4pt46woliGDfriWrUDbENpt0elMASDGKY'

/** A user with this role, already signed in. */
export async function createSignedInUser(shop: AuthDeps, role: Role, name = 'Ada Leaf'): Promise<TestUser> {
  count += 1
  const email = `${role}${count}@shop.test`
  const created = await createUser(shop.db, { email, name, password: { hash }, role })
  if (!created.ok) throw new Error(`${email} is taken`)
  const clientAddress = `198.51.100.${count}`
  const result = await signIn(shop, { email, password, remember: true, clientAddress, userAgent: 'a test' })
  if (!result.ok) throw new Error(`${email} could not sign in`)
  const cookie = result.cookies.map((one) => one.split(';')[0]).join('; ')
  const nonce = createNonce(shop.secret, REST_NONCE, await sessionIdOf(shop, cookie))
  return { id: created.userId, email, cookie, nonce, headers: { cookie, 'x-wp-nonce': nonce } }
}

async function sessionIdOf(shop: AuthDeps, cookie: string): Promise<string> {
  const app = new Hono().get('/', async (context) =>
    context.text((await currentAuthSession(context, shop))?.sessionId ?? ''),
  )
  return (await app.request('/', { headers: { cookie } })).text()
}

type KeyShop = Parameters<typeof createApiKey>[0]
type KeyedUsers = { readonly owner: number; readonly customer?: number }

/** Headers with API keys, by the names that recordings use for callers: `consumer key, read`, and `none` for no key. */
export async function recordedCallers(shop: KeyShop, { owner, customer }: KeyedUsers) {
  const callers: Record<string, Record<string, string>> = { none: {} }
  for (const permissions of ['read', 'write', 'read_write'] as const)
    callers[`consumer key, ${permissions}`] = await apiKeyHeaders(shop, owner, permissions)
  if (customer !== undefined)
    callers['consumer key of a customer, read_write'] = await apiKeyHeaders(shop, customer, 'read_write')
  return callers
}

/** Headers with a new key. Keys are sent unsigned only over https. */
export async function apiKeyHeaders(shop: KeyShop, userId: number, permissions: ApiKeyFields['permissions']) {
  const key = await createApiKey(shop, { userId, description: 'A program', permissions })
  if (!key) throw new Error(`User ${userId} is gone`)
  const credentials = Buffer.from(`${key.consumerKey}:${key.consumerSecret}`).toString('base64')
  return { authorization: `Basic ${credentials}` }
}
