import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ada as adaAddress, writeOrder } from '../../../test/support/orders.ts'
import { writeSubmission } from '../../../test/support/submissions.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { digestShop } from '../../../test/wire/shop-digest.ts'
import { carts } from '../../shop/cart/cart.table.ts'
import { cardDetachments, paymentCustomers, savedCards } from '../../shop/gateways/cards/saved-cards.table.ts'
import { orders } from '../../shop/orders/orders.table.ts'
import { comments } from '../../site/comments/comments.table.ts'
import { users } from '../identity/accounts.table.ts'
import { createApiKey } from '../identity/keys/api-keys.store.ts'
import { createApplicationPassword } from '../identity/keys/application-passwords.store.ts'
import { lockUserKey } from '../identity/users.store.ts'
import { personByEmail, readPersonalData } from '../privacy/personal-data.ts'
import { type Json, openTestPeople } from './open-test-people.ts'

const { secure, staff, basic, call, db, shop, pool } = await openTestPeople()

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
    expect(await names('')).toEqual([ada.id, editor.id, staff.owner.id, staff.second.id])
    expect(await names('search=edd')).toEqual([editor.id])
    expect(await names('roles=customer,editor&orderby=id&order=desc')).toEqual([ada.id, editor.id])
    expect(await names('status=administrator')).toEqual([staff.owner.id, staff.second.id])
    expect(await names(`exclude=${ada.id}&per_page=1&page=2`)).toEqual([staff.owner.id])
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
    for (const person of [await createSignedInUser(shop, 'customer', 'Ada Leaf'), staff.owner]) {
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
    const other = await call('PUT', `/wp/v2/users/${staff.second.id}`, { name: 'Eve', description: 'Evil' })
    expect([other.status, Object.keys((other.json.data as { params: object }).params)]).toEqual([400, ['description']])
    expect((await call('GET', `/wp/v2/users/${staff.second.id}`)).json.name).toBe('Sam Second')
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
  const change = { roles: ['administrator'], first_name: 'Ada', email: staff.second.email }
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

const deletions = ['wp/v2/users', 'wc/v3/customers']

test.each(deletions)(
  '%s: a deletion waits for a checkout of the customer, and takes its order from them',
  async (path) => {
    const { id } = await createSignedInUser(shop, 'customer')
    await db.insert(carts).values({ sessionKey: `${id}`, customerId: id, expiresAt: shop.now() })
    const order = await writeOrder(db, {})
    const { deleting } = await db.transaction(async (tx) => {
      await tx.select().from(carts).where(eq(carts.customerId, id)).for('update')
      const deleting = call('DELETE', `/${path}/${id}?force=true`)
      await new Promise((done) => setTimeout(done, 300))
      await tx.update(orders).set({ customerId: id }).where(eq(orders.id, order.id))
      await tx
        .update(users)
        .set({ meta: { last_name: 'Leaf' } })
        .where(eq(users.id, id))
      return { deleting }
    })
    expect((await deleting).status).toBe(200)
    expect(await db.$count(orders, eq(orders.customerId, id))).toBe(0)
  },
)

test.each(deletions)('%s: an order that staff make for the customer meanwhile becomes one of a guest', async (path) => {
  const { id } = await createSignedInUser(shop, 'customer')
  const order = await writeOrder(db, {})
  const { deleting } = await db.transaction(async (tx) => {
    await lockUserKey(tx, id)
    await tx.update(orders).set({ customerId: id }).where(eq(orders.id, order.id))
    const deleting = call('DELETE', `/${path}/${id}?force=true`)
    await new Promise((done) => setTimeout(done, 300))
    return { deleting }
  })
  expect((await deleting).status).toBe(200)
  expect(await db.$count(orders, eq(orders.customerId, id))).toBe(0)
})
