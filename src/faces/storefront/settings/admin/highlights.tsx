import { useFieldArray } from 'react-hook-form'
import { formFields } from '../../../../platform/admin/fields/form-fields.tsx'
import { Button } from '../../../../platform/admin/parts.tsx'
import { MAX_HIGHLIGHTS } from '../../storefront-settings.ts'
import styles from './highlights.module.css'

type Values = { footer_highlights: readonly { title: string; text: string; href: string }[] }
const { Field } = formFields<Values>()

/** The highlights above the footer, each with a link. */
export function Highlights() {
  const { fields, append, remove } = useFieldArray<Values, 'footer_highlights'>({ name: 'footer_highlights' })
  return (
    <>
      {fields.map((field, index) => (
        <fieldset key={field.id} className={styles.item}>
          <legend className="visually-hidden">Highlight {index + 1}</legend>
          <Field name={`footer_highlights.${index}.title`} label="Highlight" required maxLength={60} />
          <Field name={`footer_highlights.${index}.text`} label="Text" maxLength={160} />
          <Field name={`footer_highlights.${index}.href`} label="Link" hint="Such as /shipping-returns/" required />
          <Button label="Remove" aria-label={`Remove highlight ${index + 1}`} onClick={() => remove(index)} />
        </fieldset>
      ))}
      {fields.length < MAX_HIGHLIGHTS && (
        <p className={styles.add}>
          <Button label="Add a highlight" onClick={() => append({ title: '', text: '', href: '/shipping-returns/' })} />
        </p>
      )}
    </>
  )
}
