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
