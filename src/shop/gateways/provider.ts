import type { Intent, PaymentError } from './payment-intent.ts'

/** Stored with payments, so that ids of one account are never used with another. */
export type ProviderName = 'stripe_live' | 'stripe_test' | 'sandbox'

export type ProviderProblem =
  /** No response, or one that says nothing about the outcome. */
  | {
      kind: 'unreachable'
      /** The request was not sent, so it has had no effect. */
      isNotSent?: true
    }
  /** The card was declined. The intent, if given, waits for another payment method. */
  | { kind: 'declined'; error: PaymentError; intent: Intent | null }
  /** The request cannot be carried out: unknown id, wrong state, amount too large. */
  | {
      kind: 'refused'
      error: PaymentError
      intent: Intent | null
      /** The request names a customer who was deleted at the provider, with all saved cards. */
      isCustomerGone?: true
    }

export type ProviderFailure = { ok: false; problem: ProviderProblem }

/** Whether a payment that was read by its id does not exist in the account of the current keys. */
export const isUnknownPayment = (result: { readonly ok: true } | ProviderFailure): boolean =>
  !result.ok && result.problem.kind === 'refused' && result.problem.error.code === 'resource_missing'

/** For jobs: throws if the provider does not answer, so that the job is repeated. Null if it refuses. */
export function resultForJob<Answer extends { ok: true }>(result: Answer | ProviderFailure): Answer | null {
  if (result.ok) return result
  if (result.problem.kind === 'unreachable') throw unreachable()
  return null
}

export const unreachable = () => new Error('The payment provider could not be reached')

export type IntentResult = { ok: true; intent: Intent } | ProviderFailure

/** `after`: the id of the last item of the previous page. */
export type ProviderPage = { after?: string | undefined; limit: number }

export type ProviderList<Item> = { ok: true; items: readonly Item[]; hasMore: boolean } | ProviderFailure
