import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import WooCommerceRestApi, { type IWooCommerceRestApiOptions } from '@woocommerce/woocommerce-rest-api'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { writeOrder } from '../../../../test/support/orders.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { digestShop } from '../../../../test/wire/shop-digest.ts'
import { createApp } from '../../../app.ts'
import { coupons } from '../../../shop/pricing/coupons.table.ts'
import { emails } from '../../../things/messages/emails.table.ts'
import { users } from '../accounts.table.ts'
import type { NewApiKeyJson } from '../rest/api-keys.ts'
import type { NewApplicationPasswordJson } from '../rest/application-passwords.ts'
import { consumerSecretOf } from './api-keys.store.ts'
import { apiKeys, applicationPasswords } from './keys.table.ts'
import { oauthSignature, type Pair } from './oauth.ts'

let time = new Date('2026-11-20T12:00:00Z')
const { app, db, shop } = await openShop({ now: () => time })
const secure = createApp({ ...shop, url: 'https://shop.test' })
const owner = await createSignedInUser(shop, 'administrator')
const editor = await createSignedInUser(shop, 'editor')
const order = await writeOrder(db)

type Json = Record<string, unknown> & { code?: string; message?: string }
const keysPath = '/wp-json/samovar/v1/keys'
const passwordsPath = '/wp-json/wp/v2/users/me/application-passwords'
const couponsPath = '/wp-json/wc/v3/coupons'

const send = async (
  method: string,
  path: string,
  { headers = {}, body, on = app }: { headers?: Record<string, string>; body?: unknown; on?: typeof app } = {},
) => {
  const response = await on.request(path, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, json: (await response.json()) as Json }
}

const makeKey = async (fields: object = {}) => {
  const body = { description: 'Accounting', permissions: 'read_write', ...fields }
  const { status, json } = await send('POST', keysPath, { headers: owner.headers, body })
  expect(status).toBe(201)
  return json as unknown as NewApiKeyJson
}
const makePassword = async (headers = owner.headers, name = 'Phone') => {
  const { status, json } = await send('POST', passwordsPath, { headers, body: { name } })
  expect(status).toBe(201)
  return json as unknown as NewApplicationPasswordJson
}
const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
})
const basicOf = (key: NewApiKeyJson) => basic(key.consumer_key, key.consumer_secret)

/** A signed URL, changed before or after signing. */
let nonces = 0
function signed(
  key: Pick<NewApiKeyJson, 'consumer_key' | 'consumer_secret'>,
  path: string,
  {
    method = 'GET',
    ...changes
  }: { method?: string; oauth?: Record<string, string>; algorithm?: string; add?: string; signedPath?: string } = {},
) {
  nonces += 1
  const url = new URL(path, 'http://shop.test')
  const oauth = {
    oauth_consumer_key: key.consumer_key,
    oauth_timestamp: String(Math.floor(time.getTime() / 1000)),
    oauth_nonce: `nonce${nonces}`,
    oauth_signature_method: changes.algorithm ?? 'HMAC-SHA256',
    ...changes.oauth,
  }
  const pairs: Pair[] = [...url.searchParams, ...Object.entries(oauth)]
  const request = { method, url: url.origin + (changes.signedPath ?? url.pathname), pairs }
  const signature = oauthSignature(request, changes.algorithm ?? 'HMAC-SHA256', key.consumer_secret) ?? 'none'
  return `${url.pathname}?${new URLSearchParams([...pairs, ['oauth_signature', signature]].map(([a, b]) => [a ?? '', b ?? '']))}${changes.add ?? ''}`
}

beforeEach(async () => {
  time = new Date('2026-11-20T12:00:00Z')
  await db.delete(apiKeys)
  await db.delete(applicationPasswords)
  await db.execute('delete from rate_limits')
})

describe('the independent client of WooCommerce', () => {
  const read = async (options: Partial<IWooCommerceRestApiOptions> & { url: string }) => {
    const key = await makeKey({ permissions: 'read' })
    const client = new WooCommerceRestApi({
      consumerKey: key.consumer_key,
      consumerSecret: key.consumer_secret,
      version: 'wc/v3',
      ...options,
    })
    const orders = (await client.get('orders', { status: ['processing', 'on-hold', 'pending'], per_page: 5 })) as Answer
    const coupons = (await client.get('coupons', { search: 'tea 10 & more', orderby: 'id' })) as Answer
    const tea = (await client.get('coupons', { code: 'tea10' })) as Answer
    return { orders, coupons, tea, client }
  }
  type Answer = { status: number; data: { id: number; code?: string }[]; headers: Record<string, string> }
  const expectRead = ({ orders, coupons, tea }: Awaited<ReturnType<typeof read>>) => {
    expect([orders.status, orders.data.map(({ id }) => id)]).toEqual([200, [order.id]])
    expect(orders.headers['x-wp-total']).toBe('1')
    expect([coupons.status, coupons.data]).toEqual([200, []])
    expect(tea.data.map(({ code }) => code)).toEqual(['tea10'])
  }

  test('[API-02] reads orders and coupons with signatures of OAuth 1.0a over http', async () => {
    let handler = app.fetch
    const server = serve({ fetch: (request, env) => handler(request, env), port: 0, hostname: '127.0.0.1' })
    await new Promise((resolve) => server.once('listening', resolve))
    afterAll(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    handler = createApp({ ...shop, url }).fetch
    // The client signs with the current time of the machine.
    time = new Date()
    const answers = await read({ url })
    expectRead(answers)
    await expect(answers.client.post('coupons', { code: 'forged' })).rejects.toMatchObject({
      response: { status: 401, data: { code: 'woocommerce_rest_authentication_error' } },
    })
  })

  test.each([false, true])('[API-02] reads them over https with key and secret, in the query: %s', async (inQuery) => {
    // Requests are passed to the shop directly, in place of a network with certificates.
    const adapter = async (config: {
      url?: string
      params?: Record<string, string>
      auth?: { username: string; password: string }
    }) => {
      const url = new URL(config.url ?? '')
      for (const [name, value] of Object.entries(config.params ?? {}))
        for (const one of [value].flat()) url.searchParams.append(Array.isArray(value) ? `${name}[]` : name, one)
      const headers = config.auth ? basic(config.auth.username, config.auth.password) : {}
      const response = await secure.request(url.href, { headers })
      return {
        status: response.status,
        data: await response.json(),
        headers: Object.fromEntries(response.headers),
        statusText: '',
        config,
      }
    }
    expectRead(await read({ url: 'https://shop.test', queryStringAuth: inQuery, axiosConfig: { adapter } as never }))
  })
})

describe('API keys', () => {
  test('[ACC-03] secrets are shown once and not stored', async () => {
    const key = await makeKey()
    expect(key.consumer_key).toMatch(/^ck_[0-9a-f]{40}$/)
    expect(key.consumer_secret).toMatch(/^cs_[0-9a-f]{40}$/)
    const { json } = await send('GET', keysPath, { headers: owner.headers })
    const [row] = await db.select().from(apiKeys)
    for (const text of [JSON.stringify(json), JSON.stringify(row)]) {
      expect(text).toContain(key.truncated_key)
      expect(text).not.toContain(key.consumer_key.slice(3))
      expect(text).not.toContain(key.consumer_secret.slice(3))
    }
  })

  test('[ACC-03] only a signed-in administrator makes keys, and no key makes another', async () => {
    const key = await makeKey()
    const body = { description: 'x' }
    for (const [on, headers, status, code] of [
      [app, {}, 401, 'woocommerce_rest_cannot_create'],
      [app, editor.headers, 403, 'woocommerce_rest_cannot_create'],
      [secure, basicOf(key), 403, 'samovar_rest_session_required'],
    ] as const) {
      const refused = await send('POST', keysPath, { headers, body, on })
      expect([refused.status, refused.json.code]).toEqual([status, code])
    }
    expect(await db.$count(apiKeys)).toBe(1)
  })

  test('[ACC-03] a key does what its permissions allow', async () => {
    const [reading, writing] = [await makeKey({ permissions: 'read' }), await makeKey({ permissions: 'write' })]
    const before = await db.select().from(coupons)
    const write = await send('POST', couponsPath, { headers: basicOf(reading), body: { code: 'x' }, on: secure })
    expect([write.status, write.json.message]).toEqual([401, 'The API key provided does not have write permissions.'])
    const read = await send('GET', couponsPath, { headers: basicOf(writing), on: secure })
    expect([read.status, read.json.message]).toEqual([401, 'The API key provided does not have read permissions.'])
    expect(await db.select().from(coupons)).toEqual(before)
    expect((await send('GET', couponsPath, { headers: basicOf(reading), on: secure })).status).toBe(200)
  })

  test('[ACC-03] a revoked key, and one of a demoted or deleted user, is refused at once', async () => {
    const staff = await createSignedInUser(shop, 'administrator')
    const key = await makeKey({ user_id: staff.id })
    const read = async () => {
      const { status, json } = await send('GET', couponsPath, { headers: basicOf(key), on: secure })
      return [status, json.code]
    }
    expect(await read()).toEqual([200, undefined])
    await db.update(users).set({ role: 'customer' }).where(eq(users.id, staff.id))
    expect(await read()).toEqual([403, 'woocommerce_rest_cannot_view'])
    await db.update(users).set({ role: 'administrator' }).where(eq(users.id, staff.id))
    const revoked = await send('DELETE', `${keysPath}/${key.key_id}`, { headers: owner.headers })
    expect([revoked.status, revoked.json.key_id]).toEqual([200, key.key_id])
    expect(await read()).toEqual([401, 'woocommerce_rest_authentication_error'])
    expect((await send('DELETE', `${keysPath}/${key.key_id}`, { headers: owner.headers })).status).toBe(404)
    const other = await makeKey({ user_id: staff.id })
    await db.delete(users).where(eq(users.id, staff.id))
    expect((await send('GET', couponsPath, { headers: basicOf(other), on: secure })).status).toBe(401)
  })

  test('[ACC-03] over http keys are not accepted in the clear, nor repeated in links', async () => {
    const key = await makeKey()
    const query = `?per_page=1&consumer_key=${key.consumer_key}&consumer_secret=${key.consumer_secret}`
    expect((await send('GET', couponsPath, { headers: basicOf(key) })).status).toBe(401)
    expect((await send('GET', couponsPath + query)).status).toBe(401)
    const listed = await send('GET', couponsPath + query, { on: secure })
    expect(listed.status).toBe(200)
    expect(listed.headers.get('link')).toBe(`<https://shop.test${couponsPath}?per_page=1&page=2>; rel="next"`)
  })

  test('[ACC-03] the session decides if there is a nonce, else the key does, alone', async () => {
    const key = await makeKey({ permissions: 'read' })
    const none = basic(key.consumer_key, 'cs_wrong')
    const read = async (headers: Record<string, string>) => (await send('GET', keysPath, { headers, on: app })).status
    expect(await read({ ...owner.headers, ...none })).toBe(200)
    expect(await read({ ...owner.headers, ...none, 'x-wp-nonce': 'forged0000' })).toBe(403)
    const url = signed(key, keysPath)
    expect((await send('GET', url, { headers: { cookie: editor.cookie } })).status).toBe(200)
    const wrong = signed({ ...key, consumer_secret: 'cs_wrong' }, keysPath)
    expect((await send('GET', wrong, { headers: { cookie: owner.cookie } })).status).toBe(401)
  })

  test('[ACC-03] its last access is recorded, once a minute', async () => {
    const key = await makeKey()
    const lastAccess = async () => (await db.select().from(apiKeys))[0]?.lastAccess?.toISOString()
    await send('GET', couponsPath, { headers: basicOf(key), on: secure })
    expect(await lastAccess()).toBe('2026-11-20T12:00:00.000Z')
    time = new Date('2026-11-20T12:00:59Z')
    await send('GET', couponsPath, { headers: basicOf(key), on: secure })
    expect(await lastAccess()).toBe('2026-11-20T12:00:00.000Z')
    time = new Date('2026-11-20T12:01:01Z')
    await send('GET', couponsPath, { headers: basicOf(key), on: secure })
    expect(await lastAccess()).toBe('2026-11-20T12:01:01.000Z')
  })

  test('[ACC-03] too many refusals are answered with 429, while valid credentials pass', async () => {
    const key = await makeKey()
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    const wrong = { ...headers, ...basic(key.consumer_key, 'cs_wrong') }
    const statuses = []
    for (let count = 0; count < 21; count += 1)
      statuses.push((await send('GET', couponsPath, { headers: wrong, on: secure })).status)
    expect([statuses.at(0), statuses.at(19), statuses.at(20)]).toEqual([401, 401, 429])
    const refused = await send('GET', couponsPath, { headers: wrong, on: secure })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await send('GET', couponsPath, { headers: { ...headers, ...basicOf(key) }, on: secure })).status).toBe(200)
  })
})

describe('signatures', () => {
  test.each(['HMAC-SHA1', 'HMAC-SHA256'])(
    '[ACC-03] %s is accepted, in the query and in the header',
    async (algorithm) => {
      const key = await makeKey()
      const path = `${couponsPath}?search=te%20a%26!*'()&include[0]=15&include[1]=16`
      expect((await send('GET', signed(key, path, { algorithm }))).status).toBe(200)
      const url = new URL(signed(key, path, { algorithm }), 'http://shop.test')
      const inHeader = [...url.searchParams].filter(([name]) => name.startsWith('oauth_'))
      for (const [name] of inHeader) url.searchParams.delete(name)
      const authorization = `OAuth realm="shop",${inHeader.map(([name, value]) => `${name}="${encodeURIComponent(value)}"`).join(', ')}`
      expect((await send('GET', url.pathname + url.search, { headers: { authorization } })).status).toBe(200)
      const body = { code: 'signed' }
      const post = await send('POST', signed(key, couponsPath, { method: 'POST', algorithm }), { body })
      expect(post.status).toBe(201)
      const id = Number(post.json.id)
      expect((await send('DELETE', signed(key, `${couponsPath}/${id}?force=true`, { method: 'DELETE' }))).status).toBe(
        200,
      )
    },
  )

  test('[ACC-03] what was sent is signed, at whatever address it arrives', async () => {
    const key = await makeKey()
    for (const path of [
      `${couponsPath}/`,
      `/index.php${couponsPath}?per_page=1`,
      '/index.php?rest_route=/wc/v3/coupons',
    ])
      expect([path, (await send('GET', signed(key, path))).status]).toEqual([path, 200])
    // WooCommerce signs the home page's address without its slash.
    const home = signed(key, '/?rest_route=/wc/v3/coupons', { signedPath: '' })
    expect((await send('GET', home)).status).toBe(200)
    const headers = { 'x-http-method-override': 'PUT' }
    const made = await send('POST', signed(key, couponsPath, { method: 'POST' }), { body: { code: 'long-way' } })
    const path = `${couponsPath}/${made.json.id}`
    const edit = signed(key, path, { method: 'POST' })
    expect((await send('POST', edit, { headers, body: { amount: '6' } })).json).toMatchObject({ amount: '6.00' })
    const forged = signed(key, `${path}?force=true`, { method: 'POST', add: '&_method=DELETE' })
    expect((await send('POST', forged)).status).toBe(401)
    const remove = signed(key, `${path}?_method=DELETE&force=true`, { method: 'POST' })
    expect((await send('POST', remove)).status).toBe(200)
    expect((await send('GET', signed(key, path))).status).toBe(404)
  })

  test('[ACC-03] a used nonce is refused, also by one of two at the same time', async () => {
    const key = await makeKey()
    const url = signed(key, couponsPath)
    const answers = await Promise.all([send('GET', url), send('GET', url)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
    time = new Date('2026-11-20T12:14:00Z')
    const again = await send('GET', url)
    expect([again.status, again.json.message]).toEqual([401, 'Invalid nonce - nonce has already been used.'])
    time = new Date('2026-11-20T12:16:00Z')
    expect((await send('GET', url)).json.message).toBe('Invalid timestamp.')
  })

  test.each<[string, (key: NewApiKeyJson) => [method: string, url: string]]>([
    ['an added parameter', (key) => ['GET', signed(key, couponsPath, { add: '&status=draft' })]],
    ['a parameter with two values', (key) => ['GET', signed(key, `${couponsPath}?search=a`, { add: '&search=b' })]],
    ['another value', (key) => ['GET', signed(key, `${couponsPath}?search=a`).replace('search=a', 'search=b')]],
    ['another path', (key) => ['GET', signed(key, couponsPath).replace('coupons', 'orders')]],
    ['another method', (key) => ['POST', signed(key, couponsPath)]],
    ['another algorithm', (key) => ['GET', signed(key, couponsPath).replace('HMAC-SHA256', 'HMAC-SHA1')]],
    ['no algorithm', (key) => ['GET', signed(key, couponsPath, { algorithm: 'PLAINTEXT' })]],
    ['the secret of another key', (key) => ['GET', signed({ ...key, consumer_secret: 'cs_other' }, couponsPath)]],
    ['an empty secret', (key) => ['GET', signed({ ...key, consumer_secret: '' }, couponsPath)]],
    [
      'a key that was never made',
      () => {
        const consumer_key = `ck_${'0'.repeat(40)}`
        return ['GET', signed({ consumer_key, consumer_secret: 'cs_x' }, couponsPath)]
      },
    ],
    ['two signatures', (key) => ['GET', signed(key, couponsPath, { add: '&oauth_signature=x' })]],
    ['no nonce', (key) => ['GET', signed(key, couponsPath).replace(/&oauth_nonce=\w+/, '')]],
    ['an old time', (key) => ['GET', signed(key, couponsPath, { oauth: { oauth_timestamp: '1795000000' } })]],
    ['no number for a time', (key) => ['GET', signed(key, couponsPath, { oauth: { oauth_timestamp: 'now' } })]],
    ['a nonce without end', (key) => ['GET', signed(key, couponsPath, { oauth: { oauth_nonce: 'x'.repeat(5000) } })]],
  ])('[ACC-03] %s is refused and changes nothing', async (_, make) => {
    const [method, url] = make(await makeKey())
    const before = await digestShop(db)
    const body = method === 'POST' ? { code: 'forged' } : undefined
    const { status, json } = await send(method, url, body ? { body } : {})
    expect([status, json.code?.startsWith('woocommerce_rest_authentication_')]).toEqual([401, true])
    expect(await digestShop(db)).toEqual(before)
  })

  test('[ACC-03] the secret of a key that exists nowhere opens nothing', async () => {
    const consumer_key = `ck_${'1'.repeat(40)}`
    const consumer_secret = consumerSecretOf(shop.secret, consumer_key)
    expect((await send('GET', signed({ consumer_key, consumer_secret }, couponsPath))).status).toBe(401)
    expect((await send('GET', couponsPath, { headers: basic(consumer_key, consumer_secret), on: secure })).status).toBe(
      401,
    )
  })
})

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

describe('keys of other rooms', () => {
  const roomPaths = [
    '/wp-json/wc/v3/products/reviews',
    '/wp-json/samovar/v1/comments',
    '/wp-json/samovar/v1/mails',
    '/wp-json/samovar/v1/mail-kinds',
    '/wp-json/samovar/v1/settings',
    '/wp-json/samovar/v1/settings/payments',
  ]

  test.each(roomPaths)('[ACC-03] %s opens to keys as far as their owner may', async (path) => {
    const customer = await createSignedInUser(shop, 'customer')
    const read = async (fields: object) =>
      (await send('GET', path, { headers: basicOf(await makeKey(fields)), on: secure })).status
    expect(await read({ permissions: 'read' })).toBe(200)
    expect(await read({ permissions: 'write' })).toBe(401)
    expect(await read({ user_id: customer.id })).toBe(403)
    const isForEditors = /reviews|comments|settings$/.test(path)
    expect(await read({ user_id: editor.id })).toBe(isForEditors ? 200 : 403)
  })

  test('[ACC-03] a key that may write changes settings, one that may read does not', async () => {
    const change = async (permissions: string) => {
      const headers = basicOf(await makeKey({ permissions }))
      const path = '/wp-json/samovar/v1/settings'
      return (await send('PUT', path, { headers, body: { products_per_page: 24 }, on: secure })).status
    }
    const before = await digestShop(db)
    expect(await change('read')).toBe(401)
    expect((await digestShop(db)).settings).toEqual(before.settings)
    expect(await change('write')).toBe(200)
    expect((await digestShop(db)).settings).not.toEqual(before.settings)
  })

  test('[ACC-03] links in emails are shown to people, not to keys', async () => {
    const content = { html: '<a href="/set-password">Choose</a>', text: 'Choose' }
    const [email] = await db
      .insert(emails)
      .values({ ...content, template: 'new-account', key: 'k', recipient: 'a@shop.test', subject: 'Yours' })
      .returning()
    const path = `/wp-json/samovar/v1/mails/${email?.id}`
    expect((await send('GET', path, { headers: owner.headers })).json).toMatchObject(content)
    const { status, json } = await send('GET', path, { headers: basicOf(await makeKey()), on: secure })
    expect([status, json]).toMatchObject([200, { subject: 'Yours', html: '', text: '' }])
  })
})

test.each([
  `Basic ${'A'.repeat(20_000)}`,
  'Basic',
  'Basic ====',
  `Basic ${Buffer.from('ck_\0:\0').toString('base64')}`,
  `Basic ${Buffer.from('\0@x:\0').toString('base64')}`,
  `Basic ${Buffer.from([255, 254, 58, 0]).toString('base64')}`,
  `Basic ${Buffer.from(':').toString('base64')}`,
  'OAuth oauth_nonce="%ZZ"',
  'OAuth oauth_consumer_key="%00",oauth_timestamp="1",oauth_nonce="%00",oauth_signature="x",oauth_signature_method="HMAC-SHA1"',
  'OAuth oauth_consumer_key="a",oauth_timestamp="1",oauth_nonce="b",oauth_signature="x",oauth_signature_method="__proto__"',
  'Bearer x',
])('[API-02] the header %.40s is nobody', async (authorization) => {
  for (const on of [app, secure])
    expect((await send('GET', couponsPath, { headers: { authorization }, on })).status).toBe(401)
})
