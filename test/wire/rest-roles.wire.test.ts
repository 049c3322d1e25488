/**
 * Every declared call of the REST API with every kind of caller: a caller without the right is refused, and changes
 * nothing.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { restCalls } from '../../src/faces/rest/rest.routes.ts'
import { createApiKey } from '../../src/people/identity/keys/api-keys.store.ts'
import { createApplicationPassword } from '../../src/people/identity/keys/application-passwords.store.ts'
import { applicationPasswords } from '../../src/people/identity/keys/keys.table.ts'
import { type Role, roles } from '../../src/platform/access/permissions.ts'
import type { Principal } from '../../src/platform/rest/call.ts'
import { jsonSchemaOf } from '../../src/platform/rest/input.ts'
import type { JsonSchema } from '../../src/platform/rest/params.ts'
import type { Method } from '../../src/platform/rest/response.ts'
import { productTags } from '../../src/shop/catalog/product-taxonomies.ts'
import { saveTerm } from '../../src/shop/catalog/save-term.ts'
import { emails } from '../../src/things/messages/emails.table.ts'
import { writeOrder } from '../support/orders.ts'
import { openShop } from '../support/shop.ts'
import { createSignedInUser } from '../support/users.ts'
import { type OpenApi, problemsWith } from './openapi-check.ts'
import { digestShop } from './shop-digest.ts'

const now = new Date('2026-11-21T09:00:00Z')
const { app, db, shop } = await openShop({ now: () => now })
/** Keys and passwords are accepted unsigned only over https. */
const secure = createApp({ ...shop, url: 'https://shop.test' })
const document = (await (await app.request('/wp-json/samovar/v1/openapi.json')).json()) as OpenApi

/**
 * The lowest role that may call, by path; the first match counts. The list is independent of the declarations, so that
 * a declaration cannot open a path by mistake.
 */
const lowestRoles: readonly (readonly [RegExp, Role])[] = [
  [/^\/wp-json\/wp\/v2\/users\/([^/]+\/application-passwords|me$)/, 'customer'],
  [/^\/wp-json\/wp\/v2\/settings$/, 'administrator'],
  [/^\/wp-json\/wp\/v2\/(?!users)/, 'editor'],
  [/^\/wp-json\/samovar\/v1\/(appearance|builder|comments|features|forms|home|media|menus|settings$)/, 'editor'],
  [/^\/wp-json\/contact-form-7\/v1\//, 'editor'],
  [/^\/wp-json\/samovar\/v1\/products(\/.*last-change)?$/, 'editor'],
  [/^\/wp-json\/wc\/v3\/products\/reviews/, 'editor'],
  [/^\/wp-json\/(wp\/v2\/users|wc\/v3\/payment_gateways)/, 'administrator'],
  [
    /^\/wp-json\/samovar\/v1\/(people|invitations|admin-log|onboarding\/demo|keys|privacy|settings\/(payments|currencies|fraud|accounts|privacy)|payments\/(balance|payouts))/,
    'administrator',
  ],
  [/^/, 'shop_manager'],
]
/** Reads that need no sign-in, because they return published content. */
const isPublicRead = (method: Method, path: string): boolean =>
  method === 'GET' &&
  /^\/wp-json\/wp\/v2\/(posts|pages|categories|tags|project|project_category|comments|search|statuses|types|taxonomies)(\/:\w+\{[^/]*)?$/.test(
    path,
  )
/** Editors read products and change their texts. */
const isForEditors = (method: Method, path: string): boolean =>
  (method === 'GET' &&
    (/\/wc\/v3\/products(\/suggested-products|\/custom-fields\/names|\/:id\{[^/]*\/related)?$/.test(path) ||
      /\/wc\/v3\/(products\/[^/]+\/)?variations(\/:\w+\{[^/]*)?$/.test(path))) ||
  (method !== 'DELETE' && /\/wc\/v3\/products\/:id\{[^/]*\}$/.test(path))
const may = (role: Role, method: Method, path: string): boolean => {
  if (isPublicRead(method, path)) return true
  if (method === 'POST' && path === '/wp-json/wp/v2/comments') return true
  if (isForEditors(method, path)) return role !== 'customer'
  const [, lowest = 'administrator'] = lowestRoles.find(([pattern]) => pattern.test(path)) ?? []
  return roles.indexOf(role) >= roles.indexOf(lowest)
}

type Caller = {
  readonly name: string
  readonly role: Role
  readonly permissions: Principal['permissions']
  readonly headers: () => Record<string, string>
  readonly isSession?: boolean
}

const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
})

/** Each person has a session, a key of each kind and an application password. */
const people = await Promise.all(
  roles.map(async (role) => {
    const person = await createSignedInUser(shop, role)
    const keys = await Promise.all(
      (['read', 'write', 'read_write'] as const).map(async (permissions) => {
        const key = await createApiKey(shop, { userId: person.id, description: 'A program', permissions })
        return { permissions, headers: basic(key?.consumerKey ?? '', key?.consumerSecret ?? '') }
      }),
    )
    return { role, person, keys }
  }),
)
const passwords = new Map<Role, string>()

const callers: readonly Caller[] = people.flatMap(({ role, person, keys }) => [
  { name: role, role, permissions: 'read_write', headers: () => person.headers, isSession: true },
  ...keys.map(({ permissions, headers }) => ({
    name: `a ${permissions} key of ${role}`,
    role,
    permissions,
    headers: () => headers,
  })),
  {
    name: `an application password of ${role}`,
    role,
    permissions: 'read_write' as const,
    headers: () => basic(person.email, passwords.get(role) ?? ''),
  },
])
const administrator = callers.find(({ name }) => name === 'administrator') as Caller

await writeOrder(db)
await saveTerm(shop, productTags, { name: 'Smoky' })
await db.insert(emails).values({ template: 'new-order', key: 'x', recipient: 'a@shop.test', subject: 'New' })

async function renewPasswords() {
  await db.delete(applicationPasswords)
  for (const { role, person } of people) {
    const created = await createApplicationPassword(shop, { userId: person.id, name: 'Phone', appId: '' })
    passwords.set(role, created?.password ?? '')
  }
}

beforeAll(async () => {
  await renewPasswords()
  // The time of last use is recorded at most once a minute, so this call prevents a change by the compared requests.
  for (const caller of callers) await send(caller, 'GET', '/wp-json/wp/v2/users/me/application-passwords')
})

type Sent = { readonly headers: () => Record<string, string>; readonly isSession?: boolean }
async function send({ headers, isSession = false }: Sent, method: Method, path: string, body: unknown = {}) {
  const response = await (isSession ? app : secure).request(path, {
    method,
    headers: { ...headers(), ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  })
  const isFile = response.headers.has('content-disposition')
  return { status: response.status, body: (isFile ? {} : await response.json()) as { readonly code?: string } }
}

/** The path with ids of existing items, taken from the lists above them. */
async function existing(path: string): Promise<string> {
  const [parameter, name] = /:(\w+)\{[^}]*\}/.exec(path) ?? []
  if (parameter === undefined) return path
  const before = path.slice(0, path.indexOf(`/${parameter}`))
  const list = name === 'user' ? null : (await send(administrator, 'GET', before)).body
  const first: unknown = Array.isArray(list) ? list[0] : undefined
  const { id, key_id: keyId, uuid } = (first ?? {}) as Record<string, unknown>
  return existing(path.replace(parameter, name === 'user' ? 'me' : String(id ?? keyId ?? uuid ?? 1)))
}
/** The path with ids that no item has. */
const missing = (path: string) => path.replaceAll(/:(\w+)\{[^}]*\}/g, (_, name) => (name === 'user' ? 'me' : '999999'))

/** A value that fits a schema, as a caller would send it. */
function sampleOf(schema: JsonSchema, name = ''): unknown {
  const {
    type,
    items,
    properties,
    enum: options,
    anyOf,
  } = schema as {
    readonly type?: string
    readonly items?: JsonSchema
    readonly properties?: Readonly<Record<string, JsonSchema>>
    readonly enum?: readonly unknown[]
    readonly anyOf?: readonly JsonSchema[]
  }
  if (options) return options.at(-1)
  if (anyOf?.[0]) return sampleOf(anyOf[0], name)
  if (type === 'object') {
    const writable = Object.entries(properties ?? {}).filter(([, one]) => one.readOnly !== true)
    return Object.fromEntries(writable.map(([key, one]) => [key, sampleOf(one, key)]))
  }
  if (type === 'array') return [sampleOf(items ?? {}, name)]
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1
  if (type === 'boolean') return true
  if (schema.format === 'date-time') return '2026-11-20T12:00:00'
  return name.includes('email') ? 'forged@shop.test' : 'forged'
}

/** Headers of a request from a page of another site, in a browser that has the session. */
const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

/** Status and code of the refusal, or null if the caller is permitted. */
function refusalOf(call: (typeof restCalls)[number], method: Method, caller: Caller): readonly [number, string] | null {
  const need = method === 'GET' ? 'read' : 'write'
  if (!caller.permissions.includes(need)) return [401, 'woocommerce_rest_authentication_error']
  if (call.sessionOnly && !caller.isSession) return [403, 'samovar_rest_session_required']
  return may(caller.role, method, call.path) ? null : [403, call.denied.code]
}

const cases = restCalls.flatMap((call) =>
  call.methods.map((method) => ({ call, method, route: `${method} ${call.path.replace('/wp-json', '')}` })),
)

describe('[ACC-03 guest, customer, editor, shop manager, administrator] whoever may not is refused and changes nothing', () => {
  test.each(cases)('$route', async ({ call, method }) => {
    const path = await existing(call.path)
    const body = sampleOf(jsonSchemaOf(call.body))
    const before = await digestShop(db)
    const { headers } = administrator
    for (const [guest, expected] of [
      [{ headers: () => ({}) }, [call.denied.status ?? 401, call.denied.code]],
      [
        { headers: () => ({ cookie: headers().cookie ?? '' }), isSession: true },
        [call.denied.status ?? 401, call.denied.code],
      ],
      [
        { headers: () => ({ ...headers(), 'x-wp-nonce': 'forged0000' }), isSession: true },
        [403, 'rest_cookie_invalid_nonce'],
      ],
    ] as const) {
      const refused = await send(guest, method, path, body)
      if (expected[0] === 401 && isPublicRead(method, call.path)) expect([200, 404]).toContain(refused.status)
      else expect([refused.status, refused.body.code]).toEqual(expected)
    }
    if (method !== 'GET') {
      const ofAnotherSite = { headers: () => ({ ...headers(), ...foreign }), isSession: true }
      expect((await send(ofAnotherSite, method, path, body)).status).toBe(403)
    }
    for (const caller of callers) {
      const expected = refusalOf(call, method, caller)
      if (!expected) continue
      const refused = await send(caller, method, path, body)
      expect([caller.name, refused.status, refused.body.code]).toEqual([caller.name, ...expected])
    }
    expect(await digestShop(db)).toEqual(before)
  })
})

describe('[ACC-03 administrator] whoever may is not, and what is answered is documented', () => {
  test.each(cases)('$route', async ({ call, method }) => {
    const path = method === 'GET' ? await existing(call.path) : missing(call.path)
    for (const caller of callers) {
      if (refusalOf(call, method, caller)) continue
      const { status, body } = await send(caller, method, path)
      // The recorded shop responds with 403 to a comment on a post that does not exist, too.
      if (body.code !== 'rest_comment_invalid_post_id')
        expect([401, 403, 500, 503], `${caller.name}: ${JSON.stringify(body).slice(0, 200)}`).not.toContain(status)
      expect(problemsWith(document, { method, path: path.replace('/wp-json', '') }, { status, body })).toEqual([])
      // The call may have revoked some of the passwords.
      if (method === 'DELETE') await renewPasswords()
    }
  })
})

test('[ACC-03 shop manager] the shop manager runs the shop', async () => {
  const manager = callers.find(({ name }) => name === 'shop_manager') as Caller
  const order = await existing('/wp-json/wc/v3/orders/:order{[0-9]+}')
  expect((await send(manager, 'POST', `${order}/notes`, { note: 'Packed' })).status).toBe(201)
  expect((await send(manager, 'PUT', '/wp-json/samovar/v1/settings', { tagline: 'Tea, and time' })).status).toBe(200)
})

test('[ACC-03 administrator] the administrator may do what the others may not', async () => {
  const order = await existing('/wp-json/wc/v3/orders/:order{[0-9]+}')
  expect((await send(administrator, 'POST', `${order}/notes`, { note: 'Packed' })).status).toBe(201)
  expect((await send(administrator, 'PUT', order, { status: 'completed' })).status).toBe(200)
})
