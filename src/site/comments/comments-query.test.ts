/** A search finds the same comments, whether few or many match, and counts many only in part. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { rowsScannedBy } from '../../../test/support/query-plans.ts'
import { type CommentFilter, listComments } from './comments-query.store.ts'

const COMMENTS = 20_000

const { db, pool } = await createTestDatabase()
await db.execute(sql`insert into entries (id, kind, slug, title) values
  (1, 'product', 'sencha', 'Sencha'), (2, 'product', 'assam', 'Assam'), (3, 'post', 'brewing', 'Brewing Tea')`)
// Every second one is about a product; the newest has the highest id.
await db.execute(sql`
  insert into comments (id, entry_id, author_name, author_email, content, status, created_at)
  select n, 1 + n % 2, 'Ada ' || n, 'buyer' || n || '@shop.test',
    'A golden cup' || case when n <= 50 then ', rarely as good' else '' end || case when n % 100 = 0 then ' Crème' else '' end,
    case when n % 3 = 0 then 'pending' else 'approved' end, timestamptz '2026-01-01 00:00Z' + n * interval '1 minute'
  from generate_series(1, ${COMMENTS}) n`)
await db.execute(sql`
  insert into comments (id, entry_id, author_name, author_email, content, status, created_at)
  select 100000 + n, 3, 'Bea', 'bea@shop.test', 'Golden, too', 'approved', timestamptz '2025-01-01 00:00Z' + n * interval '1 minute'
  from generate_series(1, 30) n`)
await db.execute(sql`analyze`)

const find = async (search: string, filter: CommentFilter = {}, slice = { offset: 0, limit: 3 }) => {
  const { items, ...counted } = await listComments(db, { ...filter, search }, { by: 'date', direction: 'desc' }, slice)
  return { ids: items.map(({ id }) => id), ...counted }
}

test('a common word, in any spelling: the newest, page by page, counted a little beyond the page', async () => {
  expect(await find('GOLDÉN')).toEqual({ ids: [20000, 19999, 19998], total: 200, isMore: true })
  const behind = await find('golden', {}, { offset: 500, limit: 3 })
  expect(behind).toEqual({ ids: [19500, 19499, 19498], total: 700, isMore: true })
  const last = await find('golden', {}, { offset: COMMENTS + 28, limit: 3 })
  expect(last).toEqual({ ids: [100002, 100001], total: COMMENTS + 30, isMore: false })
})

test('a rare word, an address, a name of a product or a post: all of them', async () => {
  expect(await find('rarely')).toEqual({ ids: [50, 49, 48], total: 50, isMore: false })
  expect(await find('buyer4321@shop.test')).toEqual({ ids: [4321], total: 1, isMore: false })
  expect(await find('buyer4321@shop.test', { isPublic: true })).toMatchObject({ ids: [], total: 0 })
  expect(await find('creme')).toEqual({ ids: [20000, 19900, 19800], total: 200, isMore: false })
  expect(await find('brewing')).toEqual({ ids: [100030, 100029, 100028], total: 30, isMore: false })
  expect((await find('assam')).ids).toEqual([19999, 19997, 19995])
  expect(await find('nothing')).toEqual({ ids: [], total: 0, isMore: false })
})

test('a word that is common elsewhere, among the few that a filter selects', async () => {
  expect(await find('golden', { isReview: false })).toEqual({ ids: [100030, 100029, 100028], total: 30, isMore: false })
  expect(await find('cup', { isReview: false })).toEqual({ ids: [], total: 0, isMore: false })
  expect((await find('golden', { statuses: ['pending'], entryIds: [2] })).ids).toEqual([19995, 19989, 19983])
})

test('a common search reads about as many comments as it begins with', async () => {
  expect(await rowsScannedBy(() => find('golden'), pool)).toBeLessThan(6000)
  expect(await rowsScannedBy(() => find('golden', { statuses: ['approved'] }), pool)).toBeLessThan(9000)
})
