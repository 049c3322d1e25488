/** Messages for shoppers when a payment fails (shop.md §8), for server and browser. */
export const paymentMessages = {
  stripe_cc_generic: 'There was an error processing your credit card.',
  incomplete_number: 'Your card number is incomplete.',
  incomplete_expiry: "Your card's expiration date is incomplete.",
  incomplete_cvc: "Your card's security code is incomplete.",
  incomplete_zip: "Your card's zip code is incomplete.",
  incorrect_number: 'The card number is incorrect. Check the number or use a different card.',
  incorrect_cvc: "The card's security code is incorrect. Check the security code or use a different card.",
  incorrect_zip: "The card's zip code is incorrect. Check the zip code or use a different card.",
  invalid_number: 'The card number is invalid. Check the number or use a different card.',
  invalid_cvc: "The card's security code is invalid. Check the security code or use a different card.",
  invalid_expiry_month: "The card's expiration month is invalid. Check the expiration date or use a different card.",
  invalid_expiry_year: "The card's expiration year is invalid. Check the expiration date or use a different card.",
  incorrect_address: "The card's address is incorrect. Check the address or use a different card.",
  expired_card: 'The card has expired. Check the expiration date or use a different card.',
  card_declined: 'The card has been declined.',
  invalid_expiry_year_past: "Your card's expiration year is in the past.",
  invalid_characters: 'This field contains characters that are not supported. Remove them and try again.',
  card_decline_rate_limit_exceeded: 'This card has been declined too many times. You can try it again after 24 hours.',
  card_not_supported: 'The card does not support this kind of purchase. Use a different card.',
  currency_not_supported: 'The card does not support the currency of this order. Use a different card.',
  card_velocity_exceeded: 'The card has reached its balance or credit limit. Use a different card.',
  insufficient_funds: 'The card has insufficient funds to complete the purchase.',
  incorrect_pin: 'The PIN entered is incorrect. Try again or use a different card.',
  call_issuer: 'The card has been declined for an unknown reason.',
  do_not_honor: 'The card has been declined for an unknown reason.',
  generic_decline: 'The card has been declined for an unknown reason.',
  fraudulent: 'The payment was declined because it is suspected to be fraudulent.',

  account_number_invalid: 'The bank account number is invalid. Check the number and try again.',
  bank_account_declined: 'The bank account cannot be used for this payment. Use a different account.',
  bank_account_exists: 'This bank account is already saved with your account.',
  bank_account_unusable: 'The bank account cannot be used. Use a different account.',
  bank_account_unverified: 'The bank account has not been verified yet.',
  bank_account_verification_failed: 'The bank account could not be verified. Check the amounts and try again.',
  balance_insufficient: 'The payment cannot be completed because the account balance is too low.',

  amount_too_large: 'The amount is larger than the largest amount allowed. Use a smaller amount.',
  amount_too_small: 'The amount is smaller than the smallest amount allowed. Use a larger amount.',
  invalid_charge_amount: 'The amount is invalid. It must be a positive integer in the smallest currency unit.',
  charge_already_captured: 'This charge has already been captured.',
  charge_already_refunded: 'This charge has already been refunded.',
  charge_disputed: 'This charge has been disputed and cannot be refunded.',
  charge_exceeds_source_limit: 'This charge exceeds the limit for the payment method. Try again later.',
  charge_expired_for_capture: 'This charge can no longer be captured. A charge must be captured within seven days.',
  charge_invalid_parameter: 'One or more details of the charge are not allowed. Check them and try again.',
  invalid_source_usage: 'The payment method cannot be used in this way.',
  missing: 'The customer and the payment method do not belong together. Choose the payment method again.',
  idempotency_key_in_use: 'This payment is already being processed. Wait a moment before you try again.',

  authentication_required: 'The payment must be confirmed with your bank. Try again and complete the confirmation.',
  email_invalid: 'The email address is invalid. Check the address and try again.',
  postal_code_invalid: 'The ZIP code provided was incorrect.',
  processing_error: 'There was an error while processing the card. Try again in a moment.',
  test_mode_live_card: 'The card was declined: the shop is in test mode and takes test cards only.',
  ach_instant_only: 'This payment method accepts only bank accounts that can be verified at once.',
  payment_intent_konbini_rejected_confirmation_number:
    'The confirmation number was rejected. Enter a different number and try again.',
  payment_intent_payment_attempt_expired: 'The time for this payment has run out. Try again.',
  payment_intent_authentication_failure:
    'We could not confirm with your bank that it is you. Try again or use a different payment method.',
  payment_cancelled: 'Payment has been cancelled.',

  empty_element: 'Please select a payment method before proceeding.',
  empty_element_sepa_debit: 'Please enter your IBAN before proceeding.',
  empty_element_ideal: 'Please select a bank before proceeding',
  incomplete_iban: 'The IBAN you entered is incomplete.',
  incomplete_boleto_tax_id: 'Please enter a valid CPF / CNPJ',
  server_side_confirmation_beta: "The shop's payment account does not have permission to use this card form.",
  phone_required: 'Please provide a billing phone number.',
  'billing_details.phone.required': 'A billing phone number is required for this payment.',
  required_field: '%s is a required field.',
  required_fields: 'Please fill out all required fields.',
  // Spelled as in the specification: scripts and translations match this text.
  payment_unavailable: 'This payment method is currently unavailabe. Reason: %s',
  no_results: 'No matches found',
  billing_label: 'Billing %s',
  shipping_label: 'Shipping %s',
} as const satisfies Record<string, string>

export const GENERIC_PAYMENT_ERROR = paymentMessages.stripe_cc_generic

export type PaymentErrorCode = keyof typeof paymentMessages

/** The parts of an error, of the provider or its browser script, that decide the message. */
export type ReportedError = { code?: string | null; declineCode?: string | null; message: string }

/** The issuer's decline code is more specific. A code without a message here shows the provider's message. */
export function messageFor(error: ReportedError): string {
  if (isUsedBefore(error)) return USED_BEFORE
  const code = codeOf(error)
  return code ? paymentMessages[code].replace('%s', () => error.message) : error.message
}

export const isInCatalogue = (error: ReportedError): boolean => isUsedBefore(error) || codeOf(error) !== null

const codeOf = ({ message, declineCode, code }: ReportedError): PaymentErrorCode | null =>
  codeByMessage(message) ?? knownCode(declineCode) ?? knownCode(code)

export function requiredFieldMessage(label: string, part: 'billing' | 'shipping' | null): string {
  const full = part ? paymentMessages[`${part}_label`].replace('%s', () => label) : label
  return paymentMessages.required_field.replace('%s', () => full)
}

const USED_BEFORE =
  'A confirmation from your wallet or card can pay only once, and nothing was charged this time. Please confirm the payment again.'

/** The payment method was used before without a customer. The provider has no code for this error. */
const isUsedBefore = ({ message }: ReportedError): boolean => message.includes('may not be used again')

/** Two errors have no code of their own and are recognized by their text. */
function codeByMessage(message: string): PaymentErrorCode | null {
  if (message.includes('server_side_confirmation_beta=v1')) return 'server_side_confirmation_beta'
  return message.includes('billing_details[phone]') ? 'phone_required' : null
}

const knownCode = (code: string | null | undefined): PaymentErrorCode | null =>
  code && Object.hasOwn(paymentMessages, code) ? (code as PaymentErrorCode) : null
