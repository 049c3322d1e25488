export type CaptureMethod = 'automatic' | 'manual'

export const intentStatuses = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'requires_capture',
  'succeeded',
  'canceled',
] as const
export type IntentStatus = (typeof intentStatuses)[number]

/** A payment as the provider reports it. Amounts are integer cents, `currency` is upper case. */
export type Intent = {
  id: string
  clientSecret: string
  status: IntentStatus
  amountCents: number
  amountReceivedCents: number
  /** `manual`: authorized first, and captured by the owner, who may take less than was authorized. */
  captureMethod?: CaptureMethod
  currency: string
  createdAt: Date
  orderId: number | null
  orderKey: string | null
  cartVersion: string | null
  paymentMethodId: string | null
  customerId: string | null
  chargeId: string | null
  card: CardDetails | null
  /** Why it was cancelled: `requested_by_customer`, or `automatic` when an authorization has expired. */
  cancellationReason?: string | null
  lastError: PaymentError | null
  savesCard?: boolean
  /** The shop's payment method; null if the intent is not from this shop. */
  gatewayId?: string | null
  methodTypes?: readonly string[]
  /** The page of the provider where the shopper continues; null: no redirect. */
  redirectUrl?: string | null
  failedMethodId?: string | null
}

/** Payment method types that redirect to a page of the provider. */
export type RedirectMethodType = 'affirm' | 'afterpay_clearpay' | 'klarna'
export type PaymentMethodType = 'card' | RedirectMethodType

/** A person's address in the provider's form; empty texts are not sent. */
export type ContactDetails = {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly address: Readonly<Record<'line1' | 'line2' | 'city' | 'state' | 'postalCode' | 'country', string>>
}

export type CardDetails = {
  brand: string
  last4: string
  expMonth: number
  expYear: number
  /** Equal for equal card numbers within one provider account; null if the provider gives none. */
  fingerprint: string | null
  country: string | null
  /** The bank's check of the cardholder's postal code: `pass`, `fail`, `unavailable`, `unchecked`. */
  postalCheck: string | null
}

/** Why a payment failed. `code` and `declineCode` are keys of the error catalogue in `payment-errors.ts`. */
export type PaymentError = { code: string; declineCode: string | null; message: string }

export type NewIntent = {
  amountCents: number
  currency: string
  orderId: number
  orderKey: string
  paymentMethod: string
  cartVersion: string
  receiptEmail?: string
  description: string
  captureMethod?: CaptureMethod
  /** The only payment method type that it accepts; default: cards. */
  methodType?: PaymentMethodType
  shipping?: ContactDetails
  idempotencyKey: string
}

export type Capture = { intentId: string; amountCents: number; idempotencyKey: string }

export type IntentUpdate = {
  intentId: string
  /** Null leaves it unchanged. */
  customerId: string | null
  savesCard: boolean
  /** The shop's payment method, which may be another one than the intent was created for. */
  paymentMethod: string
  idempotencyKey: string
}

export type Confirmation = {
  intentId: string
  /** Omitted when the intent already has one. */
  paymentMethodId?: string
  /** Whether the cardholder must authenticate even if the bank does not require it. */
  requestsAuthentication?: boolean
  redirect?: Redirect
  idempotencyKey: string
}

export type Redirect = {
  readonly type: RedirectMethodType
  readonly payer: ContactDetails
  readonly returnUrl: string
}

export type Cancellation = {
  intentId: string
  reason: 'duplicate' | 'fraudulent' | 'requested_by_customer' | 'abandoned'
  idempotencyKey: string
}
