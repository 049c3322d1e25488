/** What earlier versions kept in clear is gone after the migration, and links that were mailed go on working. */
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { mailNewAccountJob } from '../src/people/identity/account-after-order.ts'
import { resetPasswordJob } from '../src/people/identity/account-requests.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { type Job, openJobs } from '../src/platform/jobs/jobs.ts'
import { findAlert } from '../src/shop/stock-alerts/stock-alerts.store.ts'
import { hasLostSecret, readEmails } from '../src/things/messages/emails.store.ts'
import { createTestDatabase } from '../test/support/database.ts'

const { db, pool, url } = await createTestDatabase()
const migrations = resolve(import.meta.dirname, 'migrations')
const earlier = await mkdtemp(join(tmpdir(), 'samovar-migrations-'))
afterAll(() => rm(earlier, { recursive: true }))

const key = 'Zu0k9sXbq-4vT_1mWc7yLe3RaHdNf2Pj'
const now = new Date('2026-11-20T12:00:00Z')

async function everything(): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'jobs')",
  )
  const texts = await Promise.all(rows.map(({ name }) => pool.query(`select t::text from ${name} t`)))
  return JSON.stringify(texts.map((text) => text.rows))
}

/** The database as the version before left it. */
async function goBack() {
  const names = (await readdir(migrations)).filter((name) => name.endsWith('.sql'))
  const change = names.find((name) => name.endsWith('_sealed_emails.sql')) ?? ''
  for (const name of names.filter((one) => one < change)) await copyFile(join(migrations, name), join(earlier, name))
  await pool.query('drop schema public cascade; create schema public')
  await migrate(pool, earlier)
}

const link = `http://shop.test/my-account/lost-password/?key=${key}`
const contents = [`<a href="${link}">Choose</a>`, `Choose:\n${link}\n\n-- \nSamovar`]

async function queue(template: string, eventKey: string, data: object, status = 'waiting', sent: string[] = []) {
  const [html = null, text = null] = sent
  await pool.query(
    `insert into emails (template, key, recipient, subject, data, status, html, text, created_at)
     values ($1, $2, 'ada@shop.test', $3, $4, $5, $6, $7, $8)`,
    [template, eventKey, `${template} ${status}`, data, status, html, text, now],
  )
}

test('[ACC-01] keys and digits of earlier versions are dropped, waiting emails with them fail, all others stay', async () => {
  await goBack()
  const jobs = await openJobs(url, pino({ level: 'silent' }), [mailNewAccountJob as Job, resetPasswordJob as Job])
  await jobs.enqueueNow(mailNewAccountJob, { email: 'wei@shop.test', key } as never)
  await jobs.enqueueNow(resetPasswordJob, { email: 'ada@shop.test' })
  await jobs.stop()
  const begin = key.slice(0, 12)
  await queue('reset-password', `reset:${begin}`, { name: 'Ada', passwordKey: key })
  await queue('reset-password', `reset:${begin}-`, { name: 'Ada', passwordKey: key }, 'sent', contents)
  await queue('staff-invitation', `invitation:7:${begin}`, { role: 'editor', inviter: 'Olive', key }, 'failed')
  await queue('email-taken-back', `email-taken-back:${begin}`, { name: 'Ada' })
  await queue('new-account', 'customer:9', { firstName: 'Ada', email: 'ada@shop.test' })
  const digits = ['<p>there: 402 716</p>', 'there: 402 716\n905 555 0123']
  await queue('sign-in-code', 'sign-in-code:1', { name: 'Ada', code: '402716', linkKey: key }, 'sent', digits)
  await queue('order-confirmation', 'order:1:x', {}, 'sent', ['<a href="?key=wc_order_1">', '?key=wc_order_1'])
  await pool.query(
    `with entry as (insert into entries (kind, slug, title, status) values ('product', 'tea', 'Tea', 'publish') returning id),
      product as (insert into products (id, type) select id, 'simple' from entry returning id)
     insert into stock_alerts (product_id, email, token, created_at, expires_at)
     select id, 'ada@shop.test', $1, $2, $2::timestamptz + interval '2 days' from product`,
    [key, now],
  )
  await queue('confirm-stock-alert', 'stock-alert:1:1', { alertId: 1 }, 'sent', [`/back-in-stock/${key}/`, '-'])
  expect(await everything()).toContain(key)

  expect(await migrate(pool, migrations)).toContainEqual(expect.stringMatching(/_sealed_emails\.sql$/))
  const after = await everything()
  expect([after.includes(begin), after.includes('402716'), after.includes('402 716')]).toEqual([false, false, false])

  const { items } = await readEmails(db, { status: 'any', search: '', order: 'asc', limit: 20, offset: 0 })
  const state = items.map((email) => [email.subject, email.status, hasLostSecret(email, now)])
  expect(state).toEqual([
    ['reset-password waiting', 'failed', true],
    ['reset-password sent', 'sent', true],
    ['staff-invitation failed', 'failed', true],
    ['email-taken-back waiting', 'waiting', false],
    ['new-account waiting', 'waiting', false],
    ['sign-in-code sent', 'sent', true],
    ['order-confirmation sent', 'sent', false],
    ['confirm-stock-alert sent', 'sent', true],
  ])
  expect(items[0]?.lastError).toContain('removed when the shop was updated')
  const { rows } = await pool.query('select text, html from emails where html is not null order by id')
  expect(rows.map(({ text }) => text)).toEqual([
    'Choose:\nhttp://shop.test/my-account/lost-password/?key=removed\n\n-- \nSamovar',
    'there: ••• •••\n905 555 0123',
    '?key=wc_order_1',
    '-',
  ])
  expect(rows[3].html).toBe('/back-in-stock/removed/')
  expect(await findAlert(db, key, now)).toMatchObject({ email: 'ada@shop.test' })
  expect((await pool.query("select data from jobs.job where name not like '\\_%'")).rows).toEqual([
    { data: { email: 'ada@shop.test' } },
  ])
})
