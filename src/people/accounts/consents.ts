import { type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { consents } from './consents.table.ts'
import { normalizeEmail } from './users.store.ts'

type Consent = Omit<typeof consents.$inferInsert, 'id'>

/** Keeps what somebody agreed to, or no longer does: the words that were shown, when and where. */
export async function recordConsents(tx: Db | Tx, given: readonly Consent[]): Promise<void> {
  if (given.length === 0) return
  await tx.insert(consents).values(given.map((consent) => ({ ...consent, email: normalizeEmail(consent.email) })))
}

/** The terms that a buyer agreed to, as they were shown, and when. */
export type AgreedTerms = { readonly text: string; readonly email: string; readonly at: Date }

/** Part of the statement that inserts an order as `written`, so that a purchase waits for no further round trip. */
export const insertTermsConsent = ({ text, email, at }: AgreedTerms): SQL => sql`
  insert into consents (user_id, email, kind, text, place, order_id, at)
  select customer_id, ${normalizeEmail(email)}, 'terms', ${text}, 'Checkout', id, ${at.toISOString()}::timestamptz
  from written`
