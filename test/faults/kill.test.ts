/**
 * A running shop is killed at random moments while people buy. A confirmed order exists and is paid once; an
 * interrupted shopper who retries ends up with one order and one charge.
 */
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbedded } from '../../src/platform/database/embedded.ts'
import { requestSender } from '../running/buyer.ts'
import { findFreePortPair } from '../running/free-ports.ts'
import { isLongRun } from '../running/long-run.ts'
import { openNewShop } from '../running/open-new-shop.ts'
import {
  databasePid,
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

const kills = Number(process.env.SAMOVAR_KILLS ?? (isLongRun ? 20 : 8))
const seed = Number(process.env.SAMOVAR_SEED ?? Date.now() % 1_000_000)
const random = randomFrom(seed)
/** Initial stock: enough for everyone, so that every purchase should end in an order. */
const start = [4000, 4000, 4000]

let shop: ShopProcess
let dataDir: string
let databaseUrl: string
let tins: number[]

beforeAll(async () => {
  ensureBuilt()
  dataDir = await temporaryDataDir()
  const port = await findFreePortPair()
  shop = await startShop({ dataDir, port, environment: { SEED: 'none' } })
  // Disconnects immediately: a process that stays connected would restart the database itself.
  const embedded = await openEmbedded(dataDir)
  databaseUrl = embedded.url
  await embedded.stop()
  tins = await withConnection(databaseUrl, async ({ db }) => {
    await openNewShop(db)
    const productIds = []
    for (const count of start) productIds.push(await addProduct(db, count))
    return productIds
  })
}, 240_000)

afterAll(async () => {
  await shop?.stop()
  if (dataDir) await removeDataDir(dataDir)
})

test(`[CHK-18] ${kills} kills during purchases lose no confirmed order, and duplicate none`, async () => {
  process.stdout.write(`  kill test: SAMOVAR_SEED=${seed} SAMOVAR_KILLS=${kills}\n`)
  const all: Purchase[] = []
  let interrupted: Purchase[] = []
  for (let round = 0; round < kills; round += 1) {
    const buyers = startBuyers(3, {
      sendRequest: requestSender(shop.url),
      productIds: tins,
      random,
      purchases: all,
      interrupted: interrupted,
    })
    // Half of the kills happen right after the start, half after at least one purchase.
    if (round % 4 < 2) await buyers.waitForPurchases()
    await pause(20 + Math.floor(random() * 600))
    buyers.stop()
    if (round % 2 === 1) await killDatabase(dataDir)
    await shop.kill()
    await buyers.finished()
    // Every other interrupted purchase is retried; the rest are abandoned.
    interrupted = all.filter((purchase) => !purchase.isConfirmed() && !purchase.isAbandoned)
    for (const [index, purchase] of interrupted.entries()) if (index % 2 === 1) purchase.isAbandoned = true
    interrupted = interrupted.filter((purchase) => !purchase.isAbandoned)
    shop = await startShop({ dataDir, port: shop.port, environment: { SEED: 'none' } })
  }
  for (const purchase of interrupted) await purchase.resume()

  const confirmed = all.filter((purchase) => purchase.isConfirmed())
  expect(confirmed.length).toBeGreaterThanOrEqual(kills / 2)
  expect(interrupted.filter((purchase) => !purchase.isConfirmed())).toEqual([])
  await expectConsistentOrders({ shop, databaseUrl, productIds: tins, initialStock: start }, confirmed)
}, 420_000)

test('a worker that is stopped and killed leaves no request without an answer: the other one takes them', async () => {
  await shop.stop()
  shop = await startShop({ dataDir, environment: { SEED: 'none', WORKERS: '2' } })
  await expect.poll(() => shop.output(), { timeout: 30_000 }).toContain('with 2 processes')
  const workers = await readFile(`/proc/${shop.pid}/task/${shop.pid}/children`, 'utf8')
  const [worker] = workers.trim().split(' ').map(Number).filter(isServer)
  process.kill(worker ?? 0, 'SIGSTOP')
  await expect.poll(() => stateOf(worker ?? 0)).toBe('T')
  const asked = Array.from({ length: 6 }, () => statusOverNewConnection(`${shop.url}/healthz`))
  await pause(500)
  process.kill(worker ?? 0, 'SIGKILL')
  expect(await Promise.all(asked)).toEqual(Array(6).fill(200))
}, 90_000)

test.each(['1', '2'])(
  'with a port that is taken the shop ends with a message before it touches its database, with %s processes',
  async (WORKERS) => {
    const port = await findFreePortPair()
    const newDataDir = await temporaryDataDir()
    // The second port is the sandbox's.
    for (const taken of [port, port + 1]) {
      const other = createServer((socket) => socket.destroy())
      await once(other.listen(taken, '127.0.0.1'), 'listening')
      const starting = startShop({ dataDir: newDataDir, port, environment: { SEED: 'none', WORKERS } })
      await expect(starting).rejects.toThrow(`did not start:\n\n  The shop cannot start.\n  PORT: ${taken} is taken`)
      expect(existsSync(newDataDir)).toBe(false)
      other.close()
    }
    await removeDataDir(newDataDir)
  },
  120_000,
)

test('an address that the machine does not have is named', async () => {
  const newDataDir = await temporaryDataDir()
  for (const variable of ['HOST', 'SANDBOX_HOST']) {
    const starting = startShop({ dataDir: newDataDir, environment: { [variable]: '192.0.2.1' } })
    await expect(starting).rejects.toThrow(`${variable}: 192.0.2.1 is not an address of this machine`)
  }
  expect(existsSync(newDataDir)).toBe(false)
  await removeDataDir(newDataDir)
}, 60_000)

test('a shop whose terminal is closed stops its database', async () => {
  await shop.stop()
  shop = await startShop({ dataDir, environment: { SEED: 'none' } })
  process.kill(shop.pid, 'SIGHUP')
  await expect.poll(() => shop.isAlive(), { timeout: 20_000 }).toBe(false)
  expect(await databasePid(dataDir)).toBeUndefined()
}, 60_000)

/** The letter of a process's state in /proc; T is stopped. */
const stateOf = (pid: number): string | undefined =>
  /^State:\s+(\w)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]

/** `fetch` may use a connection of an earlier request, which the stopped worker had accepted before. */
const statusOverNewConnection = (url: string): Promise<number | undefined> =>
  new Promise((done, fail) => {
    get(url, { agent: false, timeout: 8000 }, (answer) => {
      answer.resume()
      done(answer.statusCode)
    })
      .on('timeout', () => fail(new Error(`${url} did not answer`)))
      .on('error', fail)
  })

/** Whether a child process is a worker: the shop's process also has its database as a child. */
const isServer = (pid: number): boolean => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('server.js')
