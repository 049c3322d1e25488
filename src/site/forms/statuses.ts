const byServerName = new Map([
  ['validation_failed', 'invalid'],
  ['acceptance_missing', 'unaccepted'],
  ['mail_sent', 'sent'],
  ['mail_failed', 'failed'],
  ['payment_required', 'payment-required'],
])

const known =
  /^(init|validating|submitting|resetting|invalid|unaccepted|spam|aborted|sent|failed|payment-required|custom-[\w-]*)$/

/** The status with this name: one of the form itself, of an answer, or of an add-on. */
export function statusOf(name: string): string {
  const status = byServerName.get(name) ?? name
  if (known.test(status)) return status
  return `custom-${status
    .replaceAll(/[^0-9a-z]+/gi, ' ')
    .trim()
    .replaceAll(' ', '-')}`
}
