import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import type { Address } from '../../people/addresses/address.ts'
import { isAnyOf, type Tx } from '../../platform/database/connect.ts'
import { ERASED_EMAIL } from '../../platform/privacy/personal-data.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { orderCoupons } from '../pricing/coupons.table.ts'
import { orderDownloads } from './downloads/downloads.table.ts'
import { setOrder } from './orders.store.ts'
import { orderLines, orderMeta, orderNotes, orderShipments, orderShippingLines, orders } from './orders.table.ts'
import { paymentDisputes, paymentEvents, paymentRefunds, payments } from './payments/payments.table.ts'

const ERASED = '[deleted]'

/** Country and province stay, because sales tax is reported by them and they identify nobody. */
const erasedAddress = ({ country, state }: Address, email: string): Address => {
  const name = { firstName: ERASED, lastName: ERASED, company: '' }
  const place = { address1: ERASED, address2: '', city: ERASED, postcode: '', country, state }
  return { ...name, ...place, phone: '', email }
}

/** Removes personal data, and emails and events about it; lines, amounts, taxes and numbers stay for accounting. */
export async function anonymiseOrders(tx: Tx, ids: readonly number[], now: Date): Promise<number> {
  if (ids.length === 0) return 0
  const rows = await tx
    .select({ id: orders.id, billing: orders.billing, shipping: orders.shipping, fees: orders.fees })
    .from(orders)
    .where(and(isAnyOf(orders.id, ids), sql`${orders.anonymisedAt} is null`))
    .orderBy(orders.id)
    .for('update')
  for (const { id, billing, shipping, fees } of rows) {
    await setOrder(tx, id, {
      billing: erasedAddress(billing, ERASED_EMAIL),
      shipping: erasedAddress(shipping, ''),
      customerId: null,
      pendingAccount: null,
      customerNote: '',
      customerIpAddress: '',
      userAgent: '',
      paymentReference: '',
      clientNetwork: '',
      canonicalBillingEmail: '',
      anonymisedAt: now,
      updatedAt: now,
      attribution: sql`${orders.attribution} - 'user_agent'`,
      fees: fees.map(({ meta: _, ...fee }) => fee),
    })
  }
  const changed = rows.map(({ id }) => id)
  if (changed.length === 0) return 0
  await tx.delete(orderNotes).where(and(isAnyOf(orderNotes.orderId, changed), eq(orderNotes.isCustomerNote, true)))
  await tx
    .insert(orderNotes)
    .values(changed.map((orderId) => ({ orderId, text: 'Personal data removed.', createdAt: now })))
  await tx
    .update(orderCoupons)
    .set({ usedBy: ERASED_EMAIL, usedByCanonical: ERASED_EMAIL })
    .where(isAnyOf(orderCoupons.orderId, changed))
  // Metadata of other programs may contain personal data.
  await tx.delete(orderMeta).where(isAnyOf(orderMeta.orderId, changed))
  await tx.update(orderShippingLines).set({ meta: [] }).where(isAnyOf(orderShippingLines.orderId, changed))
  const chosen = sql`jsonb_path_query_array(${orderLines.choices}, '$[*] ? (!exists(@.key))')`
  await tx.update(orderLines).set({ choices: chosen }).where(isAnyOf(orderLines.orderId, changed))
  // A tracking number tells the carrier's visitors where the parcel went.
  await tx.delete(orderShipments).where(isAnyOf(orderShipments.orderId, changed))
  await tx.delete(orderDownloads).where(isAnyOf(orderDownloads.orderId, changed))
  await tx.delete(emails).where(isAnyOf(emails.orderId, changed))
  // A fingerprint identifies a card, and refund reasons and evidence may name the customer. Fraud assessments belong to
  // a room above, hence SQL.
  await tx.execute(sql`delete from fraud_assessments where order_id = any(${sql.param(changed)}::int[])`)
  await tx.update(payments).set({ cardFingerprint: null }).where(isAnyOf(payments.orderId, changed))
  const paymentIds = tx.select({ id: payments.id }).from(payments).where(isAnyOf(payments.orderId, changed))
  await tx
    .update(paymentDisputes)
    .set({ evidence: {}, files: {} })
    .where(inArray(paymentDisputes.paymentId, paymentIds))
  await tx
    .update(paymentRefunds)
    .set({ reason: '' })
    .where(and(isAnyOf(paymentRefunds.orderId, changed), ne(paymentRefunds.refundedBy, 0)))
  const intents = tx
    .select({ intentId: payments.intentId })
    .from(payments)
    .where(and(isAnyOf(payments.orderId, changed), isNotNull(payments.intentId)))
  // One that is not applied yet needs no content either: the payment is retrieved.
  await tx.update(paymentEvents).set({ payload: {} }).where(inArray(paymentEvents.intentId, intents))
  return changed.length
}
