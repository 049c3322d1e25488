/** The shop in the test's process, with its own database, a running provider sandbox and a job worker. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { createApp } from '../../src/app.ts'
import { clientDirOf, loadSandboxKeys, openShop } from '../../src/open-shop.ts'
import type { Db } from '../../src/platform/database/connect.ts'
import { parseEnv } from '../../src/platform/env.ts'
import { openLog } from '../../src/platform/log/open-log.ts'
import { developmentAssets } from '../../src/platform/web/assets.ts'
import { startSandbox } from '../../src/prepare.ts'
import type { Settings } from '../../src/settings.ts'
import { mergeGateways } from '../../src/shop/payment-methods/payment-methods.ts'
import { noFraudRules } from '../../src/shop/risk/settings.ts'
import type { Shop } from '../../src/shop.ts'
import { saveSettings } from '../../src/things/settings/settings.store.ts'
import type { SendRequest } from '../running/buyer.ts'
import { findFreePortPair } from '../running/free-ports.ts'
import { addDemoCharges } from '../running/open-new-shop.ts'
import { createTestDatabase } from '../support/database.ts'
import { openProviderLedger, type ProviderLedger } from './provider-ledger.ts'

export type InProcessShop = {
  readonly app: ReturnType<typeof createApp>
  readonly shop: Shop
  readonly db: Db
  readonly sendRequest: SendRequest
  readonly providerUrl: string
  /** The secret key of the provider's sandbox. */
  readonly secretKey: string
  readonly ledger: ProviderLedger
}

/** Call it at the top level of a test file: the shop closes after the last test. */
export async function openInProcessShop(): Promise<InProcessShop> {
  const database = await createTestDatabase()
  await addDemoCharges(database.db)
  await saveSettings<Settings>(database.db, { gateways: mergeGateways({ bacs: { enabled: true } }) })
  // All test shoppers have the same address, and hardly any compute a proof of work.
  await saveSettings<Settings>(database.db, {
    orderLimits: {
      failedCards: 10_000,
      failedCardsWithoutProof: 10_000,
      ordersWithoutProof: 10_000,
    },
  })
  await saveSettings<Settings>(database.db, { fraudRules: noFraudRules })
  await saveSettings<Settings>(database.db, { unpaidHold: { maxPieces: 0, maxProducts: 0, maxCents: 0 } })
  const dataDir = await mkdtemp(join(tmpdir(), 'samovar-market-'))
  const env = parseEnv({ PORT: String(await findFreePortPair()), DATA_DIR: dataDir, LOG_LEVEL: 'error' })
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
  const providerUrl = `http://127.0.0.1:${env.PORT + 1}`
  const { secretKey } = await loadSandboxKeys(env)
  return {
    app,
    shop: opened.shop,
    db: opened.shop.db,
    sendRequest: async (path, init) => app.request(path, init),
    providerUrl,
    secretKey,
    ledger: openProviderLedger(providerUrl, secretKey),
  }
}
