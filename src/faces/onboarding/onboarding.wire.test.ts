import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addProduct } from '../../../test/faults/stock.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser, type TestUser } from '../../../test/support/users.ts'
import { users } from '../../people/identity/accounts.table.ts'
import { defaultSettings, loadSettings } from '../../settings.ts'
import { adminLog } from '../../things/admin-log/admin-log.table.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { saveSettings } from '../../things/settings/settings.store.ts'
import type { OnboardingJson } from './onboarding.rest.ts'
import { tasks } from './tasks.ts'

const { app, db, shop } = await openShop({ template: { name: 'empty', prepare: async () => {} } })
const owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')
const editor = await createSignedInUser(shop, 'editor')
const manager = await createSignedInUser(shop, 'shop_manager')
const path = '/wp-json/samovar/v1/onboarding'

async function call<T>(who: TestUser, method: string, to = '', body?: object) {
  const init = body ? { body: JSON.stringify(body) } : {}
  const headers = { ...who.headers, 'content-type': 'application/json' }
  const response = await app.request(to.startsWith('/wp-json') ? to : path + to, { method, headers, ...init })
  return { status: response.status, json: (await response.json()) as T }
}
const read = async () => (await call<OnboardingJson>(owner, 'GET')).json
const isDone = async (id: string) => (await read()).tasks.find((task) => task.id === id)?.is_done

test('each step is done when the shop has what it asks for, and not before', async () => {
  expect((await read()).tasks.map(({ id }) => id)).toEqual([
    'store',
    'product',
    'shipping',
    'taxes',
    'payments',
    'mail',
    'policies',
    'demo',
    'domain',
  ])
  const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
    [
      'store',
      () =>
        call(owner, 'PUT', '/wp-json/samovar/v1/settings', {
          title: 'Second Steep',
          owner_email: 'olive@steep.test',
          store_address: '1 Pier Road',
          store_city: 'Halifax',
          store_state: 'NS',
          store_postcode: 'B3H 1A1',
        }),
    ],
    ['product', () => addProduct(db, 5)],
    ['mail', () => db.update(emails).set({ status: 'sent', sentAt: new Date() })],
    [
      'policies',
      () => db.update(entries).set({ status: 'publish', wasPublished: true }).where(eq(entries.kind, 'page')),
    ],
  ]
  expect(await call(owner, 'POST', '/test-mail')).toEqual({
    status: 200,
    json: { recipient: owner.email, is_sent: false },
  })
  expect(await call(owner, 'POST', '/policies')).toEqual({ status: 200, json: { written: 2 } })
  expect(await call(owner, 'POST', '/policies')).toEqual({ status: 200, json: { written: 0 } })
  for (const [id, fulfil] of steps) {
    expect([id, await isDone(id)]).toEqual([id, false])
    await fulfil()
    expect([id, await isDone(id)]).toEqual([id, true])
  }
  // Old emails are deleted after a while (retention).
  await db.delete(emails)
  expect(await isDone('mail')).toBe(true)
  // A page that has another address by now is found by its former one.
  const [terms] = await db.select().from(entries).where(eq(entries.slug, 'terms'))
  await call(owner, 'PUT', `/wp-json/wp/v2/pages/${terms?.id}`, { slug: 'house-rules' })
  expect(await isDone('policies')).toBe(true)
  expect((await call(owner, 'POST', '/policies')).json).toEqual({ written: 0 })
  await call(owner, 'PUT', `/wp-json/wp/v2/pages/${terms?.id}`, { slug: 'terms' })
  // The same page may be used for terms and privacy policy.
  const both = { ...shop, settings: () => ({ ...shop.settings(), termsPage: 'privacy-policy' }) }
  expect(await tasks.find(({ id }) => id === 'policies')?.isDone(both)).toBe(true)
  expect(await isDone('domain')).toBe(false)
  const pages = await db.select({ slug: entries.slug }).from(entries).where(eq(entries.kind, 'page'))
  expect(pages.map(({ slug }) => slug).toSorted()).toEqual(['privacy-policy', 'terms'])
})

test('payments, shipping and taxes are read from what the checkout reads', async () => {
  const of = (id: string) => tasks.find((task) => task.id === id)
  const none = { ...shop.pricing(), taxTable: [], shipping: { zones: [] } }
  for (const id of ['shipping', 'taxes']) {
    expect(await of(id)?.isDone(shop)).toBe(true)
    expect(await of(id)?.isDone({ ...shop, pricing: () => none })).toBe(false)
  }
  const gateways = (enabled: boolean) => ({
    ...defaultSettings,
    gateways: { ...defaultSettings.gateways, bacs: { ...defaultSettings.gateways.bacs, enabled } },
  })
  expect(await of('payments')?.isDone({ ...shop, settings: () => gateways(false) })).toBe(false)
  expect(await of('payments')?.isDone({ ...shop, settings: () => gateways(true) })).toBe(true)
  const live = { ...shop, payments: { ...shop.payments, mode: 'live' as const } }
  expect(await of('payments')?.isDone({ ...live, settings: () => gateways(false) })).toBe(true)
})

test('steps are skipped and the list is hidden for all; editors do neither', async () => {
  expect((await call(editor, 'GET')).status).toBe(403)
  expect((await call(editor, 'POST', '', { is_hidden: true })).status).toBe(403)
  const skip = (id: string, is_skipped = true) =>
    call<OnboardingJson>(manager, 'POST', '', { task: { id, is_skipped } })
  expect((await skip('moon')).status).toBe(400)
  // None of several clicks undoes another, and a repeated one changes nothing.
  await Promise.all(['shipping', 'taxes', 'domain', 'domain'].map((id) => skip(id)))
  expect((await loadSettings(db)).onboarding.skipped.toSorted()).toEqual(['domain', 'shipping', 'taxes'])
  await Promise.all(['shipping', 'taxes'].map((id) => skip(id, false)))
  const { json } = await skip('taxes', false)
  expect(json.tasks.filter((task) => task.is_skipped).map(({ id }) => id)).toEqual(['domain'])
  expect((await call<OnboardingJson>(owner, 'POST', '', { is_hidden: true })).json).toMatchObject({
    is_hidden: true,
    tasks: expect.arrayContaining([expect.objectContaining({ id: 'domain', is_skipped: true })]),
  })
  expect((await loadSettings(db)).onboarding).toEqual({ isHidden: true, skipped: ['domain'] })
})

test('the owner opens a closed shop with the setting that closes it, and the log says so', async () => {
  await saveSettings(db, { comingSoon: { ...defaultSettings.comingSoon, isOn: true } })
  expect((await read()).is_open).toBe(false)
  await call(owner, 'PUT', '/wp-json/samovar/v1/appearance', { coming_soon: false })
  expect((await read()).is_open).toBe(true)
  const [entry] = await db.select().from(adminLog).orderBy(sql`id desc`).limit(1)
  expect(entry?.changes).toEqual([{ field: 'coming_soon', from: 'true', to: 'false' }])
})

test('a shop without a demo removes nothing', async () => {
  expect(await call(owner, 'DELETE', '/demo')).toMatchObject({ status: 409, json: { code: 'samovar_no_demo' } })
  expect(await db.$count(users)).toBe(3)
  expect((await call(manager, 'DELETE', '/demo')).status).toBe(403)
})

test('the system status is text without secrets', async () => {
  const { status, json } = await call<object>(manager, 'GET', '/wp-json/samovar/v1/system-status')
  expect(status).toBe(200)
  const text = JSON.stringify(json)
  for (const title of ['Shop', 'Server', 'Database', 'Files', 'Jobs', 'Mail', 'Payments', 'Caches', 'Counts'])
    expect(text).toContain(`{"title":"${title}"`)
  expect(text).toContain('"name":"onboarding","value":"isHidden true"')
  expect(text).not.toContain(shop.secret)
  expect(text).not.toMatch(/sk_|pk_|whsec_|postgres:|olive@|Pier Road/)
  expect((await call(editor, 'GET', '/wp-json/samovar/v1/system-status')).status).toBe(403)
})
