import { describe, expect, test } from 'vitest'
import { messageFor, type PaymentErrorCode, paymentMessages, requiredFieldMessage } from './payment-errors.ts'

/** Every code of shop.md §8. */
const catalogue: Record<string, readonly string[]> = {
  card: [
    'stripe_cc_generic',
    'incomplete_number',
    'incomplete_expiry',
    'incomplete_cvc',
    'incomplete_zip',
    'incorrect_number',
    'incorrect_cvc',
    'incorrect_zip',
    'invalid_number',
    'invalid_cvc',
    'invalid_expiry_month',
    'invalid_expiry_year',
    'incorrect_address',
    'expired_card',
    'card_declined',
    'invalid_expiry_year_past',
    'invalid_characters',
    'card_decline_rate_limit_exceeded',
    'card_not_supported',
    'currency_not_supported',
    'card_velocity_exceeded',
    'insufficient_funds',
    'incorrect_pin',
    'call_issuer',
    'do_not_honor',
    'generic_decline',
    'fraudulent',
  ],
  bank: [
    'account_number_invalid',
    'bank_account_declined',
    'bank_account_exists',
    'bank_account_unusable',
    'bank_account_unverified',
    'bank_account_verification_failed',
    'balance_insufficient',
  ],
  charge: [
    'amount_too_large',
    'amount_too_small',
    'invalid_charge_amount',
    'charge_already_captured',
    'charge_already_refunded',
    'charge_disputed',
    'charge_exceeds_source_limit',
    'charge_expired_for_capture',
    'charge_invalid_parameter',
    'invalid_source_usage',
    'missing',
    'idempotency_key_in_use',
  ],
  provider: [
    'authentication_required',
    'email_invalid',
    'postal_code_invalid',
    'processing_error',
    'test_mode_live_card',
    'ach_instant_only',
    'payment_intent_konbini_rejected_confirmation_number',
    'payment_intent_payment_attempt_expired',
    'payment_intent_authentication_failure',
    'payment_cancelled',
  ],
  form: [
    'empty_element',
    'empty_element_sepa_debit',
    'empty_element_ideal',
    'incomplete_iban',
    'incomplete_boleto_tax_id',
    'server_side_confirmation_beta',
    'phone_required',
    'billing_details.phone.required',
    'required_field',
    'required_fields',
    'payment_unavailable',
    'no_results',
  ],
}
const codes = Object.values(catalogue).flat()

describe('the message catalogue', () => {
  test.each(codes)('[ERR-01 every code] %s has a message of its own, not the raw one', (code) => {
    const message = messageFor({ code, message: 'raw words of the provider' })
    expect(message).toBe(paymentMessages[code as PaymentErrorCode].replace('%s', 'raw words of the provider'))
    if (!code.startsWith('required_field') && code !== 'payment_unavailable') expect(message).not.toContain('raw words')
  })

  test('[ERR-01] has only the codes and the two labels of the specification', () => {
    expect(Object.keys(paymentMessages).sort()).toEqual([...codes, 'billing_label', 'shipping_label'].sort())
  })

  test.each([
    ['stripe_cc_generic', 'There was an error processing your credit card.'],
    ['card_declined', 'The card has been declined.'],
    ['invalid_expiry_year_past', "Your card's expiration year is in the past."],
    ['generic_decline', 'The card has been declined for an unknown reason.'],
    ['do_not_honor', 'The card has been declined for an unknown reason.'],
    ['call_issuer', 'The card has been declined for an unknown reason.'],
    ['postal_code_invalid', 'The ZIP code provided was incorrect.'],
    ['payment_cancelled', 'Payment has been cancelled.'],
    ['empty_element', 'Please select a payment method before proceeding.'],
    ['empty_element_sepa_debit', 'Please enter your IBAN before proceeding.'],
    ['empty_element_ideal', 'Please select a bank before proceeding'],
    ['incomplete_iban', 'The IBAN you entered is incomplete.'],
    ['incomplete_boleto_tax_id', 'Please enter a valid CPF / CNPJ'],
    ['phone_required', 'Please provide a billing phone number.'],
    ['billing_details.phone.required', 'A billing phone number is required for this payment.'],
    ['required_fields', 'Please fill out all required fields.'],
    ['no_results', 'No matches found'],
  ])('[ERR-01] %s has the specified message', (code, text) => {
    expect(messageFor({ code, message: 'x' })).toBe(text)
  })

  test('[ERR-01] the message of an unavailable method includes the reason', () => {
    expect(messageFor({ code: 'payment_unavailable', message: 'it costs $& too much' })).toBe(
      'This payment method is currently unavailabe. Reason: it costs $& too much',
    )
  })
})

describe('codes that are not in the catalogue', () => {
  test.each(['', 'something_new', 'constructor', '__proto__', null, undefined])(
    '[ERR-01 unknown code] %s shows the raw message',
    (code) => {
      expect(messageFor({ code, message: 'The moon is in the way.' })).toBe('The moon is in the way.')
    },
  )

  test('[ERR-01] the issuer’s decline code is used if known, otherwise the error code', () => {
    const declined = { code: 'card_declined', message: 'Your card was declined.' }
    expect(messageFor({ ...declined, declineCode: 'insufficient_funds' })).toBe(
      'The card has insufficient funds to complete the purchase.',
    )
    expect(messageFor({ ...declined, declineCode: 'lost_card' })).toBe('The card has been declined.')
  })
})

describe('errors recognized by their text', () => {
  test('[ERR-02 server_side_confirmation_beta] server_side_confirmation_beta=v1 maps to its code', () => {
    const message = 'Your account needs server_side_confirmation_beta=v1 to do this.'
    expect(messageFor({ code: 'parameter_unknown', message })).toBe(paymentMessages.server_side_confirmation_beta)
  })

  test('[ERR-02 billing phone] the billing phone parameter maps to phone_required', () => {
    const message = 'Missing required param: billing_details[phone].'
    expect(messageFor({ code: 'parameter_missing', message })).toBe('Please provide a billing phone number.')
  })
})

test('[CHK-09] a missing field is named with its form section', () => {
  expect(requiredFieldMessage('Postal code', 'billing')).toBe('Billing Postal code is a required field.')
  expect(requiredFieldMessage('First name', 'shipping')).toBe('Shipping First name is a required field.')
  expect(requiredFieldMessage('Terms', null)).toBe('Terms is a required field.')
})
