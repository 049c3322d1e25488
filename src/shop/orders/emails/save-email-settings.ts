import { z } from 'zod'
import type { Db } from '../../../platform/database/connect.ts'
import { invalidatePageTags } from '../../../platform/web/page-tags.ts'
import { loadStored, lockSettings, saveSettings } from '../../../things/settings/settings.store.ts'
import {
  type EmailTemplate,
  type EmailTemplateSettings,
  emailTemplateSettings,
  emailTemplates,
} from './email-templates.ts'
import { type OrderEmailSettings, orderEmailDefaults } from './settings.ts'

const settingsSchema = z
  .strictObject({
    enabled: z.boolean(),
    recipients: z.array(z.email('This is no email address.').max(200)).max(10, 'At most ten addresses.'),
  })
  .partial()

/** Parses changes to an email type; customer emails have no other recipients. */
export function parseEmailSettings(
  template: EmailTemplate,
  fields: unknown,
): { ok: true; change: Partial<EmailTemplateSettings> } | { ok: false; errors: Readonly<Record<string, string>> } {
  const parsed = settingsSchema.safeParse(fields)
  if (!parsed.success) {
    return {
      ok: false,
      errors: Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.') || 'body', issue.message])),
    }
  }
  const { enabled, recipients } = parsed.data
  if (recipients && recipients.length > 0 && emailTemplates[template].to === 'customer')
    return { ok: false, errors: { recipients: 'This mail goes to the customer.' } }
  return {
    ok: true,
    change: { ...(enabled === undefined ? {} : { enabled }), ...(recipients === undefined ? {} : { recipients }) },
  }
}

/** Saves the settings of one email type and notifies every process. Returns the new settings. */
export async function saveEmailSettings(
  db: Db,
  template: EmailTemplate,
  change: Partial<EmailTemplateSettings>,
): Promise<EmailTemplateSettings> {
  return db.transaction(async (tx) => {
    await lockSettings(tx)
    const { emails } = await loadStored(tx, orderEmailDefaults)
    const templateSettings = { ...emailTemplateSettings(emails, template), ...change }
    await saveSettings<OrderEmailSettings>(tx, { emails: { ...emails, [template]: templateSettings } })
    await invalidatePageTags(tx, ['settings'])
    return templateSettings
  })
}
