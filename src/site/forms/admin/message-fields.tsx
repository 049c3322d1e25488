import { FieldGroup, formFields } from '../../../platform/admin/fields/form-fields.tsx'
import { defaultMessages, type MessageKey } from '../contact-form.ts'
import type { FormValues } from './form-parts.tsx'

const { Field } = formFields<FormValues>()

const groups: Readonly<Record<string, Partial<Record<MessageKey, string>>>> = {
  'After it is sent': {
    mail_sent_ok: 'It was sent',
    mail_sent_ng: 'It could not be sent',
    validation_error: 'A field has an error',
    spam: 'It was refused as spam',
    accept_terms: 'Something that must be accepted is not',
  },
  'Text fields': {
    invalid_required: 'A required field is empty',
    invalid_too_long: 'Too long',
    invalid_too_short: 'Too short',
    invalid_email: 'No email address',
    invalid_url: 'No web address',
    invalid_tel: 'No telephone number',
  },
  'Numbers and dates': {
    invalid_number: 'No number',
    number_too_small: 'Number too small',
    number_too_large: 'Number too large',
    invalid_date: 'No date',
    date_too_early: 'Date too early',
    date_too_late: 'Date too late',
  },
  Files: {
    upload_failed: 'The upload failed',
    upload_file_type_invalid: 'File of a type that is not allowed',
    upload_file_too_large: 'File too large',
    upload_failed_php_error: 'The upload failed in the shop',
  },
  'Quiz and captcha': {
    quiz_answer_not_correct: 'Wrong answer to the quiz',
    captcha_not_match: 'Wrong letters of the captcha',
  },
}

/** Messages to visitors; an empty one is saved as its default. */
export const MessageFields = () => (
  <>
    <p>Messages for visitors. Clear a message to use its default.</p>
    {Object.entries(groups).map(([title, messages]) => (
      <FieldGroup key={title} title={title}>
        {(Object.entries(messages) as [MessageKey, string][]).map(([key, label]) => (
          <Field key={key} name={`messages.${key}`} label={label} placeholder={defaultMessages[key]} maxLength={500} />
        ))}
      </FieldGroup>
    ))}
  </>
)
