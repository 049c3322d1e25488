import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { digestShop } from '../../../../test/wire/shop-digest.ts'
import { coupons } from '../../../shop/pricing/coupons.table.ts'
import { emails } from '../../../things/messages/emails.table.ts'
import { users } from '../accounts.table.ts'
import { apiKeys } from './keys.table.ts'
import { basic, basicOf, couponsPath, keysPath, openTestKeys } from './open-test-keys.ts'

const { app, clock, db, editor, makeKey, owner, secure, send, shop, signed } = await openTestKeys()

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
    clock.time = new Date('2026-11-20T12:00:59Z')
    await send('GET', couponsPath, { headers: basicOf(key), on: secure })
    expect(await lastAccess()).toBe('2026-11-20T12:00:00.000Z')
    clock.time = new Date('2026-11-20T12:01:01Z')
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
