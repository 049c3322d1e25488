/**
 * The database of a running shop is restarted repeatedly while people buy: by fast shutdown, immediate shutdown or
 * kill, with outages of up to five seconds. The shop process survives, responds with clean errors, recovers within a
 * second, and every purchase completes once.
 */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openEmbedded } from '../../src/platform/database/embedded.ts'
import { withLock } from '../../src/platform/database/process-lock.ts'
import { requestSender } from '../running/buyer.ts'
import { isLongRun } from '../running/long-run.ts'
import { openNewShop } from '../running/open-new-shop.ts'
import {
  ensureBuilt,
  killDatabase,
  removeDataDir,
  type ShopProcess,
  startShop,
  temporaryDataDir,
} from '../running/shop-process.ts'
import { randomFrom, startBuyers } from './concurrent-buyers.ts'
import { expectConsistentOrders, withConnection } from './invariants.ts'
import type { Purchase } from './purchase.ts'
import { addProduct } from './stock.ts'

const seed = Number(process.env.SAMOVAR_SEED ?? Date.now() % 1_000_000)
const start = [4000, 4000, 4000]
/** The database is ended at least three times in each way, once of them with a long outage. */
const restarts = isLongRun ? 20 : 10
/** PostgreSQL's fast shutdown, a kill, and PostgreSQL's immediate shutdown. */
const endings = ['SIGINT', 'SIGKILL', 'SIGQUIT'] as const
/**
 * Maximum time that requests may fail once the database accepts connections again: a second, or on a machine that is
 * busy with other work as long as this many connections take there.
 */
const MAX_RECOVERY = { ms: 1000, connections: 25 }

/** How long each outage keeps the database down, in addition to its start time. */
const outages = (count: number, long: readonly number[]) =>
  Array.from({ length: count }, (_, index) => long[index] ?? 200 + (index % 4) * 100)

test(`[CHK-18] ${restarts} restarts of the embedded database during purchases: the process survives, and nothing is lost, duplicated or left unpaid`, async () => {
  ensureBuilt()
  const dataDir = await temporaryDataDir()
  const shop = await startShop({ dataDir, environment: { SEED: 'none' } })
  onTestFinished(async () => {
    await shop.stop()
    await removeDataDir(dataDir)
  })
  // Disconnects immediately: a process that stays connected would restart the database itself.
  const embedded = await openEmbedded(dataDir)
  await embedded.stop()
  await restartUnderPurchases(
    { shop, databaseUrl: embedded.url, databaseDir: dataDir },
    outages(restarts, [5000, 2000, 1000]),
  )
}, 420_000)

test('[CHK-18] the same with an external server, given by DATABASE_URL', async () => {
  ensureBuilt()
  const databaseDir = await temporaryDataDir()
  const externalServer = await openEmbedded(databaseDir)
  const dataDir = await temporaryDataDir()
  const shop = await startShop({ dataDir, environment: { SEED: 'none', DATABASE_URL: overTcp(externalServer.url) } })
  onTestFinished(async () => {
    await shop.stop()
    await externalServer.stop()
    await removeDataDir(dataDir)
    await removeDataDir(databaseDir)
  })
  await restartUnderPurchases({ shop, databaseUrl: overTcp(externalServer.url), databaseDir }, outages(4, [1000]))
}, 420_000)

type Restarted = { readonly shop: ShopProcess; readonly databaseUrl: string; readonly databaseDir: string }

async function restartUnderPurchases({ shop, databaseUrl, databaseDir }: Restarted, downMs: readonly number[]) {
  process.stdout.write(`  restart test: SAMOVAR_SEED=${seed}\n`)
  const tins = await withConnection(databaseUrl, async ({ db }) => {
    await openNewShop(db)
    const productIds = []
    for (const count of start) productIds.push(await addProduct(db, count))
    return productIds
  })
  const all: Purchase[] = []
  const attempts = 1000
  const buyers = startBuyers(4, {
    sendRequest: requestSender(shop.url),
    productIds: tins,
    random: randomFrom(seed),
    purchases: all,
    attempts: attempts,
  })
  const recoveries: Recovery[] = []
  let alive = 0
  for (const [round, ms] of downMs.entries()) {
    await buyers.waitForPurchases(2)
    // The page is cached now, so it has to be served while the database is down.
    expect(await statusOf(shop, '/shop/')).toBe(200)
    // A process that wants to restart the database waits for this lock.
    await withLock(join(databaseDir, 'postgres.lock.db'), async () => {
      await killDatabase(databaseDir, endings[round % endings.length])
      await pause(ms / 2)
      if (ms >= 1000) await expectGracefulErrors(shop)
      await pause(ms / 2)
    })
    recoveries.push(await waitForRecovery(shop, databaseUrl))
    if (shop.isAlive()) alive += 1
  }
  await buyers.waitForPurchases(4)
  buyers.stop()
  await buyers.finished()
  for (const purchase of all) if (!purchase.isConfirmed()) await purchase.resume()

  process.stdout.write(`  ${all.length} purchases; back after ${recoveries.map(({ ms }) => ms).join(', ')} ms\n`)
  expect(alive, shop.output()).toBe(downMs.length)
  expect(shop.output()).not.toContain('Unhandled')
  const isLate = ({ ms, connectionMs }: Recovery) =>
    ms > Math.max(MAX_RECOVERY.ms, MAX_RECOVERY.connections * connectionMs)
  expect(recoveries.filter(isLate)).toEqual([])
  await expectConsistentOrders({ shop, databaseUrl, productIds: tins, initialStock: start }, all)
}

/** Cached pages are served; all other responses have Retry-After, as HTML and as JSON. */
async function expectGracefulErrors(shop: ShopProcess): Promise<void> {
  expect(await statusOf(shop, '/shop/')).toBe(200)
  const page = await fetch(`${shop.url}/shop/?s=${Math.random()}`, { headers: { accept: 'text/html' } })
  expect(page.status).toBe(503)
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await page.text()).toContain('nothing was charged twice')
  const call = await fetch(`${shop.url}/wp-json/wc/store/v1/products`)
  expect(call.status).toBe(503)
  expect(Number(call.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await call.json()).toMatchObject({ code: 'service_unavailable', data: { status: 503 } })
  expect(await statusOf(shop, '/healthz')).toBe(503)
}

const statusOf = async (shop: ShopProcess, path: string): Promise<number> => {
  const answer = await fetch(shop.url + path)
  await answer.body?.cancel()
  return answer.status
}

/** How long the shop fails once the database accepts connections again, and how long a connection takes then. */
type Recovery = { readonly ms: number; readonly connectionMs: number }

async function waitForRecovery(shop: ShopProcess, databaseUrl: string): Promise<Recovery> {
  const deadline = Date.now() + 30_000
  while (!(await acceptsConnections(databaseUrl))) {
    if (Date.now() > deadline) throw new Error(`The database did not come back:\n${shop.output()}`)
    await pause(10)
  }
  const databaseUpAt = performance.now()
  while ((await statusOf(shop, '/healthz')) !== 200) {
    if (Date.now() > deadline) throw new Error(`The shop did not come back:\n${shop.output()}`)
    await pause(10)
  }
  const shopUpAt = performance.now()
  for (let count = 0; count < 5; count += 1) await acceptsConnections(databaseUrl)
  const connectionMs = (performance.now() - shopUpAt) / 5
  return { ms: Math.round(shopUpAt - databaseUpAt), connectionMs }
}

async function acceptsConnections(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}

/** The embedded server's URL over TCP instead of its socket, as an operator would write it. */
function overTcp(url: string): string {
  const tcpUrl = new URL(url)
  const port = tcpUrl.searchParams.get('port') ?? tcpUrl.port
  return `postgresql://${tcpUrl.username}:${tcpUrl.password}@127.0.0.1:${port}${tcpUrl.pathname}`
}
