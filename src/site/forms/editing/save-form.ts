import type { Db, Tx } from '../../../platform/database/connect.ts'
import { sentOnly } from '../../../platform/rest/fields.ts'
import type { WithSettings } from '../../../platform/web/context.ts'
import type { EntryStatus } from '../../../things/entries/entries.table.ts'
import { entries } from '../../../things/entries/entries.table.ts'
import { type SavedBy, type SaveResult, saveEntry } from '../../../things/entries/save-entry.ts'
import type { EntrySettings } from '../../../things/entries/settings.ts'
import {
  defaultMessages,
  defaultProperties,
  type FormMessages,
  type FormProperties,
  type MessageKey,
  propertiesOf,
} from '../contact-form.ts'
import { formOf, isFormWithId } from '../forms.store.ts'
import type { FormChange } from '../rest/form-fields.ts'

type FormSave = FormChange & {
  /** Omitted for a new form. */
  readonly id?: number | undefined
  readonly version?: number | undefined
  readonly status?: Extract<EntryStatus, 'publish' | 'trash'> | undefined
}

/** The properties after a change. An emptied message gets its default. */
export function changedProperties(before: FormProperties, change: FormChange): FormProperties {
  const { title: _, mail = {}, mail_2 = {}, messages = {}, ...texts } = change
  const changed = Object.entries(sentOnly(messages)).map(([key, text]) => [
    key,
    text.trim() || defaultMessages[key as MessageKey],
  ])
  return {
    ...propertiesOf(before),
    ...sentOnly(texts),
    mail: { ...before.mail, ...sentOnly(mail) },
    mail_2: { ...before.mail_2, ...sentOnly(mail_2) },
    messages: { ...before.messages, ...(Object.fromEntries(changed) as Partial<FormMessages>) },
  } as FormProperties
}

/** Saves a form, or creates one with the default fields. `version` is the edited version. */
export const saveForm = (
  shop: WithSettings<EntrySettings>,
  db: Db | Tx,
  { id, version, title, status, ...change }: FormSave,
  by: SavedBy,
): Promise<SaveResult> =>
  db.transaction(async (tx) => {
    // The lock preserves concurrent changes to other parts.
    const [entry] = id === undefined ? [] : await tx.select().from(entries).where(isFormWithId(id)).for('update')
    const before = entry ? formOf(entry) : defaultProperties
    return saveEntry(
      shop,
      tx,
      {
        kind: 'form',
        id,
        version,
        title: title === undefined && entry ? undefined : title?.trim() || 'Untitled',
        status: status ?? (entry ? undefined : 'publish'),
        fields: changedProperties(before, change),
      },
      by,
    )
  })
