import { sentOnly } from '../../../platform/rest/fields.ts'
import type { EntryStatus } from '../../../things/entries/entries.table.ts'
import { lockEntry, type SaveResult, saveEntry } from '../../../things/entries/save-entry.ts'
import { type ContactForm, defaultProperties, type FormProperties, propertiesOf } from '../contact-form.ts'
import type { FormContext } from '../context.ts'
import { formOf } from '../forms.store.ts'
import type { FormChange } from '../rest/form-fields.ts'

type FormSave = FormChange & {
  /** Omitted for a new form. */
  readonly id?: number | undefined
  readonly version?: number | undefined
  readonly status?: Extract<EntryStatus, 'publish' | 'trash'> | undefined
}

function changedProperties(before: FormProperties, change: FormChange): FormProperties {
  const { title: _, mail = {}, mail_2 = {}, messages = {}, ...texts } = change
  return {
    ...propertiesOf(before),
    ...sentOnly(texts),
    mail: { ...before.mail, ...sentOnly(mail) },
    mail_2: { ...before.mail_2, ...sentOnly(mail_2) },
    messages: { ...before.messages, ...sentOnly(messages) },
  } as FormProperties
}

/** The id of a form that is not stored. */
const NO_ID = -1

/** The form as it would be after a change. */
export const changedForm = (before: ContactForm | null, change: FormChange): ContactForm => ({
  id: NO_ID,
  slug: '',
  version: 0,
  ...before,
  ...changedProperties(before ?? defaultProperties, change),
  title: change.title ?? before?.title ?? '',
})

/** Saves a form, or creates one with the default fields. `version` is the edited version. */
export const saveForm = (
  shop: Pick<FormContext, 'db' | 'now' | 'settings'>,
  { id, version, title, status, ...change }: FormSave,
  author: number | null,
): Promise<SaveResult> =>
  shop.db.transaction(async (tx) => {
    // The lock preserves concurrent changes to other parts.
    const entry = id === undefined ? undefined : await lockEntry(tx, 'form', id)
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
      { author, now: shop.now() },
    )
  })
