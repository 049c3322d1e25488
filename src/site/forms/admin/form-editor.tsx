import { useDeferredValue } from 'react'
import { useWatch } from 'react-hook-form'
import { Fold } from '../../../platform/admin/fields/fold.tsx'
import { FieldGroup, formFields } from '../../../platform/admin/fields/form-fields.tsx'
import { FormScreen } from '../../../platform/admin/form/form-screen.tsx'
import { defaultProperties, type MessageKey, messageGroups, propertiesOf } from '../contact-form.ts'
import { formProblems } from '../editing/form-problems.ts'
import type { FormJson } from '../rest/forms.ts'
import styles from './form-editor.module.css'
import { FormActions, type FormValues, forms } from './form-parts.tsx'
import { MailFields } from './mail-fields.tsx'
import { MarkupFields } from './markup-fields.tsx'
import { SettingFields } from './setting-fields.tsx'

const { Field } = formFields<FormValues>()

export const FormEditor = () => (
  <FormScreen<FormJson, FormValues>
    resource={forms}
    titleOf={({ title }) => title}
    empty={{ ...defaultProperties, title: '', version: undefined }}
    toValues={(item) => ({ ...propertiesOf(item), title: item.title, version: item.version })}
    savedText="Saved. Pages with this form show it now."
    badge={(item) => <FormActions item={item} />}
  >
    <Field name="title" label="Title" hint="Screen readers announce the form with it." maxLength={200} required />
    <Field name="locale" label="Language" hint="Language of the messages for visitors, such as en_CA." maxLength={20} />
    <Parts />
  </FormScreen>
)

const MessageFields = () => (
  <>
    <p>Messages for visitors. Clear a message to use its default.</p>
    {Object.entries(messageGroups).map(([title, messages]) => (
      <FieldGroup key={title} title={title}>
        {(Object.entries(messages) as [MessageKey, readonly [string, string]][]).map(([key, [label, text]]) => (
          <Field key={key} name={`messages.${key}`} label={label} placeholder={text} maxLength={500} />
        ))}
      </FieldGroup>
    ))}
  </>
)

/** Titles and fields of the parts, by the property that they edit. */
const parts = [
  ['form', 'Form', MarkupFields],
  ['mail', 'Mail', MailFields],
  ['mail_2', 'Mail 2', MailFields],
  ['messages', 'Messages', MessageFields],
  ['additional_settings', 'Settings', SettingFields],
] as const

function Parts() {
  const values = useDeferredValue(useWatch<FormValues>()) as FormValues
  const problems = Map.groupBy(formProblems(values), ({ section }) => section.split('.')[0])
  return parts.map(([name, title, Fields]) => {
    const own = problems.get(name) ?? []
    const about = own.length > 0 ? `${own.length} to mend` : undefined
    return (
      <Fold key={name} name={name} title={title} about={about} isOpen={name === 'form'}>
        <div className={styles.part}>
          <Fields name={name as 'mail' | 'mail_2'} problems={own} />
        </div>
      </Fold>
    )
  })
}
