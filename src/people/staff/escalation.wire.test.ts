/** A malicious shop manager: no call makes them an administrator or gives them an administrator's account. */
import { beforeEach, describe, expect, test } from 'vitest'
import { keyIn, mailsTo, newestTextTo } from '../../../test/support/mails.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser, type TestUser } from '../../../test/support/users.ts'
import { sendPasswordReset } from '../identity/account-requests.ts'
import { createApiKey } from '../identity/keys/api-keys.store.ts'
import { createApplicationPassword } from '../identity/keys/application-passwords.store.ts'

const { app, shop, pool } = await openShop({ template: { name: 'empty', prepare: async () => {} } })
let owner: TestUser
let manager: TestUser
let customer: TestUser
beforeEach(async () => {
  await pool.query('delete from users')
  await pool.query('delete from staff_invitations')
  owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')
  await createSignedInUser(shop, 'administrator', 'Sam Second')
  manager = await createSignedInUser(shop, 'shop_manager', 'Mallory Manager')
  customer = await createSignedInUser(shop, 'customer', 'Carl Customer')
})

type Headers = Readonly<Record<string, string>>
async function call(method: string, path: string, body?: unknown, headers: Headers = manager.headers) {
  const response = await app.request(`/wp-json${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}
/** All data about people and their sign-ins that an attack could change. */
const state = async () =>
  JSON.stringify(
    await Promise.all(
      [
        'select id, email, role, name, disabled_at, two_factor_enabled from users order by id',
        'select user_id, password from credentials order by id',
        'select user_id, token from sessions order by id',
        'select user_id, key_hash from api_keys order by id',
        'select user_id, name, password_hash from application_passwords order by id',
        'select email, role from staff_invitations order by id',
        'select to_jsonb(settings) from settings',
      ].map(async (text) => (await pool.query(text)).rows),
    ),
  )
const strong = 'marble-kettle-harbour-42'
const admin = { role: 'administrator' }
const admins = { roles: ['administrator'] }

/** The attacks by name; `:owner`, `:me` and `:customer` are placeholders for ids. */
const tries: readonly (readonly [name: string, method: string, path: string, body?: unknown])[] = [
  ['own role', 'POST', '/wp/v2/users/:me', admins],
  ['own role as me', 'POST', '/wp/v2/users/me', admins],
  ['own role as a customer', 'PUT', '/wc/v3/customers/:me', { ...admin, ...admins }],
  ['a customer’s role', 'PUT', '/wc/v3/customers/:customer', { ...admin, ...admins }],
  ['a customer’s role as a user', 'POST', '/wp/v2/users/:customer', admins],
  ['a new administrator', 'POST', '/wp/v2/users', { email: 'eve@shop.test', password: strong, ...admins }],
  ['a new customer with a role', 'POST', '/wc/v3/customers', { email: 'eve@shop.test', password: strong, ...admin }],
  ['an invitation', 'POST', '/samovar/v1/invitations', { email: 'eve@shop.test', ...admin }],
  ['the open invitations', 'GET', '/samovar/v1/invitations'],
  ['an administrator’s address', 'POST', '/wp/v2/users/:owner', { email: 'eve@shop.test' }],
  ['an administrator’s password', 'POST', '/wp/v2/users/:owner', { password: strong }],
  ['an administrator’s address as a customer', 'PUT', '/wc/v3/customers/:owner', { email: 'eve@shop.test' }],
  ['an administrator’s password as a customer', 'PUT', '/wc/v3/customers/:owner', { password: strong }],
  ['an administrator in a batch', 'POST', '/wc/v3/customers/batch', { update: [{ id: ':owner', password: strong }] }],
  ['deleting in a batch', 'POST', '/wc/v3/customers/batch', { delete: [':owner'] }],
  ['deleting an administrator', 'DELETE', '/wp/v2/users/:owner?force=true&reassign=0'],
  ['deleting an administrator as a customer', 'DELETE', '/wc/v3/customers/:owner?force=true'],
  ['the list of people', 'GET', '/wp/v2/users?context=edit'],
  ['an administrator’s sessions', 'DELETE', '/samovar/v1/people/:owner/sessions'],
  ['an administrator’s new password', 'POST', '/samovar/v1/people/:owner/password'],
  ['disabling an administrator', 'POST', '/samovar/v1/people/:owner/suspension', {}],
  ['an administrator’s application password', 'POST', '/wp/v2/users/:owner/application-passwords', { name: 'x' }],
  ['reading application passwords', 'GET', '/wp/v2/users/:owner/application-passwords'],
  ['revoking application passwords', 'DELETE', '/wp/v2/users/:owner/application-passwords'],
  ['reading keys', 'GET', '/samovar/v1/keys'],
  ['a key of an administrator', 'POST', '/samovar/v1/keys', { user: ':owner', description: 'x', permissions: 'write' }],
  ['an own key', 'POST', '/samovar/v1/keys', { user: ':me', description: 'x', permissions: 'read_write' }],
  ['exporting a person', 'POST', '/samovar/v1/privacy/exports', { email: ':email' }],
  ['erasing a person', 'POST', '/samovar/v1/privacy/erasures', { email: ':email' }],
  ['reading the log', 'GET', '/samovar/v1/admin-log'],
  ['erasing the log', 'DELETE', '/samovar/v1/admin-log'],
  ['shorter retention', 'PUT', '/samovar/v1/settings/privacy', { admin_log_days: 1 }],
  ['the demand of a second factor', 'PUT', '/samovar/v1/settings/accounts', { require_second_factor: true }],
]

describe('[ACC-03 shop manager] a shop manager does not become an administrator, nor lock one out, by', () => {
  test.each(tries.map(([name, method, path, body]) => ({ name, method, path, body })))('$name', async (attack) => {
    const { method, path, body } = attack
    const before = await state()
    const fill = (text: string) =>
      text
        .replace(/":owner"/g, String(owner.id))
        .replace(/":me"/g, String(manager.id))
        .replaceAll(':owner', String(owner.id))
        .replaceAll(':me', String(manager.id))
        .replaceAll(':customer', String(customer.id))
        .replaceAll(':email', owner.email)
    const sent = body === undefined ? undefined : (JSON.parse(fill(JSON.stringify(body))) as unknown)
    const application = await createApplicationPassword(shop, { userId: manager.id, name: 'x', appId: '' })
    const key = await createApiKey(shop, { userId: manager.id, description: 'x', permissions: 'read_write' })
    const withKeys = await state()
    const basic = (name: string, secret: string): Headers => ({ authorization: `Basic ${btoa(`${name}:${secret}`)}` })
    const ways = [
      manager.headers,
      basic(manager.email, application?.password ?? ''),
      basic(key?.consumerKey ?? '', key?.consumerSecret ?? ''),
    ]
    for (const headers of ways) {
      const { status, text } = await call(method, fill(path), sent, headers)
      expect([status < 500, text.includes(owner.email)]).toEqual([true, false])
      // Shop managers may create and change customers; these calls ignore the forbidden field.
      if (!path.startsWith('/wc/v3/customers')) expect(status).toBeGreaterThanOrEqual(400)
    }
    const after = await state()
    if (!path.startsWith('/wc/v3/customers') || !JSON.stringify(sent ?? '').includes('eve@'))
      expect(after).toBe(withKeys)
    expect((await pool.query("select from users where role = 'administrator'")).rowCount).toBe(2)
    expect(before).not.toBe(withKeys)
  })

  test('links in emails of administrators, however they are read', async () => {
    await sendPasswordReset(shop, owner.email)
    const [email] = (await mailsTo(shop, owner.email)).filter(({ template }) => template === 'reset-password')
    const passwordKey = keyIn(await newestTextTo(shop, owner.email, 'reset-password'))
    expect(passwordKey).toHaveLength(32)
    for (const path of [
      '/samovar/v1/mails?per_page=100',
      `/samovar/v1/mails/${email?.id}`,
      '/samovar/v1/mail-kinds/reset-password/preview',
    ])
      expect((await call('GET', path)).text).not.toContain(passwordKey)
    expect((await call('POST', `/samovar/v1/mails/${email?.id}/retry`)).text).not.toContain(passwordKey)
  })

  test('switching off the emails that tell people about their accounts', async () => {
    for (const kind of ['reset-password', 'security-changed', 'email-changed', 'set-up-code', 'staff-invitation']) {
      const answer = await call('PUT', `/samovar/v1/mail-kinds/${kind}`, { enabled: false })
      expect([kind, answer.status]).toEqual([kind, 403])
    }
    expect((await call('PUT', '/samovar/v1/mail-kinds/low-stock', { enabled: false })).status).toBe(200)
    expect((await call('PUT', '/samovar/v1/mail-kinds/reset-password', { enabled: true }, owner.headers)).status).toBe(
      200,
    )
  })
})

describe('[ACC-03 administrator] of two administrators', () => {
  test('who delete, demote or disable each other at once, one stays', async () => {
    const attacks: readonly (readonly [string, (id: number) => string, unknown])[] = [
      ['DELETE', (id: number) => `/wp/v2/users/${id}?force=true&reassign=0`, undefined],
      ['POST', (id: number) => `/wp/v2/users/${id}`, { roles: ['customer'] }],
      ['POST', (id: number) => `/samovar/v1/people/${id}/suspension`, {}],
    ]
    for (const [method, path, body] of attacks) {
      await pool.query("delete from users where role = 'administrator'")
      const [one, other] = [
        await createSignedInUser(shop, 'administrator'),
        await createSignedInUser(shop, 'administrator'),
      ]
      const answers = await Promise.all([
        call(method, path(other.id), body, one.headers),
        call(method, path(one.id), body, other.headers),
      ])
      expect(answers.every(({ status }) => status < 500)).toBe(true)
      const left = "select from users where role = 'administrator' and disabled_at is null"
      expect((await pool.query(left)).rowCount).toBe(1)
    }
  })
})

test('[ACC-03 shop manager] a customer who becomes staff meanwhile is not written any more', async () => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query("update users set role = 'administrator' where id = $1", [customer.id])
    const written = call('PUT', `/wc/v3/customers/${customer.id}`, { email: 'eve@shop.test', password: strong })
    // This is long enough for the call to reach the row's lock.
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await client.query('commit')
    expect((await written).status).toBe(403)
  } finally {
    client.release()
  }
  const [row] = (await pool.query('select email, role from users where id = $1', [customer.id])).rows
  expect(row).toEqual({ email: customer.email, role: 'administrator' })
})
