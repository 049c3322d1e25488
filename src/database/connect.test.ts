import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { freshDatabase } from '../../test/support/database.ts'
import { connect } from './connect.ts'
import { whyUnavailable } from './unavailable.ts'

const { url } = await freshDatabase()
const lost: Error[] = []
const { db, pool, close } = connect(url, { poolSize: 2, onConnectionLost: (error) => lost.push(error) })
const admin = new pg.Client({ connectionString: url })
await admin.connect()
afterAll(async () => {
  await close()
  await admin.end()
})

/** Ends every connection but the one that asks, as a restart does. */
const endAll = () =>
  admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )

test('a connection lost in the middle of a transaction is an error of that transaction and of nothing else', async () => {
  const cut = db.transaction(async (tx) => {
    await tx.execute(sql`select 1`)
    await endAll()
    await expect.poll(() => lost.length).toBeGreaterThan(0)
    await tx.execute(sql`select 2`)
  })
  expect(whyUnavailable(await cut.catch((error: unknown) => error))).toBe('away')
  expect((await db.execute(sql`select 3 as three`)).rows).toEqual([{ three: 3 }])
})

test('connections whose BEGIN fails go back to the pool: many lost ones leave room for the next', async () => {
  for (let round = 0; round < 6; round += 1) {
    // Both are open and idle, and are lost in the very moment in which they are lent out.
    await Promise.allSettled([1, 2].map(() => db.execute(sql`select pg_sleep(0.01)`)))
    const began = [1, 2].map(() => db.transaction((tx) => tx.execute(sql`select 1`)))
    const ended = endAll()
    await Promise.allSettled(began)
    await ended
  }
  await Promise.allSettled([1, 2, 3, 4].map(() => db.execute(sql`select 1`)))
  const free = await Promise.all([1, 2].map(() => db.transaction((tx) => tx.execute(sql`select 7 as seven`))))
  expect(free.map(({ rows }) => rows)).toEqual([[{ seven: 7 }], [{ seven: 7 }]])
})

test('a client that is broken when BEGIN is sent is given back', async () => {
  const client = await pool.connect()
  client.release()
  // The next who asks gets this one; its socket is gone, and the driver has not yet heard of it.
  ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
  for (let tries = 0; tries < 3; tries += 1)
    await db.transaction((tx) => tx.execute(sql`select 1`)).catch(() => undefined)
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
})
