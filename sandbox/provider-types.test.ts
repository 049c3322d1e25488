/**
 * The compiler checks the sandbox's objects against the types of the `stripe` package. The package describes the newest
 * API version; the names listed with each object are those that differ in the pinned 2022-08-01.
 */
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import type {
  BillingDetails,
  Card,
  Charge,
  Customer,
  Dispute,
  PaymentIntent,
  PaymentMethod,
  Refund,
  SetupIntent,
  WebhookEndpoint,
} from './api-objects.ts'
import type { BalanceTransaction, Payout } from './balance.ts'
import type { File as ApiFile } from './files.ts'
import type { Token } from './tokens.ts'

/** Properties that are newer than 2022-08-01. */
type NewIntentProperties =
  | 'allowed_payment_method_types'
  | 'excluded_payment_method_types'
  | 'payment_method_configuration_details'
/** Objects inside an error, and properties with arbitrary names, are rendered as JSON, which has no types to check. */
type AsJson = 'evidence' | 'last_payment_error' | 'last_setup_error'

/** The package's type without the properties that differ, and without those that the SDK adds to a response. */
type Described<Theirs, Differs extends string = never> = Omit<Theirs, Differs | 'lastResponse'>

/** Compiles only if our type is assignable to the package's type. */
const conforms =
  <Ours extends Theirs, Theirs>(): ((ours: Ours) => Theirs) =>
  (ours) =>
    ours

test('[PAY-02 SDK] objects have the types of the official SDK', () => {
  const checked = [
    conforms<
      PaymentIntent,
      Described<
        Stripe.PaymentIntent,
        NewIntentProperties | AsJson | 'customer_account' | 'managed_payments' | 'payment_record'
      >
    >(),
    conforms<SetupIntent, Described<Stripe.SetupIntent, NewIntentProperties | AsJson>>(),
    conforms<PaymentMethod, Described<Stripe.PaymentMethod, 'billing_details' | 'card' | 'customer_account'>>(),
    conforms<BillingDetails, Described<Stripe.PaymentMethod.BillingDetails, 'tax_id'>>(),
    conforms<Card, Described<Stripe.PaymentMethod.Card, 'display_brand' | 'regulated_status'>>(),
    conforms<
      Charge['outcome'],
      Described<Stripe.Charge.Outcome, 'advice_code' | 'network_advice_code' | 'network_decline_code'>
    >(),
    conforms<
      Dispute['evidence_details'],
      Described<Stripe.Dispute.EvidenceDetails, 'enhanced_eligibility' | 'submission_method'>
    >(),
    conforms<Customer, Described<Stripe.Customer>>(),
    conforms<Charge, Described<Stripe.Charge, 'billing_details' | 'outcome' | 'payment_method_details'>>(),
    conforms<Refund, Described<Stripe.Refund, 'customer_account'>>(),
    conforms<
      Dispute,
      Described<
        Stripe.Dispute,
        AsJson | 'evidence_details' | 'enhanced_eligibility_types' | 'intended_submission_method'
      >
    >(),
    conforms<Token, Described<Stripe.Token, 'card'>>(),
    conforms<Token['card'], Described<Stripe.Card, 'regulated_status'>>(),
    conforms<ApiFile, Described<Stripe.File>>(),
    conforms<WebhookEndpoint, Described<Stripe.WebhookEndpoint>>(),
    conforms<BalanceTransaction, Described<Stripe.BalanceTransaction>>(),
    conforms<Payout, Described<Stripe.Payout>>(),
  ]
  expect(checked).toHaveLength(17)
})
