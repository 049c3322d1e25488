import { asc, desc, eq } from 'drizzle-orm'
import { isStaff } from '../../platform/access/permissions.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { deleteRows, namesPerson, type PersonalData, personalTable } from '../../platform/privacy/personal-data.ts'
import { recordAdminEvent } from '../../things/admin-log/admin-log.store.ts'
import { users } from '../identity/accounts.table.ts'
import { consents } from '../identity/consents/consents.table.ts'
import { accountDeletions, type PrivacyEventKind, privacyLog } from './privacy.table.ts'

type PrivacyEvent = {
  readonly kind: PrivacyEventKind
  readonly userId?: number | null
  readonly actorId?: number | null
  readonly details?: Readonly<Record<string, number>>
  readonly at: Date
}

export async function logPrivacyEvent(
  db: Db | Tx,
  { userId, actorId, details, ...event }: PrivacyEvent,
): Promise<void> {
  await db
    .insert(privacyLog)
    .values({ ...event, userId: userId ?? null, actorId: actorId ?? null, details: { ...details } })
  await recordAdminEvent(db, {
    by: await actorOf(db, actorId ?? null),
    via: actorId ? 'session' : 'shop',
    kind: 'privacy',
    at: event.at,
    summary: summaries[event.kind],
    subjectId: userId ?? undefined,
    changes: Object.entries({ ...details }).map(([field, rows]) => ({ field, to: String(rows) })),
  })
}

const summaries: Readonly<Record<PrivacyEventKind, string>> = {
  export: 'Exported the personal data of an account',
  'deletion-requested': 'Asked to delete an account',
  'deletion-withdrawn': 'Keeps an account that was to be deleted',
  erasure: 'Erased the personal data of an account',
  retention: 'Deleted what is older than the settings of retention allow',
}

/** Customers are named by number only, so that the log can outlive their account. */
async function actorOf(db: Db | Tx, id: number | null): Promise<{ id: number; name: string } | null> {
  if (id === null) return null
  const [user] = await db.select({ name: users.name, role: users.role }).from(users).where(eq(users.id, id))
  return { id, name: user && isStaff(user) ? user.name : `Customer ${id}` }
}

export const readPrivacyLog = (db: Db, limit: number) =>
  db.select().from(privacyLog).orderBy(desc(privacyLog.id)).limit(limit)

export const consentData = personalTable({
  id: 'consents',
  title: 'What you agreed to',
  table: consents,
  columns: {
    agreed: consents.isGiven,
    to: consents.text,
    about: consents.kind,
    where: consents.place,
    order_id: consents.orderId,
    email: consents.email,
    when: consents.at,
  },
})

/** Requests about personal data. The log itself stays, because it identifies accounts by number only. */
export const requestData: PersonalData = {
  id: 'requests',
  title: 'Requests about your data',
  tables: ['account_deletions', 'privacy_log'],
  read: (db, person) =>
    db
      .select({ kind: privacyLog.kind, when: privacyLog.at })
      .from(privacyLog)
      .where(namesPerson(person, privacyLog))
      .orderBy(asc(privacyLog.id)),
  erase: (tx, person) => deleteRows(tx, accountDeletions, namesPerson(person, accountDeletions)),
}
