import { asc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Person, PersonalData } from '../../platform/privacy/personal-data.ts'
import { consents } from '../identity/consents/consents.table.ts'
import { accountDeletions, privacyLog } from './privacy.table.ts'

const givenBy = ({ userId, email }: Person): SQL =>
  or(
    userId === null ? sql`false` : eq(consents.userId, userId),
    email === null ? sql`false` : eq(consents.email, email),
  ) ?? sql`false`

export const consentData: PersonalData = {
  id: 'consents',
  title: 'What you agreed to',
  tables: ['consents'],
  read: (db, person) =>
    db
      .select({
        agreed: consents.isGiven,
        to: consents.text,
        about: consents.kind,
        where: consents.place,
        order_id: consents.orderId,
        email: consents.email,
        when: consents.at,
      })
      .from(consents)
      .where(givenBy(person))
      .orderBy(asc(consents.id)),
  erase: async (tx, person) => (await tx.delete(consents).where(givenBy(person)).returning({ id: consents.id })).length,
}

/** Requests about personal data. The record of what was done stays: it names accounts by number only. */
export const requestData: PersonalData = {
  id: 'requests',
  title: 'Requests about your data',
  tables: ['account_deletions', 'privacy_log'],
  async read(db, { userId }) {
    if (userId === null) return []
    return db
      .select({ kind: privacyLog.kind, when: privacyLog.at })
      .from(privacyLog)
      .where(eq(privacyLog.userId, userId))
      .orderBy(asc(privacyLog.id))
  },
  erase: async (tx, { userId }) =>
    userId === null
      ? 0
      : (
          await tx
            .delete(accountDeletions)
            .where(eq(accountDeletions.userId, userId))
            .returning({ userId: accountDeletions.userId })
        ).length,
}
