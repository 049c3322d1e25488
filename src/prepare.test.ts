import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { findDemoUsers } from '../db/seed/demo-users.ts'
import { seedUsers } from '../db/seed/seed-users.ts'
import { findFreePortPair } from '../test/running/free-ports.ts'
import { removeDataDir, temporaryDataDir } from '../test/running/shop-process.ts'
import { createTestDatabase } from '../test/support/database.ts'
import { writeOrder } from '../test/support/orders.ts'
import { runCli } from './cli/run-cli.ts'
import type { Terminal } from './cli/terminal.ts'
import { loadSandboxKeys } from './open-shop.ts'
import { sessions, users } from './people/identity/accounts.table.ts'
import { createUser } from './people/identity/users.store.ts'
import { connect } from './platform/database/connect.ts'
import { parseEnv } from './platform/env.ts'
import { prepare, type StopFunction, startSandbox, stopOnce } from './prepare.ts'
import { orders } from './shop/orders/orders.table.ts'

const { db, url } = await createTestDatabase()
const log = pino({ level: 'silent' })
const folder = await mkdtemp(join(tmpdir(), 'samovar-prepare-'))
afterAll(() => rm(folder, { recursive: true }))

const here = { DATABASE_URL: url, DATA_DIR: join(folder, 'data') }
const keys = (kind: 'live' | 'test') => ({
  STRIPE_SECRET_KEY: `sk_${kind}_1`,
  STRIPE_PUBLISHABLE_KEY: `pk_${kind}_1`,
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
})
const https = { SHOP_URL: 'https://tea.example', ...keys('test') }
const start = (overrides: Record<string, string>) => prepare(parseEnv({ ...here, ...overrides }), log, [])
const userEmails = async () => (await db.select({ email: users.email }).from(users)).map((user) => user.email)

async function command(args: readonly string[], overrides: Record<string, string> = {}) {
  let said = ''
  const terminal: Terminal = {
    env: { ...here, ...overrides },
    cwd: folder,
    isInteractive: false,
    out: (text) => {
      said += text
    },
    err: (text) => {
      said += text
    },
    readPassword: async () => '',
    exitCode: 0,
  }
  return { code: await runCli(terminal, args), said }
}

test.each([
  ['live keys', keys('live')],
  ['an https address', https],
])('an empty shop with %s stays empty, also for the command that seeds', async (_, overrides) => {
  await start(overrides)
  expect(await command(['seed'], overrides)).toMatchObject({
    code: 2,
    said: expect.stringContaining('passwords are public'),
  })
  expect(await userEmails()).toEqual([])
  expect((await db.execute(sql`select 1 from entries`)).rows).toEqual([])
})

test('the embedded database has connections for every process', async () => {
  const stops: (() => Promise<void>)[] = []
  const dataDir = await temporaryDataDir()
  const { DATABASE_URL: _, ...env } = parseEnv({ DATA_DIR: dataDir, SEED: 'none', WORKERS: '16' })
  const { pool, close } = connect(await prepare(env, log, stops), { poolSize: 1 })
  const { rows } = await pool.query<{ max_connections: string }>('show max_connections')
  expect(Number(rows[0]?.max_connections)).toBeGreaterThan(16 * 14 + 10)
  await close()
  for (const stop of stops) await stop()
  await removeDataDir(dataDir)
})

test('a start that fails, or is ended while the database opens, leaves no database running', async () => {
  const dataDir = await temporaryDataDir()
  const isRunning = () => existsSync(join(dataDir, 'postgres/postmaster.pid'))
  const port = await findFreePortPair()
  const { DATABASE_URL: _, ...env } = parseEnv({ DATA_DIR: dataDir, SEED: 'none', PORT: String(port) })
  const stops: StopFunction[] = []
  const starting = prepare(env, log, stops)
  const stop = stopOnce(stops, log)
  await Promise.all([stop(), expect(starting).rejects.toBeInstanceOf(Error)])
  expect(isRunning()).toBe(false)

  const other = createServer((socket) => socket.destroy())
  await once(other.listen(port + 1, '127.0.0.1'), 'listening')
  const again: StopFunction[] = []
  const databaseUrl = await prepare(env, log, again)
  await expect(startSandbox(env, databaseUrl, log)).rejects.toThrow(`${port + 1} is taken`)
  expect(isRunning()).toBe(true)
  const stopAgain = stopOnce(again, log)
  await Promise.all([stopAgain(), stopAgain()])
  expect(isRunning()).toBe(false)
  other.close()
  await removeDataDir(dataDir)
})

test('a sandbox whose port is taken keeps no connections to the database', async () => {
  const port = await findFreePortPair()
  const other = createServer((socket) => socket.destroy())
  await once(other.listen(port + 1, '127.0.0.1'), 'listening')
  const connections = async () =>
    (
      await db.execute<{ pid: number }>(
        sql`select pid from pg_stat_activity where datname = current_database() order by 1`,
      )
    ).rows.length
  const before = await connections()
  await expect(startSandbox(parseEnv({ ...here, PORT: String(port) }), url, log)).rejects.toThrow('is taken')
  await expect.poll(connections).toBe(before)
  other.close()
})

test('an https URL without keys prevents the start', async () => {
  await expect(start({ SHOP_URL: 'https://tea.example' })).rejects.toThrow('PAYMENT_SANDBOX=allow')
})

test('a shop with demo accounts does not go live; the suggested command removes only them', async () => {
  await createUser(db, { email: 'real@tea.example', name: 'Real', password: 'first flush 2026', role: 'customer' })
  const seeded = await db.transaction((tx) => seedUsers(tx, new Date()))
  const luc = seeded[1]?.userId ?? 0
  const order = await writeOrder(db, { status: 'completed', customerId: luc })
  await db.insert(sessions).values({ userId: luc, token: 'theirs', expiresAt: new Date(Date.now() + 60_000) })
  expect(await findDemoUsers(db)).toHaveLength(4)

  await expect(start({ SEED: 'none' })).resolves.toBe(url)
  for (const overrides of [https, keys('live')]) {
    const message = await start(overrides).catch((error: Error) => error.message)
    expect(message).toContain('owner@samovar.test, editor@samovar.test, customer@samovar.test, luc@samovar.test')
    expect(message).toContain('npm run shop -- user remove-demo')
  }

  const removed = await command(['user', 'remove-demo'], https)
  expect(removed).toMatchObject({ code: 0, said: expect.stringContaining('Removed owner@samovar.test') })
  expect(removed.said).toContain('user create you@example.com --role administrator')
  expect(await userEmails()).toEqual(['real@tea.example'])
  expect(await db.select().from(sessions)).toEqual([])
  const [stored] = await db.select().from(orders).where(eq(orders.id, order.id))
  expect(stored).toMatchObject({ status: 'completed', customerId: null })

  await expect(start(https)).resolves.toBe(url)
  const again = await command(['user', 'remove-demo'])
  expect(again.said).toContain('There are no demo accounts.')
  expect(again.said).not.toContain('orders')
})

test('the sandbox listens locally, even if the shop is public', async () => {
  const port = await findFreePortPair()
  const env = parseEnv({ ...here, HOST: '0.0.0.0', PORT: String(port) })
  const stop = await startSandbox(env, url, log)
  const { secretKey } = await loadSandboxKeys(env)
  const statusOf = (host: string) =>
    fetch(`http://${host}:${port + 1}/v1/charges`, { headers: { authorization: `Bearer ${secretKey}` } }).then(
      (response) => response.status,
      () => 'nobody answers',
    )
  // All of 127.0.0.0/8 is local, so 127.0.0.2 stands in for this machine's network address.
  expect([await statusOf('127.0.0.1'), await statusOf('127.0.0.2')]).toEqual([200, 'nobody answers'])
  await stop()
})
