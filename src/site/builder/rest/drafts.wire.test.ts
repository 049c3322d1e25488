import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { applyRetention } from '../../../people/privacy/apply-retention.ts'
import { erasePerson } from '../../../people/privacy/personal-data.ts'
import { entries } from '../../../things/entries/entries.table.ts'
import { saveEntry } from '../../../things/entries/save-entry.ts'
import { builderDrafts, builderLocks } from '../builder.table.ts'

let now = new Date('2026-11-26T09:00:00Z')
const { app, shop, db } = await openShop({ now: () => now })
const ada = await createSignedInUser(shop, 'editor', 'Ada Leaf')
const bo = await createSignedInUser(shop, 'administrator', 'Bo Steam')
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}

let page: { readonly id: number; readonly version: number }
beforeEach(async () => {
  const change = { kind: 'page', title: 'Shared', content: '', status: 'publish' } as const
  const saved = await saveEntry(shop, db, change, { author: null, now })
  if (!saved.ok) throw new Error(saved.problem.kind)
  page = saved.entry
})

type Lock = { user_id: number; name: string; session: string; renewed_at_gmt: string } | null
type Json = {
  code?: string
  lock: Lock
  is_mine: boolean
  saved_at_gmt: string
  deleted: boolean
  draft: {
    document: { blocks: { text: string }[] }
    title: string | null
    base_version: number
    saved_at_gmt: string
  } | null
  data: { current: { draft: object | null; lock: Lock } }
}
async function call(who: typeof ada, method: string, below: string, body?: object, id = page.id) {
  const response = await app.request(`/wp-json/samovar/v1/builder/pages/${id}${below}`, {
    method,
    headers: { ...who.headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, json: (await response.json()) as Json }
}
const document = (text: string) => ({
  version: '4.0.0',
  blocks: [{ id: 1, lib: 'Samovar', block: 'heading', text }],
})
const lock = async (who: typeof ada, session: string, more: object = {}) =>
  (await call(who, 'POST', '/lock', { session, ...more })).json
const draft = (who: typeof ada, session: string, text: string) =>
  call(who, 'PUT', '/draft', { document: document(text), base_version: page.version, session })

test('[BLD-11 drafts] a lock is one editor’s, ends after 60 seconds without a sign, and can be taken over', async () => {
  expect(await lock(ada, 'tab-1')).toMatchObject({
    is_mine: true,
    lock: { user_id: ada.id, name: 'Ada Leaf', session: 'tab-1', renewed_at_gmt: '2026-11-26T09:00:00' },
  })
  later(40)
  expect(await lock(bo, 'tab-1')).toMatchObject({ is_mine: false, lock: { name: 'Ada Leaf' } })
  // Another window of the same person counts as another editor.
  expect(await lock(ada, 'tab-2')).toMatchObject({ is_mine: false, lock: { session: 'tab-1' } })
  expect((await call(bo, 'GET', '')).json.lock).toMatchObject({ user_id: ada.id, session: 'tab-1' })
  expect(await lock(ada, 'tab-1')).toMatchObject({ is_mine: true })
  later(59)
  expect(await lock(bo, 'b')).toMatchObject({ is_mine: false })
  later(1)
  expect((await call(bo, 'GET', '')).json.lock).toBeNull()
  expect(await lock(bo, 'b')).toMatchObject({ is_mine: true, lock: { name: 'Bo Steam' } })
  expect(await lock(ada, 'tab-1')).toMatchObject({ is_mine: false })
  expect(await lock(ada, 'tab-1', { take_over: true })).toMatchObject({ is_mine: true })
  expect(await lock(bo, 'b')).toMatchObject({ is_mine: false, lock: { name: 'Ada Leaf' } })
  // Only the holder can release a lock.
  expect((await call(bo, 'DELETE', '/lock?session=tab-1')).json.deleted).toBe(false)
  expect((await call(ada, 'DELETE', '/lock?session=tab-1')).json.deleted).toBe(true)
  expect((await call(ada, 'GET', '')).json.lock).toBeNull()
})

test('[BLD-11 drafts] of two who take a free lock at once, one has it', async () => {
  const all = await Promise.all(['a', 'b', 'c', 'd'].map((session) => lock(session < 'c' ? ada : bo, session)))
  expect(all.filter(({ is_mine: isMine }) => isMine)).toHaveLength(1)
  expect(new Set(all.map((one) => one.lock?.session)).size).toBe(1)
})

test('[BLD-11 drafts] a draft is its writer’s, and is stored whoever has the lock', async () => {
  await lock(ada, 'a')
  later(30)
  expect(await draft(ada, 'a', 'Mine')).toMatchObject({
    status: 200,
    json: { saved_at_gmt: '2026-11-26T09:02:10', lock: { session: 'a', renewed_at_gmt: '2026-11-26T09:02:10' } },
  })
  await lock(bo, 'b', { take_over: true })
  // The lock is lost, but the draft is still stored.
  expect(await draft(ada, 'a', 'Mine again')).toMatchObject({ status: 200, json: { lock: { name: 'Bo Steam' } } })
  const seen = async (who: typeof ada) => (await call(who, 'GET', '')).json.draft
  expect(await seen(ada)).toMatchObject({
    document: { blocks: [{ text: 'Mine again' }] },
    base_version: page.version,
    saved_at_gmt: '2026-11-26T09:02:10',
  })
  expect(await seen(bo)).toBeNull()
  const title = ' A \u0000new\ud800  title '
  const titled = { document: document('Titled'), title, base_version: page.version, session: 'a' }
  expect((await call(ada, 'PUT', '/draft', titled)).status).toBe(200)
  expect(await seen(ada)).toMatchObject({ title: 'A new\ufffd title', document: { blocks: [{ text: 'Titled' }] } })
  await draft(ada, 'a', 'Mine again')
  await draft(bo, 'b', 'Theirs')
  // A save deletes the draft of the person who saves; the other person's draft remains, and is also in the response
  // about the conflict.
  const saved = await call(bo, 'PUT', '', { version: page.version, document: document('Saved') })
  expect(saved).toMatchObject({ status: 200, json: { draft: null, lock: { name: 'Bo Steam' } } })
  expect(await call(ada, 'PUT', '', { version: page.version, document: document('Late') })).toMatchObject({
    status: 409,
    json: { data: { current: { draft: { document: { blocks: [{ text: 'Mine again' }] } } } } },
  })
  expect((await call(ada, 'DELETE', '/draft')).json.deleted).toBe(true)
  expect((await call(ada, 'DELETE', '/draft')).json.deleted).toBe(false)
  expect(await seen(ada)).toBeNull()
})

test('[BLD-11 drafts] of two windows of one person, the one with the lock writes the draft', async () => {
  const seen = async () => (await call(ada, 'GET', '')).json.draft?.document.blocks[0]?.text
  await lock(ada, 'tab-1')
  await draft(ada, 'tab-1', 'First window')
  expect(await lock(ada, 'tab-2')).toMatchObject({ is_mine: false })
  expect((await draft(ada, 'tab-2', 'Second window')).json).toMatchObject({
    saved_at_gmt: null,
    lock: { session: 'tab-1' },
  })
  expect(await seen()).toBe('First window')
  await lock(ada, 'tab-2', { take_over: true })
  expect((await draft(ada, 'tab-1', 'First window, late')).json.saved_at_gmt).toBeNull()
  expect(await seen()).toBe('First window')
  expect((await draft(ada, 'tab-2', 'Second window')).json.saved_at_gmt).not.toBeNull()
  expect(await seen()).toBe('Second window')
  later(60)
  expect((await draft(ada, 'tab-1', 'First window again')).json.saved_at_gmt).not.toBeNull()
  expect(await seen()).toBe('First window again')
})

test('[BLD-11 drafts] a window without the lock saves and restores nothing, and leaves the draft of the other', async () => {
  const save = (who: typeof ada, session: string, text: string) =>
    call(who, 'PUT', '', { version: page.version, document: document(text), session })
  const refused = { status: 409, json: { code: 'samovar_rest_page_locked' } }
  await lock(ada, 'tab-1')
  await draft(ada, 'tab-1', 'First window')
  await lock(ada, 'tab-2', { take_over: true })
  await draft(ada, 'tab-2', 'Second window')
  expect(await save(ada, 'tab-1', 'Late')).toMatchObject(refused)
  expect((await call(ada, 'DELETE', '/draft?session=tab-1')).json.deleted).toBe(false)
  const seen = async () => (await call(ada, 'GET', '')).json
  expect(await seen()).toMatchObject({
    version: page.version,
    draft: { document: { blocks: [{ text: 'Second window' }] } },
  })

  await lock(bo, 'b', { take_over: true })
  expect(await save(ada, 'tab-2', 'Late')).toMatchObject(refused)
  expect((await draft(ada, 'tab-2', 'Late')).json.lock).toMatchObject({ session: 'b' })
  expect(await save(bo, 'b', 'Theirs')).toMatchObject({ status: 200, json: { version: page.version + 1 } })
  const [revision] = (await call(bo, 'GET', '/revisions')).json as unknown as { id: number }[]
  expect(await call(ada, 'POST', `/revisions/${revision?.id}/restore`, { session: 'tab-2' })).toMatchObject(refused)
  expect((await call(ada, 'DELETE', '/draft?session=tab-2')).json.deleted).toBe(true)
  // An expired lock refuses nobody, and a save on an older version is refused as ever.
  later(60)
  expect(await save(ada, 'tab-2', 'Late')).toMatchObject({ status: 409, json: { code: 'samovar_rest_outdated' } })
  expect(await call(ada, 'POST', `/revisions/${revision?.id}/restore`, { session: 'tab-2' })).toMatchObject({
    status: 200,
  })
})

test('[BLD-11 drafts] what is no document, no session or no page is refused', async () => {
  const good = { document: document('A'), base_version: 1, session: 'a' }
  for (const bad of [
    { ...good, document: null },
    { ...good, document: 'x' },
    { ...good, document: { blocks: [{ id: 1 }] } },
    { ...good, document: [{ ...document('x').blocks[0], text: 'x'.repeat(420_000) }] },
    { ...good, base_version: -1 },
    { ...good, title: 'x'.repeat(501) },
    { ...good, title: 7 },
    { ...good, base_version: 'x' },
    { ...good, session: '' },
    { ...good, session: '"><img>' },
    { ...good, session: 'x'.repeat(65) },
    {},
  ])
    expect((await call(ada, 'PUT', '/draft', bad)).status).toBe(400)
  expect((await call(ada, 'POST', '/lock', {})).status).toBe(400)
  expect((await call(ada, 'DELETE', '/lock')).status).toBe(400)
  for (const [method, below, body] of [
    ['PUT', '/draft', good],
    ['DELETE', '/draft', undefined],
    ['POST', '/lock', { session: 'a' }],
    ['DELETE', '/lock?session=a', undefined],
  ] as const)
    expect((await call(ada, method, below, body, 999_999)).json.code).toBe('rest_post_invalid_id')
  // HTML in drafts is cleaned, too.
  const evil = { id: 1, lib: 'Samovar', block: 'rich_text', text: '<p>A</p><script>alert(1)</script>' }
  await call(ada, 'PUT', '/draft', { ...good, document: { version: '4.0.0', blocks: [evil] } })
  const cleaned = (await call(ada, 'GET', '')).json.draft
  expect([cleaned?.document.blocks[0]?.text, cleaned?.title]).toEqual(['<p>A</p>', null])
})

test('[BLD-11 drafts] drafts and locks end with their page, with their writer, and with the time that the owner sets', async () => {
  const rows = () => Promise.all([db.$count(builderDrafts), db.$count(builderLocks)])
  await db.delete(builderDrafts)
  await db.delete(builderLocks)
  await lock(ada, 'a')
  await draft(ada, 'a', 'Mine')
  await draft(bo, 'b', 'Theirs')
  later(20 * 86_400)
  expect(await applyRetention({ ...shop, settings: () => ({ ...shop.settings(), retention: {} }) })).toEqual({})
  await draft(bo, 'b', 'New')
  const retention = { 'page-drafts': { number: 10, unit: 'days' } } as const
  await applyRetention({ ...shop, settings: () => ({ ...shop.settings(), retention }) })
  expect(await rows()).toEqual([1, 1])
  await db.transaction((tx) =>
    erasePerson(tx, { userId: ada.id, email: null }, { privacy: shop.privacy, actorId: null, at: now }),
  )
  expect(await rows()).toEqual([1, 0])
  await db.delete(entries).where(eq(entries.id, page.id))
  expect(await rows()).toEqual([0, 0])
})

test('[BLD-11 drafts] templates are stored, listed and deleted', async () => {
  const templates = async (method: string, below = '', body?: object) => {
    const response = await app.request(`/wp-json/samovar/v1/builder/templates${below}`, {
      method,
      headers: { ...bo.headers, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: response.status, json: (await response.json()) as Record<string, unknown> }
  }
  const image = `data:image/png;base64,iVBORw0KGgo${'A'.repeat(100)}`
  const { blocks } = document('A')
  expect(await templates('POST', '', { title: ' First  page ', blocks, image })).toEqual({
    status: 201,
    json: { id: 1, title: 'First page', image, blocks },
  })
  expect((await templates('POST', '', { title: 'Second', blocks })).json).toMatchObject({ id: 2, image: '' })
  for (const bad of [
    { title: '', blocks },
    { title: 'x'.repeat(201), blocks },
    { title: 'A', blocks: [] },
    { title: 'A', blocks: [{ id: 1 }] },
    { title: 'A', blocks, image: 'data:image/svg+xml;base64,AAAA' },
  ])
    expect((await templates('POST', '', bad)).status).toBe(400)
  expect((await templates('GET')).json).toMatchObject([{ id: 1 }, { id: 2 }])
  expect((await templates('DELETE', '/1')).json).toEqual({ deleted: true })
  expect((await templates('DELETE', '/1')).status).toBe(404)
  expect((await templates('POST', '', { title: 'Third', blocks })).json).toMatchObject({ id: 3 })
})
