/**
 * No table that grows with people is read sequentially: accounts, links, sign-ins, the log, saved lists, stock alerts,
 * orders, messages, emails, comments and deliveries of webhooks, with 20,000 rows each.
 */
import { eq, sql, TransactionRollbackError } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '../../src/people/identity/accounts.table.ts'
import { consents } from '../../src/people/identity/consents/consents.table.ts'
import {
  endAllTokensOf,
  endTokensOf,
  endUndoTokensSince,
  isEmailReserved,
} from '../../src/people/identity/keys/tokens.store.ts'
import { readSignIns } from '../../src/people/identity/sign-in/sign-ins.ts'
import { endSessions } from '../../src/people/identity/users.store.ts'
import { erasePerson, readPersonalData } from '../../src/people/privacy/personal-data.ts'
import type { Tx } from '../../src/platform/database/connect.ts'
import { DAY_MS } from '../../src/platform/time/durations.ts'
import { paths } from '../../src/platform/web/routes.ts'
import { claimGuestOrders } from '../../src/shop/orders/claim-guest-orders.ts'
import { type OrderFilter, readOrders } from '../../src/shop/orders/orders-read.store.ts'
import { mergeSavedLists, readSavedList, savedListOf } from '../../src/shop/saved/saved.store.ts'
import {
  countOtherAlerts,
  deleteAlertsOf,
  deleteAlertsOfBuyers,
  noteAvailability,
  takeDueAlerts,
} from '../../src/shop/stock-alerts/stock-alerts.store.ts'
import { commentData } from '../../src/site/comments/comment-data.ts'
import { comments } from '../../src/site/comments/comments.table.ts'
import { listComments } from '../../src/site/comments/comments-query.store.ts'
import { submissionData } from '../../src/site/forms/submissions/submission-data.ts'
import { listSubmissions } from '../../src/site/forms/submissions/submissions.store.ts'
import { readAdminLog } from '../../src/things/admin-log/admin-log.store.ts'
import { entries } from '../../src/things/entries/entries.table.ts'
import { emailData } from '../../src/things/messages/email-data.ts'
import type { TestDatabase } from '../support/database.ts'
import { addManyProducts } from '../support/many-products.ts'
import { sequentialScansOf } from '../support/query-plans.ts'
import { openShop } from '../support/shop.ts'
import { createSignedInUser } from '../support/users.ts'

const MANY = 20_000
const bigTables = new Set([
  ...['users', 'sessions', 'verifications', 'consents', 'admin_log', 'saved_lists', 'saved_items', 'stock_alerts'],
  ...['orders', 'order_lines', 'order_notes', 'order_search', 'products', 'entries'],
  ...['form_submissions', 'form_files', 'emails', 'comments', 'webhook_deliveries'],
])
const { app, shop, db, pool } = await openShop({ template: { name: 'many_people', prepare: fill } })
const now = new Date()
const daysAgo = new Date(now.getTime() - 4 * DAY_MS)
const monthAgo = new Date(now.getTime() - 30 * DAY_MS)

async function fill({ db }: TestDatabase): Promise<void> {
  await addManyProducts(db, 2000, new Date())
  const many = sql.raw(String(MANY))
  await db.execute(sql`insert into users (name, email, email_verified)
    select 'Ada', 'person' || n || '@shop.test', true from generate_series(1, ${many}) n`)
  await db.execute(sql`insert into sessions (user_id, token, expires_at)
    select id, md5(id::text), now() + interval '1 day' from users`)
  await db.execute(sql`insert into verifications (identifier, value, expires_at)
    select 'undo-email:' || md5(id::text), json_build_object('userId', id, 'oldEmail', 'old.' || email)::text, now() + interval '1 day'
    from users`)
  await db.execute(sql`insert into verifications (identifier, value, expires_at)
    select 'sign-in-code:' || md5(id::text), json_build_object('email', email)::text, now() + interval '1 day' from users`)
  await db.execute(sql`insert into saved_lists (user_id)
    select id from users`)
  await db.execute(sql`insert into saved_items (list_id, product_id, saved_at)
    select id, 1000000 + (1 + id % 2000) * 10, now() from saved_lists`)
  await db.execute(sql`insert into consents (user_id, email, kind, is_given, text, place, at)
    select id, email, 'registration', true, 'I agree', 'Register', now() from users`)
  await db.execute(sql`insert into stock_alerts
      (product_id, email, user_id, token_hash, created_at, confirmed_at, available_since, notified_at, expires_at)
    select 1000000 + (1 + id % 2000) * 10, email, id, md5(id::text), now() - interval '9 days', now() - interval '9 days',
      case when id % 1000 = 0 then now() - interval '1 day' end,
      case when id % 1000 > 0 then now() - interval '5 days' end, now() + interval '9 days'
    from users`)
  await db.execute(sql`insert into admin_log (at, user_id, user_name, via, kind, summary, subject_name, link, changes)
    select now(), id % 10, 'Ada', 'session', case when id % 500 = 0 then 'people' else 'orders' end, 'Changed', '', '', '[]'
    from users`)
  await db.execute(sql`insert into orders (invoice_number, status, order_key, customer_id, items_subtotal_cents, items_total_cents,
      shipping_cents, tax_cents, total_cents, billing, shipping, payment_method, payment_method_title, created_at, updated_at)
    select id, 'completed', md5(id::text), case when id % 3 = 0 then id end, 0, 0, 0, 0, 0,
      json_build_object('email', email), '{}', 'cheque', 'Cheque', now() - interval '2 days',
      now() - make_interval(hours => id % 10000) from users`)
  await db.execute(sql`insert into order_lines (order_id, product_id, name, quantity, unit_price_cents, subtotal_cents,
      total_cents, tax_cents, tax_class)
    select id, 1000000 + (1 + id % 2000) * 10, 'Tea', 1, 0, 0, 0, 0, 'standard' from orders`)
  await db.execute(sql`insert into order_notes (order_id, text, is_customer_note, created_at)
    select id, 'Packed', true, now() from orders`)
  await db.execute(sql`insert into form_submissions (form_title, status, fields, search_text, email, remote_ip, user_agent,
      page_path, unit_tag, posted_data_hash, mails, created_at)
    select 'Contact', 'inbox', json_build_array(json_build_object('name', 'from', 'type', 'email', 'texts', json_build_array(email))),
      email || ' Do you ship to ' || md5(id::text), email, '', '', '/', '', md5(id::text), '{}', now()
    from users`)
  await db.execute(sql`insert into form_files (submission_id, field, name, size, bytes)
    select id, 'menu', 'menu.txt', 6, 'Oolong' from form_submissions`)
  await db.execute(sql`insert into emails (key, template, recipient, subject, data, status, created_at)
    select case when id % 2 = 0 then 'form:' || id || ':mail' end, 'any', email, 'Tea',
      case id % 4 when 1 then json_build_object('commentId', id) when 3 then json_build_object('submissionId', id) else '{}' end,
      'sent', now() from users`)
  await db.execute(sql`insert into comments (entry_id, user_id, author_name, author_email, content, status, created_at)
    select 1000000 + (1 + id % 2000) * 10, case when id % 2 = 0 then id end, 'Ada', email, 'Tea', 'approved', now() from users`)
  await db.execute(sql`insert into webhook_deliveries (webhook_id, topic, resource, resource_id, argument, status, request_body)
    select 1, 'order.updated', (array['order', 'customer', 'coupon', 'order'])[1 + id % 4], id, id::text,
      case id % 100 when 0 then 'waiting' else 'sent' end, json_build_object('billing', json_build_object('email', email))
    from users`)
  await db.execute(sql`vacuum analyze`)
}

const [person] = await db.select({ id: users.id, email: users.email }).from(users).limit(1).offset(5000)
const { id, email } = person ?? { id: 0, email: '' }
const manager = await createSignedInUser(shop, 'shop_manager')
const erasure = { privacy: shop.privacy, actorId: null, at: now }
const log = { search: '', user: 0, limit: 20, offset: 0 }

/** Rolls back every change that `work` makes. */
const undone = (work: (tx: Tx) => Promise<unknown>) => () =>
  db
    .transaction(async (tx) => {
      await work(tx)
      tx.rollback()
    })
    .catch((error: unknown) => {
      if (!(error instanceof TransactionRollbackError)) throw error
    })

describe('no table that grows with people is read sequentially by', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['ending the sessions of a person', undone((tx) => endSessions(tx, id))],
    ['ending links for one purpose', undone((tx) => endTokensOf(tx, 'set-password', id))],
    ['ending links after an undone change', undone((tx) => endUndoTokensSince(tx, id, now))],
    ['ending every link of a person', undone((tx) => endAllTokensOf(tx, { id, email }))],
    ['a new account, whose address may be kept', () => isEmailReserved(db, email, now)],
    ['the list of sign-ins', () => readSignIns(db, id, { currentId: '1', now })],
    ['guest orders of a signed-in person', undone((tx) => claimGuestOrders(tx, id, now))],
    ['a saved list', () => savedListOf(db, { userId: id })],
    ['a shared list', () => readSavedList(db, { shareToken: 'x' })],
    ['joining saved lists', () => mergeSavedLists(db, 'guest', id, now)],
    ['consents of a person', () => db.select().from(consents).where(eq(consents.userId, id))],
    // Without a filter, the log's length is counted, which reads the whole table.
    ['the log of one person and kind', () => readAdminLog(db, { ...log, kind: 'people', user: 3 })],
    ['messages of a person', () => submissionData.read(db, { userId: id, email })],
    ['erasing messages of a person', undone((tx) => submissionData.erase(tx, { userId: id, email }, now))],
    ['a search for a message', () => readSubmissions('person5000@shop.test')],
    ['emails to a person', () => emailData.read(db, { userId: id, email })],
    ['erasing emails to a person', undone((tx) => emailData.erase(tx, { userId: id, email }, now))],
    ['erasing comments of a person', undone(eraseComments)],
    ['a search for a review', () => readComments(email)],
    ['a search for words of a review', () => readComments('never written')],
    ['everything about a person', () => readPersonalData(db, { userId: id, email }, shop.privacy)],
    ['everything about a guest', () => readPersonalData(db, { userId: null, email }, shop.privacy)],
    ['erasing everything about a person', undone((tx) => erasePerson(tx, { userId: id, email }, erasure))],
    ['open stock alerts', () => countOtherAlerts(db, { productId: 1000010, email })],
    ['totals of stock alerts', () => readTotals()],
    ['stopping stock alerts', undone((tx) => deleteAlertsOf(tx, email))],
    ['noting what is in stock', undone((tx) => noteAvailability(tx, now))],
    ['stock alerts that are due', undone((tx) => takeDueAlerts(tx, now, now))],
    ['stock alerts of those who have bought', undone((tx) => deleteAlertsOfBuyers(tx))],
    ['orders that have changed', () => readOrderPage({ modifiedAfter: new Date(now.getTime() - 60_000) })],
    ['orders of some days', () => readOrderPage({ modifiedAfter: monthAgo, modifiedBefore: daysAgo })],
    ['orders with a product', () => readOrderPage({ productId: 1000010 })],
    ['a search for what one order has', () => readOrderPage({ search: 'person5000@shop.test' })],
    ['a search for what all orders have', () => readOrderPage({ search: 'tea' })],
    ['a search for two letters', () => readOrderPage({ search: 'zz' })],
    ['a search for a number', () => readOrderPage({ search: '12345' })],
    ['a search in a status of one’s own', () => readOrderPage({ search: 'tea', statuses: ['packing'], ownStatuses })],
  ])('%s', async (_, work) => {
    const { statements, scans } = await sequentialScansOf(work, { pool, bigTables })
    expect(statements).toBeGreaterThan(0)
    expect(scans).toEqual([])
  })
})

const readComments = (search: string) =>
  listComments(db, { search }, { by: 'date', direction: 'desc' }, { offset: 0, limit: 20 })

const readSubmissions = (search: string) =>
  listSubmissions(db, { search, status: 'inbox', form: [], limit: 20, offset: 0 })

async function eraseComments(tx: Tx) {
  const [post] = await tx.insert(entries).values({ kind: 'post', slug: 'leaf', title: 'Leaf' }).returning()
  await tx.insert(comments).values({
    entryId: post?.id ?? 0,
    userId: id,
    authorName: 'Ada',
    authorEmail: email,
    content: 'Tea',
    status: 'approved',
  })
  expect(await commentData.erase(tx, { userId: id, email }, now)).toBe(2)
}

async function readTotals() {
  const answer = await app.request(paths.restStockAlerts, { headers: manager.headers })
  expect([answer.status, ((await answer.json()) as unknown[]).length]).toEqual([200, 2])
}

const ownStatuses = [{ slug: 'packing', label: 'Packing', behaves_as: 'processing' }] as const

function readOrderPage(filter: Partial<OrderFilter>) {
  const sort = { orderby: 'modified', order: 'asc' } as const
  return readOrders(db, { statuses: [], search: '', ...filter }, sort, { limit: 10, offset: 0 })
}
