/**
 * A complete shop for tests: the app on a separate database, with the real payment adapter and the provider's sandbox
 * on a free port. Only the job queue is an array in memory, so that a test sees the enqueued jobs.
 *
 *     const { app, db } = await openShop()                        // the reference shop (reference-shop.ts)
 *     const answer = await app.request('/cart/')
 *
 * Call it at the top level of a test file. Cards are the provider's test payment methods, such as `pm_card_visa`.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import type { Hono } from 'hono'
import type pg from 'pg'
import pino from 'pino'
import { afterAll } from 'vitest'
import { type SandboxKeys, sandboxKeys } from '../../sandbox/keys.ts'
import { serveSandbox } from '../../sandbox/serve-sandbox.ts'
import { createApp } from '../../src/app.ts'
import { withBlocks } from '../../src/blocks.ts'
import { capabilities } from '../../src/capabilities.ts'
import { shopMessages } from '../../src/messages.ts'
import { privacy } from '../../src/personal-data.ts'
import { connect, type Db } from '../../src/platform/database/connect.ts'
import { diskStore } from '../../src/platform/files/disk-store.ts'
import type { FileStore } from '../../src/platform/files/file-store.ts'
import type { Jobs } from '../../src/platform/jobs/jobs.ts'
import { type Assets, builtAssets } from '../../src/platform/web/assets.ts'
import { PageCache } from '../../src/platform/web/page-cache.ts'
import { defaultSettings, loadSettings, type Settings } from '../../src/settings.ts'
import { openPaymentService } from '../../src/shop/gateways/open-payment-service.ts'
import { openProductIndex } from '../../src/shop/listing/index/live-product-index.ts'
import type { PricingConfig } from '../../src/shop/pricing/total.ts'
import { reviewHooks } from '../../src/shop/reviews/review-hooks.ts'
import { noFraudRules } from '../../src/shop/risk/settings.ts'
import type { Shop } from '../../src/shop.ts'
import { shopShortcodes } from '../../src/shortcodes.ts'
import { expandText } from '../../src/site/content/expand-text.ts'
import { resolveMenus } from '../../src/site/menus/menus.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { recordedShopPricing } from './recorded-shop-pricing.ts'
import { fillReferenceShop } from './reference-shop.ts'
import { teaMenus } from './tea-menus.ts'

type OpenOptions = {
  /** Content of the database: the reference shop, or another template with the function that fills it. */
  readonly template?: { readonly name: string; readonly prepare: (connection: TestDatabase) => Promise<void> }
  readonly settings?: Partial<Settings>
  readonly pricing?: PricingConfig
  readonly poolSize?: number
  /** Where the shop stores files; on disk by default. */
  readonly files?: FileStore
  readonly now?: () => Date
}

/** Jobs that were enqueued, oldest first. */
type EnqueuedJob = { readonly name: string; readonly data: unknown }

type TestShop = {
  readonly app: Hono
  readonly shop: Shop
  readonly db: Db
  readonly pool: pg.Pool
  readonly databaseUrl: string
  /** Includes jobs enqueued in a transaction that was rolled back. */
  readonly enqueuedJobs: EnqueuedJob[]
  /** The URL of the provider's sandbox, and the shop's keys there. */
  readonly provider: { readonly url: string } & Readonly<SandboxKeys>
}

/** The recorded shop's payment methods and low-stock threshold; it sells to all countries and has no terms page. */
export const recordedSettings: Partial<Settings> = {
  lowStockThreshold: 2,
  termsPage: null,
  checkout: { sellsTo: 'everywhere', shipsTo: 'everywhere', accountCreation: 'link' },
  gateways: {
    ...defaultSettings.gateways,
    stripe_cc: { ...defaultSettings.gateways.stripe_cc, enabled: false },
    stripe_googlepay: { ...defaultSettings.gateways.stripe_googlepay, enabled: false },
    stripe_applepay: { ...defaultSettings.gateways.stripe_applepay, enabled: false },
    cod: { ...defaultSettings.gateways.cod, enabled: true },
    bacs: { ...defaultSettings.gateways.bacs, enabled: true },
    cheque: { ...defaultSettings.gateways.cheque, enabled: true },
  },
}

/** The default payment methods with every wallet. */
export const everyWallet: Settings['gateways'] = {
  ...defaultSettings.gateways,
  stripe_payment_request: { ...defaultSettings.gateways.stripe_payment_request, enabled: true },
}

/** A test buys and fails more often in a second than most honest shoppers do in a year. */
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
    // No server listens at this URL: tests deliver the provider's events themselves.
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
    fraudRules: noFraudRules,
    unpaidHold: noUnpaidHold,
    ...options.settings,
  }
  const clientDir = resolve(import.meta.dirname, '../../dist/client')
  const current = {
    settings: () => settings,
    pricing: () => ({ ...(options.pricing ?? recordedShopPricing), currencies: settings.currencies }),
  }
  const shop = withBlocks({
    db: database.db,
    url: SHOP_URL,
    publicUrl: SHOP_URL,
    secret,
    // A proof takes as many attempts as in a production shop, each a thousandth of the time.
    proofCost: 4,
    dataDir,
    files: options.files ?? diskStore(dataDir),
    clientDir,
    isProduction: true,
    environment: { hasMailServer: false, storage: 'disk', database: 'external', workers: 1 },
    now: options.now ?? (() => new Date()),
    log: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
    assets: existsSync(join(clientDir, '.vite/manifest.json')) ? builtAssets(clientDir) : placeholderAssets,
    pages: new PageCache({ currencies: () => settings.currencies, isClosed: () => settings.comingSoon.isOn }),
    changesSeen: async () => {},
    productIndex: openProductIndex(database.db, options.now ?? (() => new Date())),
    jobs: recordingJobs(enqueuedJobs),
    ...current,
    textOf: expandText({ db: database.db, secret, now: options.now ?? (() => new Date()) }, shopShortcodes(current)),
    payments: openPaymentService({ keys, sandboxOrigin: sandbox.origin, ...(options.now ? { now: options.now } : {}) }),
    commentHooks: reviewHooks,
    menus: () => resolveMenus(teaMenus, new Map()),
    privacy,
    capabilities,
    messages: shopMessages(
      { db: database.db, now: options.now ?? (() => new Date()), secret, url: SHOP_URL },
      async () => ({ ...settings, ...(await loadSettings(database.db)), ...options.settings }),
    ),
  })
  return {
    app: createApp(shop),
    shop,
    db: database.db,
    pool: database.pool,
    databaseUrl: database.url,
    enqueuedJobs,
    provider: { url: sandbox.origin, ...keys },
  }
}

function recordingJobs(enqueuedJobs: EnqueuedJob[]): Jobs {
  return {
    async enqueue(_tx, { name }, data) {
      enqueuedJobs.push({ name, data })
    },
    async enqueueNow({ name }, data) {
      enqueuedJobs.push({ name, data })
    },
    enqueueSoon({ name }) {
      enqueuedJobs.push({ name, data: {} })
    },
    async start() {},
    async stop() {},
  }
}

/** Stands in for the client build: the URL of every asset is the name of its source. */
const placeholderAssets: Assets = {
  boot: '/assets/boot.js',
  styles: ['/assets/styles.css'],
  entry: (source) => ({ script: `/assets/${basename(source).replace(/\.\w+$/, '')}.js`, styles: [] }),
  chunk: () => undefined,
  fonts: [],
  textFonts: [],
  developmentScript: '',
}
