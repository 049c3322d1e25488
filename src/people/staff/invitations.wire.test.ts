import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { keyIn, textOf } from '../../../test/support/mails.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser, type TestUser } from '../../../test/support/users.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { confirmEmailChange, lockUser } from '../identity/change-email.ts'
import { createApplicationPassword } from '../identity/keys/application-passwords.store.ts'
import { createToken } from '../identity/keys/tokens.store.ts'
import { signIn } from '../identity/sign-in/sign-in.ts'
import { invitationData } from './invitations.ts'

let now = new Date('2026-11-22T12:00:00Z')
const { app, db, shop, pool } = await openShop({ now: () => now })
const DAY_MS = 86_400_000

let owner: TestUser
beforeEach(async () => {
  now = new Date()
  await pool.query('delete from users')
  await pool.query('delete from emails')
  owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')
})

type Json = Record<string, unknown> & { readonly id: number; readonly code?: string }
async function call(method: string, path: string, body: unknown = {}, by: TestUser = owner) {
  const response = await app.request(`/wp-json/samovar/v1/invitations${path}`, {
    method,
    headers: { ...by.headers, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, json: (await response.json()) as Json }
}
const invite = (email: string, role = 'shop_manager') => call('POST', '', { email, role })
async function keys(): Promise<string[]> {
  const sent = await db.select().from(emails).where(eq(emails.template, 'staff-invitation')).orderBy(emails.id)
  return Promise.all(sent.map(async (email) => keyIn(await textOf(shop, email))))
}
const newestKey = async () => (await keys()).at(-1) ?? ''
const page = '/my-account/invitation/'
const open = (key: string) => app.request(`${page}?key=${key}`)
const accept = (key: string, fields: Record<string, string> = {}) =>
  app.request(page, {
    method: 'POST',
    body: new URLSearchParams({
      invitation_key: key,
      account_display_name: 'Mira Manager',
      password_1: 'marble-kettle-harbour-42',
      ...fields,
    }),
    headers: { origin: 'http://shop.test', 'sec-fetch-site': 'same-origin' },
  })
const userOf = async (email: string) =>
  (await pool.query('select id, name, role, email_verified from users where email = $1', [email])).rows[0]

describe('[ACC-03 shop manager] an invitation', () => {
  test('is mailed, opened without its key in the address, and makes an account that is signed in', async () => {
    const made = await invite('Mira@shop.test')
    expect([made.status, made.json.email, made.json.role]).toEqual([201, 'mira@shop.test', 'shop_manager'])
    expect(JSON.stringify(made.json)).not.toContain(await newestKey())
    expect(await userOf('mira@shop.test')).toBeUndefined()
    const opened = await open(await newestKey())
    expect([opened.status, opened.headers.get('location')]).toEqual([302, page])
    const cookie = (opened.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
    const form = await app.request(page, { headers: { cookie } })
    expect(await form.text()).toContain('shop manager')
    expect(form.headers.get('cache-control')).toContain('no-store')
    const accepted = await accept('', {})
    expect(accepted.status).toBe(404)
    const done = await accept(await newestKey())
    expect([done.status, done.headers.get('location')]).toEqual([303, '/wp-admin/'])
    expect(await userOf('mira@shop.test')).toMatchObject({
      name: 'Mira Manager',
      role: 'shop_manager',
      email_verified: true,
    })
    const session = done.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    expect((await app.request('/wp-admin/orders/', { headers: { cookie: session } })).status).toBe(200)
    expect((await app.request('/wp-admin/users/', { headers: { cookie: session } })).status).toBe(403)
  })

  test('works once, also for two at once, and for a week', async () => {
    await invite('mira@shop.test')
    const key = await newestKey()
    now = new Date(now.getTime() + 7 * DAY_MS - 1000)
    const both = await Promise.all([accept(key), accept(key)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([303, 404])
    expect((await accept(key)).status).toBe(404)
    await invite('max@shop.test')
    now = new Date(now.getTime() + 7 * DAY_MS + 1000)
    expect((await open(await newestKey())).status).toBe(404)
    expect((await accept(await newestKey())).status).toBe(404)
    expect(await userOf('max@shop.test')).toBeUndefined()
  })

  test('is sent again with a new link, or withdrawn', async () => {
    const { json } = await invite('mira@shop.test')
    const first = await newestKey()
    expect((await call('POST', `/${json.id}/mail`)).status).toBe(200)
    const next = await newestKey()
    expect(next).not.toBe(first)
    expect([(await open(first)).status, (await open(next)).status]).toEqual([404, 302])
    expect((await call('DELETE', `/${json.id}`)).status).toBe(200)
    expect((await accept(next)).status).toBe(404)
    expect((await call('GET', '')).json).toEqual([])
    expect((await call('DELETE', `/${json.id}`)).status).toBe(404)
  })

  test('leaves a customer a customer until they accept; then everything that opened the account ends', async () => {
    const ada = await createSignedInUser(shop, 'customer', 'Ada Leaf')
    await createApplicationPassword(shop, { userId: ada.id, name: 'Phone', appId: '' })
    await invite(ada.email, 'editor')
    expect(await userOf(ada.email)).toMatchObject({ role: 'customer' })
    const opened = await open(await newestKey())
    const cookie = (opened.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
    const html = await (await app.request(page, { headers: { cookie } })).text()
    expect(html).toContain('value="Ada Leaf"')
    expect((await accept(await newestKey())).status).toBe(303)
    expect(await userOf(ada.email)).toMatchObject({ id: ada.id, role: 'editor' })
    expect((await app.request('/wp-admin/', { headers: { cookie: ada.cookie } })).status).toBe(302)
    expect((await pool.query('select from application_passwords')).rowCount).toBe(0)
    const old = { email: ada.email, password: 'first-flush', remember: false, clientAddress: '', userAgent: '' }
    expect((await signIn(shop, old)).ok).toBe(false)
  })

  test('is refused for staff and for an address that has one, and says why', async () => {
    const editor = await createSignedInUser(shop, 'editor')
    expect((await invite(editor.email)).json.code).toBe('samovar_rest_already_staff')
    await invite('mira@shop.test')
    expect((await invite('MIRA@shop.test')).json.code).toBe('samovar_rest_already_invited')
    expect((await invite('mira')).json.code).toBe('rest_invalid_param')
    expect((await invite('max@shop.test', 'customer')).json.code).toBe('rest_invalid_param')
    expect(await keys()).toHaveLength(1)
  })

  test('ends with the right of whoever wrote it', async () => {
    const second = await createSignedInUser(shop, 'administrator')
    await call('POST', '', { email: 'mira@shop.test', role: 'administrator' }, second)
    const response = await app.request(`/wp-json/wp/v2/users/${second.id}`, {
      method: 'PUT',
      headers: { ...owner.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ roles: ['shop_manager'] }),
    })
    expect(response.status).toBe(200)
    expect((await accept(await newestKey())).status).toBe(404)
    expect(await userOf('mira@shop.test')).toBeUndefined()
  })

  test.each([
    ['no name', { account_display_name: ' ' }, 'Enter your name.'],
    ['an email address as name', { account_display_name: 'a@shop.test' }, 'not your email address'],
    ['a short password', { password_1: 'x' }, 'A password must have'],
    ['a stolen password', { password_1: 'password123' }, 'lists of stolen passwords'],
    ['a null character', { account_display_name: 'Mi\0ra', password_1: 'x' }, 'A password must have'],
  ])('with %s shows the form again and is not used up', async (_, fields, message) => {
    await invite('mira@shop.test')
    const refused = await accept(await newestKey(), fields)
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain(message)
    expect((await accept(await newestKey())).status).toBe(303)
  })
})

test('[ACC-03] an acceptance waits for a change of the account, which may end its invitation', async () => {
  const guest = await createSignedInUser(shop, 'customer')
  await invite(guest.email)
  const key = await newestKey()
  const { accepting } = await db.transaction(async (tx) => {
    await lockUser(tx, guest.id)
    const accepting = accept(key)
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
    await invitationData.erase(tx, { userId: guest.id, email: guest.email }, now)
    return { accepting }
  })
  expect((await accepting).status).toBe(404)
  expect(await userOf(guest.email)).toMatchObject({ role: 'customer' })
})

test('[ACC-03] a change of the email address that was asked for before does not take the account over', async () => {
  const ada = await createSignedInUser(shop, 'customer', 'Ada Leaf')
  const change = { userId: ada.id, oldEmail: ada.email, newEmail: 'mallory@evil.example' }
  const key = await createToken(shop.db, 'confirm-email', change, { now, lifetimeMs: DAY_MS })
  await invite(ada.email, 'administrator')
  expect((await accept(await newestKey())).status).toBe(303)
  expect(await confirmEmailChange(shop, key, null)).toEqual({ ok: false, problem: 'expired' })
  expect(await userOf(ada.email)).toMatchObject({ role: 'administrator' })
})
