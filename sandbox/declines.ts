/** A decline: error code, the issuer's decline code, and the provider's message. */
export type Decline = {
  code: string
  declineCode: string | null
  message: string
  /** If set, the request itself is refused with this HTTP status and without a charge: the card is not the reason. */
  refusedWith?: 400 | 409
}

/** The step of a payment at which a code is returned. */
export type DeclineStep = 'charge' | 'capture' | 'refund'
export type SelectableDecline = { name: string; step: DeclineStep; decline: Decline }

const CARD_DECLINED = 'Your card was declined.'

/** The issuer's reason of a `card_declined`. */
export const declined = (declineCode: string, message = CARD_DECLINED): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
})
const failed = (code: string, message: string): Decline => ({ code, declineCode: code, message })
const refused = (code: string, message = `This request was refused: ${code}.`): Decline => ({
  code,
  declineCode: null,
  message,
  refusedWith: 400,
})

const reasons = [
  'generic_decline',
  'lost_card',
  'stolen_card',
  'card_velocity_exceeded',
  'fraudulent',
  'call_issuer',
  'do_not_honor',
  'card_not_supported',
  'currency_not_supported',
  'incorrect_pin',
  'card_decline_rate_limit_exceeded',
  'test_mode_live_card',
  'try_again_later',
]
const refusals = [
  'account_number_invalid',
  'bank_account_declined',
  'bank_account_exists',
  'bank_account_unusable',
  'bank_account_unverified',
  'bank_account_verification_failed',
  'balance_insufficient',
  'amount_too_large',
  'amount_too_small',
  'invalid_charge_amount',
  'charge_exceeds_source_limit',
  'charge_invalid_parameter',
  'invalid_source_usage',
  'missing',
  'email_invalid',
  'postal_code_invalid',
  'ach_instant_only',
  'payment_intent_konbini_rejected_confirmation_number',
  'payment_intent_payment_attempt_expired',
  'payment_intent_authentication_failure',
]

const charges: Record<string, Decline> = {
  ...Object.fromEntries(reasons.map((reason) => [reason, declined(reason)])),
  insufficient_funds: declined('insufficient_funds', 'Your card has insufficient funds.'),
  authentication_required: {
    ...declined('authentication_required', 'Your card was declined. This transaction requires authentication.'),
    code: 'authentication_required',
  },
  card_declined: { code: 'card_declined', declineCode: null, message: CARD_DECLINED },
  expired_card: failed('expired_card', 'Your card has expired.'),
  incorrect_number: failed('incorrect_number', 'Your card number is incorrect.'),
  incorrect_cvc: failed('incorrect_cvc', "Your card's security code is incorrect."),
  incorrect_zip: failed('incorrect_zip', "Your card's postal code is incorrect."),
  incorrect_address: failed('incorrect_address', "Your card's address is incorrect."),
  invalid_number: failed('invalid_number', 'Your card number is not a valid card number.'),
  invalid_cvc: failed('invalid_cvc', "Your card's security code is invalid."),
  invalid_expiry_month: failed('invalid_expiry_month', "Your card's expiration month is invalid."),
  invalid_expiry_year: failed('invalid_expiry_year', "Your card's expiration year is invalid."),
  invalid_characters: failed('invalid_characters', 'A field contains characters that are not supported.'),
  processing_error: failed(
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
  ),
  ...Object.fromEntries(refusals.map((code) => [code, refused(code)])),
  // These two errors have no distinct code and are recognized by their text.
  phone_required: refused('parameter_missing', 'Missing required param: billing_details[phone].'),
  server_side_confirmation_beta: refused('', 'This needs the beta server_side_confirmation_beta=v1.'),
  idempotency_key_in_use: { ...refused('idempotency_key_in_use'), refusedWith: 409 },
}
const captures = ['charge_already_captured', 'charge_expired_for_capture']
const refunds = ['charge_already_refunded', 'charge_disputed']

/**
 * Every decline that a tester can select, by amount or by card. Append only: amounts and card numbers depend on the
 * position.
 */
export const selectableDeclines: readonly SelectableDecline[] = [
  ...Object.entries(charges).map(([name, decline]) => ({ name, step: 'charge' as const, decline })),
  ...captures.map((name) => ({ name, step: 'capture' as const, decline: refused(name) })),
  ...refunds.map((name) => ({ name, step: 'refund' as const, decline: refused(name) })),
]

export const isDeclineName = (name: string): boolean => selectableDeclines.some((one) => one.name === name)

/** The decline with this name, for the tables of cards. Throws for an unknown name. */
export function declineOf(name: string): Decline {
  const found = selectableDeclines.find((one) => one.name === name)
  if (!found) throw new Error(`No decline is called ${name}`)
  return found.decline
}

/** $7,000.01 selects the first decline of the list, $7,000.02 the second. Real carts hardly ever have these amounts. */
const FIRST_AMOUNT = 700_001

export const amountOf = (place: number): number => FIRST_AMOUNT + place

/** The decline that this amount selects for this step of a payment. */
export function declineByAmount(amount: number, step: DeclineStep): Decline | null {
  const selected = selectableDeclines[amount - FIRST_AMOUNT]
  return selected?.step === step ? selected.decline : null
}

/**
 * The card number that selects a decline for which the provider has no test card: 4000 0071, then the decline's
 * position.
 */
export function cardNumberOf(place: number): string {
  const digits = `40000071000${String(place + 1).padStart(4, '0')}`
  return `${digits}${checkDigit(digits)}`
}

function checkDigit(digits: string): number {
  const sum = digits
    .split('')
    .toReversed()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return (10 - (sum % 10)) % 10
}
