import { type ReactNode, useDeferredValue } from 'react'
import { useWatch } from 'react-hook-form'
import { Fold } from '../../../platform/admin/fields/fold.tsx'
import { formFields } from '../../../platform/admin/fields/form-fields.tsx'
import { FormScreen } from '../../../platform/admin/form/form-screen.tsx'
import { defaultProperties, propertiesOf } from '../contact-form.ts'
import { type FormProblem, formProblems } from '../editing/form-problems.ts'
import type { FormJson } from '../rest/forms.ts'
import styles from './form-editor.module.css'
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
    <Field name="locale" label="Language" hint="Language of the messages for visitors, such as en_CA." maxLength={20} />
    <Parts />
  </FormScreen>
)

function Parts() {
  const values = useDeferredValue(useWatch<FormValues>()) as FormValues
  const parts = Object.groupBy(formProblems(values), ({ section }) => section.split('.')[0] ?? '')
  const { form = [], mail = [], mail_2 = [], additional_settings: settings = [] } = parts
  return (
    <>
      <Part name="form" title="Form" problems={form} isOpen>
        <MarkupFields problems={form} />
      </Part>
      <Part name="mail" title="Mail" problems={mail}>
        <MailFields name="mail" problems={mail} />
      </Part>
      <Part name="mail_2" title="Mail 2" problems={mail_2}>
        <MailFields name="mail_2" problems={mail_2} />
      </Part>
      <Part name="messages" title="Messages">
        <MessageFields />
      </Part>
      <Part name="additional_settings" title="Settings" problems={settings}>
        <SettingFields problems={settings} />
      </Part>
    </>
  )
}

type PartProps = {
  readonly name: string
  readonly title: string
  readonly problems?: readonly FormProblem[]
  readonly isOpen?: boolean
  readonly children: ReactNode
}

const Part = ({ name, title, problems = [], isOpen, children }: PartProps) => (
  <Fold
    name={name}
    title={title}
    about={problems.length > 0 ? `${problems.length} to mend` : undefined}
    isOpen={isOpen}
  >
    <div className={styles.part}>{children}</div>
  </Fold>
)
