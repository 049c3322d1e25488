import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { keyIn, mailsTo, newestTextTo } from '../../../test/support/mails.ts'
import { ada as adaAddress, writeOrder } from '../../../test/support/orders.ts'
import { openShop } from '../../../test/support/shop.ts'
import { writeSubmission } from '../../../test/support/submissions.ts'
import { createSignedInUser, type TestUser } from '../../../test/support/users.ts'
import { digestShop } from '../../../test/wire/shop-digest.ts'
import { createApp } from '../../app.ts'
import { carts } from '../../shop/cart/cart.table.ts'
import { cardDetachments, paymentCustomers, savedCards } from '../../shop/gateways/cards/saved-cards.table.ts'
import { comments } from '../../site/comments/comments.table.ts'
import { createApiKey } from '../identity/keys/api-keys.store.ts'
import { createApplicationPassword } from '../identity/keys/application-passwords.store.ts'
import { signIn } from '../identity/sign-in/sign-in.ts'
import { noteSignIn } from '../identity/sign-in/sign-ins.ts'
import { hasPassword } from '../identity/users.store.ts'
import { personByEmail, readPersonalData } from '../privacy/personal-data.ts'

const { app, db, shop, pool } = await openShop()
const secure = createApp({ ...shop, url: 'https://shop.test' })

let [owner, second]: TestUser[] = []
let asOwner: TestUser

beforeEach(async () => {
  await pool.query('delete from users')
  await pool.query('delete from emails')
  owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')
  second = await createSignedInUser(shop, 'administrator', 'Sam Second')
  asOwner = owner
})

type Json = Record<string, unknown> & { readonly id: number; readonly code?: string }
async function call(method: string, path: string, body?: unknown, by: TestUser = asOwner) {
  const response = await app.request(`/wp-json${path}`, {
    method,
    headers: { ...by.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, json: (await response.json()) as Json }
}
const roleOf = async (id: number) => (await pool.query('select role from users where id = $1', [id])).rows[0]?.role
const sessionsOf = async (id: number) => (await pool.query('select from sessions where user_id = $1', [id])).rowCount
const logged = async () =>
  (await pool.query("select summary from admin_log where kind = 'people' order by id desc limit 1")).rows[0]?.summary
const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
})

describe('wp/v2/users', () => {
  test('a user has the names and kinds of value of WordPress’s documentation', async () => {
    const editor = await createSignedInUser(shop, 'editor', 'Edda Editor')
    const view = await call('GET', `/wp/v2/users/${editor.id}`)
    expect(view.json).toEqual({
      id: editor.id,
      name: 'Edda Editor',
      url: '',
      description: '',
      link: '',
      slug: `user-${editor.id}`,
      avatar_urls: {},
      meta: [],
      _links: expect.any(Object),
    })
    const edit = await call('GET', `/wp/v2/users/${editor.id}?context=edit`)
    expect(edit.json).toMatchObject({
      username: editor.email,
      first_name: 'Edda',
      last_name: 'Editor',
      email: editor.email,
      locale: 'en_CA',
      nickname: 'Edda Editor',
      roles: ['editor'],
      extra_capabilities: { editor: true },
      status: 'active',
      capabilities: { read: true, edit_posts: true, upload_files: true },
      session_count: 1,
    })
    expect(edit.json.capabilities).not.toHaveProperty('list_users')
    expect(edit.json.registered_date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
    expect(JSON.stringify(edit.json)).not.toMatch(/argon2|password|token/)
    await pool.query("insert into entries (kind, slug, title, author_id) values ('post', 'by-edda', 'By Edda', $1)", [
      editor.id,
    ])
    expect((await call('GET', `/wp/v2/users/${editor.id}`)).json).toMatchObject({
      link: `${shop.url}/author/edda-editor/`,
    })
  })

  test('the list is searched, filtered by role, sorted and paged, with counts', async () => {
    const editor = await createSignedInUser(shop, 'editor', 'Edda')
    const ada = await createSignedInUser(shop, 'customer', 'Ada')
    const names = async (query: string) =>
      ((await call('GET', `/wp/v2/users?${query}`)).json as unknown as Json[]).map(({ id }) => id)
    expect(await names('')).toEqual([ada.id, editor.id, owner?.id, second?.id])
    expect(await names('search=edd')).toEqual([editor.id])
    expect(await names('roles=customer,editor&orderby=id&order=desc')).toEqual([ada.id, editor.id])
    expect(await names('status=administrator')).toEqual([owner?.id, second?.id])
    expect(await names(`exclude=${ada.id}&per_page=1&page=2`)).toEqual([owner?.id])
    await call('POST', `/samovar/v1/people/${editor.id}/suspension`)
    expect(await names('status=disabled')).toEqual([editor.id])
    expect((await call('GET', '/wp/v2/users/counts')).json).toEqual({
      any: 4,
      administrator: 2,
      shop_manager: 0,
      editor: 1,
      customer: 1,
      disabled: 1,
    })
  })

  test('me is whoever asks, who can change their names and nothing else', async () => {
    const ada = await createSignedInUser(shop, 'customer', 'Ada Leaf')
    const me = await call('GET', '/wp/v2/users/me?context=edit', undefined, ada)
    expect(me.json).toMatchObject({ id: ada.id, email: ada.email, roles: ['customer'], capabilities: { read: true } })
    // Programs send a complete user back in this way.
    const changed = await call('POST', '/wp/v2/users/me', { ...me.json, name: 'Ada L.' }, ada)
    expect(changed.json).toMatchObject({ name: 'Ada L.', email: ada.email, roles: ['customer'] })
    expect((await call('POST', '/wp/v2/users/me', { name: 'a@shop.test' }, ada)).status).toBe(400)
  })

  test('what me cannot change is refused by its name, whoever asks, and then nothing is changed', async () => {
    for (const person of [await createSignedInUser(shop, 'customer', 'Ada Leaf'), asOwner]) {
      const before = await digestShop(db)
      for (const [field, value] of Object.entries({
        password: 'marble-kettle-harbour-42',
        email: 'eve@shop.test',
        roles: ['administrator', 'editor'],
        username: 'eve',
        nickname: 'Eve',
        url: 'https://eve.example',
        description: 'Evil',
        slug: 'eve',
        id: 1,
        locale: 'fr_CA',
        status: 'disabled',
        capabilities: { manage_options: true },
        meta: { seen: true },
      })) {
        const answer = await call('POST', '/wp/v2/users/me', { name: 'Eve', [field]: value }, person)
        expect([field, answer.status, answer.json.code]).toEqual([field, 400, 'rest_invalid_param'])
        expect(Object.keys((answer.json.data as { params: object }).params)).toEqual([field])
      }
      expect(await digestShop(db)).toEqual(before)
    }
    const other = await call('PUT', `/wp/v2/users/${second?.id}`, { name: 'Eve', description: 'Evil' })
    expect([other.status, Object.keys((other.json.data as { params: object }).params)]).toEqual([400, ['description']])
    expect((await call('GET', `/wp/v2/users/${second?.id}`)).json.name).toBe('Sam Second')
  })

  test('a program cannot change the names of its owner, however it signs in', async () => {
    const ada = await createSignedInUser(shop, 'shop_manager', 'Ada Leaf')
    const key = await createApiKey(shop, { userId: ada.id, description: 'x', permissions: 'read_write' })
    const made = await createApplicationPassword(shop, { userId: ada.id, name: 'Phone', appId: '' })
    for (const headers of [
      basic(ada.email, made?.password ?? ''),
      basic(key?.consumerKey ?? '', key?.consumerSecret ?? ''),
    ]) {
      const send = (method: string) =>
        secure.request('/wp-json/wp/v2/users/me', { method, headers, ...(method === 'POST' && { body: named }) })
      const named = new URLSearchParams({ name: 'Eve' })
      const refused = await send('POST')
      expect([refused.status, ((await refused.json()) as Json).code]).toEqual([403, 'samovar_rest_session_required'])
      expect((await (await send('GET')).json()) as Json).toMatchObject({ name: 'Ada Leaf' })
    }
  })

  test('an account is created with a role, changed, and deleted; what was written stays', async () => {
    const made = await call('POST', '/wp/v2/users', {
      username: 'ed',
      email: 'Ed@shop.test',
      password: 'marble-kettle-harbour-42',
      roles: ['editor'],
      name: 'The Writer',
      first_name: 'Ed',
      last_name: 'Du Bois',
    })
    expect(made.json).toMatchObject({ name: 'The Writer', first_name: 'Ed', last_name: 'Du Bois' })
    expect([made.status, made.json.email, made.json.roles]).toEqual([201, 'ed@shop.test', ['editor']])
    expect(made.headers.get('location')).toBe(`http://shop.test/wp-json/wp/v2/users/${made.json.id}`)
    const again = await call('POST', '/wp/v2/users', {
      username: 'x',
      email: 'ed@shop.test',
      password: 'marble-kettle-harbour-42',
    })
    expect([again.status, again.json.code]).toEqual([400, 'existing_user_email'])
    const signedIn = await createSignedInUser(shop, 'editor')
    const post = await call('POST', '/wp/v2/posts', { title: 'Kettles', status: 'publish' }, signedIn)
    await writeOrder(db, { customerId: signedIn.id })
    const unforced = await call('DELETE', `/wp/v2/users/${signedIn.id}`)
    expect([unforced.status, unforced.json.code]).toEqual([501, 'rest_trash_not_supported'])
    const toNobody = await call('DELETE', `/wp/v2/users/${signedIn.id}?force=true&reassign=999999`)
    expect([toNobody.status, toNobody.json.code]).toEqual([400, 'rest_user_invalid_reassign'])
    const gone = await call('DELETE', `/wp/v2/users/${signedIn.id}?force=true&reassign=${made.json.id}`)
    expect(gone.json).toMatchObject({ deleted: true, previous: { id: signedIn.id } })
    expect((await call('GET', `/wp/v2/posts/${post.json.id}`)).json.author).toBe(made.json.id)
    const { rows } = await pool.query('select customer_id from orders')
    expect(rows.map((row: { customer_id: unknown }) => row.customer_id)).toContain(null)
    expect((await call('DELETE', `/wp/v2/users/${made.json.id}?force=true`)).status).toBe(200)
    expect((await call('GET', `/wp/v2/posts/${post.json.id}`)).json).toMatchObject({ author: 0 })
  })
})

test.each([
  ['a stolen one', 'password123', 'lists of stolen passwords'],
  ['a short one', 'x', 'must have 10 to 128 characters'],
  ['the own name', 'wilhelmina1', 'made of your name'],
])(
  'a password that administrators set is refused: %s; nothing is changed, not the role either',
  async (_, password, text) => {
    const ada = await createSignedInUser(shop, 'customer', 'Wilhelmina Leaf')
    const before = await digestShop(db)
    const change = await call('PUT', `/wp/v2/users/${ada.id}`, { roles: ['editor'], first_name: 'Ada', password })
    const made = await call('POST', '/wp/v2/users', {
      username: 'w',
      email: 'w@shop.test',
      name: 'Wilhelmina',
      password,
    })
    for (const { status, json } of [change, made])
      expect([status, json]).toMatchObject([
        400,
        { code: 'rest_invalid_param', data: { params: { password: expect.stringContaining(text) } } },
      ])
    expect(await digestShop(db)).toEqual(before)
  },
)

test('a taken address is refused before anything is changed, the role either', async () => {
  const ada = await createSignedInUser(shop, 'customer')
  const before = await digestShop(db)
  const change = { roles: ['administrator'], first_name: 'Ada', email: second?.email }
  const refused = await call('PUT', `/wp/v2/users/${ada.id}`, change)
  expect([refused.status, refused.json.code]).toEqual([400, 'existing_user_email'])
  expect(await digestShop(db)).toEqual(before)
  const saved = await call('PUT', `/wp/v2/users/${ada.id}`, { ...change, email: 'free@shop.test' })
  expect(saved.json).toMatchObject({ roles: ['administrator'], first_name: 'Ada', email: 'free@shop.test' })
})

test.each(['wp/v2/users', 'wc/v3/customers'])(
  'what a person deleted over %s wrote is found by email address, and carts and saved cards are gone',
  async (path) => {
    const { id, email } = await createSignedInUser(shop, 'customer')
    const comment = { authorName: 'Ada', authorEmail: email, status: 'approved' as const, content: 'Fine', userId: id }
    await db.insert(comments).values({ ...comment, entryId: 131 })
    await writeSubmission(db, { email, userId: id })
    await writeOrder(db, { customerId: id, billing: { ...adaAddress, email } })
    await db.insert(carts).values({ sessionKey: String(id), customerId: id, expiresAt: shop.now() })
    const owner = { customerId: id, provider: 'sandbox' as const, createdAt: shop.now() }
    await db.insert(paymentCustomers).values({ ...owner, providerCustomerId: 'cus_ada' })
    const card = { fingerprint: 'f', brand: 'visa', last4: '4242', expMonth: 12, expYear: 2029 }
    await db.insert(savedCards).values({ ...owner, ...card, paymentMethodId: `pm_${id}` })
    expect((await call('DELETE', `/${path}/${id}?force=true`)).status).toBe(200)
    const person = await personByEmail(db, email)
    const held = await readPersonalData(db, person, shop.privacy)
    expect(held.filter(({ records }) => records.length > 0).map((part) => part.id)).toEqual(
      expect.arrayContaining(['orders', 'comments', 'messages']),
    )
    const left = [carts, savedCards, paymentCustomers].map((table) => db.$count(table, eq(table.customerId, id)))
    expect(await Promise.all(left)).toEqual([0, 0, 0])
    expect(await db.$count(cardDetachments, eq(cardDetachments.paymentMethodId, `pm_${id}`))).toBe(1)
  },
)

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
      await call('PUT', `/wp/v2/users/${second?.id}`, { roles: [role] })
      expect((await call('GET', '/wp/v2/users', undefined, second)).status).toBe(401)
      expect((await app.request('/wp-admin/users/', { headers: second?.headers ?? {} })).status).toBe(302)
    },
  )

  test('[ACC-03 administrator] the last administrator is neither demoted, disabled nor deleted', async () => {
    await call('PUT', `/wp/v2/users/${second?.id}`, { roles: ['editor'] })
    const before = await digestShop(db)
    const id = owner?.id
    for (const [method, path, body] of [
      ['PUT', `/wp/v2/users/${id}`, { roles: ['shop_manager'] }],
      ['DELETE', `/wp/v2/users/${id}?force=true&reassign=${second?.id}`, undefined],
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
      ['DELETE', `/wp/v2/users/${owner?.id}?force=true`],
      ['POST', `/samovar/v1/people/${owner?.id}/suspension`],
    ] as const) {
      const refused = await call(method, path)
      expect([refused.status, refused.json.code]).toEqual([403, 'samovar_rest_own_account'])
    }
    const own = await call('PUT', `/wp/v2/users/${owner?.id}`, { password: 'second-flush' })
    expect([own.status, own.json.code]).toEqual([403, 'rest_cannot_edit'])
    const key = await createApiKey(shop, { userId: owner?.id ?? 0, description: 'x', permissions: 'read_write' })
    const response = await secure.request(`/wp-json/wp/v2/users/${second?.id}`, {
      method: 'PUT',
      headers: { ...basic(key?.consumerKey ?? '', key?.consumerSecret ?? ''), 'content-type': 'application/json' },
      body: JSON.stringify({ roles: ['customer'] }),
    })
    expect([response.status, await roleOf(second?.id ?? 0)]).toEqual([403, 'administrator'])
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
