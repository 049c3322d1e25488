/** Lists of what every order or visitor adds are read by index: the first page does not read all rows. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { compareChangedPayments } from '../../src/shop/orders/payments/order-payments.store.ts'
import type { TestDatabase } from '../support/database.ts'
import { blocksReadBy } from '../support/query-plans.ts'
import { openShop } from '../support/shop.ts'
import { createSignedInUser } from '../support/users.ts'

const ROWS = 20_000

const { app, db, pool, shop } = await openShop({ template: { name: 'long_lists', prepare: fill } })
const { headers } = await createSignedInUser(shop, 'administrator')
// As autovacuum does: without it, even rows that an index contains are read from their tables.
await db.execute(sql`vacuum analyze`)

async function fill({ db }: TestDatabase): Promise<void> {
  const count = sql.raw(String(ROWS))
  await db.execute(sql`
    insert into emails (template, recipient, subject, status, created_at)
    select 'order-processing', 'buyer' || n || '@many.test', 'Your order ' || n, 'sent', now() - n * interval '1 minute'
    from generate_series(1, ${count}) n`)
  await db.execute(sql`
    insert into media (path, mime, width, height, bytes, created_at)
    select '2026/01/picture-' || n || '.webp', 'image/webp', 800, 600, 9000, now() - n * interval '1 minute'
    from generate_series(1, ${count}) n`)
  await db.execute(sql`
    insert into form_submissions (form_title, status, fields, search_text, email, remote_ip, user_agent, page_path,
      unit_tag, posted_data_hash, mails, created_at)
    select 'Contact', 'inbox', '[]', 'a question ' || n, 'visitor' || n || '@many.test', '192.0.2.1', '', '/contact/',
      'wpcf7-f1-p1-o1', md5(n::text), '[]', now() - n * interval '1 minute'
    from generate_series(1, ${count}) n`)
  await db.execute(sql`
    insert into orders (id, order_key, items_subtotal_cents, items_total_cents, shipping_cents, tax_cents, total_cents,
      billing, shipping, payment_method, payment_method_title, paid_at)
    select 1000000 + n, 'key' || n, 900, 900, 0, 0, 900, '{}', '{}', 'stripe_cc', 'Card', now()
    from generate_series(1, ${count}) n`)
  await db.execute(sql`
    insert into payments (order_id, provider, idempotency_key, intent_id, status, amount_cents, captured_cents, currency,
      cart_version, card_last4, created_at, updated_at)
    select 1000000 + n, 'stripe', 'key' || n, 'pi_' || n, 'succeeded', 900, 900 - (n % 5000 = 1)::int, 'CAD', '1',
      lpad((n % 10000)::text, 4, '0'), now(), now() from generate_series(1, ${count}) n`)
  await compareChangedPayments(db)
}

test.each([
  ['the newest emails', '/wp-json/samovar/v1/mails'],
  ['the newest pictures', '/wp-json/wp/v2/media'],
  ['the newest submissions', '/wp-json/samovar/v1/submissions'],
  ['the newest payments', '/wp-json/samovar/v1/payments'],
  ['payments of a card', '/wp-json/samovar/v1/payments?search=4242'],
  ['payments that differ from their orders', '/wp-json/samovar/v1/payments?status=differs'],
  ['the payment of an order', '/wp-json/samovar/v1/payments?search=1004242'],
  ['the payment of an invoice', '/wp-json/samovar/v1/payments?search=INV-7'],
])('%s', async (_what, path) => {
  const work = async () => expect((await app.request(path, { headers })).status).toBe(200)
  await work()
  expect(await blocksReadBy(work, pool)).toBeLessThan(250)
})

test('no index puts nulls last: no list orders so, and the planner would not use it', async () => {
  const { rows } = await db.execute(sql`select indexname from pg_indexes where indexdef like '% DESC NULLS LAST%'`)
  expect(rows).toEqual([])
})
