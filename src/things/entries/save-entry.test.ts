import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { entries } from './entries.table.ts'
import type { EntryChange } from './entry.ts'
import { deleteEntry, publishScheduled, restoreEntry, restoreRevision } from './entry-status.ts'
import { findMovedSlug } from './old-slugs.store.ts'
import { listRevisions } from './revisions.store.ts'
import { type SavedBy, saveEntry, saveTemplate } from './save-entry.ts'

const { db, pool } = await createTestDatabase()
const shop = { settings: () => ({ revisionsToKeep: 5 }) }
const at = (time: string): Date => new Date(`2026-11-20T${time}:00Z`)
const now = at('12:00')
const by = (time: string): SavedBy => ({ author: null, now: at(time) })

const attempt = (change: Partial<EntryChange>, saved = by('12:00')) =>
  saveEntry(shop, db, { kind: 'post', ...change }, saved)

async function save(change: Partial<EntryChange>, saved = by('12:00')) {
  const result = await attempt(change, saved)
  if (!result.ok) throw new Error(JSON.stringify(result.problem))
  return result.entry
}

const stored = async (id: number) => (await db.select().from(entries).where(eq(entries.id, id)))[0]

/** Tags that `work` publishes. */
async function tagsOf(work: () => Promise<unknown>): Promise<string[]> {
  const client = await pool.connect()
  const tags: string[] = []
  client.on('notification', ({ payload }) => tags.push(...(payload ?? '').split(' ')))
  await client.query('listen samovar_page_tags')
  await work()
  await client.query('select 1')
  await client.query('unlisten *')
  client.release()
  return tags
}

test('a new entry is a draft with a slug from its title; the same title gets the next number', async () => {
  const first = await save({ title: '  Grüner   Tee & Co. ' })
  expect(first).toMatchObject({ title: 'Grüner Tee & Co.', slug: 'gruner-tee-co', status: 'draft', version: 1 })
  expect((await save({ title: 'Grüner Tee & Co.' })).slug).toBe('gruner-tee-co-2')
  expect((await save({ kind: 'page', title: 'Grüner Tee & Co.' })).slug).toBe('gruner-tee-co')
  expect((await save({ title: '' })).slug).toBe('post')
})

test('words of the routes are refused as a chosen slug, and avoided in one made from a title', async () => {
  for (const slug of ['cart', 'Checkout', 'wp-json', 'feed'])
    expect(await attempt({ kind: 'page', title: 'A', slug })).toMatchObject({ problem: { kind: 'slug-reserved' } })
  expect((await save({ kind: 'page', title: 'Shop' })).slug).toBe('shop-2')
  expect((await save({ title: 'Shop' })).slug).toBe('shop')
  expect((await save({ title: 'Feed' })).slug).toBe('feed-2')
})

test('the slug of a draft follows its title until it is chosen or public', async () => {
  const draft = await save({ title: 'First thoughts' })
  const renamed = await save({ id: draft.id, title: 'Second thoughts' })
  expect(renamed.slug).toBe('second-thoughts')
  const chosen = await save({ id: draft.id, slug: 'thoughts' })
  expect((await save({ id: draft.id, title: 'Third thoughts' })).slug).toBe('thoughts')
  expect(chosen.slug).toBe('thoughts')
  const post = await save({ title: 'Public', status: 'publish' })
  await save({ id: post.id, status: 'draft' })
  expect((await save({ id: post.id, title: 'Renamed' })).slug).toBe('public')
})

test('former addresses lead to the present one, also after several changes and back again', async () => {
  const { id } = await save({ title: 'One', slug: 'one', status: 'publish' })
  await save({ id, slug: 'two' })
  await save({ id, slug: 'three' })
  expect(await findMovedSlug(db, 'post', 'one')).toBe('three')
  expect(await findMovedSlug(db, 'post', 'two')).toBe('three')
  await save({ id, slug: 'one' })
  expect(await findMovedSlug(db, 'post', 'one')).toBeNull()
  expect(await findMovedSlug(db, 'post', 'three')).toBe('one')
  expect(await findMovedSlug(db, 'page', 'three')).toBeNull()
  await save({ id, status: 'draft' })
  expect(await findMovedSlug(db, 'post', 'three')).toBeNull()
})

test('a draft that was never public leaves no former address', async () => {
  const { id } = await save({ title: 'Quiet' })
  await save({ id, slug: 'quieter' })
  await save({ id, status: 'publish' })
  expect(await findMovedSlug(db, 'post', 'quiet')).toBeNull()
})

test('status and date are settled as in WordPress', async () => {
  const cases = [
    [{ status: 'publish' }, 'publish', now],
    [{ status: 'publish', publishedAt: at('13:00') }, 'future', at('13:00')],
    [{ status: 'future', publishedAt: at('11:00') }, 'publish', at('11:00')],
    [{ status: 'draft', publishedAt: at('13:00') }, 'draft', at('13:00')],
    [{ status: 'pending' }, 'pending', now],
    [{ status: 'private' }, 'private', now],
  ] as const
  for (const [change, status, publishedAt] of cases)
    expect(await save({ title: 'Dated', ...change })).toMatchObject({ status, publishedAt })
})

test('a draft without a date gets the moment of publishing; a chosen or former date stays', async () => {
  const draft = await save({ title: 'Later' })
  expect((await save({ id: draft.id, status: 'publish' }, by('15:00'))).publishedAt).toEqual(at('15:00'))
  await save({ id: draft.id, status: 'draft' }, by('16:00'))
  expect((await save({ id: draft.id, status: 'publish' }, by('17:00'))).publishedAt).toEqual(at('15:00'))
  const dated = await save({ title: 'Dated', publishedAt: at('09:00') })
  expect((await save({ id: dated.id, status: 'publish' }, by('15:00'))).publishedAt).toEqual(at('09:00'))
})

test('what was public and is scheduled again is published at once without a date; a date that has passed stays', async () => {
  const { id } = await save({ title: 'Again', status: 'publish' })
  await save({ id, status: 'future', publishedAt: at('18:00') }, by('13:00'))
  const early = { status: 'publish', publishedAt: at('14:00') }
  expect(await save({ id, status: 'publish', publishedAt: null }, by('14:00'))).toMatchObject(early)
  expect(await save({ id, publishedAt: null }, by('15:00'))).toMatchObject(early)
})

test('the content is cleaned', async () => {
  const content =
    '<h2 id="a" onclick="x()">A</h2><script>alert(1)</script><p><a href="javascript:alert(1)">x</a></p>' +
    '<iframe src="https://evil.test/"></iframe><img src="/wp-content/uploads/a.webp" onerror="x()">'
  const excerpt = 'Short <b>and</b> plain'
  expect(await save({ title: 'Clean', content, excerpt })).toMatchObject({
    content: '<h2 id="a">A</h2><p><a>x</a></p><img src="/wp-content/uploads/a.webp">',
    excerpt: 'Short and plain',
  })
})

test('a save of an older version is refused and loses nothing', async () => {
  const { id } = await save({ title: 'Shared' })
  await save({ id, version: 1, title: 'Mine' }, by('12:01'))
  const late = await attempt({ id, version: 1, title: 'Yours' })
  expect(late).toEqual({ ok: false, problem: { kind: 'outdated', version: 2, savedAt: at('12:01') } })
  expect(await stored(id)).toMatchObject({ title: 'Mine', version: 2 })
  expect(await attempt({ id: 99_999 })).toEqual({ ok: false, problem: { kind: 'no-such-entry' } })
  expect(await attempt({ id, kind: 'page' })).toEqual({ ok: false, problem: { kind: 'no-such-entry' } })
})

test('of two saves at once one wins, and of two new entries one gets the slug', async () => {
  const { id } = await save({ title: 'Race' })
  const results = await Promise.all(['a', 'b', 'c', 'd'].map((title) => attempt({ id, version: 1, title })))
  expect(results.filter((result) => result.ok)).toHaveLength(1)
  expect((await stored(id))?.version).toBe(2)
  const created = await Promise.all(Array.from({ length: 5 }, () => save({ title: 'Same name' })))
  expect(created.map((entry) => entry.slug).toSorted()).toEqual([
    'same-name',
    ...[2, 3, 4, 5].map((number) => `same-name-${number}`),
  ])
})

test('a save without a change writes nothing', async () => {
  const { id } = await save({ title: 'Still', content: '<p>Same</p>', status: 'publish' })
  const tags = await tagsOf(async () => {
    const again = await attempt({ id, title: 'Still', content: '<p>Same</p>' }, by('13:00'))
    expect(again).toMatchObject({ ok: true, outcome: 'unchanged', entry: { version: 1, updatedAt: now } })
  })
  expect([tags, (await listRevisions(db, id)).length]).toEqual([[], 1])
})

test('what is public drops the pages that show it; a draft drops none', async () => {
  const draft = await save({ title: 'Tagged' })
  const tags = ['posts', `entry:${draft.id}`]
  expect(await tagsOf(() => save({ id: draft.id, title: 'Tagged again' }))).toEqual([])
  expect(await tagsOf(() => save({ id: draft.id, status: 'publish' }))).toEqual(tags)
  expect(await tagsOf(() => save({ id: draft.id, status: 'trash' }))).toEqual(tags)
  expect(await tagsOf(() => save({ kind: 'page', title: 'P', status: 'publish' }))).toContain('pages')
})

test('each save that changes the texts keeps a revision; a restored one is the newest', async () => {
  const { id } = await save({ title: 'Written', content: '<p>1</p>' })
  await save({ id, content: '<p>2</p>' })
  await save({ id, status: 'publish' })
  const [newest, oldest] = await listRevisions(db, id)
  expect([newest?.content, oldest?.content, (await listRevisions(db, id)).length]).toEqual(['<p>2</p>', '<p>1</p>', 2])
  const restored = await restoreRevision(shop, db, { kind: 'post', id, revisionId: oldest?.id ?? 0 }, by('13:00'))
  expect(restored).toMatchObject({ ok: true, entry: { content: '<p>1</p>', status: 'publish', slug: 'written' } })
  expect((await listRevisions(db, id)).map((revision) => revision.content)).toEqual([
    '<p>1</p>',
    '<p>2</p>',
    '<p>1</p>',
  ])
  const other = await save({ title: 'Other' })
  const foreign = { kind: 'post', id: other.id, revisionId: oldest?.id ?? 0 } as const
  expect(await restoreRevision(shop, db, foreign, by('13:00'))).toEqual({
    ok: false,
    problem: { kind: 'no-such-revision' },
  })
  for (let number = 0; number < 9; number += 1) await save({ id, content: `<p>more ${number}</p>` })
  expect((await listRevisions(db, id)).map((revision) => revision.content)).toEqual(
    [8, 7, 6, 5, 4].map((number) => `<p>more ${number}</p>`),
  )
})

test('texts that were not saved here are kept at the first save', async () => {
  const [row] = await db.insert(entries).values({ kind: 'post', slug: 'seeded', title: 'Seeded' }).returning()
  const id = row?.id ?? 0
  await save({ id, title: 'Edited' })
  expect((await listRevisions(db, id)).map((revision) => revision.title)).toEqual(['Edited', 'Seeded'])
})

test('the trash gives the address away and gives status and address back', async () => {
  const { id } = await save({ title: 'Thrown', status: 'publish' })
  expect(await save({ id, status: 'trash' })).toMatchObject({ slug: 'thrown__trashed', statusBeforeTrash: 'publish' })
  expect(await restoreEntry(shop, db, { kind: 'post', id }, by('13:00'))).toMatchObject({
    entry: { slug: 'thrown', status: 'publish', publishedAt: now, statusBeforeTrash: null },
  })
  await save({ id, status: 'trash' })
  await save({ title: 'Thrown', status: 'publish' })
  expect(await restoreEntry(shop, db, { kind: 'post', id }, by('13:00'))).toMatchObject({ entry: { slug: 'thrown-2' } })
})

test('a page is below a page, never below itself, and moves up when that is deleted', async () => {
  const top = await save({ kind: 'page', title: 'Top' })
  const middle = await save({ kind: 'page', title: 'Middle', parentId: top.id })
  const low = await save({ kind: 'page', title: 'Low', parentId: middle.id })
  const post = await save({ title: 'Post' })
  for (const parentId of [top.id, low.id, post.id, 99_999])
    expect(await attempt({ kind: 'page', id: top.id, parentId })).toEqual({
      ok: false,
      problem: { kind: 'no-such-parent' },
    })
  await deleteEntry(db, { kind: 'page', id: middle.id })
  expect((await stored(low.id))?.parentId).toBe(top.id)
  expect(await deleteEntry(db, { kind: 'page', id: middle.id })).toMatchObject({ ok: false })
})

test('scheduled entries are published at their minute, also long after it, and once', async () => {
  const due = await save({ title: 'Due', status: 'publish', publishedAt: at('12:30') })
  const page = await save({ kind: 'page', title: 'Due page', status: 'publish', publishedAt: at('12:10') })
  const later = await save({ title: 'Not yet', status: 'publish', publishedAt: at('18:00') })
  const tags = await tagsOf(async () => {
    const ids = await Promise.all([publishScheduled(db, at('12:31')), publishScheduled(db, at('12:31'))])
    expect(ids.flat().toSorted((a, b) => a - b)).toEqual([due.id, page.id])
  })
  expect(tags.toSorted()).toEqual(['pages', 'posts', `entry:${due.id}`, `entry:${page.id}`].toSorted())
  expect(await stored(due.id)).toMatchObject({ status: 'publish', publishedAt: at('12:30'), version: 1 })
  expect((await stored(later.id))?.status).toBe('future')
  // An editor who had the form open when the post was published can still save.
  expect(await save({ id: due.id, version: 1, title: 'Due still' }, by('12:32'))).toMatchObject({ status: 'publish' })
  await save({ id: due.id, slug: 'moved' }, by('12:33'))
  expect(await findMovedSlug(db, 'post', 'due')).toBe('moved')
})

test('an edit beside the job that publishes decides', async () => {
  const { id } = await save({ title: 'Beside', status: 'publish', publishedAt: at('12:30') })
  await Promise.all([attempt({ id, publishedAt: at('20:00'), status: 'future' }), publishScheduled(db, at('12:31'))])
  expect(await stored(id)).toMatchObject({ status: 'future', publishedAt: at('20:00') })
})

test('a template is saved by its slug, and of two first saves one wins', async () => {
  const first = (words: string) =>
    saveTemplate(shop, db, { slug: 'front-page', title: 'Home page', fields: { words }, version: 0 }, by('12:00'))
  const results = await Promise.all([first('a'), first('b')])
  expect(results.map((result) => result.ok).toSorted()).toEqual([false, true])
  const saved = results.find((result) => result.ok)
  expect(saved).toMatchObject({ entry: { kind: 'template', slug: 'front-page', status: 'publish', version: 1 } })
  const tags = await tagsOf(() => saveTemplate(shop, db, { slug: 'front-page', fields: { words: 'c' } }, by('12:01')))
  expect(tags).toEqual(['template:front-page'])
})
