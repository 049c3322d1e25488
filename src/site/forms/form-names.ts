/* Names in the markup of forms, which server and browser make. */

const byServerName = new Map([
  ['validation_failed', 'invalid'],
  ['acceptance_missing', 'unaccepted'],
  ['mail_sent', 'sent'],
  ['mail_failed', 'failed'],
  ['payment_required', 'payment-required'],
])

const known =
  /^(init|validating|submitting|resetting|invalid|unaccepted|spam|aborted|sent|failed|payment-required|custom-[\w-]*)$/

/** Normalizes a status: one of the form, of a response, or custom. */
export function statusOf(name: string): string {
  const status = byServerName.get(name) ?? name
  if (known.test(status)) return status
  return `custom-${status
    .replaceAll(/[^0-9a-z]+/gi, ' ')
    .trim()
    .replaceAll(' ', '-')}`
}

/** Id of a field's error message (contact-form-7.md §6). */
export const errorIdOf = (unitTag: string, field: string): string => htmlIdOf(`${unitTag}-ve-${field}`)

export const htmlIdOf = (text: string): string => text.replaceAll(/[^\w-]+/g, '')
