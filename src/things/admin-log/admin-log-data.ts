import { asc, lt } from 'drizzle-orm'
import { namesPerson, type PersonalData } from '../../platform/privacy/personal-data.ts'
import type { RetentionRule } from '../../platform/privacy/retention-rule.ts'
import { pruneAdminLog } from './admin-log.store.ts'
import { adminLog } from './admin-log.table.ts'

/** Actions of staff, kept for the retention period: a log that its subject can erase proves nothing. */
export const adminLogData: PersonalData = {
  id: 'admin-log',
  title: 'What you did in the back office',
  isForStaff: true,
  tables: ['admin_log'],
  erase: async () => 0,
  read: (db, person) =>
    db
      .select({ when: adminLog.at, kind: adminLog.kind, what: adminLog.summary, about: adminLog.subjectName })
      .from(adminLog)
      .where(namesPerson(person, adminLog))
      .orderBy(asc(adminLog.id)),
}

export const adminLogRetention: RetentionRule = {
  id: 'admin-log',
  title: 'Log of the staff’s changes',
  description: 'Entries of the admin log are deleted.',
  minimumDays: 30,
  count: (db, cutoff) => db.$count(adminLog, lt(adminLog.at, cutoff)),
  apply: pruneAdminLog,
}
