import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { openDatabaseProxy } from '../../../test/support/database-proxy.ts'
import { connect } from './connect.ts'
import { unavailableReason } from './unavailable-reason.ts'

const { url } = await createTestDatabase()
const lost: Error[] = []
const { db, pool, close } = connect(url, { poolSize: 2, onConnectionLost: (error) => lost.push(error) })
const admin = new pg.Client({ connectionString: url })
await admin.connect()
afterAll(async () => {
  await close()
  await admin.end()
})

/** Terminates all other connections, as a restart does. */
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
  expect(unavailableReason(await cut.catch((error: unknown) => error))).toBe('unreachable')
  expect((await db.execute(sql`select 3 as three`)).rows).toEqual([{ three: 3 }])
})

test.each([
  ['before those who wait for its locks give up', {}, '10s', '15s'],
  ['of a command after a minute', { statementTimeoutMs: 0 }, '1min', '0'],
])('a transaction that rests is ended %s, on any server', async (_, options, rest, statement) => {
  const unlimited = new URL(url)
  unlimited.searchParams.set('options', '-c idle_in_transaction_session_timeout=0')
  const own = connect(unlimited.href, { poolSize: 1, ...options })
  const { rows } = await own.pool.query(
    `select current_setting('idle_in_transaction_session_timeout') rest, current_setting('statement_timeout') statement`,
  )
  await own.close()
  expect(rows).toEqual([{ rest, statement }])
})

test('a refusal rolls back and is returned; nested, it takes back the nested part alone', async () => {
  await db.execute(sql`create table if not exists written (what text)`)
  const write = (what: string) => sql`insert into written values (${what})`
  const refusal = { ok: false as const, problem: 'full' }
  const refused = await db.transaction(async (tx) => {
    await tx.execute(write('refused'))
    return refusal
  })
  expect(refused).toBe(refusal)
  const kept = await db.transaction(async (tx) => {
    await tx.execute(write('kept'))
    const inner = await tx.transaction(async (nested) => {
      await nested.execute(write('nested'))
      return refusal
    })
    return { ok: true, inner }
  })
  expect(kept).toEqual({ ok: true, inner: refusal })
  expect((await db.execute(sql`select what from written`)).rows).toEqual([{ what: 'kept' }])
})

test('connections whose BEGIN fails are released to the pool', async () => {
  for (let round = 0; round < 6; round += 1) {
    // Two idle connections, both lost at the moment of checkout.
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

test('a client that is broken at BEGIN is released', async () => {
  const client = await pool.connect()
  client.release()
  // The next checkout gets this client, whose socket is destroyed without the driver having noticed.
  ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
  for (let tries = 0; tries < 3; tries += 1)
    await db.transaction((tx) => tx.execute(sql`select 1`)).catch(() => undefined)
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
})

describe('a server that hangs', async () => {
  const line = await openDatabaseProxy(url)
  const over = connect(line.url, { poolSize: 2, statementTimeoutMs: 200, answerTimeoutMs: 700 })
  afterAll(() => over.close())
  const timed = async (work: () => Promise<unknown>) => {
    const startedAt = performance.now()
    const error = await work().catch((reason: unknown) => reason)
    return { ms: performance.now() - startedAt, why: unavailableReason(error) }
  }

  test('times out, in a transaction no later than outside one', async () => {
    await Promise.all([1, 2].map(() => over.db.execute(sql`select pg_sleep(0.01)`)))
    line.hang()
    const elapsed = await timed(() => over.db.execute(sql`select 1`))
    expect(elapsed).toMatchObject({ why: 'unreachable', ms: expect.closeTo(700, -3) })
    const began = await timed(() => over.db.transaction((tx) => tx.execute(sql`select 1`)))
    expect(began.why).toBe('unreachable')
    for (const { ms } of [elapsed, began]) expect(ms).toBeLessThan(1300)
    line.restore()
    expect((await over.db.execute(sql`select 5 as five`)).rows).toEqual([{ five: 5 }])
    expect(over.pool.totalCount).toBeLessThanOrEqual(2)
  })

  test('in a transaction: query and ROLLBACK do not time out twice, and the connection is closed', async () => {
    const inside = await timed(() =>
      over.db.transaction(async (tx) => {
        await tx.execute(sql`select 1`)
        line.hang()
        await tx.execute(sql`select 2`)
      }),
    )
    expect(inside.why).toBe('unreachable')
    expect(inside.ms).toBeLessThan(1300)
    line.restore()
    const rows = await over.db.transaction((tx) => tx.execute(sql`select 6 as six`))
    expect(rows.rows).toEqual([{ six: 6 }])
    await expect.poll(() => over.pool.totalCount - over.pool.idleCount).toBe(0)
  })

  test('once it is known, what waits ends at once, and nobody waits long for a connection until it is back', async () => {
    const patient = connect(line.url, { poolSize: 2 })
    await Promise.all([1, 2].map(() => patient.db.execute(sql`select pg_sleep(0.01)`)))
    line.hang()
    const waiting = timed(() => patient.db.transaction((tx) => tx.execute(sql`select 1`)))
    patient.setAway(true, true)
    expect(await waiting).toMatchObject({ why: 'unreachable', ms: expect.closeTo(0, -3) })
    await expect.poll(() => patient.pool.totalCount).toBe(0)
    expect(await timed(() => patient.db.execute(sql`select 2`))).toMatchObject({
      why: 'unreachable',
      ms: expect.closeTo(2000, -3),
    })
    line.restore()
    patient.setAway(false)
    expect((await patient.db.execute(sql`select 8 as eight`)).rows).toEqual([{ eight: 8 }])
    expect(patient.pool.options.connectionTimeoutMillis).toBe(10_000)
    await patient.close()
  })

  test('a slow statement is cancelled by the server first', async () => {
    const { why } = await timed(() => over.db.execute(sql`select pg_sleep(2)`))
    expect(why).toBe('busy')
  })

  test('without a limit long statements are never cancelled', async () => {
    const patient = connect(line.url, { poolSize: 1, statementTimeoutMs: 0 })
    const { rows } = await patient.db.execute(sql`select pg_sleep(1), 7 as seven`)
    expect(rows).toMatchObject([{ seven: 7 }])
    expect(patient.pool.options.query_timeout ?? 0).toBe(0)
    await patient.close()
  })
})
