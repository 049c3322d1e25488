import { asc } from 'drizzle-orm'
import { deleteRows, namesPerson, type PersonalData } from '../../platform/privacy/personal-data.ts'
import { consents } from '../identity/consents/consents.table.ts'
import { accountDeletions, privacyLog } from './privacy.table.ts'

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
      .where(namesPerson(person, consents))
      .orderBy(asc(consents.id)),
  erase: (tx, person) => deleteRows(tx, consents, namesPerson(person, consents)),
}

/** Requests about personal data. The record of what was done stays: it names accounts by number only. */
export const requestData: PersonalData = {
  id: 'requests',
  title: 'Requests about your data',
  tables: ['account_deletions', 'privacy_log'],
  read: (db, person) =>
    db
      .select({ kind: privacyLog.kind, when: privacyLog.at })
      .from(privacyLog)
      .where(namesPerson(person, { userId: privacyLog.userId }))
      .orderBy(asc(privacyLog.id)),
  erase: (tx, person) => deleteRows(tx, accountDeletions, namesPerson(person, { userId: accountDeletions.userId })),
}
