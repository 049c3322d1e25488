import { expect, test } from 'vitest'
import { createTestDatabase } from '../test/support/database.ts'
import { insertObject, listObjects, prepareSchema, transaction } from './sandbox.store.ts'

const { pool } = await createTestDatabase()
await prepareSchema(pool)
const now = new Date('2026-03-01T12:00:00Z')

test('the charges of an intent are found by an index, however many charges there are', async () => {
  await pool.query(
    `insert into provider_sandbox.objects (id, account, kind, data, created)
     select 'ch_' || n, 'acct_1', 'charge', jsonb_build_object('id', 'ch_' || n, 'payment_intent', 'pi_' || n), $1
     from generate_series(1, 3000) n`,
    [now],
  )
  await transaction(pool, async (tx) => {
    const data = { id: 'ch_second', payment_intent: 'pi_7', customer: 'cus_1' }
    await insertObject(tx, 'acct_1', 'charge', { data }, now)
    const query = { kind: 'charge', limit: 10, startingAfter: null }
    const listed = await listObjects(tx, 'acct_1', { ...query, where: { payment_intent: 'pi_7' } })
    expect(listed.data.map(({ id }) => id)).toEqual(['ch_second', 'ch_7'])
    const both = await listObjects(tx, 'acct_1', { ...query, where: { payment_intent: 'pi_7', customer: 'cus_1' } })
    expect(both.data).toEqual([data])
    await tx.query(`select pg_stat_force_next_flush()`)
  })
  const { rows } = await pool.query<{ read: string }>(
    `select sum(idx_tup_read)::text as read from pg_stat_user_indexes where schemaname = 'provider_sandbox'`,
  )
  expect(Number(rows[0]?.read)).toBeLessThan(100)
})
