import { addressRateLimiter, rateLimiter } from '../../people/abuse/rate-limit.ts'
import type { User } from '../../people/identity/auth-session.ts'
import { recordConsents } from '../../people/identity/consents/consents.ts'
import { isEmailVerified } from '../../people/identity/users.store.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { isEmail, normalizeEmail } from '../../platform/email-address.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/web/context.ts'
import { type MessageSender, sendMessage } from '../../things/messages/send-message.ts'
import { loadProducts, loadSellables } from '../catalog/catalog.store.ts'
import { aggregateStockStatus } from '../catalog/product-card.ts'
import { ALERT_TEXT } from './alert-text.ts'
import { readAlertSubject } from './messages/alert-subject.ts'
import { confirmStockAlert } from './messages/confirm-stock-alert.ts'
import { type AlertRequest, confirmAlert, countOpenAlerts, insertAlert, type StockAlert } from './stock-alerts.store.ts'

export type AlertShop = Pick<Platform, 'db' | 'secret'> & MessageSender

const MAX_REQUESTS = 20
/** Confirmation emails per mailbox and day, so that nobody can flood a stranger's. */
const MAX_QUESTIONS = 3
const MAX_PER_PRODUCT = 5000
const MAX_PER_ADDRESS = 50

export type AskProblem =
  | { readonly kind: 'no-such-product' | 'invalid-email' }
  | { readonly kind: 'in-stock'; readonly name: string; readonly href: string }
  | { readonly kind: 'rate-limited'; readonly retryAfterSeconds: number }

export type AskResult =
  /** `isConfirmed`: the address is the customer's own; otherwise its owner is asked by email. */
  | { readonly ok: true; readonly name: string; readonly email: string; readonly isConfirmed: boolean }
  | { readonly ok: false; readonly problem: AskProblem }

type Asked = {
  readonly productId: number
  readonly variationId: number | null
  /** As typed; '' asks for the address of the account. */
  readonly email: string
  readonly user: User | null
  readonly clientAddress: string
}

export const stockAlertJob = defineJob<{ productId: number; email: string }>('stock-alert', 5)

/**
 * Takes a request for an alert when a product or variation is back. A customer's own verified address counts at once. Any
 * other address gets a question first, from a job, so that neither answer nor timing shows who has asked before.
 */
export async function requestAlert(shop: AlertShop, { user, ...asked }: Asked): Promise<AskResult> {
  const productId = await wantedProduct(shop.db, asked)
  const subject = productId === null ? null : await readAlertSubject(shop.db, productId)
  if (productId === null || !subject) return { ok: false, problem: { kind: 'no-such-product' } }
  const typed = normalizeEmail(asked.email)
  const email = typed === '' && user ? user.email : typed
  if (!isEmail(email)) return { ok: false, problem: { kind: 'invalid-email' } }
  if (!(await isSoldOut(shop.db, productId))) return { ok: false, problem: { kind: 'in-stock', ...subject } }
  const limiter = addressRateLimiter(shop, { name: 'stock-alert', max: MAX_REQUESTS, seconds: 3600 })
  const limit = await limiter.consume(asked.clientAddress)
  if (!limit.ok) return { ok: false, problem: { kind: 'rate-limited', retryAfterSeconds: limit.retryAfterSeconds } }

  const isOwn = user !== null && email === user.email && (await isEmailVerified(shop.db, user.id))
  const request = { productId, email, userId: isOwn ? user.id : null }
  if (isOwn) await waitAtOnce(shop, request)
  else await shop.jobs.enqueueNow(stockAlertJob, request)
  return { ok: true, name: subject.name, email, isConfirmed: isOwn }
}

/** The chosen variation, or the product itself; null if either is not sold, or in a way that has no stock. */
async function wantedProduct(db: Db, { productId, variationId }: Pick<Asked, 'productId' | 'variationId'>) {
  const id = variationId ?? productId
  const found = (await loadSellables(db, [id])).get(id)
  if (found?.status !== 'publish' || !['simple', 'variable', 'variation'].includes(found.type)) return null
  return variationId === null || found.parentId === productId ? id : null
}

async function isSoldOut(db: Db, id: number): Promise<boolean> {
  const [product] = await loadProducts(db, [id], { withTerms: false })
  return product !== undefined && aggregateStockStatus(product) === 'outofstock'
}

async function hasRoom(db: Db | Tx, request: Omit<AlertRequest, 'userId'>): Promise<boolean> {
  const { forProduct, ofAddress } = await countOpenAlerts(db, request)
  return forProduct < MAX_PER_PRODUCT && ofAddress < MAX_PER_ADDRESS
}

async function waitAtOnce(shop: AlertShop, request: AlertRequest): Promise<void> {
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    if (!(await hasRoom(tx, request))) return
    const alert = await insertAlert(tx, { ...request, isConfirmed: true }, now)
    await keepConsent(tx, alert, 'Product page', now)
  })
}

export async function confirmRequest(shop: AlertShop, alert: StockAlert): Promise<void> {
  if (alert.confirmedAt !== null) return
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    await confirmAlert(tx, alert.id, now)
    await keepConsent(tx, alert, 'Link in an email', now)
  })
}

async function keepConsent(tx: Tx, { email, userId }: StockAlert, place: string, at: Date): Promise<void> {
  await recordConsents(tx, [{ kind: 'emails', text: ALERT_TEXT, email, userId, place, at }])
}

/** The job: stores the request, and asks the owner of the mailbox unless they have said yes before. */
export async function requestConfirmation(shop: AlertShop, request: Omit<AlertRequest, 'userId'>): Promise<void> {
  const limiter = rateLimiter(shop, { name: 'stock-alert-email', max: MAX_QUESTIONS, seconds: 86_400 })
  if (!(await limiter.consume(request.email)).ok) return
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    if (!(await hasRoom(tx, request))) return
    const subject = await readAlertSubject(tx, request.productId)
    if (!subject) return
    const { id: alertId, token } = await insertAlert(tx, { ...request, userId: null, isConfirmed: false }, now)
    // Confirmed before.
    if (token === null) return
    await sendMessage(tx, shop, confirmStockAlert, {
      recipient: request.email,
      subject,
      payload: { alertId, token },
      key: `stock-alert:${alertId}:${now.getTime()}`,
    })
  })
}
