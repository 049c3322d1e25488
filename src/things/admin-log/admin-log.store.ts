import { and, asc, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { containsText, readPage } from '../../platform/database/list-query.ts'
import type { Platform } from '../../platform/web/context.ts'
import { adminLog } from './admin-log.table.ts'
import type { AdminEvent, LogKind } from './admin-log.ts'

export type LogEntry = typeof adminLog.$inferSelect

/** Adds an entry to the admin log, in the transaction of the logged change if there is one. */
export async function recordAdminEvent(db: Db | Tx, { by, ...event }: AdminEvent): Promise<void> {
  const { subjectId = null, subjectName = '', link = '', changes = [] } = event
  const subject = { subjectId, subjectName, link, changes }
  await db.insert(adminLog).values({ ...event, ...subject, userId: by?.id ?? null, userName: by?.name ?? '' })
}

/** The same after a committed change: a failure is logged with the entry, and undoes nothing. */
export async function recordDoneEvent({ db, log }: Pick<Platform, 'db' | 'log'>, event: AdminEvent): Promise<void> {
  try {
    await recordAdminEvent(db, event)
  } catch (error) {
    log.error({ err: error, event }, 'an entry is missing in the admin log')
  }
}

/** Filters of the log; '', 0 and undefined do not filter. */
type LogQuery = {
  readonly search: string
  readonly user: number
  readonly kind?: LogKind | undefined
  readonly from?: Date | undefined
  readonly until?: Date | undefined
  readonly limit: number
  readonly offset: number
}

export async function readAdminLog(db: Db, query: LogQuery): Promise<{ items: LogEntry[]; total: number }> {
  const where = and(
    containsText(query.search, [adminLog.summary, adminLog.subjectName, adminLog.userName]),
    query.user === 0 ? undefined : eq(adminLog.userId, query.user),
    query.kind && eq(adminLog.kind, query.kind),
    query.from && gte(adminLog.at, query.from),
    query.until && lt(adminLog.at, query.until),
  )
  const order = [desc(adminLog.id)]
  return readPage(db, db.select().from(adminLog).$dynamic(), adminLog, { ...query, where, order })
}

/** Removes up to `limit` entries, none of the last 30 days, which the trigger protects. Returns how many. */
export const pruneAdminLog = (db: Db | Tx, before: Date, limit: number): Promise<number> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('samovar.prune_admin_log', 'on', true)`)
    const old = tx
      .select({ id: adminLog.id })
      .from(adminLog)
      .where(and(lt(adminLog.at, before), sql`${adminLog.at} < now() - interval '30 days'`))
      .orderBy(asc(adminLog.id))
      .limit(limit)
    const removed = await tx.delete(adminLog).where(inArray(adminLog.id, old)).returning({ id: adminLog.id })
    await tx.execute(sql`select set_config('samovar.prune_admin_log', '', true)`)
    return removed.length
  })
