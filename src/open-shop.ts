import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import { dropExpiredCarts } from './cart/change-cart.store.ts'
import { refreshSales } from './catalog/refresh-product.ts'
import { recountWords } from './catalog/search/search-words.store.ts'
import { dropOldNotes } from './catalog/shelf-index/shelf-index.store.ts'
import { NOTES_KEPT_MS, openShelves } from './catalog/shelf-index/shelves.ts'
import { dropAbandonedOrders } from './checkout/drop-abandoned-orders.ts'
import { expireOnHold } from './checkout/expire-on-hold.ts'
import { applyPaymentEvent, cancelIntent, cancelUnpaid, reconcile, refundLatePayment } from './checkout/keep-up.ts'
import { settlePayment } from './checkout/settle-payment.ts'
import { type Connection, connect } from './database/connect.ts'
import { keptSecret } from './database/secret.ts'
import { type Env, localUrl, shopUrl } from './env.ts'
import { type JobHandlers, openJobs } from './jobs/jobs.ts'
import { wordsOf } from './mail/mail-words.ts'
import { openPostbox, sendMails } from './mail/send-mails.ts'
import type { PaymentGateway } from './payments/gateway.ts'
import { openGateway } from './payments/open-gateway.ts'
import { type SandboxKeys, sandboxKeys } from './payments/sandbox/keys.ts'
import { pricingOf } from './pricing/canadian-pricing.ts'
import { loadSettings } from './settings/settings.store.ts'
import type { Shop } from './shop.ts'
import type { Assets } from './web/assets.ts'
import { PageCache } from './web/page-cache.ts'
import { announceTags, hearTags } from './web/page-tags.ts'

export type OpenedShop = {
  readonly shop: Shop
  readonly connection: Connection
  /** Begins the work that is done later: mails, webhooks, reconciling. */
  startJobs(): Promise<void>
  /** Stops jobs and closes every connection. Requests must be finished before. */
  close(): Promise<void>
}

/** Where the sandbox listens: beside the shop, an origin of its own. */
export const sandboxPort = (env: Pick<Env, 'PORT'>): number => env.PORT + 1
export const usesSandbox = (env: Pick<Env, 'STRIPE_SECRET_KEY'>): boolean => env.STRIPE_SECRET_KEY === undefined

/** Keys of this installation's sandbox, the same after every start. */
export const keysOfSandbox = async (env: Pick<Env, 'DATA_DIR'>): Promise<SandboxKeys> =>
  sandboxKeys(await keptSecret(resolve(env.DATA_DIR), 'shop'))

/** Puts the shop together from its real parts, on a database that is migrated and seeded. */
export async function openShop(
  env: Env,
  databaseUrl: string,
  parts: { assets: Assets; clientDir: string; isProduction: boolean; log: Logger },
): Promise<OpenedShop> {
  const { log } = parts
  const dataDir = resolve(env.DATA_DIR)
  const connection = connect(databaseUrl, {
    poolSize: 10,
    onConnectionLost: (error) => log.debug({ err: error }, 'a database connection was lost'),
  })
  const { db } = connection
  const pages = new PageCache()
  let settings = await loadSettings(db)
  const jobs = await openJobs(databaseUrl, log)
  const listener = await hearTags(databaseUrl, pages, {
    async also(tags) {
      if (!tags.has('settings') && !tags.has('*')) return
      settings = await loadSettings(db)
      // A page may have been made from the old ones while the new ones were on their way.
      pages.drop(['settings'])
    },
    onProblem: (error) => log.error({ err: error }, 'settings could not be read'),
    onLost: (error) =>
      log.warn({ err: error }, 'the database is away: kept pages are shown, everything else answers 503'),
    onReturn(awayMs) {
      log.warn({ awayMs }, 'the database is back')
      // Payments that were under way are asked about at once, not when the clock next says so.
      jobs.enqueueNow('reconcile', {}).catch((error) => log.warn({ err: error }, 'payments are asked about later'))
    },
  })
  const shop: Shop = {
    db,
    url: shopUrl(env),
    secret: await keptSecret(dataDir, 'shop'),
    dataDir,
    clientDir: parts.clientDir,
    isProduction: parts.isProduction,
    now: () => new Date(),
    log,
    assets: parts.assets,
    pages,
    shelves: openShelves(db, () => new Date()),
    jobs,
    settings: () => settings,
    pricing: () => pricingOf(settings),
    payments: await gatewayOf(env),
  }
  return {
    shop,
    connection,
    startJobs: () => jobs.start(jobHandlers(shop, env)),
    async close() {
      await listener.end()
      await jobs.stop()
      await connection.close()
    },
  }
}

async function gatewayOf(env: Env): Promise<PaymentGateway> {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = env
  if (STRIPE_SECRET_KEY && STRIPE_PUBLISHABLE_KEY && STRIPE_WEBHOOK_SECRET) {
    const keys = {
      secretKey: STRIPE_SECRET_KEY,
      publishableKey: STRIPE_PUBLISHABLE_KEY,
      webhookSecret: STRIPE_WEBHOOK_SECRET,
    }
    return openGateway({ keys, sandboxOrigin: null })
  }
  return openGateway({
    keys: await keysOfSandbox(env),
    sandboxOrigin: sandboxOriginOf(env),
    // The shop itself reaches it on this machine.
    sandboxApiOrigin: localUrl(env.SANDBOX_HOST, sandboxPort(env)),
  })
}

/** The sandbox as browsers reach it: where SANDBOX_URL says, else the shop's own host on the next port. */
export function sandboxOriginOf(env: Env): string {
  if (env.SANDBOX_URL !== undefined) return new URL(env.SANDBOX_URL).origin
  const url = new URL(shopUrl(env))
  return `http://${url.hostname}:${sandboxPort(env)}`
}

/** Said at the start: that payments are pretended, and where they are. Empty with keys. */
export const aboutSandbox = (env: Env): string =>
  usesSandbox(env)
    ? `  Payments are pretended: a sandbox at ${sandboxOriginOf(env)} stands in for the provider, and no card is charged.\n`
    : ''

function jobHandlers(shop: Shop, env: Env): JobHandlers {
  const postbox = env.SMTP_URL ? openPostbox(env.SMTP_URL, env.MAIL_FROM) : null
  return {
    'payment-event': ({ eventId }) => applyPaymentEvent(shop, eventId),
    'settle-payment': async ({ intentId }) => {
      await settlePayment(shop, intentId)
    },
    'cancel-intent': ({ intentId, orderId }) => cancelIntent(shop, intentId, orderId),
    'refund-late-payment': ({ orderId, intentId, amountCents }) =>
      refundLatePayment(shop, orderId, intentId, amountCents),
    'send-mails': async () => {
      if (postbox) await sendMails(shop, postbox, (tx, mail) => wordsOf(tx, mail, shop))
    },
    reconcile: async () => {
      await reconcile(shop)
    },
    'cancel-unpaid': async () => {
      await cancelUnpaid(shop)
    },
    'expire-on-hold': async () => {
      await expireOnHold(shop)
    },
    'drop-expired-carts': async () => {
      await dropExpiredCarts(shop.db, shop.now())
    },
    'drop-abandoned-orders': async () => {
      await dropAbandonedOrders(shop)
    },
    'refresh-sales': async () => {
      const turned = await refreshSales(shop.db, shop.now())
      if (turned.length > 0) await announceTags(shop.db, ['listing', ...turned.map((id) => `product:${id}`)])
    },
    'tidy-shelves': async () => {
      await dropOldNotes(shop.db, new Date(shop.now().getTime() - 2 * NOTES_KEPT_MS))
      await recountWords(shop.db)
    },
  }
}

export const clientDirOf = (root: string): string => join(root, 'dist/client')
