import { describe, expect, test } from 'vitest'
import { digestShop } from '../../../../test/wire/shop-digest.ts'
import type { NewApiKeyJson } from '../rest/api-keys.ts'
import { consumerSecretOf } from './api-keys.store.ts'
import { pairsOfHeader } from './oauth.ts'
import { basic, couponsPath, openTestKeys } from './open-test-keys.ts'

const { clock, db, makeKey, secure, send, shop, signed } = await openTestKeys()

describe('signatures', () => {
  test('a header is read once, however long a name without a value is', () => {
    const letters = 'a'.repeat(400_000)
    const header = `OAuth realm="shop", ${letters} oauth_nonce="n%201",x-y="2"`
    expect(pairsOfHeader(header)).toEqual([
      ['oauth_nonce', 'n 1'],
      ['x-y', '2'],
    ])
  })

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
    clock.time = new Date('2026-11-20T12:14:00Z')
    const again = await send('GET', url)
    expect([again.status, again.json.message]).toEqual([401, 'Invalid nonce - nonce has already been used.'])
    clock.time = new Date('2026-11-20T12:16:00Z')
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
