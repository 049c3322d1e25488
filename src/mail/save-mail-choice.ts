import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../database/connect.ts'
import { loadSettings, saveSetting } from '../settings/settings.store.ts'
import { settings as settingsTable } from '../settings/settings.table.ts'
import { announceTags } from '../web/page-tags.ts'
import { choiceFor, type MailChoice, type MailTemplate, mailTemplates } from './mail-templates.ts'

const changeOf = z
  .strictObject({
    enabled: z.boolean(),
    recipients: z.array(z.email('This is no email address.').max(200)).max(10, 'At most ten addresses.'),
  })
  .partial()

/** Reads what somebody wants changed about a mail; customers' mails go to the customer and nowhere else. */
export function readMailChange(
  template: MailTemplate,
  fields: unknown,
): { ok: true; change: Partial<MailChoice> } | { ok: false; wrongs: Readonly<Record<string, string>> } {
  const read = changeOf.safeParse(fields)
  if (!read.success) {
    return {
      ok: false,
      wrongs: Object.fromEntries(read.error.issues.map((issue) => [issue.path.join('.') || 'body', issue.message])),
    }
  }
  const { enabled, recipients } = read.data
  if (recipients && recipients.length > 0 && mailTemplates[template].to === 'customer')
    return { ok: false, wrongs: { recipients: 'This mail goes to the customer.' } }
  return {
    ok: true,
    change: { ...(enabled === undefined ? {} : { enabled }), ...(recipients === undefined ? {} : { recipients }) },
  }
}

/** Writes what was changed about one mail and tells every process. Answers how it is now. */
export async function saveMailChoice(db: Db, template: MailTemplate, change: Partial<MailChoice>): Promise<MailChoice> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${settingsTable} in share row exclusive mode`)
    const { mails } = await loadSettings(tx)
    const choice = { ...choiceFor(mails, template), ...change }
    await saveSetting(tx, 'mails', { ...mails, [template]: choice })
    await announceTags(tx, ['settings'])
    return choice
  })
}
