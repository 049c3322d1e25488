import { beforeEach, describe, expect, test, vi } from 'vitest'
import { writeOrder } from '../../../test/support/orders.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { createApp } from '../../app.ts'
import { createApiKey } from '../../people/identity/keys/api-keys.store.ts'
import { createApplicationPassword } from '../../people/identity/keys/application-passwords.store.ts'
import { pruneAdminLog, recordAdminEvent } from './admin-log.store.ts'
import { settingsChanges } from './admin-log.ts'

const { app, db, shop, pool } = await openShop()
const secure = createApp({ ...shop, url: 'https://shop.test' })
const owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')
const manager = await createSignedInUser(shop, 'shop_manager', 'Mira Manager')
const customer = await createSignedInUser(shop, 'customer', 'Ada Leaf')

const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
})

type Headers = Readonly<Record<string, string>>
async function call(method: string, path: string, body?: unknown, headers: Headers = owner.headers, to = app) {
  const response = await to.request(`/wp-json${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, json: (await response.json()) as Record<string, unknown> & { id: number } }
}

type Entry = { user_name: string; via: string; kind: string; summary: string; changes: object[]; link: string } & {
  readonly subject_name: string
  readonly subject_id: number | null
}
const entries = async (): Promise<Entry[]> =>
  (await pool.query('select * from admin_log where id > $1 order by id', [last])).rows as Entry[]
let last = 0
beforeEach(async () => {
  last = (await pool.query('select coalesce(max(id), 0)::int as id from admin_log')).rows[0].id
})

describe('what the staff writes', () => {
  test('is recorded with who, how, what and where it is seen', async () => {
    const coupon = await call('POST', '/wc/v3/coupons', { code: 'spring', amount: '10', discount_type: 'percent' })
    const order = await writeOrder(db)
    await call('POST', `/wc/v3/orders/${order.id}/notes`, { note: 'Packed' }, manager.headers)
    await call('DELETE', `/wc/v3/coupons/${coupon.json.id}?force=true`)
    expect(await entries()).toMatchObject([
      {
        user_name: 'Olive Owner',
        via: 'session',
        kind: 'coupon',
        subject_name: 'spring',
        subject_id: coupon.json.id,
        link: `/wp-admin/coupons/${coupon.json.id}/`,
        changes: [{ field: 'code' }, { field: 'amount' }, { field: 'discount_type' }],
      },
      { user_name: 'Mira Manager', kind: 'order', subject_id: order.id, link: `/wp-admin/orders/${order.id}/` },
      { user_name: 'Olive Owner', kind: 'coupon', subject_name: 'spring', summary: 'Deletes a coupon' },
    ])
  })

  test('is recorded for keys and application passwords too', async () => {
    const key = await createApiKey(shop, { userId: owner.id, description: 'Till', permissions: 'read_write' })
    const password = await createApplicationPassword(shop, { userId: manager.id, name: 'Phone', appId: '' })
    for (const [headers, code] of [
      [basic(key?.consumerKey ?? '', key?.consumerSecret ?? ''), 'a'],
      [basic(manager.email, password?.password ?? ''), 'b'],
    ] as const)
      expect((await call('POST', '/wc/v3/coupons', { code }, headers, secure)).status).toBe(201)
    expect((await entries()).map(({ user_name: name, via }) => [name, via])).toEqual([
      ['Olive Owner', 'key'],
      ['Mira Manager', 'application-password'],
    ])
  })

  test('settings have old and new values, and are not recorded if nothing changes', async () => {
    await call('PUT', '/samovar/v1/settings', { tagline: 'Tea, and time' })
    const [entry] = await entries()
    expect(entry).toMatchObject({ kind: 'settings', link: '/wp-admin/settings/' })
    expect(entry?.changes).toEqual([{ field: 'tagline', from: expect.any(String), to: 'Tea, and time' }])
    await call('PUT', '/samovar/v1/settings', { tagline: 'Tea, and time' })
    expect(await entries()).toHaveLength(1)
    const { json } = await call('GET', '/samovar/v1/settings/payments')
    await call('PUT', '/samovar/v1/settings/payments', { cod: { ...(json.cod as object), title: 'Cash' } })
    expect((await entries()).at(-1)?.changes).toEqual([{ field: 'cod.title', from: expect.any(String), to: 'Cash' }])
  })

  test('many at once are one entry, without those that were refused', async () => {
    await call('POST', '/wc/v3/coupons/batch', {
      create: [{ code: 'x1' }, { code: 'x2' }, { code: 'x1' }],
      delete: [999_999],
    })
    expect((await entries()).map(({ summary }) => summary)).toEqual(['Many at once: 2 created'])
  })

  test('no personal data of customers and no secret gets in', async () => {
    const secret = 'oolong-oolong-77'
    const { json } = await call('POST', '/wc/v3/customers', {
      email: 'wei@private.test',
      first_name: 'Wei',
      password: secret,
    })
    await call('PUT', `/wc/v3/customers/${json.id}`, { billing: { city: 'Guelph' } })
    await call('POST', '/wp/v2/users/me/application-passwords', { name: 'Tablet' })
    const text = JSON.stringify(await entries())
    expect(text).not.toMatch(/wei@private|"Wei"|Guelph/i)
    expect(text).not.toContain(secret)
    expect((await entries())[0]?.changes).toEqual([{ field: 'email' }, { field: 'first_name' }, { field: 'password' }])
  })

  test('refusals, reads and what customers do are not recorded', async () => {
    await call('GET', '/wc/v3/coupons')
    await call('POST', '/wc/v3/coupons', {})
    await call('POST', '/wc/v3/coupons', { code: 'z' }, customer.headers)
    await call('POST', '/wp/v2/users/me', { name: 'Ada L.' }, customer.headers)
    await call('POST', '/wp/v2/users/me/application-passwords', { name: 'Phone' }, customer.headers)
    expect(await entries()).toEqual([])
  })

  test('a write stays although its entry fails, which the program’s log tells whole', async () => {
    const log = { ...shop.log, error: vi.fn<(details: object, text: string) => void>() } as unknown as typeof shop.log
    const failing = new Proxy(db, {
      get(target, name, receiver) {
        if (name !== 'insert') return Reflect.get(target, name, receiver) as unknown
        return (table: Parameters<typeof db.insert>[0]) => {
          if (Object.hasOwn(table, 'userName')) throw new Error('No space left')
          return target.insert(table)
        }
      },
    })
    const answer = await call(
      'POST',
      '/wc/v3/coupons',
      { code: 'kept' },
      owner.headers,
      createApp({ ...shop, db: failing, log }),
    )
    expect(answer.status).toBe(201)
    expect(await entries()).toEqual([])
    const [[details]] = vi.mocked(log.error).mock.calls as unknown as [[{ event: unknown }]]
    expect(details.event).toMatchObject({ kind: 'coupon', subjectName: 'kept', by: { id: owner.id } })
  })
})

test('a sign-in of the staff is recorded with its address, one of a customer is not', async () => {
  for (const { email } of [manager, customer])
    await app.request('/wp-login.php', {
      method: 'POST',
      body: new URLSearchParams({ log: email, pwd: 'first-flush' }),
      headers: { origin: 'http://shop.test', 'sec-fetch-site': 'same-origin' },
    })
  expect(await entries()).toMatchObject([{ kind: 'sign-in', user_name: 'Mira Manager', summary: 'Signed in' }])
})

describe('the log', () => {
  test.each(['update admin_log set summary = $1', 'delete from admin_log where summary <> $1'])(
    'is not changed: %s',
    async (statement) => {
      await call('POST', '/wc/v3/coupons', { code: `c${Math.random()}` })
      await expect(pool.query(statement, ['x'])).rejects.toThrow('not changed')
      await expect(pool.query('truncate admin_log')).rejects.toThrow('not changed')
    },
  )

  test('loses what is older than the retention, but never the last 30 days', async () => {
    const event = (daysAgo: number) => ({
      ...({ by: null, via: 'shop', kind: 'other', summary: `${daysAgo} days ago` } as const),
      at: new Date(Date.now() - daysAgo * 86_400_000),
    })
    for (const days of [400, 40, 20]) await recordAdminEvent(db, event(days))
    expect(await pruneAdminLog(db, new Date(Date.now() - 365 * 86_400_000), 10)).toBe(1)
    expect(await pruneAdminLog(db, new Date(), 10)).toBe(1)
    expect((await entries()).map(({ summary }) => summary)).toEqual(['20 days ago'])
    await expect(pool.query("delete from admin_log where summary = '20 days ago'")).rejects.toThrow('not changed')
  })

  test('is read by administrators, filtered by person, kind, day and words', async () => {
    await call('POST', '/wc/v3/coupons', { code: 'filtered' }, manager.headers)
    const found = async (query: string) =>
      ((await call('GET', `/samovar/v1/admin-log?${query}`)).json as unknown as { subject_name: string }[]).length
    expect(await found(`user=${manager.id}&kind=coupon&search=filtered`)).toBe(1)
    expect(await found(`user=${owner.id}&search=filtered`)).toBe(0)
    expect(await found('kind=order&search=filtered')).toBe(0)
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Toronto', dateStyle: 'short' }).format(
      new Date(),
    )
    expect(await found(`from=${today}&until=${today}&search=filtered`)).toBe(1)
    expect(await found('until=2020-01-01')).toBe(0)
    expect((await call('GET', '/samovar/v1/admin-log?from=yesterday')).status).toBe(400)
    expect((await call('GET', '/samovar/v1/admin-log', undefined, manager.headers)).status).toBe(403)
  })
})

test('changes of settings are found inside of objects, and secrets are named without values', () => {
  const before = { a: 1, list: [1], bank: { iban: 'CA1', secret_key: 's1' }, gone: 'x'.repeat(300) }
  const after = { a: 1, list: [1, 2], bank: { iban: 'CA2', secret_key: 's2' }, accounts: [{ token: 't', name: 'n' }] }
  expect(settingsChanges(before, after)).toEqual([
    { field: 'list', from: '[1]', to: '[1,2]' },
    { field: 'bank.iban', from: 'CA1', to: 'CA2' },
    { field: 'bank.secret_key' },
    { field: 'gone', from: expect.stringMatching(/^x{199}…$/), to: '' },
    { field: 'accounts', from: '', to: '[{"token":"…","name":"n"}]' },
  ])
})
