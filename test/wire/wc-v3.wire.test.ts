/**
 * Sends the recorded exchanges of `wc/v3`, except those about products and orders, to our shop in order. Every
 * difference is named here and explained in docs/compatibility.md; one that no longer occurs is a failure, too.
 */
import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { users } from '../../src/people/identity/accounts.table.ts'
import type { Role } from '../../src/platform/access/permissions.ts'
import { saveSettings } from '../../src/things/settings/settings.store.ts'
import { openShop, recordedSettings } from '../support/shop.ts'
import { apiKeyHeaders, createSignedInUser } from '../support/users.ts'
import { compareBodies, compareHeaders, type Difference } from './compare.ts'
import { type Deviation, type Exchange, explained, recordedExchanges } from './replay.ts'

let now = new Date('2026-11-24T01:32:04Z')
const { db, shop } = await openShop({
  template: { name: 'empty', prepare: async () => {} },
  settings: recordedSettings,
  now: () => now,
})
/** Keys are accepted only over https. */
const app = createApp({ ...shop, url: 'https://shop.test', publicUrl: 'https://shop.test' })

await saveSettings(db, {
  gateways: recordedSettings.gateways,
  checkout: recordedSettings.checkout,
  storeAddress: {
    ...shop.settings().storeAddress,
    address1: '1 Kettle Lane',
    city: 'Toronto',
    postcode: 'M5V 2T6',
  },
})

/** API keys of a person of the recording, who has the same id as there. */
async function keysOf<P extends 'read' | 'read_write'>(role: Role, id: number, ...permissions: readonly P[]) {
  await nextId('users', id)
  const { id: userId } = await createSignedInUser(shop, role, `${role} Leaf`)
  return Promise.all(permissions.map((one) => apiKeyHeaders(shop, userId, one)))
}
const nextId = (table: 'users' | 'coupons', id: number) =>
  db.execute(sql.raw(`select setval(pg_get_serial_sequence('${table}', 'id'), ${id}, false)`))

const [owner, reader] = await keysOf('administrator', 1, 'read_write', 'read')
const callers: Readonly<Record<string, Awaited<ReturnType<typeof apiKeyHeaders>> | undefined>> = {
  'consumer key, read_write': owner,
  'consumer key, read': reader,
  'consumer key of a shop manager, read_write': (await keysOf('shop_manager', 2, 'read_write'))[0],
  'consumer key of a customer, read_write': (await keysOf('customer', 7, 'read_write'))[0],
}

for (const [id, email, name, first_name, last_name] of [
  [1, 'owner@shop.test', 'owner', '', ''],
  [7, 'customer@shop.test', 'Customer Leaf', 'Customer', 'Leaf'],
] as const)
  await db
    .update(users)
    .set({ email, name, meta: { first_name, last_name }, createdAt: new Date('2026-11-24T00:18:47Z') })
    .where(eq(users.id, id))

const deviation = (reason: string, where: RegExp): Deviation => ({ reason, where })
const always = [
  deviation('errors-name-no-methods', /^header allow$/),
  deviation('refusals-not-cached', /^header (cache-control|expires|vary)$/),
]
const ofFile: Readonly<Record<string, readonly Deviation[]>> = {
  customers: [
    deviation('emails-as-usernames', /\.(username|avatar_url|orders_count|total_spent)$/),
    deviation('customers-meta-of-programs', /\.meta_data/),
    deviation('customers-changed-at-first', /\.date_modified(_gmt)?$/),
  ],
  coupons: [deviation('schema-own-fields', /\.date_starts(_gmt)?$/)],
  'payment-gateways': [
    deviation('gateways-own-texts', /\.(tip|description)$|instructions\.(value|default)$/),
    deviation('screens-of-this-shop', /settings_url$/),
    deviation('gateways-ship-by-kind', /enable_for_methods\.options/),
  ],
  settings: [deviation('options-without-hints', /\.tip$/)],
}
const country = deviation('countries-have-their-names', /countries\[\d\]\.name$/)
const locales = deviation('locales-of-browsers', /(currency_pos|thousand_sep|name|symbol)$/)
const provinces = deviation('provinces-of-the-checkout', /states\.length$|woocommerce_default_country\.options/)
const options = deviation('options-of-this-shop', /^body\.[\w-]+$|sub_groups|\.value$|\.options|\.default$/)
const hidden = deviation('errors-say-why', /message$/)
const refused = (where = /^status$|^body/) => deviation('nonsense-refused', where)
const badRequest = deviation('errors-by-field', /^body\.(code|message|data)|error\.(code|message)$/)
const usernames = deviation('emails-as-usernames', /^status$|^body/)
const byId0 = deviation('customers-by-name', /^body\[\d\]|^header x-wp/)
const fewer = deviation('roles-of-this-shop', /^header x-wp|^body|\.role/)
const drafts = deviation('coupons-drafts-listed', /^body|^header x-wp/)
const spaces = deviation('codes-without-spaces', /^status$|^body|^header x-wp/)
const byName: Readonly<Record<string, Readonly<Record<string, readonly Deviation[]>>>> = {
  data: {
    continents: [country, locales, provinces],
    continent: [country],
    countries: [provinces],
    currencies: [locales],
  },
  'system-status': {
    all: [
      deviation('status-of-this-shop', /\.(environment|database|theme|logging|pages|post_type_counts)[.[]/),
      deviation('status-of-this-shop', /plugins|settings\.(api_enabled|force_ssl|order_datastore|enabled_features)/),
    ],
    tools: [deviation('tools-of-this-shop', /^body\.\w+$/)],
  },
  'payment-gateways': {
    list: [deviation('gateways-of-this-shop', /^header x-wp-total$/)],
    'update, setting with an unknown option': [hidden],
    'update, title to an empty string': [refused()],
    'update, unknown setting': [deviation('unknown-settings-refused', /^status$|^body/)],
    'create (no such method)': [deviation('unknown-route-is-brief', /^header/)],
  },
  settings: {
    groups: [options],
    'group general': [options, provinces],
    'group products': [options],
    'group tax': [options],
    'group account': [options],
    'group advanced': [options],
    'group email': [options],
    'group email_new_order': [options],
    'update a select': [deviation('options-fixed', /^status$|^body/)],
    'update a checkbox with true': [deviation('options-as-text', /value$/)],
    'update a text with markup': [deviation('options-as-text', /value$/)],
    'update a multiselect, unknown option': [refused()],
    'batch over groups': [deviation('options-of-many-groups', /update\[\d\]\.error/)],
  },
  customers: {
    'create, email invalid': [badRequest],
    'create, email taken': [hidden],
    'create, username taken': [usernames],
    'create, username invalid': [usernames],
    'create, billing country unknown': [badRequest],
    'create, billing country and state as names': [refused()],
    'list: role=all': [fewer],
    'list: role=nope': [fewer],
    'list: exclude=8': [byId0],
    'list: orderby=name': [byId0],
    'list: offset=1': [byId0],
    'list by a shop manager': [byId0],
    'one with _fields': [deviation('products-fields-as-asked', /_links$/)],
    'update, email taken': [hidden],
    batch: [badRequest],
  },
  coupons: {
    'create, every field': [spaces],
    'create, code empty': [badRequest],
    'create, amount no number': [refused()],
    'create, percent above 100': [badRequest],
    'create, amount negative': [badRequest],
    'create, date_expires no date': [refused()],
    'create, date_expires_gmt': [deviation('coupons-gmt-counts', /date_expires/)],
    'create, email_restrictions invalid': [refused()],
    list: [drafts],
    'list: search=full': [spaces],
    'list: include=80,81': [spaces],
    'list: exclude=80,81': [drafts],
    'list: orderby=id': [drafts],
    'list: after=2020-01-01T00:00:00': [drafts],
    'list: modified_after=2020-01-01T00:00:00': [drafts],
    'list: orderby=title': [drafts],
    'list: discount_type=percent': [drafts],
    'list: status=any': [spaces],
    one: [spaces],
    'update, date_expires null': [deviation('coupons-null-clears', /date_expires/)],
    'update, code empty': [refused()],
    batch: [badRequest, refused(/\.code$/)],
  },
}

/** Bodies to send in place of those that our shop refuses, so that the following exchanges find the created items. */
const instead: Readonly<Record<string, object>> = {
  'create, billing country and state as names': { email: 'cd@shop.test' },
  'create, every field': { code: 'full-field', amount: '5' },
  'create, amount no number': { code: 'x2' },
  'create, date_expires no date': { code: 'x5', amount: '1' },
  'create, email_restrictions invalid': { code: 'x7', amount: '1' },
}

type Recorded = Exchange & { readonly auth?: string }

async function send({ auth = '', request }: Recorded): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const headers = new Headers(callers[auth])
  if (request.body !== null) headers.set('content-type', 'application/json')
  const body = request.body === null ? {} : { body: JSON.stringify(request.body) }
  return app.request(pathname + search, { method: request.method, headers, ...body })
}

type Made = { readonly id?: unknown; readonly date_modified_gmt?: string; readonly create?: readonly Made[] }

async function differencesOf(exchange: Recorded): Promise<Difference[]> {
  const { request, response, trimmed, name } = exchange
  const recorded = response.body as Made
  const made = recorded.create?.[0] ?? recorded
  if (typeof made.id === 'number' && request.method === 'POST')
    await nextId(request.url.includes('coupons') ? 'coupons' : 'users', made.id)
  if (recorded.date_modified_gmt) now = new Date(`${recorded.date_modified_gmt}Z`)
  const ours = await send(exchange)
  const body = JSON.parse(await ours.text()) as Made
  const { id } = body
  // If only our shop created an item, the item is deleted; if only the recorded shop did, a similar item is created.
  if (ours.status === 201 && response.status !== 201)
    await send({
      ...exchange,
      request: { ...request, method: 'DELETE', url: `${request.url}/${String(id)}?force=true` },
    })
  if (ours.status !== 201 && response.status === 201)
    expect((await send({ ...exchange, request: { ...request, body: instead[name] } })).status).toBe(201)
  return [
    ...(ours.status === response.status ? [] : [{ where: 'status', recorded: response.status, ours: ours.status }]),
    // These headers were recorded only in the first exchange of a file.
    ...compareHeaders(response.headers, ours.headers).filter(
      ({ where }) => !/x-robots|content-type-options|access-control|link/.test(where),
    ),
    ...compareBodies(byId(recorded), byId(body), { isCut: trimmed !== undefined && trimmed !== null }),
  ]
}

/** Lists of options, gateways and tools as objects by id, so that a missing item does not shift the others. */
const byId = (body: unknown): unknown =>
  Array.isArray(body) && body.length > 0 && body.every((one: { id?: unknown }) => typeof one.id === 'string')
    ? Object.fromEntries(body.map((one: { id: string }) => [one.id, one]))
    : body

const observed = new Set<Deviation>()

describe.each(['data', 'system-status', 'payment-gateways', 'settings', 'customers', 'coupons'])(
  '[API-02] recorded %s',
  (file) => {
    test.each(recordedExchanges(`wc-v3-${file}`) as Recorded[])('$name', async (exchange) => {
      const expected = [...always, ...(ofFile[file] ?? []), ...(byName[file]?.[exchange.name] ?? [])]
      const differences = await differencesOf(exchange)
      for (const one of expected) if (differences.some(({ where }) => one.where.test(where))) observed.add(one)
      expect(differences.filter(({ where }) => !expected.some((one) => one.where.test(where)))).toEqual([])
    })
  },
)

afterAll(() => {
  const all = [
    ...always,
    ...Object.values(ofFile).flat(),
    ...Object.values(byName).flatMap((one) => Object.values(one).flat()),
  ]
  expect(all.filter((one) => !observed.has(one)).map(({ reason }) => reason)).toEqual([])
  expect(all.filter(({ reason }) => !explained.has(reason)).map(({ reason }) => reason)).toEqual([])
})
