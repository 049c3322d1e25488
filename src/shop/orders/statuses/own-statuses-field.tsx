import { useFieldArray } from 'react-hook-form'
import { FieldFrame, type FieldProps } from '../../../platform/admin/fields/field.tsx'
import { FieldGroup, formFields } from '../../../platform/admin/fields/form-fields.tsx'
import form from '../../../platform/admin/form/form.module.css'
import { Button } from '../../../platform/admin/parts.tsx'
import { statusNames } from '../order-status.ts'
import { behaviours, MAX_OWN_STATUSES, type OwnStatus, ownSlug } from './own-statuses.ts'

type Values = { order_statuses: OwnStatus[] }
const { Field, Select } = formFields<Values>()

/** Settings field for custom order statuses, each of which stands for a core status. */
export function OwnStatusesField({ name, label }: FieldProps) {
  const { fields, append, remove } = useFieldArray<Values, 'order_statuses'>({ name: 'order_statuses' })
  return (
    <FieldFrame name={name} label={label} isGroup isWide>
      {() => (
        <>
          <p className={form.soft}>
            Such as ‘Packing’ for orders that are processing. Mail, stock and payment follow from what it behaves as;
            only you and your programs see it.
          </p>
          {fields.map((field, index) => (
            <FieldGroup key={field.id} title={`Status ${index + 1}`}>
              <Field name={`order_statuses.${index}.label`} label="Name" maxLength={40} required />
              <Field
                name={`order_statuses.${index}.slug`}
                label="Slug"
                hint="Its name for programs, such as ‘packing’."
                maxLength={20}
                required
                rules={{ pattern: { value: ownSlug, message: 'Lowercase letters, digits and hyphens.' } }}
              />
              <Select
                name={`order_statuses.${index}.behaves_as`}
                label="Behaves as"
                options={behaviours.map((status) => [status, statusNames[status]])}
              />
              <p>
                <Button label="Remove" aria-label={`Remove status ${index + 1}`} onClick={() => remove(index)} />
              </p>
            </FieldGroup>
          ))}
          {fields.length < MAX_OWN_STATUSES && (
            <p>
              <Button label="Add a status" onClick={() => append({ slug: '', label: '', behaves_as: 'processing' })} />
            </p>
          )}
        </>
      )}
    </FieldFrame>
  )
}
