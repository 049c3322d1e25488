/** Payments that differ are found by what has been compared and what has changed since, never by comparing all. */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../test/support/database.ts'
import { compareChangedPayments, readPayments } from './order-payments.store.ts'

const { db, pool } = await createTestDatabase()
const ORDERS = 6
const page = { limit: 100, offset: 0 }

beforeEach(async () => {
  await db.execute(sql`truncate payment_refunds, payment_disputes, payments, orders, payments_to_compare cascade`)
  await db.execute(sql`
    insert into orders (id, order_key, items_subtotal_cents, items_total_cents, shipping_cents, tax_cents, total_cents,
      billing, shipping, payment_method, payment_method_title, paid_at)
    select n, 'key' || n, 900, 900, 0, 0, 900, '{}', '{}', 'stripe_cc', 'Card', now() from generate_series(1, ${ORDERS}) n`)
  await db.execute(sql`
    insert into payments (id, order_id, provider, idempotency_key, intent_id, charge_id, status, amount_cents,
      captured_cents, currency, cart_version, created_at, updated_at) overriding system value
    select n, n, 'stripe', 'key' || n, 'pi_' || n, 'ch_' || n, 'succeeded', 900, 900, 'CAD', '1', now(), now()
    from generate_series(1, ${ORDERS}) n`)
})

const listed = async () =>
  (await readPayments(db, { state: 'differs', search: '' }, page)).items.map(({ payment }) => payment.id)

const compared = async () =>
  (await readPayments(db, { state: 'any', search: '' }, page)).items.flatMap(({ payment, difference }) =>
    difference === null ? [] : [payment.id],
  )

/** What happens to an order or its payment, each in a statement of its own. */
const changes = [
  'update orders set paid_at = null where id = $1',
  'update orders set paid_at = now() where id = $1',
  'update orders set shipping_cents = 100, total_cents = 1000 where id = $1',
  'update orders set shipping_cents = 0, total_cents = 900 where id = $1',
  'update orders set refunded_cents = 300 where id = $1',
  "update orders set currency = 'USD' where id = $1",
  "update orders set currency = 'CAD' where id = $1",
  "update orders set payment_method = 'bacs', transaction_id = null where id = $1",
  "update orders set transaction_id = 'ch_' || $1 where id = $1",
  'update payments set refunded_cents = 300 where order_id = $1',
  'update payments set refunded_cents = 0 where order_id = $1',
  'update payments set captured_cents = 400 where order_id = $1 and refunded_cents < 400',
  "update payments set status = 'processing' where order_id = $1",
  "update payments set status = 'succeeded' where order_id = $1",
  "update payments set charge_id = 'ch_other' where order_id = $1",
  `insert into payment_refunds (order_id, idempotency_key, amount_cents, status, created_at)
    values ($1, gen_random_uuid(), 200, 'succeeded', now())`,
  "update payment_refunds set status = 'failed' where order_id = $1",
  'delete from payment_refunds where order_id = $1',
  `insert into payment_disputes (payment_id, dispute_id, amount_cents, reason, status, opened_at)
    values ($1, gen_random_uuid(), 900, 'general', 'lost', now())`,
  "update payment_disputes set status = 'won' where payment_id = $1",
  'delete from payment_disputes where payment_id = $1',
]

test('whatever changes, before and after a comparison, the list is what a comparison of all finds', async () => {
  const change = fc.record({
    text: fc.constantFrom(...changes),
    id: fc.integer({ min: 1, max: ORDERS }),
    isCompared: fc.boolean(),
  })
  let differing = 0
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (steps) => {
      for (const { text, id, isCompared } of steps) {
        await pool.query(text.replaceAll('$1', String(id)))
        if (isCompared) await compareChangedPayments(db)
        const expected = await compared()
        expect(await listed()).toEqual(expected)
        differing += expected.length
      }
    }),
    { numRuns: 40 },
  )
  expect(differing).toBeGreaterThan(50)
})

test('a comparison leaves nothing to compare, and records what differs', async () => {
  await pool.query('update payments set captured_cents = 400 where order_id in (2, 5)')
  await compareChangedPayments(db)
  const { rows } = await pool.query('select id from payments where differs order by id')
  expect(rows).toEqual([{ id: 2 }, { id: 5 }])
  expect((await pool.query('select from payments_to_compare')).rowCount).toBe(0)
})

test('a change that is committed after a comparison has begun is compared by the next', async () => {
  const change = await pool.connect()
  try {
    await change.query('begin')
    await change.query('update orders set shipping_cents = 100, total_cents = 1000 where id = 3')
    await compareChangedPayments(db)
    await change.query('commit')
  } finally {
    change.release(true)
  }
  expect(await listed()).toEqual([3])
  await compareChangedPayments(db)
  expect(await listed()).toEqual([3])
})
