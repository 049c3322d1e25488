import { type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { normalizeEmail } from '../../../platform/email-address.ts'
import { consents } from './consents.table.ts'

type Consent = Omit<typeof consents.$inferInsert, 'id'>

export async function recordConsents(tx: Db | Tx, newConsents: readonly Consent[]): Promise<void> {
  if (newConsents.length === 0) return
  await tx.insert(consents).values(newConsents.map((consent) => ({ ...consent, email: normalizeEmail(consent.email) })))
}

/** Recorded once, however often payment is tried, for the order's buyer, although anybody with the link may pay. */
export async function recordTermsOfPayment(
  db: Db,
  { text, email, at, ...order }: AgreedTerms & { readonly orderId: number; readonly userId: number | null },
): Promise<void> {
  const consent = { ...order, kind: 'terms', text, email: normalizeEmail(email), place: 'Order payment', at } as const
  await db.insert(consents).values(consent).onConflictDoNothing()
}

export type AgreedTerms = { readonly text: string; readonly email: string; readonly at: Date }

/** Part of the SQL statement that inserts an order as `written`, which saves a round trip. */
export const insertTermsConsent = ({ text, email, at }: AgreedTerms): SQL => sql`
  insert into consents (user_id, email, kind, text, place, order_id, at)
  select customer_id, ${normalizeEmail(email)}, 'terms', ${text}, 'Checkout', id, ${at.toISOString()}::timestamptz
  from written`
