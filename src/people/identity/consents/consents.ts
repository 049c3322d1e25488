import { normalizeEmail } from '../../../platform/email-address.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { consents } from './consents.table.ts'

type Consent = Omit<typeof consents.$inferInsert, 'id'>

/** Keeps what somebody agreed to, or no longer does: the words that were shown, when and where. */
export async function recordConsents(tx: Db | Tx, given: readonly Consent[]): Promise<void> {
  if (given.length === 0) return
  await tx.insert(consents).values(given.map((consent) => ({ ...consent, email: normalizeEmail(consent.email) })))
}

/**
 * Keeps that the terms were agreed to where an order that exists is paid: once, however often the payment is tried. In
 * the name of the order's buyer, in which whoever has its link pays.
 */
export async function recordTermsOfPayment(
  db: Db,
  { text, email, at, ...order }: AgreedTerms & { readonly orderId: number; readonly userId: number | null },
): Promise<void> {
  const consent = { ...order, kind: 'terms', text, email: normalizeEmail(email), place: 'Order payment', at } as const
  await db.insert(consents).values(consent).onConflictDoNothing()
}

/** The terms that a buyer agreed to, as they were shown, and when. */
export type AgreedTerms = { readonly text: string; readonly email: string; readonly at: Date }

/** Part of the statement that inserts an order as `written`, so that a purchase waits for no further round trip. */
export const insertTermsConsent = ({ text, email, at }: AgreedTerms): SQL => sql`
  insert into consents (user_id, email, kind, text, place, order_id, at)
  select customer_id, ${normalizeEmail(email)}, 'terms', ${text}, 'Checkout', id, ${at.toISOString()}::timestamptz
  from written`
