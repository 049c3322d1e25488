import { type ReactNode, useDeferredValue } from 'react'
import { useWatch } from 'react-hook-form'
import { formFields } from '../../../platform/admin/fields/form-fields.tsx'
import { FormScreen } from '../../../platform/admin/form/form-screen.tsx'
import { defaultProperties, propertiesOf } from '../contact-form.ts'
import { type FormProblem, formProblems } from '../editing/form-problems.ts'
import type { FormJson } from '../rest/forms.ts'
import { EditorTabs, type Tab } from './editor-tabs.tsx'
import { FormActions, type FormValues, forms } from './form-parts.tsx'
import { MailFields } from './mail-fields.tsx'
import { MarkupFields } from './markup-fields.tsx'
import { MessageFields } from './message-fields.tsx'
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
    <Parts />
  </FormScreen>
)

function Parts() {
  const values = useDeferredValue(useWatch<FormValues>()) as FormValues
  const problems = Map.groupBy(formProblems(values), ({ section }) => section.split('.')[0])
  const tab = (name: string, title: string, contentOf: (own: readonly FormProblem[]) => ReactNode): Tab => {
    const own = problems.get(name) ?? []
    return { name, title, problems: own.length, content: contentOf(own) }
  }
  const tabs = [
    tab('form', 'Form', (own) => <MarkupFields problems={own} />),
    tab('mail', 'Mail', (own) => <MailFields name="mail" problems={own} />),
    tab('mail_2', 'Mail 2', (own) => <MailFields name="mail_2" problems={own} />),
    tab('messages', 'Messages', () => <MessageFields />),
    { ...tab('additional_settings', 'Settings', (own) => <SettingFields problems={own} />), others: ['locale'] },
  ]
  return <EditorTabs label="Parts of the form" tabs={tabs} />
}
