import { type ReactNode, useDeferredValue } from 'react'
import { useWatch } from 'react-hook-form'
import { formFields } from '../../../platform/admin/fields/form-fields.tsx'
import { FormScreen } from '../../../platform/admin/form/form-screen.tsx'
import { type FormProblem, formProblems } from '../editing/form-problems.ts'
import type { FormJson } from '../rest/forms.ts'
import { EditorTabs, type Tab } from './editor-tabs.tsx'
import { FormActions, forms } from './form-parts.tsx'
import { type FormValues, newForm, valuesOf } from './form-values.ts'
import { MailFields } from './mail-fields.tsx'
import { MarkupFields } from './markup-fields.tsx'
import { MessageFields } from './message-fields.tsx'
import { SettingFields } from './setting-fields.tsx'

const { Field } = formFields<FormValues>()

export const FormEditor = () => (
  <FormScreen<FormJson, FormValues>
    resource={forms}
    titleOf={({ title }) => title}
    empty={newForm}
    toValues={valuesOf}
    savedText="Saved. Pages with this form show it now."
    badge={(item) => <FormActions item={item} />}
  >
    <Field name="title" label="Title" hint="Screen readers announce the form with it." maxLength={200} required />
    <Parts />
  </FormScreen>
)

type Part = Pick<Tab, 'name' | 'others' | 'title'> & {
  readonly content: (problems: readonly FormProblem[]) => ReactNode
}

const parts: readonly Part[] = [
  { name: 'form', title: 'Form', content: (problems) => <MarkupFields problems={problems} /> },
  { name: 'mail', title: 'Mail', content: (problems) => <MailFields name="mail" problems={problems} /> },
  { name: 'mail_2', title: 'Mail 2', content: (problems) => <MailFields name="mail_2" problems={problems} /> },
  { name: 'messages', title: 'Messages', content: () => <MessageFields /> },
  {
    name: 'additional_settings',
    others: ['locale'],
    title: 'Settings',
    content: (problems) => <SettingFields problems={problems} />,
  },
]

function Parts() {
  const problems = useProblems()
  const tabs = parts.map(({ content, ...part }) => {
    const own = problems.filter(({ section }) => section.split('.')[0] === part.name)
    return { ...part, problems: own.length, content: content(own) }
  })
  return <EditorTabs label="Parts of the form" tabs={tabs} />
}

function useProblems(): readonly FormProblem[] {
  const values = useDeferredValue(useWatch<FormValues>()) as FormValues
  return formProblems(values)
}
