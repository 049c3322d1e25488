import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { connectClient } from '../database/connect.ts'
import { CopyIn, CopyOut } from './copy-stream.ts'

const socketOf = (client: pg.Client): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream
const { url } = await createTestDatabase()

test('rows of 40 MB pass through in little memory, and arrive as they were', async () => {
  const [{ client: from }, { client: to }] = [await connectClient(url), await connectClient(url)]
  await to.query('create table copied (id int, words text)')
  const out = from.query(
    new CopyOut(`copy (select g, repeat('tea ', 100 + g % 9) from generate_series(1, 100000) g) to stdout`),
  )
  const into = to.query(new CopyIn('copy copied from stdin'))
  const [source, target] = [socketOf(from), socketOf(to)]
  let [most, isFirst] = [0, true]
  await pipeline(
    out,
    async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        // The reader is slow, so the server has to wait for it.
        if (isFirst) await pause(200)
        if (isFirst) expect(source.bytesRead).toBeLessThan(5_000_000)
        isFirst = false
        most = Math.max(most, target.writableLength)
        yield piece
      }
    },
    into,
  )
  expect(most).toBeLessThan(1_000_000)
  expect([out.rows, into.rows]).toEqual([100_000, 100_000])
  const { rows } = await to.query('select sum(id)::text as ids, sum(length(words))::int as letters from copied')
  expect(rows[0]).toMatchObject({ ids: '5000050000' })
  expect(rows[0].letters).toBeGreaterThan(40_000_000)
  await Promise.all([from.end(), to.end()])
}, 30_000)

test('what the server refuses fails the stream, and the connection goes on', async () => {
  const { client } = await connectClient(url)
  await client.query('create table strict (id int)')
  const failed = pipeline(Readable.from(['1\n', 'two\n']), client.query(new CopyIn('copy strict from stdin')))
  await expect(failed).rejects.toThrow('invalid input syntax for type integer')
  await expect(pipeline(Readable.from(['1']), client.query(new CopyIn('copy nowhere from stdin')))).rejects.toThrow(
    'nowhere',
  )
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await client.end()
})
