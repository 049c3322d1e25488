import { DAY_MS } from '../../platform/time/durations.ts'
import { isSettled } from '../orders/orders.store.ts'
import * as store from '../orders/payments/reversal-reads.store.ts'
import { settlePayment } from '../payments/settle-payment.ts'
import { applyReversals } from '../refunds/apply-reversals.ts'
import type { OrderingContext } from '../risk/context.ts'

/* Finds refunds and disputes whose webhook was lost (docs/decisions/refunds-and-disputes.md). */

/** How far the first listing looks back. */
const FIRST_WINDOW_MS = 90 * DAY_MS
/** The provider's lists may lag behind. Refunds and disputes that are stored already cost no further call. */
const OVERLAP_MS = 60 * 60_000
const BATCH_SIZE = 50
const RETRY_MS = 60 * 60_000

/** Returns the number of payments updated. If the provider does not answer, the next run catches up. */
export const findReversals = async (shop: OrderingContext): Promise<number> =>
  (await markMissed(shop)) ? applyDue(shop) : 0

/** Marks payments with new refunds or disputes as due. The watermark moves in the same transaction. */
async function markMissed({ db, payments: { provider }, now }: OrderingContext): Promise<boolean> {
  const readThrough = await store.reversalsReadThrough(db, provider.name)
  const since = readThrough ? readThrough.getTime() - OVERLAP_MS : now().getTime() - FIRST_WINDOW_MS
  const reversals = await provider.listReversals(new Date(since))
  if (!reversals.ok) return false
  const missed = await store.missedReversals(db, reversals.items)
  const newest = Math.max(...reversals.items.map(({ createdAt }) => createdAt.getTime()))
  if (reversals.items.length > 0 && (missed.length > 0 || newest !== readThrough?.getTime()))
    await db.transaction(async (tx) => {
      await store.setReversalsDue(tx, [...new Set(missed.map(({ intentId }) => intentId))], now())
      // Uses the provider's clock, which may differ from the shop's.
      await store.setReversalsReadThrough(tx, provider.name, new Date(newest))
    })
  return true
}

async function applyDue(shop: OrderingContext): Promise<number> {
  const { db, now, payments, log } = shop
  const dueIntents = await store.dueReversals(db, payments.provider.name, now(), BATCH_SIZE)
  const retryAt = () => new Date(now().getTime() + RETRY_MS)
  let applied = 0
  for (const intentId of dueIntents) {
    try {
      if (!(await isSettled(db, intentId))) await settlePayment(shop, intentId)
      const result = await applyReversals(shop, intentId)
      if (result === 'applied') applied += 1
      // It stays due while the provider does not answer, but not if the account does not know it.
      if (result === 'unknown') await store.postponeReversals(db, intentId, retryAt(), false)
    } catch (error) {
      log.error({ err: error, intentId }, 'refunds and disputes of a payment could not be applied')
      await store.postponeReversals(db, intentId, retryAt(), true)
    }
  }
  return applied
}
