import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import { type SandboxKeys, sandboxKeys } from '../sandbox/keys.ts'
import { type ShopParts, withBlocks } from './blocks.ts'
import { capabilities } from './capabilities.ts'
import { reconcileJob, shopJobs } from './jobs.ts'
import { shopMessages } from './messages.ts'
import { PROOF_COST } from './people/abuse/proof-of-work.ts'
import { privacy } from './personal-data.ts'
import { type Connection, connect } from './platform/database/connect.ts'
import { loadOrCreateSecret } from './platform/database/secret.ts'
import { isClientTimeout } from './platform/database/unavailable-reason.ts'
import { type Env, environmentFacts, localUrl, shopUrl, usesSandbox } from './platform/env.ts'
import { openFileStore } from './platform/files/open-file-store.ts'
import { openJobs } from './platform/jobs/jobs.ts'
import { setShopTimeZone } from './platform/time/shop-time.ts'
import type { Assets } from './platform/web/assets.ts'
import { openLive } from './platform/web/live-value.ts'
import { PageCache } from './platform/web/page-cache.ts'
import { listenForPageTags } from './platform/web/page-tags.ts'
import { loadSettings } from './settings.ts'
import type { PaymentService } from './shop/gateways/context.ts'
import { openPaymentService } from './shop/gateways/open-payment-service.ts'
import { openProductIndex } from './shop/listing/index/live-product-index.ts'
import { pricingFromSettings } from './shop/pricing/canadian-pricing.ts'
import { reviewHooks } from './shop/reviews/review-hooks.ts'
import { openShipping } from './shop/shipping/live-shipping.ts'
import { openTaxes } from './shop/taxes/live-taxes.ts'
import type { Shop } from './shop.ts'
import { shopShortcodes } from './shortcodes.ts'
import { expandText } from './site/content/expand-text.ts'
import { openMenus } from './site/menus/live-menus.ts'

export type RunningShop = {
  readonly shop: Shop
  /** The shop at the host of a request: without SHOP_URL, links and cookies use localhost or 127.0.0.1 as requested. */
  shopAt(host: string | undefined): Shop
  readonly connection: Connection
  /** Starts background jobs: emails, webhooks, payment reconciliation. */
  startJobs(): Promise<void>
  /** Stops jobs and closes all connections. Requests must have finished before. */
  close(): Promise<void>
}

/** Port of the sandbox, which needs a separate origin. */
export const sandboxPort = (env: Pick<Env, 'PORT'>): number => env.PORT + 1
/** Whether this process also starts the sandbox. */
export const ownsSandbox = (env: Pick<Env, 'STRIPE_SECRET_KEY'>): boolean => env.STRIPE_SECRET_KEY === undefined

/** Keys of this installation's sandbox, stable across restarts. */
export const loadSandboxKeys = async (env: Pick<Env, 'DATA_DIR'>): Promise<SandboxKeys> =>
  sandboxKeys(await loadOrCreateSecret(resolve(env.DATA_DIR), 'shop'))

/** Assembles the shop on a migrated and seeded database. */
export async function openShop(
  env: Env,
  databaseUrl: string,
  built: { assets: Assets; clientDir: string; isProduction: boolean; log: Logger },
): Promise<RunningShop> {
  const { log } = built
  const dataDir = resolve(env.DATA_DIR)
  const connection = connect(databaseUrl, {
    poolSize: 10,
    onConnectionLost: (error) => log.debug({ err: error }, 'a database connection was lost'),
  })
  const { db } = connection
  const live = await openLive(
    () => loadSettings(db),
    (tags) => tags.has('settings') || tags.has('*'),
  )
  const settings = live.current
  const newPageCache = () =>
    new PageCache({ currencies: () => settings().currencies, isClosed: () => settings().comingSoon.isOn })
  // One cache per host, because cached pages contain links with it.
  const [pages, localPages] = [newPageCache(), newPageCache()]
  setShopTimeZone(settings().timeZone)
  const menus = await openMenus(db)
  const shipping = await openShipping(db)
  const taxes = await openTaxes(db)
  const handlers = shopJobs(env)
  const jobs = await openJobs(
    databaseUrl,
    log,
    handlers.map(({ job }) => job),
  )
  const tagListener = await listenForPageTags({ url: databaseUrl, db }, [pages, localPages], {
    async onTags(tags) {
      const refreshes = [live, taxes, menus, shipping].map(async ({ refresh }) => {
        if (!(await refresh(tags))) return
        setShopTimeZone(settings().timeZone)
        // Pages may have been rendered with the old settings while the new ones were loading.
        for (const cache of [pages, localPages]) cache.invalidate(['settings'])
      })
      for (const result of await Promise.allSettled(refreshes)) if (result.status === 'rejected') throw result.reason
    },
    onError: (error) => log.error({ err: error }, 'settings, taxes, menus or shipping zones could not be read'),
    onDisconnect(error) {
      connection.setAway(true, isClientTimeout(error))
      log.warn({ err: error }, 'the database is away: kept pages are shown, everything else answers 503')
    },
    onReconnect(downtimeMs) {
      connection.setAway(false)
      log.warn({ awayMs: downtimeMs }, 'the database is back')
      // Reconciles payments in progress at once instead of at the next scheduled run.
      jobs.enqueueNow(reconcileJob, {}).catch((error) => log.warn({ err: error }, 'payments are asked about later'))
    },
  })
  const url = shopUrl(env)
  const secret = await loadOrCreateSecret(dataDir, 'shop')
  const now = () => new Date()
  const current = {
    settings,
    pricing: () => pricingFromSettings(settings(), { taxTable: taxes.current(), shipping: shipping.current() }),
  }
  const parts: ShopParts = {
    db,
    url,
    publicUrl: url,
    secret,
    proofCost: PROOF_COST,
    dataDir,
    files: openFileStore(env),
    clientDir: built.clientDir,
    isProduction: built.isProduction,
    environment: environmentFacts(env),
    now,
    log,
    assets: built.assets,
    pages,
    changesSeen: tagListener.changesSeen,
    productIndex: openProductIndex(db, () => new Date()),
    jobs,
    ...current,
    textOf: expandText({ db, secret, now }, shopShortcodes(current)),
    payments: await openPayments(env, log),
    commentHooks: reviewHooks,
    menus: menus.menus,
    privacy,
    capabilities,
    messages: shopMessages({ db, now, secret, url }, () => loadSettings(db)),
  }
  const shop = withBlocks(parts)
  const local: Shop = { ...shop, url: localUrl(env.HOST, env.PORT), pages: localPages }
  const localHost = env.SHOP_URL === undefined && local.url !== url ? new URL(local.url).host : null
  return {
    shop,
    shopAt: (host) => (host === localHost ? local : shop),
    connection,
    startJobs: () => jobs.start(shop, handlers),
    async close() {
      await tagListener.end()
      await jobs.stop()
      await connection.close()
    },
  }
}

async function openPayments(env: Env, log: Logger): Promise<PaymentService> {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = env
  const { STRIPE_WEBHOOK_SECRET: webhookSecret } = env
  if (secretKey && publishableKey && webhookSecret)
    return openPaymentService({
      keys: { secretKey, publishableKey, webhookSecret },
      sandboxOrigin: env.STRIPE_API_URL === undefined ? null : sandboxOriginOf(env),
      log,
    })
  return openPaymentService({
    keys: await loadSandboxKeys(env),
    sandboxOrigin: sandboxOriginOf(env),
    // Server-side requests use the local address.
    sandboxApiOrigin: localUrl(env.SANDBOX_HOST, sandboxPort(env)),
    log,
  })
}

/** Public origin of the sandbox: STRIPE_API_URL if it runs on its own, SANDBOX_URL, else the shop's host on the next port. */
export function sandboxOriginOf(env: Env): string {
  if (env.STRIPE_API_URL !== undefined) return new URL(env.STRIPE_API_URL).origin
  if (env.SANDBOX_URL !== undefined) return new URL(env.SANDBOX_URL).origin
  return `http://${new URL(shopUrl(env)).hostname}:${sandboxPort(env)}`
}

/** Start-up message with the sandbox URL. Empty with real keys. */
export const sandboxNotice = (env: Env): string =>
  usesSandbox(env)
    ? `  Payments are simulated: a sandbox at ${sandboxOriginOf(env)} stands in for the provider, and no card is charged.\n`
    : ''

export const clientDirOf = (root: string): string => join(root, 'dist/client')
