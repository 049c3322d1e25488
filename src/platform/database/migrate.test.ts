import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { migrate } from './migrate.ts'

const { pool } = await createTestDatabase()
const directory = await mkdtemp(join(tmpdir(), 'samovar-migrations-'))
afterAll(() => rm(directory, { recursive: true }))

const tins = 'CREATE TABLE tins (id int PRIMARY KEY);\n--> statement-breakpoint\nINSERT INTO tins VALUES (1);\n'
const cups = 'CREATE TABLE cups (id int PRIMARY KEY);'

beforeEach(async () => {
  await pool.query('DROP TABLE IF EXISTS schema_migrations, tins, cups, pots')
  for (const name of await readdir(directory)) await rm(join(directory, name))
})

const write = (name: string, text: string) => writeFile(join(directory, name), text)

async function tables(source: pg.Pool): Promise<string[]> {
  const { rows } = await source.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE tablename IN ('tins', 'cups', 'pots') ORDER BY 1",
  )
  return rows.map(({ name }) => name)
}

async function applied(source: pg.Pool): Promise<string[]> {
  const { rows } = await source.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name')
  return rows.map(({ name }) => name)
}

test('files are applied in name order, and only once', async () => {
  await write('0002_cups.sql', 'CREATE TABLE cups AS SELECT id FROM tins')
  await write('0001_tins.sql', tins)
  expect(await migrate(pool, directory)).toEqual(['0001_tins.sql', '0002_cups.sql'])
  expect(await migrate(pool, directory)).toEqual([])
  expect((await pool.query('SELECT id FROM cups')).rows).toEqual([{ id: 1 }])
})

test('a later file is added to what is there', async () => {
  await write('0001_tins.sql', tins)
  await migrate(pool, directory)
  await write('0002_cups.sql', cups)
  expect(await migrate(pool, directory)).toEqual(['0002_cups.sql'])
})

test('of concurrent processes one applies the migrations', async () => {
  await write('0001_tins.sql', tins)
  await write('0002_cups.sql', `SELECT pg_sleep(0.1);--> statement-breakpoint\n${cups}`)
  const results = await Promise.all([1, 2, 3, 4].map(() => migrate(pool, directory)))
  expect(results.flat().sort()).toEqual(['0001_tins.sql', '0002_cups.sql'])
})

test('a failing file is rolled back, earlier ones stay applied', async () => {
  await write('0001_tins.sql', tins)
  await write('0002_cups.sql', `${cups}\n--> statement-breakpoint\nINSERT INTO pots VALUES (1)`)
  await expect(migrate(pool, directory)).rejects.toThrow(/0002_cups\.sql failed and was taken back: relation "pots"/)
  expect(await tables(pool)).toEqual(['tins'])
  expect(await applied(pool)).toEqual(['0001_tins.sql'])
})

test('a database with newer migrations is rejected and left unchanged', async () => {
  await write('0001_tins.sql', tins)
  await write('0009_pots.sql', 'CREATE TABLE pots (id int)')
  await migrate(pool, directory)
  await rm(join(directory, '0009_pots.sql'))
  await write('0002_cups.sql', cups)
  await expect(migrate(pool, directory)).rejects.toThrow(/newer than this Samovar: it has had 0009_pots\.sql/)
  expect(await tables(pool)).toEqual(['pots', 'tins'])
})

test('an edited file is rejected and nothing changes', async () => {
  await write('0001_tins.sql', tins)
  await migrate(pool, directory)
  await write('0001_tins.sql', `${tins} -- and more`)
  await write('0002_cups.sql', cups)
  await expect(migrate(pool, directory)).rejects.toThrow(/0001_tins\.sql was edited/)
  expect(await tables(pool)).toEqual(['tins'])
})

test('line ends do not count as an edit', async () => {
  await write('0001_tins.sql', tins)
  await migrate(pool, directory)
  await write('0001_tins.sql', tins.replaceAll('\n', '\r\n'))
  expect(await migrate(pool, directory)).toEqual([])
})

test('the shop’s migrations are idempotent', async () => {
  const shop = await createTestDatabase()
  expect(await migrate(shop.pool, resolve(import.meta.dirname, '../../../db/migrations'))).toEqual([])
})
