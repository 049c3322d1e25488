import { useFormContext } from 'react-hook-form'
import controls from '../../../platform/admin/controls.module.css'
import { FieldGroup, formFields } from '../../../platform/admin/fields/form-fields.tsx'
import { Button } from '../../../platform/admin/parts.tsx'
import { additionalSettings } from '../contact-form.ts'
import type { FormProblem } from '../editing/form-problems.ts'
import styles from './form-editor.module.css'
import type { FormValues } from './form-parts.tsx'
import { ProblemList } from './problem-list.tsx'

const { TextArea } = formFields<FormValues>()

const SETTING_ROWS = 6

const explanations = [
  ['subscribers_only', 'Only people who are signed in see the form and can send it.'],
  ['demo_mode', 'Nothing is mailed; visitors read that it was sent.'],
  ['skip_mail', 'Nothing is mailed; messages are still stored.'],
  ['acceptance_as_validation', 'A box that is not ticked is an error at its field, and the button stays enabled.'],
  ['do_not_store', 'Messages are mailed and not kept in the back office.'],
] as const

export function SettingFields({ problems }: { readonly problems: readonly FormProblem[] }) {
  const { watch, setValue } = useFormContext<FormValues>()
  const settings = watch('additional_settings')
  const { isOn } = additionalSettings({ additional_settings: settings })
  const add = (name: string) => {
    const before = settings.trimEnd()
    setValue('additional_settings', `${before}${before === '' ? '' : '\n'}${name}: on`, { shouldDirty: true })
  }
  return (
    <FieldGroup title="Additional settings">
      <TextArea
        name="additional_settings"
        label="Settings"
        hint="One per line, as “demo_mode: on”."
        rows={SETTING_ROWS}
      />
      <ProblemList label="Problems of the settings" problems={problems} />
      <ul className={styles.settings}>
        {explanations.map(([name, text]) => (
          <li key={name} className={controls.item}>
            <p className={controls.words}>
              <code>{name}</code> {text}
            </p>
            {isOn(name) ? (
              <span className={styles.soft}>On</span>
            ) : (
              <Button onClick={() => add(name)}>
                Turn on<span className="visually-hidden"> {name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p>
        A line <code>rule</code> adds a rule that no field has by itself, as JSON of the schema:{' '}
        <code>
          {'rule: {"rule": "dayofweek", "field": "your-date", "accept": [1, 5], "error": "Monday or Friday."}'}
        </code>
      </p>
    </FieldGroup>
  )
}
