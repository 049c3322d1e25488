import { beforeEach, expect } from 'vitest'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { createApp } from '../../../app.ts'
import type { NewApiKeyJson } from '../rest/api-keys.ts'
import type { NewApplicationPasswordJson } from '../rest/application-passwords.ts'
import { apiKeys, applicationPasswords } from './keys.table.ts'
import { oauthSignature, type Pair } from './oauth.ts'

type Json = Record<string, unknown> & { code?: string; message?: string }
export const keysPath = '/wp-json/samovar/v1/keys'
export const passwordsPath = '/wp-json/wp/v2/users/me/application-passwords'
export const couponsPath = '/wp-json/wc/v3/coupons'

/** The header of basic authentication. */
export const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
})
/** The same with key and secret. */
export const basicOf = (key: NewApiKeyJson) => basic(key.consumer_key, key.consumer_secret)

/** A shop over http and over https, with requests by key, password and signature; before each test without keys. */
export async function openTestKeys() {
  const clock = { time: new Date('2026-11-20T12:00:00Z') }
  const { app, db, shop } = await openShop({ now: () => clock.time })
  const secure = createApp({ ...shop, url: 'https://shop.test' })
  const owner = await createSignedInUser(shop, 'administrator')
  const editor = await createSignedInUser(shop, 'editor')

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

  let nonces = 0
  /** A signed URL, changed before or after signing. */
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
      oauth_timestamp: String(Math.floor(clock.time.getTime() / 1000)),
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
    clock.time = new Date('2026-11-20T12:00:00Z')
    await db.delete(apiKeys)
    await db.delete(applicationPasswords)
    await db.execute('delete from rate_limits')
  })

  return { app, db, shop, secure, owner, editor, clock, send, makeKey, makePassword, signed }
}
