import { beforeEach } from 'vitest'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser, type TestUser } from '../../../test/support/users.ts'
import { createApp } from '../../app.ts'

export type Json = Record<string, unknown> & { readonly id: number; readonly code?: string }

/** A shop with two administrators; before each test without any other account. */
export async function openTestPeople() {
  const { app, db, shop, pool } = await openShop()
  const secure = createApp({ ...shop, url: 'https://shop.test' })

  const staff = {} as { owner: TestUser; second: TestUser }

  beforeEach(async () => {
    await pool.query('delete from users')
    await pool.query('delete from emails')
    staff.owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')
    staff.second = await createSignedInUser(shop, 'administrator', 'Sam Second')
  })

  async function call(method: string, path: string, body?: unknown, by: TestUser = staff.owner) {
    const response = await app.request(`/wp-json${path}`, {
      method,
      headers: { ...by.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, json: (await response.json()) as Json }
  }
  const roleOf = async (id: number) =>
    (await pool.query<{ role: string }>('select role from users where id = $1', [id])).rows[0]?.role
  const sessionsOf = async (id: number) => (await pool.query('select from sessions where user_id = $1', [id])).rowCount
  const logged = async () =>
    (
      await pool.query<{ summary: string }>(
        "select summary from admin_log where kind = 'people' order by id desc limit 1",
      )
    ).rows[0]?.summary
  const basic = (name: string, password: string) => ({
    authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
  })

  return { secure, staff, roleOf, sessionsOf, logged, basic, call, app, db, shop, pool }
}
