import { randomBytes } from 'node:crypto'
import type { ErrorBody } from './api-error.ts'
import type { FormFields } from './form.ts'
import type { CardBehaviour } from './test-cards.ts'

/** Objects of the provider's API, with its field names. Amounts are integer cents, times are Unix seconds. */

export type BillingDetails = {
  address: Record<'city' | 'country' | 'line1' | 'line2' | 'postal_code' | 'state', string | null>
  email: string | null
  name: string | null
  phone: string | null
}

export type Customer = {
  id: string
  object: 'customer'
  address: null
  balance: 0
  created: number
  currency: null
  default_source: null
  delinquent: false
  description: string | null
  discount: null
  email: string | null
  invoice_settings: {
    custom_fields: null
    default_payment_method: string | null
    footer: null
    rendering_options: null
  }
  invoice_prefix: string
  livemode: false
  metadata: Record<string, string>
  name: string | null
  next_invoice_sequence: number
  phone: string | null
  preferred_locales: string[]
  shipping: null
  tax_exempt: 'none'
  test_clock: null
}

export type Card = {
  brand: string
  checks: {
    address_line1_check: 'pass' | null
    address_postal_code_check: 'pass' | 'fail' | null
    cvc_check: 'pass' | 'fail' | 'unchecked' | null
  }
  country: string
  exp_month: number
  exp_year: number
  fingerprint: string
  funding: 'credit' | 'debit'
  generated_from: null
  last4: string
  networks: { available: string[]; preferred: null }
  three_d_secure_usage: { supported: true }
  /** `dynamic_last4` is the end of the device's own number, which replaces the card's number. */
  wallet: { type: 'apple_pay' | 'google_pay'; dynamic_last4: string | null; [wallet: string]: unknown } | null
}

/** Payment methods that the shopper accepts on a page of the provider. */
export type PayLaterType = 'affirm' | 'afterpay_clearpay' | 'klarna'

type PayLaterDetails = {
  affirm?: Record<string, never>
  afterpay_clearpay?: Record<string, never>
  klarna?: { dob: null }
}

/** Contains only the details of its own type. */
export type PaymentMethod = PayLaterDetails & {
  id: string
  object: 'payment_method'
  billing_details: BillingDetails
  card?: Card
  created: number
  customer: string | null
  livemode: false
  metadata: Record<string, string>
  type: 'card' | PayLaterType
}

/** Internal state of a card that the API does not expose. */
export type HiddenCardState = { behaviour: CardBehaviour; isSetUp: boolean; isUsed: boolean }

/** Where authentication takes place: in the page by the provider's script, or after a redirect. */
export type NextAction =
  | {
      type: 'use_stripe_sdk'
      use_stripe_sdk: { type: 'three_d_secure_redirect'; stripe_js: string; source: string }
    }
  | { type: 'redirect_to_url'; redirect_to_url: { return_url: string; url: string } }

export type PaymentIntent = {
  id: string
  object: 'payment_intent'
  amount: number
  amount_capturable: number
  amount_details: { tip: Record<string, never> }
  amount_received: number
  application: null
  application_fee_amount: null
  automatic_payment_methods: null
  canceled_at: number | null
  cancellation_reason: string | null
  capture_method: 'automatic' | 'manual'
  client_secret: string
  confirmation_method: 'automatic' | 'manual'
  created: number
  currency: string
  customer: string | null
  description: string | null
  invoice: null
  last_payment_error: ErrorBody | null
  latest_charge: string | null
  livemode: false
  metadata: Record<string, string>
  next_action: NextAction | null
  on_behalf_of: null
  payment_method: string | null
  payment_method_options: {
    card: { installments: null; mandate_options: null; network: null; request_three_d_secure: 'automatic' | 'any' }
  }
  payment_method_types: string[]
  processing: null
  receipt_email: string | null
  review: null
  setup_future_usage: 'on_session' | 'off_session' | null
  shipping: FormFields | null
  source: null
  statement_descriptor: string | null
  statement_descriptor_suffix: string | null
  status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'processing'
    | 'requires_capture'
    | 'canceled'
    | 'succeeded'
  transfer_data: null
  transfer_group: null
}

type ChargeDetails =
  | { card: Card; type: 'card' }
  | { affirm: Record<string, never>; type: 'affirm' }
  | { afterpay_clearpay: { order_id: string | null; reference: string | null }; type: 'afterpay_clearpay' }
  | { klarna: { payment_method_category: string | null; preferred_locale: string | null }; type: 'klarna' }

export type Charge = {
  id: string
  object: 'charge'
  amount: number
  amount_captured: number
  amount_refunded: number
  application: null
  application_fee: null
  application_fee_amount: null
  balance_transaction: string | null
  billing_details: BillingDetails
  calculated_statement_descriptor: string
  captured: boolean
  created: number
  currency: string
  customer: string | null
  description: string | null
  disputed: boolean
  failure_balance_transaction: null
  failure_code: string | null
  failure_message: string | null
  fraud_details: Record<string, never>
  invoice: null
  livemode: false
  metadata: Record<string, string>
  on_behalf_of: null
  outcome: {
    network_status: string
    reason: string | null
    risk_level: 'normal' | 'highest'
    risk_score: number
    seller_message: string
    type: 'authorized' | 'issuer_declined' | 'blocked'
  }
  paid: boolean
  payment_intent: string
  payment_method: string
  payment_method_details: ChargeDetails
  receipt_email: string | null
  receipt_number: null
  receipt_url: null
  refunded: boolean
  review: null
  shipping: null
  source: null
  source_transfer: null
  statement_descriptor: string | null
  statement_descriptor_suffix: string | null
  status: 'pending' | 'succeeded' | 'failed'
  transfer_data: null
  transfer_group: null
}

export type Refund = {
  id: string
  object: 'refund'
  amount: number
  balance_transaction: string | null
  charge: string
  created: number
  currency: string
  customer: string | null
  destination_details: {
    type: string
    card?: { reference_status: 'pending'; reference_type: 'acquirer_reference_number'; type: 'refund' }
    affirm?: Record<string, never>
    afterpay_clearpay?: { reference: null; reference_status: 'pending' }
    klarna?: { reference: null; reference_status: 'pending' }
  }
  metadata: Record<string, string>
  payment_intent: string
  payment_method: string
  reason: string | null
  receipt_number: null
  source_transfer_reversal: null
  status: 'pending' | 'succeeded' | 'failed'
  transfer_reversal: null
}

export const disputeReasons = [
  'credit_not_processed',
  'duplicate',
  'fraudulent',
  'general',
  'product_not_received',
  'product_unacceptable',
  'unrecognized',
] as const

export type Dispute = {
  id: string
  object: 'dispute'
  amount: number
  balance_transactions: never[]
  charge: string
  created: number
  currency: string
  evidence: FormFields
  evidence_details: { due_by: number; has_evidence: boolean; past_due: boolean; submission_count: number }
  is_charge_refundable: boolean
  livemode: false
  metadata: Record<string, string>
  payment_intent: string
  reason: (typeof disputeReasons)[number]
  status:
    | 'warning_needs_response'
    | 'warning_under_review'
    | 'warning_closed'
    | 'needs_response'
    | 'under_review'
    | 'won'
    | 'lost'
}

export type SetupIntent = {
  id: string
  object: 'setup_intent'
  application: null
  automatic_payment_methods: null
  cancellation_reason: string | null
  client_secret: string
  created: number
  customer: string | null
  description: string | null
  flow_directions: null
  last_setup_error: ErrorBody | null
  latest_attempt: null
  livemode: false
  mandate: null
  metadata: Record<string, string>
  next_action: NextAction | null
  on_behalf_of: null
  payment_method: string | null
  payment_method_options: { card: { mandate_options: null; network: null; request_three_d_secure: 'automatic' } }
  payment_method_types: string[]
  single_use_mandate: null
  status: 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'canceled' | 'succeeded'
  usage: 'on_session' | 'off_session'
}

/** A 3D Secure request to the cardholder. Its id is known only to the holder of the intent. */
export type Authentication = {
  id: string
  object: 'source'
  intent: string
  intent_kind: 'payment_intent' | 'setup_intent'
  payment_method: string
  amount: number | null
  currency: string | null
  return_url: string | null
  status: 'pending' | 'succeeded' | 'failed'
}

export type WebhookEndpoint = {
  id: string
  object: 'webhook_endpoint'
  api_version: string | null
  application: null
  created: number
  description: string | null
  enabled_events: string[]
  livemode: false
  metadata: Record<string, string>
  secret?: string
  status: 'enabled' | 'disabled'
  url: string
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A random id in the provider's format: `pi_3Nk…`. */
export function newId(prefix: string, length = 24): string {
  const characters = [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length])
  return `${prefix}_${characters.join('')}`
}

export function unixSeconds(now: Date): number {
  return Math.floor(now.getTime() / 1000)
}
