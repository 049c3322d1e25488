import { Hono } from 'hono'
import type { AuthParts } from '../../src/accounts/auth.ts'
import { createUser } from '../../src/accounts/create-user.ts'
import { currentSession } from '../../src/accounts/current-user.ts'
import { makeNonce } from '../../src/accounts/nonce.ts'
import type { Role } from '../../src/accounts/permissions.ts'
import { signIn } from '../../src/accounts/sign-in.ts'
import { REST_NONCE } from '../../src/rest/guard.ts'

export type Visitor = {
  readonly id: number
  readonly email: string
  readonly cookie: string
  readonly nonce: string
  /** Headers with which our own pages call the JSON. */
  readonly headers: { readonly cookie: string; readonly 'x-wp-nonce': string }
}

let count = 0
const password = 'first-flush'

/** Somebody of that role, already signed in. */
export async function signedIn(shop: AuthParts, role: Role, name = 'Ada Leaf'): Promise<Visitor> {
  count += 1
  const email = `${role}${count}@shop.test`
  const made = await createUser(shop.db, { email, name, password, role })
  if (!made.ok) throw new Error(`${email} is taken`)
  const clientAddress = `198.51.100.${count}`
  const result = await signIn(shop, { email, password, remember: true, clientAddress, userAgent: 'a test' })
  if (!result.ok) throw new Error(`${email} could not sign in`)
  const cookie = result.cookies.map((one) => one.split(';')[0]).join('; ')
  const nonce = makeNonce(shop.secret, REST_NONCE, await sessionIdOf(shop, cookie))
  return { id: made.userId, email, cookie, nonce, headers: { cookie, 'x-wp-nonce': nonce } }
}

async function sessionIdOf(shop: AuthParts, cookie: string): Promise<string> {
  const app = new Hono().get('/', async (context) =>
    context.text((await currentSession(context, shop))?.sessionId ?? ''),
  )
  return (await app.request('/', { headers: { cookie } })).text()
}
