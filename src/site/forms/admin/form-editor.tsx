import { useDeferredValue } from 'react'
import { useWatch } from 'react-hook-form'
import { formFields } from '../../../platform/admin/fields/form-fields.tsx'
import { FormScreen } from '../../../platform/admin/form/form-screen.tsx'
import { type FormProblem, formProblems } from '../editing/form-problems.ts'
import type { FormJson } from '../rest/forms.ts'
import { EditorTabs } from './editor-tabs.tsx'
import { FormActions, forms } from './form-parts.tsx'
import { type FormValues, newForm, valuesOf } from './form-values.ts'
import { MailFields } from './mail-fields.tsx'
import { MarkupFields } from './markup-fields.tsx'
import { MessageFields } from './message-fields.tsx'
import { SettingFields } from './setting-fields.tsx'

const { Field } = formFields<FormValues>()

/** A new contact form, or the one whose id is in the path. */
export const FormEditor = () => (
  <FormScreen<FormJson, FormValues>
    resource={forms}
    titleOf={({ title }) => title}
    empty={newForm}
    toValues={valuesOf}
    savedText="Saved. Pages with this form show it now."
    badge={(item) => <FormActions item={item} />}
  >
    <Field name="title" label="Title" hint="Screen readers call the form by it." maxLength={200} required />
    <Parts />
  </FormScreen>
)

function Parts() {
  const problems = useProblems()
  const of = (...sections: readonly string[]) =>
    problems.filter(({ section }) => sections.includes(section.replace(/\..*/, '')))
  return (
    <EditorTabs
      label="Parts of the form"
      tabs={[
        { name: 'form', title: 'Form', problems: of('form').length, content: <MarkupFields problems={of('form')} /> },
        {
          name: 'mail',
          title: 'Mail',
          problems: of('mail').length,
          content: <MailFields name="mail" problems={of('mail')} />,
        },
        {
          name: 'mail_2',
          title: 'Mail 2',
          problems: of('mail_2').length,
          content: <MailFields name="mail_2" problems={of('mail_2')} />,
        },
        { name: 'messages', title: 'Messages', problems: 0, content: <MessageFields /> },
        {
          name: 'additional_settings',
          others: ['locale'],
          title: 'Settings',
          problems: of('additional_settings').length,
          content: <SettingFields problems={of('additional_settings')} />,
        },
      ]}
    />
  )
}

/** Of what is typed. */
function useProblems(): readonly FormProblem[] {
  const values = useDeferredValue(useWatch<FormValues>()) as FormValues
  return formProblems(values)
}
