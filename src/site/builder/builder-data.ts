import { asc, eq, inArray, lt, sql } from 'drizzle-orm'
import { deleteRows, namesPerson, type PersonalData } from '../../platform/privacy/personal-data.ts'
import type { RetentionRule } from '../../platform/privacy/retention-rule.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { builderDrafts, builderLocks } from './builder.table.ts'

export const builderData: PersonalData = {
  id: 'page-drafts',
  tables: ['builder_drafts', 'builder_locks'],
  title: 'Pages you edit in the page builder',
  isForStaff: true,
  detach: 'erase',
  read: (db, person) =>
    db
      .select({
        page: entries.title,
        saved: builderDrafts.savedAt,
        title: builderDrafts.title,
        draft: builderDrafts.document,
      })
      .from(builderDrafts)
      .innerJoin(entries, eq(entries.id, builderDrafts.entryId))
      .where(namesPerson(person, builderDrafts))
      .orderBy(asc(builderDrafts.entryId)),
  erase: async (tx, person) =>
    (await deleteRows(tx, builderDrafts, namesPerson(person, builderDrafts))) +
    (await deleteRows(tx, builderLocks, namesPerson(person, builderLocks))),
}

export const builderRetention: RetentionRule = {
  id: 'page-drafts',
  title: 'Drafts of the page builder',
  description: 'What was written there and never saved is deleted.',
  minimumDays: 7,
  count: (db, cutoff) => db.$count(builderDrafts, lt(builderDrafts.savedAt, cutoff)),
  apply: (tx, cutoff, limit) => {
    const row = sql`ctid`
    const old = tx.select({ row }).from(builderDrafts).where(lt(builderDrafts.savedAt, cutoff)).limit(limit)
    return deleteRows(tx, builderDrafts, inArray(row, old))
  },
}
