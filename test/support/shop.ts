/**
 * A whole shop for tests: the real app on a real database of its own, with the real payment adapter in front of the
 * provider's sandbox on a free port. Only the job queue is a list in memory, so that a test sees what was asked for.
 *
 *     const { app, db } = await openShop()                        // the reference shop (reference-shop.ts)
 *     const answer = await app.request('/cart/')
 *
 * Call it at the top level of a test file. Cards go by the provider's ready-made names, such as `pm_card_visa`.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import type { Hono } from 'hono'
import type pg from 'pg'
import pino from 'pino'
import { afterAll } from 'vitest'
import { createApp } from '../../src/app.ts'
import { connect, type Db } from '../../src/platform/database/connect.ts'
import type { JobName, Jobs } from '../../src/platform/jobs/jobs.ts'
import { type Assets, builtAssets } from '../../src/platform/web/assets.ts'
import { PageCache } from '../../src/platform/web/page-cache.ts'
import { type SandboxKeys, sandboxKeys } from '../../src/sandbox/keys.ts'
import { serveSandbox } from '../../src/sandbox/serve-sandbox.ts'
import { defaultSettings, type Settings } from '../../src/settings.ts'
import { openProductIndex } from '../../src/shop/listing/index/live-product-index.ts'
import { openPaymentService } from '../../src/shop/payments/open-payment-service.ts'
import { recordedShopPricing } from '../../src/shop/pricing/recorded-shop-pricing.ts'
import type { PricingConfig } from '../../src/shop/pricing/total.ts'
import type { Shop } from '../../src/shop.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { fillReferenceShop } from './reference-shop.ts'

type OpenOptions = {
  /** What the database holds: the reference shop, or a template of your own with what fills it. */
  readonly template?: { readonly name: string; readonly prepare: (connection: TestDatabase) => Promise<void> }
  readonly settings?: Partial<Settings>
  readonly pricing?: PricingConfig
  readonly poolSize?: number
  readonly now?: () => Date
}

/** Work that was asked for, oldest first. */
type EnqueuedJob = { readonly name: JobName; readonly data: unknown }

type TestShop = {
  readonly app: Hono
  readonly shop: Shop
  readonly db: Db
  readonly pool: pg.Pool
  /** Work asked for inside a transaction that failed stands here too. */
  readonly enqueuedJobs: EnqueuedJob[]
  /** Where the provider's sandbox listens, and the shop's own keys there. */
  readonly provider: { readonly url: string } & Readonly<SandboxKeys>
}

/** The ways to pay of the recorded shop, its stock threshold, and all the world to sell to; no terms page. */
export const recordedSettings: Partial<Settings> = {
  lowStockThreshold: 2,
  termsPage: null,
  checkout: { sellsTo: 'everywhere', shipsTo: 'everywhere', accountCreation: 'link' },
  gateways: {
    stripe_cc: { ...defaultSettings.gateways.stripe_cc, enabled: false },
    cod: { ...defaultSettings.gateways.cod, enabled: true },
    bacs: { ...defaultSettings.gateways.bacs, enabled: true },
    cheque: { ...defaultSettings.gateways.cheque, enabled: true },
  },
}

/** A test buys and fails more in a second than an honest street in a year. */
const noLimits = { failedCards: 1e6, failedCardsWithoutProof: 1e6, ordersWithoutProof: 1e6 }
const noUnpaidHold = { maxPieces: 0, maxProducts: 0, maxCents: 0 }

export const SHOP_URL = 'http://shop.test'
const secret = 'a-secret-of-thirty-two-letters-at-least'
const referenceTemplate = { name: 'reference', prepare: fillReferenceShop }

export async function openShop(options: OpenOptions = {}): Promise<TestShop> {
  const { name, prepare } = options.template ?? referenceTemplate
  const database = await createTestDatabase({
    template: name,
    prepare,
    ...(options.poolSize === undefined ? {} : { poolSize: options.poolSize }),
  })
  const keys = sandboxKeys(secret)
  const sandboxConnection = connect(database.url, { poolSize: 3 })
  const sandbox = await serveSandbox({
    host: '127.0.0.1',
    port: 0,
    pool: sandboxConnection.pool,
    shopOrigins: [SHOP_URL],
    secretKey: keys.secretKey,
    // Nothing listens there: tests of the provider's news deliver it themselves.
    webhook: { url: 'http://127.0.0.1:9/', secret: keys.webhookSecret },
  })
  const dataDir = mkdtempSync(join(tmpdir(), 'samovar-shop-'))
  afterAll(async () => {
    await sandbox.stop()
    await sandboxConnection.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const enqueuedJobs: EnqueuedJob[] = []
  const settings: Settings = {
    ...defaultSettings,
    orderLimits: noLimits,
    unpaidHold: noUnpaidHold,
    ...options.settings,
  }
  const clientDir = resolve(import.meta.dirname, '../../dist/client')
  const shop: Shop = {
    db: database.db,
    url: SHOP_URL,
    secret,
    dataDir,
    clientDir,
    isProduction: true,
    now: options.now ?? (() => new Date()),
    log: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
    assets: existsSync(join(clientDir, '.vite/manifest.json')) ? builtAssets(clientDir) : placeholderAssets,
    pages: new PageCache(),
    productIndex: openProductIndex(database.db, options.now ?? (() => new Date())),
    jobs: recordingJobs(enqueuedJobs),
    settings: () => settings,
    pricing: () => options.pricing ?? recordedShopPricing,
    payments: openPaymentService({ keys, sandboxOrigin: sandbox.origin, ...(options.now ? { now: options.now } : {}) }),
  }
  return {
    app: createApp(shop),
    shop,
    db: database.db,
    pool: database.pool,
    enqueuedJobs,
    provider: { url: sandbox.origin, ...keys },
  }
}

function recordingJobs(enqueuedJobs: EnqueuedJob[]): Jobs {
  return {
    async enqueue(_tx, name, data) {
      enqueuedJobs.push({ name, data })
    },
    async enqueueNow(name, data) {
      enqueuedJobs.push({ name, data })
    },
    enqueueSoon(name) {
      enqueuedJobs.push({ name, data: {} })
    },
    async start() {},
    async stop() {},
  }
}

/** Stands in where the client is not built: every address is its source's name. */
const placeholderAssets: Assets = {
  boot: '/assets/boot.js',
  styles: ['/assets/styles.css'],
  entry: (source) => ({ script: `/assets/${basename(source).replace(/\.\w+$/, '')}.js`, styles: [] }),
  fonts: [],
  developmentScript: '',
}
