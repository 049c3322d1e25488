/** The shop as a function on a database of its own, with the provider's sandbox listening and the jobs at work. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { createApp } from '../../src/app.ts'
import type { Db } from '../../src/database/connect.ts'
import { readEnv } from '../../src/env.ts'
import { openLog } from '../../src/log.ts'
import { clientDirOf, keysOfSandbox, openShop } from '../../src/open-shop.ts'
import { startSandbox } from '../../src/prepare.ts'
import { gatewaysOver } from '../../src/settings/gateways.ts'
import { saveSetting } from '../../src/settings/settings.store.ts'
import type { Shop } from '../../src/shop.ts'
import { developmentAssets } from '../../src/web/assets.ts'
import type { Ask } from '../running/buyer.ts'
import { freePorts } from '../running/free-ports.ts'
import { freshDatabase } from '../support/database.ts'
import { openBooks, type ProviderBooks } from './provider-books.ts'

export type Market = {
  readonly app: ReturnType<typeof createApp>
  readonly shop: Shop
  readonly db: Db
  readonly ask: Ask
  readonly books: ProviderBooks
}

/** Call it at the top level of a test file: it closes after the last test. */
export async function openMarket(): Promise<Market> {
  const database = await freshDatabase()
  await saveSetting(database.db, 'gateways', gatewaysOver({ bacs: { enabled: true } }))
  // Everybody here has the same address, and hardly anybody the patience for a proof of work.
  await saveSetting(database.db, 'orderLimits', {
    failedCards: 10_000,
    failedCardsUnproved: 10_000,
    ordersUnproved: 10_000,
  })
  await saveSetting(database.db, 'unpaidHold', { maxPieces: 0, maxProducts: 0, maxCents: 0 })
  const dataDir = await mkdtemp(join(tmpdir(), 'samovar-market-'))
  const env = readEnv({ PORT: String(await freePorts()), DATA_DIR: dataDir, LOG_LEVEL: 'error' })
  const log = openLog(env)
  const stopSandbox = await startSandbox(env, database.url, log)
  const opened = await openShop(env, database.url, {
    assets: developmentAssets(),
    clientDir: clientDirOf(dataDir),
    isProduction: true,
    log,
  })
  await opened.startJobs()
  afterAll(async () => {
    await opened.close()
    await stopSandbox()
    await rm(dataDir, { recursive: true })
  })
  const app = createApp(opened.shop)
  return {
    app,
    shop: opened.shop,
    db: opened.shop.db,
    ask: async (path, init) => app.request(path, init),
    books: openBooks(`http://127.0.0.1:${env.PORT + 1}`, (await keysOfSandbox(env)).secretKey),
  }
}
