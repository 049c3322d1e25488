import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { idArray } from './connect.ts'

const { db, pool } = await createTestDatabase({ poolSize: 1 })

const prepared = async (): Promise<string[]> => {
  const { rows } = await pool.query<{ statement: string }>('select statement from pg_prepared_statements')
  return rows.map((row) => row.statement)
}

test('a frequent statement is prepared, with the same results', async () => {
  for (const number of [1, 2, 3, 4, 5]) {
    const { rows } = await db.execute(sql`select ${number}::int + 41 as sum`)
    expect(rows).toEqual([{ sum: number + 41 }])
  }
  expect(await prepared()).toEqual(['select $1::int + 41 as sum'])
})

test('statements that are rare, very long or without parameters are not prepared', async () => {
  const before = await prepared()
  await db.execute(sql`select ${1}::int as once`)
  for (let time = 0; time < 5; time += 1) await db.execute(sql`select 7 as plain`)
  const long = sql.raw(`/* ${'x'.repeat(9000)} */`)
  for (let time = 0; time < 5; time += 1) await db.execute(sql`select ${1}::int as long ${long}`)
  expect(await prepared()).toEqual(before)
})

test('a prepared statement works in and outside of transactions, and after a failure', async () => {
  const half = (number: number) => sql`select 100 / ${number}::int as half`
  for (let time = 0; time < 4; time += 1) await db.execute(half(2))
  await expect(db.transaction((tx) => tx.execute(half(0)))).rejects.toThrow('Failed query')
  expect((await db.transaction((tx) => tx.execute(half(4)))).rows).toEqual([{ half: 25 }])
})

test('a statement with a list of ids is planned once, however few they are', async () => {
  const lookUp = () =>
    db.execute(sql`
      select oid, (select count(*) from pg_attribute where attrelid = pg_class.oid) as columns
      from pg_class where oid = any(${idArray([1259])})`)
  for (let time = 0; time < 20; time += 1) expect((await lookUp()).rows).toHaveLength(1)
  const { rows } = await pool.query<{ planned: number }>(
    `select custom_plans::int as planned from pg_prepared_statements where statement like '%from pg_class where oid%'`,
  )
  // PostgreSQL makes five custom plans, then compares them with a generic plan, and uses the generic plan from then on.
  expect(rows).toEqual([{ planned: 5 }])
})
