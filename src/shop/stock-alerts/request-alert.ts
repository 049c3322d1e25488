import { addressRateLimiter, rateLimiter, withRateLimit } from '../../people/abuse/rate-limit.ts'
import type { User } from '../../people/identity/auth-session.ts'
import { recordConsents } from '../../people/identity/consents/consents.ts'
import { isEmailVerified } from '../../people/identity/users.store.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { retryingConflicts } from '../../platform/database/retry-conflict.ts'
import { isEmail, normalizeEmail } from '../../platform/email-address.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/web/context.ts'
import { type MessageSender, sendMessage } from '../../things/messages/send-message.ts'
import { loadProducts, loadSellables } from '../catalog/catalog.store.ts'
import { aggregateStockStatus } from '../catalog/product-card.ts'
import { ALERT_TEXT } from './alert-text.ts'
import { readAlertSubject } from './messages/alert-subject.ts'
import { confirmStockAlert } from './messages/confirm-stock-alert.ts'
import {
  type AlertRequest,
  confirmAlert,
  countOtherAlerts,
  insertAlert,
  lockAlertCounts,
  type StockAlert,
} from './stock-alerts.store.ts'

export type AlertShop = Pick<Platform, 'db' | 'secret'> & MessageSender

const MAX_REQUESTS = 20
/** Confirmation emails per mailbox and day, against flooding someone else's mailbox. */
const MAX_CONFIRMATION_EMAILS = 3
const MAX_PER_PRODUCT = 5000
export const MAX_PER_ADDRESS = 50

type ReachedLimit = 'address-limit' | 'product-limit'
export type AlertProblem =
  | { readonly kind: 'no-such-product' | 'invalid-email' }
  | { readonly kind: 'in-stock'; readonly name: string; readonly href: string }
  | { readonly kind: ReachedLimit; readonly name: string }
  | { readonly kind: 'rate-limited'; readonly retryAfterSeconds: number }

export type AlertResult =
  /** `isConfirmed`: the address is verified in the customer's account; otherwise a confirmation email is sent. */
  | { readonly ok: true; readonly name: string; readonly email: string; readonly isConfirmed: boolean }
  | { readonly ok: false; readonly problem: AlertProblem }

type AlertForm = {
  readonly productId: number
  readonly variationId: number | null
  /** As typed; '' means the address of the account. */
  readonly email: string
  readonly user: User | null
  readonly clientAddress: string
}

export const stockAlertJob = defineJob<{ productId: number; email: string }>('stock-alert', 5)

/**
 * Requests an alert for when a product or variation is back in stock. A customer's own verified address is confirmed
 * immediately. For other addresses a job sends a confirmation email, so that neither the response nor its timing
 * reveals earlier requests.
 */
export const requestAlert = retryingConflicts(tryRequest)

async function tryRequest(shop: AlertShop, { user, ...form }: AlertForm): Promise<AlertResult> {
  const productId = await findAlertProductId(shop.db, form)
  const subject = productId === null ? null : await readAlertSubject(shop.db, productId)
  if (productId === null || !subject) return { ok: false, problem: { kind: 'no-such-product' } }
  const typed = normalizeEmail(form.email)
  const email = typed === '' && user ? user.email : typed
  if (!isEmail(email)) return { ok: false, problem: { kind: 'invalid-email' } }
  if (!(await isSoldOut(shop.db, productId))) return { ok: false, problem: { kind: 'in-stock', ...subject } }
  const limiter = addressRateLimiter(shop, { name: 'stock-alert', max: MAX_REQUESTS, seconds: 3600 })
  const limit = await limiter.consume(form.clientAddress)
  if (!limit.ok) return { ok: false, problem: { kind: 'rate-limited', retryAfterSeconds: limit.retryAfterSeconds } }

  const isOwnAddress = user !== null && email === user.email && (await isEmailVerified(shop.db, user.id))
  const request = { productId, email, userId: isOwnAddress ? user.id : null }
  const { name } = subject
  const reached = isOwnAddress ? await storeConfirmed(shop, request) : null
  if (reached) return { ok: false, problem: { kind: reached, name } }
  if (!isOwnAddress) await shop.jobs.enqueueNow(stockAlertJob, request)
  return { ok: true, name, email, isConfirmed: isOwnAddress }
}

/** Id of the variation or product; null if it is not for sale, or of a type without stock. */
async function findAlertProductId(db: Db, { productId, variationId }: Pick<AlertForm, 'productId' | 'variationId'>) {
  const id = variationId ?? productId
  const sellable = (await loadSellables(db, [id])).get(id)
  if (sellable?.status !== 'publish' || !['simple', 'variable', 'variation'].includes(sellable.type)) return null
  return variationId === null || sellable.parentId === productId ? id : null
}

async function isSoldOut(db: Db, id: number): Promise<boolean> {
  const [product] = await loadProducts(db, [id], { withTerms: false })
  return product !== undefined && aggregateStockStatus(product) === 'outofstock'
}

async function reachedLimit(db: Db | Tx, request: Omit<AlertRequest, 'userId'>): Promise<ReachedLimit | null> {
  const { forProduct, ofAddress } = await countOtherAlerts(db, request)
  if (ofAddress >= MAX_PER_ADDRESS) return 'address-limit'
  return forProduct >= MAX_PER_PRODUCT ? 'product-limit' : null
}

function storeConfirmed(shop: AlertShop, request: AlertRequest): Promise<ReachedLimit | null> {
  const now = shop.now()
  return shop.db.transaction(async (tx) => {
    await lockAlertCounts(tx, request)
    const reached = await reachedLimit(tx, request)
    if (reached) return reached
    const alert = await insertAlert(tx, { ...request, isConfirmed: true }, now)
    await keepConsent(tx, alert, 'Product page', now)
    return null
  })
}

/** Returns the reached limit, under which the request was when its email was sent; then it stays unconfirmed. */
export async function confirmRequest(shop: AlertShop, alert: StockAlert): Promise<ReachedLimit | null> {
  if (alert.confirmedAt !== null) return null
  const now = shop.now()
  return shop.db.transaction(async (tx) => {
    await lockAlertCounts(tx, alert)
    const reached = await reachedLimit(tx, alert)
    if (reached) return reached
    if (await confirmAlert(tx, alert.id, now)) await keepConsent(tx, alert, 'Link in an email', now)
    return null
  })
}

async function keepConsent(tx: Tx, { email, userId }: StockAlert, place: string, at: Date): Promise<void> {
  await recordConsents(tx, [{ kind: 'emails', text: ALERT_TEXT, email, userId, place, at }])
}

/** The job: stores the request, and sends a confirmation email unless it is confirmed already. */
export async function requestConfirmation(shop: AlertShop, request: Omit<AlertRequest, 'userId'>): Promise<void> {
  const limiter = rateLimiter(shop, { name: 'stock-alert-email', max: MAX_CONFIRMATION_EMAILS, seconds: 86_400 })
  await withRateLimit([limiter], request.email, async (isWithinLimit) => {
    if (isWithinLimit) await storeUnconfirmed(shop, request)
  })
}

async function storeUnconfirmed(shop: AlertShop, request: Omit<AlertRequest, 'userId'>): Promise<void> {
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    if (await reachedLimit(tx, request)) return
    const subject = await readAlertSubject(tx, request.productId)
    if (!subject) return
    const { id: alertId, token } = await insertAlert(tx, { ...request, userId: null, isConfirmed: false }, now)
    // Confirmed by an earlier request.
    if (token === null) return
    await sendMessage(tx, shop, confirmStockAlert, {
      recipient: request.email,
      subject,
      payload: { alertId, token },
      key: `stock-alert:${alertId}:${now.getTime()}`,
    })
  })
}
