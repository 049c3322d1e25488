import { describe, expect, test } from 'vitest'
import { keyIn, mailsTo, newestTextTo } from '../../../test/support/mails.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { digestShop } from '../../../test/wire/shop-digest.ts'
import { createApiKey } from '../identity/keys/api-keys.store.ts'
import { createApplicationPassword } from '../identity/keys/application-passwords.store.ts'
import { signIn } from '../identity/sign-in/sign-in.ts'
import { noteSignIn } from '../identity/sign-in/sign-ins.ts'
import { hasPassword } from '../identity/users.store.ts'
import { openTestPeople } from './open-test-people.ts'

const { secure, staff, roleOf, sessionsOf, logged, basic, call, app, db, shop, pool } = await openTestPeople()

describe('roles', () => {
  test('[ACC-03 editor, shop manager] a new role signs the person out, is mailed, and counts at once, also for keys', async () => {
    const editor = await createSignedInUser(shop, 'editor', 'Edda')
    const key = await createApiKey(shop, { userId: editor.id, description: 'x', permissions: 'read_write' })
    const withKey = async () =>
      (
        await secure.request('/wp-json/wc/v3/orders', {
          headers: basic(key?.consumerKey ?? '', key?.consumerSecret ?? ''),
        })
      ).status
    expect(await withKey()).toBe(403)
    const changed = await call('PUT', `/wp/v2/users/${editor.id}`, { roles: ['shop_manager'] })
    expect(changed.json).toMatchObject({ roles: ['shop_manager'], session_count: 0 })
    expect([await withKey(), await sessionsOf(editor.id)]).toEqual([200, 0])
    const { rows } = await pool.query("select recipient, data from emails where template = 'role-changed'")
    expect(rows).toEqual([{ recipient: editor.email, data: { name: 'Edda', role: 'shop_manager' } }])
    await call('PUT', `/wp/v2/users/${editor.id}`, { roles: ['customer'] })
    expect(await withKey()).toBe(403)
    expect(await logged()).toBe('Changed the role')
  })

  test.each(['editor', 'shop_manager', 'customer'] as const)(
    '[ACC-03] a session of the old role of a demoted administrator is worth nothing to %s',
    async (role) => {
      await call('PUT', `/wp/v2/users/${staff.second.id}`, { roles: [role] })
      expect((await call('GET', '/wp/v2/users', undefined, staff.second)).status).toBe(401)
      expect((await app.request('/wp-admin/users/', { headers: staff.second.headers })).status).toBe(302)
    },
  )

  test('[ACC-03 administrator] the last administrator is neither demoted, disabled nor deleted', async () => {
    await call('PUT', `/wp/v2/users/${staff.second.id}`, { roles: ['editor'] })
    const before = await digestShop(db)
    const id = staff.owner.id
    for (const [method, path, body] of [
      ['PUT', `/wp/v2/users/${id}`, { roles: ['shop_manager'] }],
      ['DELETE', `/wp/v2/users/${id}?force=true&reassign=${staff.second.id}`, undefined],
      ['POST', `/samovar/v1/people/${id}/suspension`, undefined],
    ] as const) {
      const refused = await call(method, path, body)
      expect([path, refused.status, refused.json.code]).toEqual([path, 409, 'samovar_rest_last_administrator'])
    }
    for (const path of [`/wc/v3/customers/${id}?force=true`]) expect((await call('DELETE', path)).status).toBe(403)
    expect(await digestShop(db)).toEqual(before)
  })

  test.each<[string, (id: number) => readonly [method: string, path: string, body: unknown]]>([
    ['demote', (id: number) => ['PUT', `/wp/v2/users/${id}`, { roles: ['editor'] }]],
    ['disable', (id: number) => ['POST', `/samovar/v1/people/${id}/suspension`, undefined]],
    ['delete', (id: number) => ['DELETE', `/wp/v2/users/${id}?force=true`, undefined]],
  ])('[ACC-03 administrator] two who %s each other at once leave one', async (_, request) => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = await Promise.all([
        createSignedInUser(shop, 'administrator'),
        createSignedInUser(shop, 'administrator'),
      ])
      await pool.query("delete from users where role = 'administrator' and id <> all($1)", [[one.id, other.id]])
      const answers = await Promise.all([call(...request(other.id), one), call(...request(one.id), other)])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const { rows } = await pool.query("select id from users where role = 'administrator' and disabled_at is null")
      expect(rows).toHaveLength(1)
    }
  })

  test('[ACC-03 administrator] nobody disables or deletes themselves, or writes people with a key', async () => {
    for (const [method, path] of [
      ['DELETE', `/wp/v2/users/${staff.owner.id}?force=true`],
      ['POST', `/samovar/v1/people/${staff.owner.id}/suspension`],
    ] as const) {
      const refused = await call(method, path)
      expect([refused.status, refused.json.code]).toEqual([403, 'samovar_rest_own_account'])
    }
    const own = await call('PUT', `/wp/v2/users/${staff.owner.id}`, { password: 'second-flush' })
    expect([own.status, own.json.code]).toEqual([403, 'rest_cannot_edit'])
    const key = await createApiKey(shop, { userId: staff.owner.id, description: 'x', permissions: 'read_write' })
    const response = await secure.request(`/wp-json/wp/v2/users/${staff.second.id}`, {
      method: 'PUT',
      headers: { ...basic(key?.consumerKey ?? '', key?.consumerSecret ?? ''), 'content-type': 'application/json' },
      body: JSON.stringify({ roles: ['customer'] }),
    })
    expect([response.status, await roleOf(staff.second.id)]).toEqual([403, 'administrator'])
  })
})

describe('access', () => {
  const password = 'first-flush'
  const trySignIn = async (email: string) =>
    (await signIn(shop, { email, password, remember: false, clientAddress: '', userAgent: '' })).ok

  test('a new password is required: old one, sessions and application passwords end, and a link is mailed', async () => {
    const editor = await createSignedInUser(shop, 'editor', 'Edda')
    const made = await createApplicationPassword(shop, { userId: editor.id, name: 'Phone', appId: '' })
    const withPassword = async () =>
      (await secure.request('/wp-json/wp/v2/users/me', { headers: basic(editor.email, made?.password ?? '') })).status
    expect(await withPassword()).toBe(200)
    const answer = await call('POST', `/samovar/v1/people/${editor.id}/password`)
    expect(answer.json).toMatchObject({ id: editor.id, session_count: 0 })
    expect([await withPassword(), await trySignIn(editor.email), await sessionsOf(editor.id)]).toEqual([401, false, 0])
    expect(await hasPassword(shop.db, editor.id)).toBe(false)
    expect(await mailsTo(shop, editor.email)).toMatchObject([{ template: 'new-password' }])
    const key = keyIn(await newestTextTo(shop, editor.email))
    const opened = await app.request(`/my-account/lost-password/?key=${key}`)
    expect(opened.headers.get('location')).toBe('/my-account/lost-password/?show-reset-form=true')
    expect(await logged()).toBe('Asked for a new password')
  })

  test('no new password is required while the email with its link is switched off', async () => {
    const editor = await createSignedInUser(shop, 'editor')
    const { emails } = shop.settings()
    Object.assign(shop.settings(), { emails: { 'new-password': { enabled: false } } })
    const refused = await call('POST', `/samovar/v1/people/${editor.id}/password`)
    Object.assign(shop.settings(), { emails })
    expect([refused.status, refused.json.code]).toEqual([409, 'samovar_rest_mail_off'])
    expect([await trySignIn(editor.email), await sessionsOf(editor.id)]).toEqual([true, 2])
  })

  test('sessions are ended; the last sign-in stays known', async () => {
    const editor = await createSignedInUser(shop, 'editor')
    const signedInAt = new Date('2999-01-01T12:00:00Z')
    await noteSignIn({ ...shop, now: () => signedInAt }, { userId: editor.id, userAgent: '', isKnownDevice: true })
    expect((await call('DELETE', `/samovar/v1/people/${editor.id}/sessions`)).json).toMatchObject({
      session_count: 0,
      last_sign_in_gmt: '2999-01-01T12:00:00',
    })
    expect((await call('GET', '/wp/v2/users/me', undefined, editor)).status).toBe(401)
    expect(await trySignIn(editor.email)).toBe(true)
  })

  test('a disabled account signs in nowhere, its keys are refused, and it keeps its name', async () => {
    const editor = await createSignedInUser(shop, 'editor', 'Edda')
    const post = await call('POST', '/wp/v2/posts', { title: 'Kettles', status: 'publish' }, editor)
    const key = await createApiKey(shop, { userId: editor.id, description: 'x', permissions: 'read' })
    const made = await createApplicationPassword(shop, { userId: editor.id, name: 'Phone', appId: '' })
    const ways = () =>
      Promise.all(
        [basic(key?.consumerKey ?? '', key?.consumerSecret ?? ''), basic(editor.email, made?.password ?? '')].map(
          async (headers) => (await secure.request('/wp-json/wp/v2/users/me', { headers })).status,
        ),
      )
    expect(await ways()).toEqual([200, 200])
    await call('POST', `/samovar/v1/people/${editor.id}/suspension`)
    expect(await ways()).toEqual([401, 401])
    expect((await call('GET', '/wp/v2/users/me', undefined, editor)).status).toBe(401)
    expect(await trySignIn(editor.email)).toBe(false)
    expect(await sessionsOf(editor.id)).toBe(0)
    expect((await call('GET', `/wp/v2/posts/${post.json.id}`)).json.author).toBe(editor.id)
    await call('DELETE', `/samovar/v1/people/${editor.id}/suspension`)
    expect([await ways(), await trySignIn(editor.email)]).toEqual([[200, 200], true])
  })
})
