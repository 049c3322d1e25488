import type { CardDetails, PaymentError } from '../payment-intent.ts'
import type { ProviderFailure } from '../provider.ts'

/** Customers, their cards and setup intents at the provider. Outcomes and keys as in `PaymentProvider`. */
export interface CardProvider {
  /** A customer without personal data: the shop knows who it is. */
  createCustomer(request: NewCustomer, signal?: AbortSignal): Promise<CustomerResult>
  createSetup(request: NewSetup, signal?: AbortSignal): Promise<SetupResult>
  retrieveSetup(setupId: string, signal?: AbortSignal): Promise<SetupResult>
  /** Ends a setup intent, so that no further card can be tried with its client secret. */
  cancelSetup(request: { setupId: string; idempotencyKey: string }): Promise<SetupResult>
  retrieveCard(paymentMethodId: string, signal?: AbortSignal): Promise<CardResult>
  attachCard(request: Attachment, signal?: AbortSignal): Promise<CardResult>
  /** A detached card can never be charged again. Refused if it is not attached. */
  detachCard(request: { paymentMethodId: string; idempotencyKey: string }): Promise<CardResult>
}

export type NewCustomer = { userId: number; idempotencyKey: string }
export type NewSetup = {
  customerId: string
  /** The shop's payment method and customer, stored in the metadata. */
  paymentMethod: string
  userId: number
  idempotencyKey: string
}
export type Attachment = { paymentMethodId: string; customerId: string; idempotencyKey: string }

export const setupStatuses = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'succeeded',
  'canceled',
] as const

export type Setup = {
  id: string
  clientSecret: string
  status: (typeof setupStatuses)[number]
  customerId: string | null
  paymentMethodId: string | null
  lastError: PaymentError | null
}

export type ProviderCard = CardDetails & {
  paymentMethodId: string
  /** Null if it is attached to none, or detached. */
  customerId: string | null
}

export type CustomerResult = { ok: true; customerId: string } | ProviderFailure
export type SetupResult = { ok: true; setup: Setup } | ProviderFailure
export type CardResult = { ok: true; card: ProviderCard | null } | ProviderFailure
