import { eq, sql } from 'drizzle-orm'
import { users } from '../../src/people/identity/accounts.table.ts'
import { createApplicationPassword } from '../../src/people/identity/keys/application-passwords.store.ts'
import type { Role } from '../../src/platform/access/permissions.ts'
import { createSignedInUser, type TestUser } from './users.ts'

/**
 * The people of the recording: their id, name, role here, and display name. Authors, contributors and subscribers are
 * customers here.
 */
export const recordedPeople = [
  [1, 'owner', 'administrator', 'owner'],
  [2, 'manager', 'shop_manager', 'Manager Leaf'],
  [3, 'editor', 'editor', 'Editor Leaf'],
  [4, 'author', 'customer', 'Author Leaf'],
  [5, 'contributor', 'customer', 'Contributor Leaf'],
  [6, 'subscriber', 'customer', 'Subscriber Leaf'],
  [7, 'customer', 'customer', 'Customer Leaf'],
  [8, 'ada', 'customer', 'ada'],
  [9, 'bo-leaf', 'customer', 'Bo Leaf'],
  [15, 'b1', 'customer', 'b1'],
  [16, 'leaver', 'customer', 'zz'],
] as const satisfies readonly (readonly [number, string, Role, string])[]

type Caller = { readonly session: TestUser['headers']; readonly program: { readonly authorization: string } }

export const basic = (email: string, password = '') => ({
  authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`,
})

type Program = { readonly request: { readonly url: string; readonly method: string } }

/** Sends a recorded request as a program of the person who sent it, or of another one. */
export const programCalls =
  (
    app: { request(path: string, init: RequestInit): Response | Promise<Response> },
    callers: ReadonlyMap<string, Caller>,
  ) =>
  ({ request: { url, method } }: Program, login: string, body: unknown) => {
    const { pathname, search } = new URL(url)
    return app.request(pathname + search, {
      method,
      headers: { ...callers.get(login)?.program, 'content-type': 'application/json' },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    })
  }

/** The login of the person who sent a recorded request; empty for a guest. */
export const loginOf = (auth = ''): string =>
  auth.replace(/^application password of (the )?/, '').replace(/administrator/, 'owner')

/** Makes their accounts, and returns how each calls: in a browser, or as a program with an application password. */
export async function signUpRecordedPeople(
  shop: Parameters<typeof createSignedInUser>[0] & Parameters<typeof createApplicationPassword>[0],
): Promise<ReadonlyMap<string, Caller>> {
  const { db } = shop
  const callers = new Map<string, Caller>()
  for (const [id, login, role, name] of recordedPeople) {
    await db.execute(sql`select setval(pg_get_serial_sequence('users', 'id'), ${id}, false)`)
    const { headers: session } = await createSignedInUser(shop, role, name)
    const email = `${login}@shop.test`
    const [first_name, last_name] = login === 'ada' ? ['Ada', 'Leaf'] : name.split(' ')
    const createdAt = new Date(login === 'ada' ? '2026-11-24T01:32:07Z' : '2026-11-24T00:18:47Z')
    await db
      .update(users)
      .set({ email, name, meta: last_name ? { first_name, last_name } : {}, createdAt })
      .where(eq(users.id, id))
    const made = await createApplicationPassword(shop, { userId: id, name: 'recording', appId: '' })
    callers.set(login, { session, program: basic(email, made?.password) })
  }
  return callers
}
