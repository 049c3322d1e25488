import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import { type SandboxKeys, sandboxKeys } from '../sandbox/keys.ts'
import { emailMark } from './faces/storefront/site-icons.routes.ts'
import { shopMessages } from './messages.ts'
import { PROOF_COST } from './people/abuse/proof-of-work.ts'
import { mailNewAccount } from './people/identity/account-after-order.ts'
import { registerAccount, sendPasswordReset } from './people/identity/account-requests.ts'
import { mailEmailChange } from './people/identity/change-email.ts'
import { mailSignInCode } from './people/identity/sign-in/sign-in-code.ts'
import { applyRetention } from './people/privacy/apply-retention.ts'
import { eraseDueAccounts } from './people/privacy/delete-account.ts'
import { privacy } from './personal-data.ts'
import { type Connection, connect } from './platform/database/connect.ts'
import { loadOrCreateSecret } from './platform/database/secret.ts'
import { type Env, localUrl, shopUrl, usesSandbox } from './platform/env.ts'
import { type JobHandlers, openJobs } from './platform/jobs/jobs.ts'
import { setShopTimeZone } from './platform/time/shop-time.ts'
import type { Assets } from './platform/web/assets.ts'
import { PageCache } from './platform/web/page-cache.ts'
import { invalidatePageTags, listenForPageTags } from './platform/web/page-tags.ts'
import { loadSettings } from './settings.ts'
import { deleteExpiredCarts } from './shop/cart/change-cart.store.ts'
import { refreshSales } from './shop/catalog/refresh-product.ts'
import { recountWords } from './shop/catalog/search-vector.ts'
import { finishAnswers } from './shop/disputes/answer-dispute.ts'
import { detachCards } from './shop/gateways/cards/save-card.ts'
import type { PaymentService } from './shop/gateways/context.ts'
import { openPaymentService } from './shop/gateways/open-payment-service.ts'
import { INDEX_CHANGES_TTL_MS, openProductIndex } from './shop/listing/index/live-product-index.ts'
import { deleteOldIndexChanges } from './shop/listing/index/product-index.store.ts'
import { saveCardOfPayment } from './shop/payments/apply-card-event.ts'
import { remindOfCaptures } from './shop/payments/capture-payment.ts'
import { expireOnHold } from './shop/payments/expire-on-hold.ts'
import { releaseExpiredAttempts } from './shop/payments/expired-attempts.ts'
import { settlePayment } from './shop/payments/settle-payment.ts'
import { pricingFromSettings } from './shop/pricing/canadian-pricing.ts'
import { findReversals } from './shop/reconciliation/find-reversals.ts'
import {
  applyPaymentEvent,
  cancelIntent,
  cancelUnpaidOrders,
  deleteAbandonedOrders,
  reconcilePayments,
  refundLatePayment,
} from './shop/reconciliation/payment-jobs.ts'
import { finishRefunds } from './shop/refunds/refund-order.ts'
import { reviewHooks } from './shop/reviews/review-hooks.ts'
import { deleteExpiredLists } from './shop/saved/saved.store.ts'
import { requestConfirmation } from './shop/stock-alerts/request-alert.ts'
import { sendStockAlerts } from './shop/stock-alerts/send-alerts.ts'
import { deleteExpiredAlerts } from './shop/stock-alerts/stock-alerts.store.ts'
import type { Shop } from './shop.ts'
import { publishScheduled } from './things/entries/entry-status.ts'
import { dropExpiredSecrets } from './things/messages/emails.store.ts'
import { openEmailTransport, sendEmails, senderOf } from './things/messages/send-emails.ts'

export type RunningShop = {
  readonly shop: Shop
  /**
   * The shop at the address that a request names. Without SHOP_URL it is at localhost, and at 127.0.0.1 for who opens
   * that: links and redirects stay there, with the cookies of that address.
   */
  shopAt(host: string | undefined): Shop
  readonly connection: Connection
  /** Starts background jobs: emails, webhooks, payment reconciliation. */
  startJobs(): Promise<void>
  /** Stops jobs and closes all connections. Requests must have finished before. */
  close(): Promise<void>
}

/** Port of the sandbox, which has an origin of its own. */
export const sandboxPort = (env: Pick<Env, 'PORT'>): number => env.PORT + 1
/** Whether this process starts the sandbox beside the shop. */
export const ownsSandbox = (env: Pick<Env, 'STRIPE_SECRET_KEY'>): boolean => env.STRIPE_SECRET_KEY === undefined

/** Keys of this installation's sandbox, stable across restarts. */
export const loadSandboxKeys = async (env: Pick<Env, 'DATA_DIR'>): Promise<SandboxKeys> =>
  sandboxKeys(await loadOrCreateSecret(resolve(env.DATA_DIR), 'shop'))

/** Assembles the shop from its real parts, on a migrated and seeded database. */
export async function openShop(
  env: Env,
  databaseUrl: string,
  parts: { assets: Assets; clientDir: string; isProduction: boolean; log: Logger },
): Promise<RunningShop> {
  const { log } = parts
  const dataDir = resolve(env.DATA_DIR)
  const connection = connect(databaseUrl, {
    poolSize: 10,
    onConnectionLost: (error) => log.debug({ err: error }, 'a database connection was lost'),
  })
  const { db } = connection
  const newPageCache = () => new PageCache({ currencies: () => settings.currencies })
  // A cached page has the links of its address.
  const [pages, localPages] = [newPageCache(), newPageCache()]
  let settings = await loadSettings(db)
  setShopTimeZone(settings.timeZone)
  const jobs = await openJobs(databaseUrl, log)
  const tagListener = await listenForPageTags(databaseUrl, [pages, localPages], {
    async onTags(tags) {
      if (!tags.has('settings') && !tags.has('*')) return
      settings = await loadSettings(db)
      setShopTimeZone(settings.timeZone)
      // Pages may have been rendered with the old settings while the new ones were loading.
      for (const cache of [pages, localPages]) cache.invalidate(['settings'])
    },
    onError: (error) => log.error({ err: error }, 'settings could not be read'),
    onDisconnect: (error) =>
      log.warn({ err: error }, 'the database is away: kept pages are shown, everything else answers 503'),
    onReconnect(downtimeMs) {
      log.warn({ awayMs: downtimeMs }, 'the database is back')
      // Reconciles payments in progress at once instead of at the next scheduled run.
      jobs.enqueueNow('reconcile', {}).catch((error) => log.warn({ err: error }, 'payments are asked about later'))
    },
  })
  const url = shopUrl(env)
  const secret = await loadOrCreateSecret(dataDir, 'shop')
  const now = () => new Date()
  const shop: Shop = {
    db,
    url,
    publicUrl: url,
    secret,
    proofCost: PROOF_COST,
    dataDir,
    clientDir: parts.clientDir,
    isProduction: parts.isProduction,
    now,
    log,
    assets: parts.assets,
    pages,
    productIndex: openProductIndex(db, () => new Date()),
    jobs,
    settings: () => settings,
    pricing: () => pricingFromSettings(settings),
    payments: await openPayments(env, log),
    commentHooks: reviewHooks,
    privacy,
    messages: shopMessages({ db, now, secret, url }, () => loadSettings(db)),
  }
  const local: Shop = { ...shop, url: localUrl(env.HOST, env.PORT), pages: localPages }
  const localHost = env.SHOP_URL === undefined && local.url !== url ? new URL(local.url).host : null
  return {
    shop,
    shopAt: (host) => (host === localHost ? local : shop),
    connection,
    startJobs: () => jobs.start(jobHandlers(shop, env)),
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

function jobHandlers(shop: Shop, env: Env): JobHandlers {
  const transport = env.SMTP_URL ? openEmailTransport(env.SMTP_URL) : null
  let mark: Promise<Buffer> | undefined
  return {
    'payment-event': ({ eventId }) => applyPaymentEvent(shop, eventId),
    'settle-payment': ({ intentId }) => settlePayment(shop, intentId),
    'save-card': ({ intentId }) => saveCardOfPayment(shop, intentId),
    'cancel-intent': ({ intentId, orderId }) => cancelIntent(shop, intentId, orderId),
    'refund-late-payment': ({ orderId, intentId, amountCents }) =>
      refundLatePayment(shop, orderId, intentId, amountCents),
    'reset-password': ({ email }) => sendPasswordReset(shop, email),
    'register-account': ({ email }) => registerAccount(shop, email),
    'mail-sign-in-code': (mail) => mailSignInCode(shop, mail),
    'mail-new-account': (account) => mailNewAccount(shop, account),
    'mail-email-change': (change) => mailEmailChange(shop, change),
    'stock-alert': (request) => requestConfirmation(shop, request),
    'send-emails': async () => {
      await dropExpiredSecrets(shop.db, shop.now())
      if (transport)
        await sendEmails(
          shop,
          {
            transporter: transport,
            from: env.MAIL_FROM ?? senderOf(shop.settings()),
            mark: await (mark ??= emailMark()),
          },
          shop.messages.outgoing,
          shop.messages.unsubscribeUrl,
        )
    },
    reconcile: async () => {
      await reconcilePayments(shop)
      await finishRefunds(shop)
      await finishAnswers(shop)
    },
    'find-reversals': () => findReversals(shop),
    'detach-cards': () => detachCards(shop),
    'cancel-unpaid': async () => {
      await releaseExpiredAttempts(shop)
      await cancelUnpaidOrders(shop)
    },
    'expire-on-hold': async () => {
      await expireOnHold(shop)
      await remindOfCaptures(shop)
    },
    'drop-expired-carts': () => deleteExpiredCarts(shop.db, shop.now()),
    'drop-saved-lists': () => deleteExpiredLists(shop.db, shop.now()),
    'send-stock-alerts': () => sendStockAlerts(shop),
    'drop-stock-alerts': () => deleteExpiredAlerts(shop.db, shop.now()),
    'drop-abandoned-orders': () => deleteAbandonedOrders(shop),
    'refresh-sales': async () => {
      const changedIds = await refreshSales(shop.db, shop.now())
      if (changedIds.length > 0)
        await invalidatePageTags(shop.db, ['listing', ...changedIds.map((id) => `product:${id}`)])
    },
    'erase-accounts': () => eraseDueAccounts(shop),
    'apply-retention': () => applyRetention(shop),
    'publish-scheduled': () => publishScheduled(shop.db, shop.now()),
    'prune-product-index': async () => {
      await deleteOldIndexChanges(shop.db, new Date(shop.now().getTime() - 2 * INDEX_CHANGES_TTL_MS))
      await recountWords(shop.db)
    },
  }
}

export const clientDirOf = (root: string): string => join(root, 'dist/client')
