import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { openDatabaseProxy } from '../../../test/support/database-proxy.ts'
import { openListener } from './listener.ts'
import { isClientTimeout } from './unavailable-reason.ts'

const { url } = await createTestDatabase()
const admin = new pg.Client({ connectionString: url })
await admin.connect()
afterAll(() => admin.end())

test('reconnects within a second, repeatedly, and reports each loss once', async () => {
  const messages: string[] = []
  const events: string[] = []
  let failing = 0
  const listener = await openListener(url, {
    channel: 'tea',
    onMessage: (payload) => messages.push(payload),
    onDisconnect: () => events.push('lost'),
    async onReconnect() {
      if (failing-- > 0) throw new Error('gone again')
      events.push('back')
    },
  })
  const notify = (message: string) => admin.query(`select pg_notify('tea', $1)`, [message])
  await notify('one')
  await expect.poll(() => messages).toEqual(['one'])

  for (const round of [1, 2, 3]) {
    // `onReconnect` may fail too; then the connection is re-established.
    failing = round === 2 ? 2 : 0
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen "tea"'`)
    await expect.poll(() => events.length, { timeout: 2000 }).toBe(round * 2)
    expect(events.slice(-2)).toEqual(['lost', 'back'])
    await notify(`after ${round}`)
    await expect.poll(() => messages.at(-1)).toBe(`after ${round}`)
  }
  await listener.end()
  const { rows } = await admin.query(`select 1 from pg_stat_activity where query = 'listen "tea"'`)
  expect(rows).toEqual([])
})

test('throws if the first connection fails', async () => {
  const nowhere = { channel: 'tea', onMessage() {}, onDisconnect() {}, onReconnect: async () => {} }
  await expect(openListener('postgresql://x@127.0.0.1:1/x', nowhere)).rejects.toThrow('ECONNREFUSED')
})

test('a server that does not answer is reported as such within ten seconds', async () => {
  const line = await openDatabaseProxy(url)
  const losses: (Error | undefined)[] = []
  const listener = await openListener(line.url, {
    channel: 'tea',
    onMessage() {},
    onDisconnect: (error) => losses.push(error),
    onReconnect: async () => {},
  })
  line.hang()
  await expect.poll(() => losses.map(isClientTimeout), { timeout: 11_000 }).toEqual([true])
  line.restore()
  await listener.end()
}, 14_000)
