import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { repetitions } from '../../../../test/running/long-run.ts'
import { jsonClient } from '../../../../test/support/json-client.ts'
import { keyIn, newestTextTo } from '../../../../test/support/mails.ts'
import { ada, writeOrder } from '../../../../test/support/orders.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { digestShop } from '../../../../test/wire/shop-digest.ts'
import { createToken, findPasswordTokenUser, readToken } from '../../../people/identity/keys/tokens.store.ts'

const { app, db, shop, pool } = await openShop()
const owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')
const editor = await createSignedInUser(shop, 'editor')
const base = '/wp-json/wc/v3/customers'

type Json = Record<string, unknown> & { id: number; email: string; code: string }
const call = jsonClient<Json>(app, base, owner)
const emails = async (query: string) => {
  const { json } = await call('GET', query)
  return (json as unknown as Json[]).map((customer) => customer.email)
}

const john = {
  email: 'John.Doe@example.com',
  first_name: 'John',
  last_name: 'van Doe',
  username: 'john.doe',
  billing: {
    first_name: 'John',
    last_name: 'Doe',
    company: '',
    address_1: '969 Market',
    address_2: '',
    city: 'Toronto',
    state: 'ON',
    postcode: 'M5V 2T6',
    country: 'CA',
    email: 'john.doe@example.com',
    phone: '(555) 555-5555',
  },
  shipping: { first_name: 'John', city: 'Ottawa', country: 'ca' },
}

beforeEach(async () => {
  await pool.query('truncate orders, emails cascade')
  await pool.query("delete from users where role = 'customer'")
})

describe('reading', () => {
  test('a customer has the names and kinds of value of WooCommerce’s documentation', async () => {
    const { json } = await call('POST', '', john)
    const read = await call('GET', `/${json.id}`)
    expect(read.status).toBe(200)
    expect(read.headers.get('allow')).toBe('GET, POST, PUT, PATCH, DELETE')
    expect(Object.keys(read.json).slice(0, 17)).toEqual([
      ...['id', 'date_created', 'date_created_gmt', 'date_modified', 'date_modified_gmt', 'email', 'first_name'],
      ...['last_name', 'role', 'username', 'billing', 'shipping', 'is_paying_customer', 'avatar_url', 'meta_data'],
      ...['orders_count', 'total_spent'],
    ])
    expect(read.json).toMatchObject({
      email: 'john.doe@example.com',
      first_name: 'John',
      last_name: 'van Doe',
      role: 'customer',
      billing: john.billing,
      shipping: { first_name: 'John', last_name: '', address_1: '', city: 'Ottawa', country: 'CA', phone: '' },
      is_paying_customer: false,
      avatar_url: '',
      meta_data: [],
      _links: {
        self: [{ href: `http://shop.test${base}/${json.id}` }],
        collection: [{ href: `http://shop.test${base}` }],
      },
    })
    expect(JSON.stringify(read.json)).not.toMatch(/argon2|password/)
  })

  test('what customers bought is theirs, and orders are found by customer', async () => {
    const { json } = await call('POST', '', john)
    const order = await writeOrder(db, { customerId: json.id, billing: ada, status: 'processing' })
    await pool.query('update orders set invoice_number = id, refunded_cents = 917 where id = $1', [order.id])
    await writeOrder(db, { customerId: json.id, status: 'cancelled' })
    expect((await call('GET', `/${json.id}`)).json).toMatchObject({
      is_paying_customer: true,
      orders_count: 1,
      total_spent: '140.00',
    })
    const list = async (query: string) => {
      const response = await app.request(`/wp-json/wc/v3/orders?${query}`, { headers: owner.headers })
      return ((await response.json()) as Json[]).map(({ id }) => id)
    }
    expect(await list(`customer=${json.id}&status=processing`)).toEqual([order.id])
    expect(await list(`customer=${owner.id}`)).toEqual([])
  })

  test('the list: search, email, role, include, exclude, order and pages', async () => {
    for (const [first_name, email] of [
      ['Bea', 'bea@tea.example'],
      ['Abe', 'abe@tea.example'],
      ['Cyd', 'cyd@tea.example'],
    ])
      await call('POST', '', { email, first_name })
    expect(await emails('')).toEqual(['abe@tea.example', 'bea@tea.example', 'cyd@tea.example'])
    expect(await emails('?orderby=registered_date&order=desc&per_page=1')).toEqual(['cyd@tea.example'])
    expect(await emails('?search=BE')).toEqual(['abe@tea.example', 'bea@tea.example'])
    expect(await emails('?search=%25')).toEqual([])
    expect(await emails('?email=BEA@tea.example')).toEqual(['bea@tea.example'])
    expect(await emails('?role=editor')).toEqual([editor.email])
    const { json } = await call('GET', '?role=all&orderby=id')
    const [first, second] = (json as unknown as Json[]).map(({ id }) => id)
    expect(await emails(`?role=all&orderby=include&include=${second},${first}`)).toEqual([editor.email, owner.email])
    expect(await emails(`?role=all&include=${first},${second}&exclude=${second}`)).toEqual([owner.email])
    const page = await call('GET', '?per_page=2')
    expect([page.headers.get('x-wp-total'), page.headers.get('x-wp-totalpages')]).toEqual(['3', '2'])
    expect((await call('GET', '?role=shopper')).json.code).toBe('rest_invalid_param')
  })
})

describe('writing', () => {
  test('what is written is read back, and what is not sent stays', async () => {
    const { json, status, headers } = await call('POST', '', john)
    expect([status, headers.get('location')]).toEqual([201, `http://shop.test${base}/${json.id}`])
    const changed = await call('PUT', `/${json.id}`, { last_name: 'Roe', billing: { city: 'Guelph' } })
    expect(changed.json).toMatchObject({
      first_name: 'John',
      last_name: 'Roe',
      billing: { ...john.billing, city: 'Guelph' },
    })
    const sentBack = await call('PUT', `/${json.id}`, changed.json)
    expect(sentBack.json).toMatchObject({ last_name: 'Roe', billing: { city: 'Guelph' }, shipping: { city: 'Ottawa' } })
  })

  test('a new customer gets an email with a link to choose a password, unless there is one', async () => {
    await call('POST', '', { email: 'link@tea.example', first_name: 'Lin' })
    await call('POST', '', { email: 'chosen@tea.example', password: 'marble-kettle-harbour-42' })
    const [link, chosen] = [
      await newestTextTo(shop, 'link@tea.example'),
      await newestTextTo(shop, 'chosen@tea.example'),
    ]
    expect(link).toContain('Lin')
    expect(keyIn(link)).toHaveLength(32)
    expect([chosen.includes('Open your account'), keyIn(chosen)]).toEqual([true, 'no key'])
  })

  test('a password is refused with what is wrong with it, alone and in a batch; none is needed', async () => {
    const { id } = await createSignedInUser(shop, 'customer')
    const weak = { email: 'weak@tea.example', password: 'password123' }
    const data = { status: 400, params: { password: expect.stringContaining('lists of stolen passwords') } }
    expect((await call('POST', '', weak)).json).toMatchObject({ code: 'rest_invalid_param', data })
    expect((await call('PUT', `/${id}`, { password: weak.password })).json).toMatchObject({ data })
    const batch = await call('POST', '/batch', { create: [weak], update: [{ id, password: weak.password }] })
    expect(batch.json).toMatchObject({ create: [{ error: { data } }], update: [{ error: { data } }] })
    expect((await call('PUT', `/${id}`, { first_name: 'Ada' })).status).toBe(200)
    expect((await call('POST', '', { email: 'none@tea.example' })).status).toBe(201)
  })

  test('a changed email address is unproved again, a changed password ends the sessions', async () => {
    const customer = await createSignedInUser(shop, 'customer')
    await pool.query('update users set email_verified = true where id = $1', [customer.id])
    const sessions = async () => (await pool.query('select from sessions where user_id = $1', [customer.id])).rowCount
    await call('PUT', `/${customer.id}`, { first_name: 'Same', email: customer.email })
    const isVerified = async () =>
      (await pool.query('select email_verified from users where id = $1', [customer.id])).rows[0].email_verified
    expect([await isVerified(), await sessions()]).toEqual([true, 1])
    await call('PUT', `/${customer.id}`, { email: 'new@tea.example', password: 'marble-kettle-harbour-42' })
    expect([await isVerified(), await sessions()]).toEqual([false, 0])
  })

  test('a changed email address ends the link mailed to the old one, which may be a stranger’s', async () => {
    const { json } = await call('POST', '', { email: 'mistyped@tea.example' })
    const key = keyIn(await newestTextTo(shop, 'mistyped@tea.example'))
    const change = { userId: json.id, oldEmail: json.email, newEmail: 'stranger@tea.example' }
    const confirmKey = await createToken(db, 'confirm-email', change, { now: shop.now(), lifetimeMs: 60_000 })
    const opens = async () => [
      await findPasswordTokenUser(db, key, shop.now()),
      await readToken(db, 'confirm-email', confirmKey, shop.now()),
    ]
    await call('PUT', `/${json.id}`, { first_name: 'Ada', email: 'Mistyped@tea.example' })
    expect(await opens()).toEqual([expect.objectContaining({ email: 'mistyped@tea.example' }), change])
    await call('PUT', `/${json.id}`, { email: 'correct@tea.example' })
    expect(await opens()).toEqual([null, null])
  })

  test('a deleted customer’s orders stay', async () => {
    const { json } = await call('POST', '', john)
    const order = await writeOrder(db, { customerId: json.id })
    expect((await call('DELETE', `/${json.id}`)).json.code).toBe('woocommerce_rest_trash_not_supported')
    const invalid = await call('DELETE', `/${json.id}?force=true&reassign=${json.id}`)
    expect(invalid.json.code).toBe('woocommerce_rest_customer_invalid_reassign')
    const gone = await call('DELETE', `/${json.id}?force=true&reassign=${owner.id}`)
    expect([gone.status, gone.json.email]).toEqual([200, 'john.doe@example.com'])
    expect((await call('GET', `/${json.id}`)).status).toBe(404)
    const { rows } = await pool.query('select customer_id from orders where id = $1', [order.id])
    expect(rows).toEqual([{ customer_id: null }])
  })

  test.each<[string, string, string, unknown, number, string]>([
    ['no address', 'POST', '', {}, 400, 'rest_missing_callback_param'],
    ['an address that is none', 'POST', '', { email: 'tea' }, 400, 'rest_invalid_param'],
    ['a taken address', 'POST', '', { email: 'EDITOR' }, 400, 'registration-error-email-exists'],
    ['a short password', 'POST', '', { email: 'a@b.example', password: 'x' }, 400, 'rest_invalid_param'],
    ['a stolen password', 'POST', '', { email: 'a@b.example', password: 'password123' }, 400, 'rest_invalid_param'],
    [
      ...(['a password of the own name', 'POST', ''] as const),
      ...([{ email: 'a@b.example', first_name: 'Wilhelmina', password: 'wilhelmina1' }, 400] as const),
      'rest_invalid_param',
    ],
    ['a stolen password for ADA', 'PUT', '/ADA', { password: 'password123' }, 400, 'rest_invalid_param'],
    ['a short password for ADA', 'PUT', '/ADA', { password: 'x' }, 400, 'rest_invalid_param'],
    ['ADA’s name as password', 'PUT', '/ADA', { password: 'wilhelmina1' }, 400, 'rest_invalid_param'],
    [
      'a country that is none',
      'POST',
      '',
      { email: 'a@b.example', billing: { country: 'Canada' } },
      400,
      'rest_invalid_param',
    ],
    ['nobody', 'PUT', '/99999999', { first_name: 'A' }, 404, 'wc_user_invalid_id'],
    ['an administrator', 'PUT', '/OWNER', { email: 'a@b.example' }, 403, 'woocommerce_rest_cannot_edit'],
    [
      'an editor’s password',
      'PUT',
      '/EDITOR',
      { password: 'marble-kettle-harbour-42' },
      403,
      'woocommerce_rest_cannot_edit',
    ],
    ['deleting an administrator', 'DELETE', '/OWNER?force=true', undefined, 403, 'woocommerce_rest_cannot_delete'],
  ])('[ACC-03] %s is refused and changes nothing', async (_, method, path, body, status, code) => {
    const ada = await createSignedInUser(shop, 'customer', 'Wilhelmina Leaf')
    const before = await digestShop(db)
    const ids = { OWNER: owner.id, EDITOR: editor.id, ADA: ada.id }
    const text = (value: string) => value.replace(/OWNER|EDITOR|ADA/, (who) => `${ids[who as keyof typeof ids]}`)
    const sent: unknown = JSON.parse(JSON.stringify(body ?? {}).replace('EDITOR', editor.email))
    const response = await call(method, text(path), method === 'DELETE' ? undefined : sent)
    expect([response.status, response.json.code]).toEqual([status, code])
    expect(await digestShop(db)).toEqual(before)
  })

  test('another one’s address is refused also when both are written at once', async () => {
    const made = await Promise.all(['one@tea.example', 'two@tea.example'].map((email) => call('POST', '', { email })))
    const both = await Promise.all(made.map(({ json }) => call('PUT', `/${json.id}`, { email: 'same@tea.example' })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  test('whatever is written, no call breaks', async () => {
    const { json } = await call('POST', '', john)
    const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('\0', '1e9', 2 ** 53, ['x'], '\ud800'))
    const names = [...Object.keys(john), 'password', 'role', 'create', 'update', 'delete', '__proto__'].filter(
      (name) => name !== 'password',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('POST ', `PUT /${json.id}`, 'POST /batch', `DELETE /${json.id}`),
        fc.dictionary(fc.constantFrom(...names), value),
        async (door, body) => {
          const [method = '', path = ''] = door.split(' ')
          expect([200, 201, 400, 403, 404, 413, 501]).toContain((await call(method, path, body)).status)
        },
      ),
      { numRuns: repetitions(100) },
    )
  })
})
