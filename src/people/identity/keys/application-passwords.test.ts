import { describe, expect, test } from 'vitest'
import { applicationPasswords } from './keys.table.ts'
import { basic, basicOf, couponsPath, openTestKeys, passwordsPath } from './open-test-keys.ts'

const { app, db, editor, makeKey, makePassword, owner, secure, send } = await openTestKeys()

describe('application passwords', () => {
  test('[ACC-03] open what their owner may, with and without spaces, until they are revoked', async () => {
    const password = await makePassword()
    expect(password.password).toMatch(/^([A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}$/)
    expect(Object.keys(password).slice(0, 7)).toEqual([
      ...['uuid', 'app_id', 'name', 'created', 'last_used', 'last_ip', 'password'],
    ])
    const read = async (email: string, text: string) =>
      (await send('GET', couponsPath, { headers: basic(email, text), on: secure })).status
    expect(await read(owner.email, password.password)).toBe(200)
    expect(await read(owner.email.toUpperCase(), password.password.replaceAll(' ', ''))).toBe(200)
    expect(await read(editor.email, password.password)).toBe(401)
    expect(await read(owner.email, 'first-flush')).toBe(401)
    const editors = await makePassword(editor.headers)
    expect(await read(editor.email, editors.password)).toBe(403)
    const foreign = await send('DELETE', `${passwordsPath}/${password.uuid}`, { headers: editor.headers })
    expect([foreign.status, foreign.json.code]).toEqual([404, 'rest_application_password_not_found'])
    const revoked = await send('DELETE', `${passwordsPath}/${password.uuid}`, { headers: owner.headers })
    expect(revoked.json).toMatchObject({ deleted: true, previous: { uuid: password.uuid, name: 'Phone' } })
    expect(await read(owner.email, password.password)).toBe(401)
  })

  test('[ACC-03] one name once; listed without the password; no password makes another', async () => {
    const password = await makePassword()
    const twice = await send('POST', passwordsPath, { headers: owner.headers, body: { name: 'Phone' } })
    expect([twice.status, twice.json.code]).toEqual([409, 'application_password_duplicate_name'])
    const list = await send('GET', passwordsPath, { headers: owner.headers })
    expect(JSON.stringify(list.json)).not.toContain('password":')
    const headers = basic(owner.email, password.password)
    const more = await send('POST', passwordsPath, { headers, body: { name: 'More' }, on: secure })
    expect([more.status, more.json.code]).toEqual([403, 'samovar_rest_session_required'])
    const guest = await send('GET', passwordsPath)
    expect([guest.status, guest.json.code]).toEqual([401, 'rest_not_logged_in'])
    const all = await send('DELETE', passwordsPath, { headers: owner.headers })
    expect(all.json).toEqual({ deleted: true, count: 1 })
  })
})

describe('application passwords by the names of WordPress', () => {
  const of = (user: number, rest = '') => `/wp-json/wp/v2/users/${user}/application-passwords${rest}`

  test('[ACC-03] a password is renamed, and no two have one name', async () => {
    const password = await makePassword()
    await makePassword(owner.headers, 'Tablet')
    const path = `${passwordsPath}/${password.uuid}`
    const renamed = await send('PUT', path, { headers: owner.headers, body: { name: ' Old phone ' } })
    expect([renamed.status, renamed.json]).toMatchObject([200, { uuid: password.uuid, name: 'Old phone' }])
    const taken = await send('PUT', path, { headers: owner.headers, body: { name: 'Tablet' } })
    expect([taken.status, taken.json.code]).toEqual([409, 'application_password_duplicate_name'])
    const empty = await send('PUT', path, { headers: owner.headers, body: { name: ' ' } })
    expect([empty.status, empty.json.code]).toEqual([400, 'rest_invalid_param'])
    const none = await send('PUT', `${passwordsPath}/x`, { headers: owner.headers, body: { name: 'X' } })
    expect([none.status, none.json.code]).toEqual([404, 'rest_application_password_not_found'])
    expect((await db.select().from(applicationPasswords)).map(({ name }) => name).toSorted()).toEqual([
      'Old phone',
      'Tablet',
    ])
  })

  test('[ACC-03] introspect tells a program which password it uses', async () => {
    const password = await makePassword()
    await makePassword(owner.headers, 'Tablet')
    const headers = basic(owner.email, password.password)
    for (const path of [`${passwordsPath}/introspect`, of(owner.id, '/introspect')]) {
      const { status, json } = await send('GET', path, { headers, on: secure })
      expect([status, json]).toMatchObject([200, { uuid: password.uuid, name: 'Phone' }])
      expect(json).not.toHaveProperty('password')
    }
    const key = await makeKey()
    for (const [on, who] of [
      [app, owner.headers],
      [secure, basicOf(key)],
    ] as const) {
      const none = await send('GET', `${passwordsPath}/introspect`, { headers: who, on })
      expect([none.status, none.json.code]).toEqual([404, 'rest_no_authenticated_app_password'])
    }
    const other = await send('GET', of(editor.id, '/introspect'), { headers, on: secure })
    expect([other.status, other.json.code]).toEqual([
      403,
      'rest_cannot_introspect_app_password_for_non_authenticated_user',
    ])
  })

  test('[ACC-03] only administrators see and change those of others', async () => {
    const password = await makePassword(editor.headers)
    const self = { self: [{ href: `http://shop.test${of(editor.id, `/${password.uuid}`)}` }] }
    expect(password._links).toEqual(self)
    const list = await send('GET', of(editor.id), { headers: owner.headers })
    expect(list.json).toMatchObject([{ uuid: password.uuid }])
    const before = await db.select().from(applicationPasswords)
    const owners = await makePassword()
    for (const [method, path, code] of [
      ['GET', of(owner.id), 'rest_cannot_list_application_passwords'],
      ['POST', of(owner.id), 'rest_cannot_create_application_passwords'],
      ['DELETE', of(owner.id), 'rest_cannot_delete_application_passwords'],
      ['GET', of(owner.id, `/${owners.uuid}`), 'rest_cannot_read_application_password'],
      ['PUT', of(owner.id, `/${owners.uuid}`), 'rest_cannot_edit_application_password'],
      ['DELETE', of(owner.id, `/${owners.uuid}`), 'rest_cannot_delete_application_password'],
      ['GET', of(999_999), 'rest_cannot_list_application_passwords'],
    ] as const) {
      const body = method === 'POST' || method === 'PUT' ? { name: 'Mine' } : undefined
      const refused = await send(method, path, { headers: editor.headers, ...(body ? { body } : {}) })
      expect([method, path, refused.status, refused.json.code]).toEqual([method, path, 403, code])
    }
    expect(await db.$count(applicationPasswords)).toBe(before.length + 1)
    const nobody = await send('GET', of(999_999), { headers: owner.headers })
    expect([nobody.status, nobody.json.code]).toEqual([404, 'rest_user_invalid_id'])
    const revoked = await send('DELETE', of(editor.id, `/${password.uuid}`), { headers: owner.headers })
    expect(revoked.json).toMatchObject({ deleted: true, previous: { uuid: password.uuid } })
  })
})
