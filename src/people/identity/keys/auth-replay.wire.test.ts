/**
 * Sends the recorded ways of signing in of programs to our shop, with its own keys, passwords and signatures, and
 * compares complete responses. Differences are named below.
 */

import { basic, loginOf, signUpRecordedPeople } from '../../../../test/support/recorded-people.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { deviation, type RecordedCall, replayFiles } from '../../../../test/wire/recorded-suite.ts'
import { createApp } from '../../../app.ts'
import { taxClasses } from '../../../shop/taxes/taxes.table.ts'
import { type ApiKeyFields, createApiKey } from './api-keys.store.ts'
import { oauthSignature, type Pair } from './oauth.ts'

const SIGNED_AT_S = 1_795_484_091
const { shop } = await openShop({
  template: { name: 'empty', prepare: async () => {} },
  now: () => new Date(SIGNED_AT_S * 1000),
})
const appAt = (protocol: string) =>
  createApp({ ...shop, url: `${protocol}//shop.test`, publicUrl: `${protocol}//shop.test` })
const apps: Readonly<Record<string, ReturnType<typeof appAt>>> = { 'http:': appAt('http:'), 'https:': appAt('https:') }
await shop.db.delete(taxClasses)
await shop.db.insert(taxClasses).values([
  { slug: 'standard', name: 'Standard rate' },
  { slug: 'medicine', name: 'Medicine' },
  { slug: 'reduced-rate', name: 'Reduced rate' },
  { slug: 'zero-rate', name: 'Zero rate' },
])
const people = await signUpRecordedPeople(shop)

async function keyOf(userId: number, permissions: ApiKeyFields['permissions']) {
  const key = await createApiKey(shop, { userId, description: 'A program', permissions })
  if (!key) throw new Error(`User ${userId} is gone`)
  return key
}
const key = await keyOf(1, 'read_write')
const reader = await keyOf(1, 'read')
const keys: Readonly<Record<string, typeof key>> = {
  'consumer key, read_write': key,
  'consumer key, read': reader,
  'consumer key, write': await keyOf(1, 'write'),
  'consumer key of a customer, read_write': await keyOf(7, 'read_write'),
}
const UNKNOWN = `ck_${'0'.repeat(40)}`

/** The recorded value, with our keys and passwords in place of the recorded ones. */
function authorizationOf({ auth = '', request }: RecordedCall): string | undefined {
  const recorded = new Headers(request.headers).get('authorization')
  if (recorded === null) return undefined
  if (auth === 'wrong secret') return basic(key.consumerKey, `cs_${'0'.repeat(40)}`).authorization
  if (auth === 'unknown key') return basic(UNKNOWN, key.consumerSecret).authorization
  if (auth.startsWith('application password of')) return people.get(loginOf(auth))?.program.authorization
  const own = keys[auth]
  if (own) return basic(own.consumerKey, own.consumerSecret).authorization
  return recorded.startsWith('OAuth') ? signedHeader(request, recorded) : recorded
}

const signatureOf = (method: string, url: URL, pairs: readonly Pair[], secret: string): string | null =>
  oauthSignature(
    { method, url: url.origin + url.pathname, pairs: pairs.filter(([name]) => name !== 'oauth_signature') },
    pairs.find(([name]) => name === 'oauth_signature_method')?.[1] ?? '',
    secret,
  )

function signedHeader({ method, url }: RecordedCall['request'], header: string): string {
  const pairs = [...header.matchAll(/(oauth_\w+)="([^"]*)"/g)].map(
    ([, name = '', value = '']): Pair => [name, value.replace('ck_XXXX', key.consumerKey)],
  )
  const signature = signatureOf(method, new URL(url), pairs, key.consumerSecret) ?? ''
  return header
    .replace('ck_XXXX', key.consumerKey)
    .replace(/oauth_signature="[^"]*"/, `oauth_signature="${encodeURIComponent(signature)}"`)
}

/** The address with our key, and signed again unless the recorded signature is wrong on purpose. */
function addressOf({ name, request }: RecordedCall): URL {
  const signing = name.includes('read-only key') ? reader : key
  const url = new URL(request.url.replace('ck_XXXX', signing.consumerKey).replace('cs_XXXX', signing.consumerSecret))
  const given = url.searchParams.get('oauth_signature')
  if (given === null || given === 'AAAA') return url
  const signature = signatureOf(request.method, url, [...url.searchParams], signing.consumerSecret)
  if (signature !== null) url.searchParams.set('oauth_signature', signature)
  return url
}

async function send(exchange: RecordedCall): Promise<Response> {
  const { request } = exchange
  const url = addressOf(exchange)
  const app = apps[url.protocol]
  if (!app) throw new Error(`${url.protocol} is not served`)
  const headers = new Headers(request.headers)
  const authorization = authorizationOf(exchange)
  if (authorization) headers.set('authorization', authorization)
  const body = request.body === null ? {} : { body: JSON.stringify(request.body) }
  return app.request(url.pathname + url.search, { method: request.method, headers, ...body })
}

const guessed = deviation('keys-not-guessed', /^body\.(code|message)$/)
const anywhere = deviation('keys-for-every-call', /^status$|^body/)

replayFiles(['wc-v3-auth'], {
  send,
  always: [
    deviation('errors-name-no-methods', /^header allow$/),
    deviation('refusals-not-cached', /^header (cache-control|expires|vary)$/),
  ],
  ofFile: { 'wc-v3-auth': [deviation('links-have-one-origin', /collection\[0\]\.href$/)] },
  byName: {
    'wc-v3-auth': {
      'https: secret wrong': [guessed],
      'https: key unknown': [guessed],
      'https: key unknown, in the query': [guessed],
      'https: wrong application password on wc/v3': [guessed],
      'http: OAuth, key unknown': [guessed],
      'https: key of WooCommerce on wp/v2': [anywhere],
      'https: key of WooCommerce in the query on wp/v2': [anywhere],
      'https: key of WooCommerce on the index': [anywhere],
      'https: key of WooCommerce on wc-analytics': [deviation('no-analytics', /^/)],
    },
  },
})
