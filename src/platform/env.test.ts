import { expect, test } from 'vitest'
import { assertSafeToServe, parseEnv, shopUrl, usesSandbox } from './env.ts'

test('nothing set is a shop on this machine, with its own database and the sandbox', () => {
  const env = parseEnv({})
  expect(env).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', DATA_DIR: './data', SEED: 'demo', WORKERS: 1 })
  expect(env.DATABASE_URL).toBeUndefined()
  expect(shopUrl(env)).toBe('http://localhost:3000')
})

test('an empty variable counts as not set', () => {
  expect(parseEnv({ PORT: '', SHOP_URL: '' }).PORT).toBe(3000)
})

test.each([
  ['PORT', 'many', 'PORT'],
  ['PORT', '70000', 'PORT'],
  ['SHOP_URL', 'tea.example', 'SHOP_URL'],
  ['SHOP_URL', 'https://tea.example/shop', 'SHOP_URL: must be a scheme and a host'],
  ['SHOP_URL', 'https://ada:tea@tea.example', 'SHOP_URL: must be a scheme and a host'],
  ['MAIL_FROM', 'Tea', 'MAIL_FROM: must be an email address'],
  ['DATABASE_URL', 'mysql://shop', 'DATABASE_URL: must start with postgres://'],
  ['SEED', 'some', 'SEED'],
  ['WORKERS', '0', 'WORKERS'],
  ['DATABASE_REPLICA_URL', 'postgres://b', 'DATABASE_REPLICA_URL: this version does not use it yet'],
  ['S3_BUCKET_NAME', 'teas', 'S3_BUCKET_NAME: this version does not use it yet'],
  ['S3_BUCKET', 'teas', 'S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY not set'],
  ['S3_REGION', 'ca-central-1', 'S3_ENDPOINT, S3_BUCKET'],
])('%s=%s prevents the start and is named', (name, value, message) => {
  expect(() => parseEnv({ [name]: value })).toThrow(message)
})

test('files go to S3 with all variables of a bucket, and a wrong one is named without its secret', () => {
  const storage = {
    S3_ENDPOINT: 'https://s3.example',
    S3_BUCKET: 'teas',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  }
  expect(parseEnv(storage)).toMatchObject({ ...storage, S3_ENDPOINT: 'https://s3.example/', S3_REGION: 'us-east-1' })
  expect(parseEnv({ ...storage, S3_PATH_STYLE: 'on' }).S3_PATH_STYLE).toBe('on')
  for (const [name, value] of Object.entries({
    S3_ENDPOINT: 'https://me:pass@s3.example',
    S3_BUCKET: 'My teas',
    S3_PATH_STYLE: 'yes',
  })) {
    expect(() => parseEnv({ ...storage, [name]: value })).toThrow(name)
    expect(() => parseEnv({ ...storage, [name]: value })).not.toThrow(/secret|me:pass/)
  }
})

test('keys of the payment provider must be complete', () => {
  expect(() => parseEnv({ STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow('belong together')
  expect(() => parseEnv({ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' })).toThrow(
    'STRIPE_WEBHOOK_SECRET',
  )
})

test('the public URL has no trailing slash', () => {
  expect(shopUrl(parseEnv({ SHOP_URL: 'https://tea.example/' }))).toBe('https://tea.example')
  expect(shopUrl(parseEnv({ SHOP_URL: 'http://tea.example:80' }))).toBe('http://tea.example')
})

test.each([
  ['127.0.0.1', 'localhost'],
  ['localhost', 'localhost'],
  ['::1', 'localhost'],
  ['0.0.0.0', 'localhost'],
  ['::', 'localhost'],
  ['127.0.0.2', '127.0.0.2'],
  ['192.168.1.20', '192.168.1.20'],
  ['fd00::1', '[fd00::1]'],
])('without SHOP_URL a shop that listens on %s is at %s: passkeys need a name', (host, name) => {
  expect(shopUrl(parseEnv({ HOST: host, PORT: '8080' }))).toBe(`http://${name}:8080`)
})

const liveKeys = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}
const testKeys = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}
const https = { SHOP_URL: 'https://tea.example' }

test.each([
  ['nothing set', {}, 'demo'],
  ['a public address without TLS', { SHOP_URL: 'http://tea.local' }, 'demo'],
  ['test keys', testKeys, 'demo'],
  ['an https address', https, 'none'],
  ['an https address in capitals', { SHOP_URL: 'HTTPS://tea.example' }, 'none'],
  ['live keys', liveKeys, 'none'],
  ['a restricted live key', { ...liveKeys, STRIPE_SECRET_KEY: 'rk_live_1' }, 'none'],
  ['a live publishable key beside a test one', { ...testKeys, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }, 'none'],
])('without SEED, %s: the demo is seeded only without a sign of production', (_, given, seed) => {
  expect(parseEnv(given).SEED).toBe(seed)
})

test.each([
  ['an https address', { ...https, ...testKeys }],
  ['live keys', liveKeys],
])('SEED=demo with %s prevents the start', (_, given) => {
  expect(() => assertSafeToServe(parseEnv({ ...given, SEED: 'demo' }))).toThrow('SEED=demo makes people')
})

test('a sandbox of its own needs its keys, gets no live ones, and is no provider for an https shop', () => {
  const joined = { ...testKeys, STRIPE_API_URL: 'http://127.0.0.1:3001' }
  expect(usesSandbox(parseEnv(joined))).toBe(true)
  expect(usesSandbox(parseEnv(testKeys))).toBe(false)
  expect(() => parseEnv({ STRIPE_API_URL: 'http://127.0.0.1:3001' })).toThrow('the three keys')
  expect(() => parseEnv({ ...joined, ...liveKeys })).toThrow('live keys are never sent there')
  expect(() => assertSafeToServe(parseEnv({ ...joined, ...https }))).toThrow('PAYMENT_SANDBOX=allow')
})

test('an https shop needs keys, or an explicit sandbox setting', () => {
  expect(() => assertSafeToServe(parseEnv(https))).toThrow('PAYMENT_SANDBOX=allow')
  expect(() => assertSafeToServe(parseEnv({ ...https, PAYMENT_SANDBOX: 'allow' }))).not.toThrow()
  expect(() => assertSafeToServe(parseEnv({ ...https, ...testKeys }))).not.toThrow()
  expect(() => assertSafeToServe(parseEnv(liveKeys))).not.toThrow()
  expect(() => assertSafeToServe(parseEnv({}))).not.toThrow()
})

test('the sandbox is local by default', () => {
  expect(parseEnv({ HOST: '0.0.0.0' }).SANDBOX_HOST).toBe('127.0.0.1')
})
