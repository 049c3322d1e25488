import { z } from 'zod'
import { defineCall } from '../../../platform/rest/call.ts'
import { day, pageFields, search, windowOf } from '../../../platform/rest/fields.ts'
import { MAX_ID } from '../../../platform/rest/params.ts'
import { endOfShopDay, toGmtIso } from '../../../platform/time/shop-time.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { type LogEntry, readAdminLog } from '../admin-log.store.ts'
import { logKinds } from '../admin-log.ts'
import { logRead } from '../capabilities.ts'

const entryShape = z.strictObject({
  id: z.int(),
  date_gmt: z.string(),
  user: z.int().describe('ID of the user who made the change. 0 for the shop itself.'),
  user_name: z.string(),
  via: z.enum(['session', 'key', 'application-password', 'shop']),
  kind: z.enum(logKinds),
  summary: z.string(),
  subject: z.int().describe('ID of the changed item. 0 if there is none or several.'),
  subject_name: z.string(),
  link: z.string().describe('Path of the item in the back office. Empty if there is none.'),
  changes: z.array(z.strictObject({ field: z.string(), from: z.string().optional(), to: z.string().optional() })),
})
export type LogEntryJson = z.infer<typeof entryShape>

const entryJson = (entry: LogEntry): LogEntryJson => ({
  id: entry.id,
  date_gmt: toGmtIso(entry.at),
  user: entry.userId ?? 0,
  user_name: entry.userName,
  via: entry.via,
  kind: entry.kind,
  summary: entry.summary,
  subject: entry.subjectId ?? 0,
  subject_name: entry.subjectName,
  link: entry.link,
  changes: [...entry.changes],
})

const query = z.object({
  ...pageFields,
  search,
  user: z.int().min(0).max(MAX_ID).default(0),
  kind: z.enum(logKinds).optional(),
  from: day((start) => start)
    .optional()
    .describe('First day, in the time zone of the shop.'),
  until: day(endOfShopDay).optional().describe('Last day, in the time zone of the shop.'),
})

/** `samovar/v1/admin-log`: read-only, because entries are added only by the changes themselves. */
export const adminLogCall = defineCall({
  summary: 'Lists changes by the staff, newest first',
  method: 'GET',
  path: paths.restAdminLog,
  capability: logRead,
  query,
  response: entryShape,
  async handler({ db }: Pick<Platform, 'db'>, { query: sent }) {
    const { page, per_page } = sent
    const { items, total } = await readAdminLog(db, { ...sent, ...windowOf(sent) })
    return { items: items.map(entryJson), page, per_page, total }
  },
})
