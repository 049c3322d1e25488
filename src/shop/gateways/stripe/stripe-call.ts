import { setTimeout as pause } from 'node:timers/promises'
import Stripe from 'stripe'
import { isInCatalogue } from '../payment-errors.ts'
import type { ProviderFailure, ProviderProblem } from '../provider.ts'
import { parseError, parseIntent } from './stripe-objects.ts'

const maxRetries = 2
const retryDelayMs = 500

/**
 * Calls the provider, and retries when the outcome is unknown: every request that changes something has an idempotency
 * key. Once `signal` is aborted the result is `unreachable`, also for a request in progress, and no more are sent.
 * Expected errors become values; wrong keys, misspelt parameters and reused keys throw.
 */
export async function callProvider<T extends { ok: true }>(call: () => Promise<T>, signal?: AbortSignal) {
  if (!signal) return withRetries(call)
  if (signal.aborted) return unreachable
  const aborted = new Promise<ProviderFailure>((resolve) => {
    signal.addEventListener('abort', () => resolve(unreachable), { once: true })
  })
  return Promise.race([withRetries(call, signal), aborted])
}

const unreachable: ProviderFailure = { ok: false, problem: { kind: 'unreachable' } }

async function withRetries<T extends { ok: true }>(
  call: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T | ProviderFailure> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await call()
    } catch (error) {
      const problem = toProblem(error)
      if (!problem) throw error
      const isRetryable = problem.kind === 'unreachable' && !(error instanceof Stripe.errors.StripeRateLimitError)
      if (!isRetryable || retries === maxRetries) return { ok: false, problem }
    }
    await pause(retryDelayMs * 2 ** retries)
    if (signal?.aborted) return unreachable
  }
}

function toProblem(error: unknown): ProviderProblem | null {
  // An answer without the parts of an object says nothing about the outcome.
  if (error instanceof TypeError) return { kind: 'unreachable' }
  if (!(error instanceof Stripe.errors.StripeError)) return null
  const { StripeAPIError, StripeCardError, StripeInvalidRequestError } = Stripe.errors
  const { StripeConnectionError, StripeRateLimitError } = Stripe.errors
  const isUnreachable =
    error instanceof StripeConnectionError ||
    error instanceof StripeRateLimitError ||
    // Also a response that is not JSON: a proxy's error page says nothing about the payment.
    error instanceof StripeAPIError ||
    (error.statusCode ?? 0) >= 500 ||
    error.statusCode === 409
  if (isUnreachable) return { kind: 'unreachable' }
  const intent = error.payment_intent ? parseIntent(error.payment_intent) : null
  if (error instanceof StripeCardError) return { kind: 'declined', error: parseError(error), intent }
  // A misspelt parameter is our mistake; a missing phone is the shopper's, and the catalogue has a message for it.
  const isInvalidParameter = (error.code?.startsWith('parameter_') ?? false) && !isInCatalogue(parseError(error))
  if (error instanceof StripeInvalidRequestError && !isInvalidParameter) {
    const isCustomerGone = error.code === 'resource_missing' && error.param === 'customer'
    return { kind: 'refused', error: parseError(error), intent, ...(isCustomerGone ? { isCustomerGone } : {}) }
  }
  return null
}
