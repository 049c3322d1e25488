import { FieldGroup, formFields } from '../../../platform/admin/fields/form-fields.tsx'
import { type MessageKey, messageGroups } from '../contact-form.ts'
import type { FormValues } from './form-parts.tsx'

const { Field } = formFields<FormValues>()

export const MessageFields = () => (
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
