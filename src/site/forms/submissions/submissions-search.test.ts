/** A search in the messages finds the same ones, whether few or many match, and counts many only in part. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../../test/support/database.ts'
import { rowsScannedBy } from '../../../../test/support/query-plans.ts'
import { type Folder, listSubmissions } from './submissions.store.ts'

const MESSAGES = 20_000

const { db, pool } = await createTestDatabase()
// Every tenth one is held as spam; the newest has the highest id.
await db.execute(sql`
  insert into form_submissions (id, form_title, status, fields, search_text, email, remote_ip, user_agent, page_path,
    unit_tag, posted_data_hash, mails, created_at)
  overriding system value
  select n, 'Contact', case when n % 10 = 0 then 'spam' else 'inbox' end, '[]',
    'About an order of tea' || case when n <= 50 then ', rarely so late' else '' end,
    'buyer' || n || '@shop.test', '192.0.2.1', 'x', '/contact/', 'wpcf7-f1-o1', n::text, '{}',
    timestamptz '2026-01-01 00:00Z' + n * interval '1 minute'
  from generate_series(1, ${MESSAGES}) n`)
await db.execute(sql`analyze`)

const none = { form: [], limit: 3, offset: 0 }
async function find(search: string, status: Folder = 'inbox', slice: { offset?: number; limit?: number } = {}) {
  const { items, ...counted } = await listSubmissions(db, { ...none, search, status, ...slice })
  return { ids: items.map(({ id }) => id), ...counted }
}

test('a common word: the newest, page by page, counted a little beyond the page', async () => {
  expect(await find('ORDÉR')).toEqual({ ids: [19999, 19998, 19997], total: 200, isMore: true })
  expect(await find('order', 'spam', { offset: 300 })).toEqual({ ids: [17000, 16990, 16980], total: 500, isMore: true })
  expect(await find('order', 'inbox', { offset: 17_998 })).toEqual({ ids: [2, 1], total: 18_000, isMore: false })
  const all = await find('order', 'inbox', { limit: 10_000 })
  expect([all.ids.length, all.total, all.isMore]).toEqual([10_000, 10_000, true])
})

test('a rare word, an address, or no search: all of them', async () => {
  expect(await find('rarely')).toEqual({ ids: [49, 48, 47], total: 45, isMore: false })
  expect(await find('buyer4321@shop.test')).toEqual({ ids: [4321], total: 1, isMore: false })
  expect(await find('buyer4320@shop.test')).toEqual({ ids: [], total: 0, isMore: false })
  expect((await find('')).total).toBe(18_000)
})

test('a common search reads about as many messages as it begins with', async () => {
  expect(await rowsScannedBy(() => find('order'), pool)).toBeLessThan(6000)
})
