import { setTimeout as pause } from 'node:timers/promises'
import Stripe from 'stripe'
import type { ProviderProblem } from './provider.ts'
import { parseError, parseIntent } from './stripe-objects.ts'

type Failed = { readonly ok: false; readonly problem: ProviderProblem }

const maxRetries = 2
const retryDelayMs = 500

/**
 * Calls the provider, and retries when the outcome is unknown: every request that changes something has an idempotency
 * key. Once `signal` is aborted the result is `unreachable`, also for a request in progress, and no more are sent.
 * Expected errors become values; wrong keys, misspelt parameters and reused keys throw.
 */
export async function callProvider<T extends { ok: true }>(
  call: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T | Failed> {
  if (!signal) return withRetries(call)
  if (signal.aborted) return unreachable
  const aborted = new Promise<Failed>((resolve) => {
    signal.addEventListener('abort', () => resolve(unreachable), { once: true })
  })
  return Promise.race([withRetries(call, signal), aborted])
}

const unreachable: Failed = { ok: false, problem: { kind: 'unreachable' } }

async function withRetries<T extends { ok: true }>(call: () => Promise<T>, signal?: AbortSignal): Promise<T | Failed> {
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
  const isInvalidParameter = error.code?.startsWith('parameter_') ?? false
  if (error instanceof StripeInvalidRequestError && !isInvalidParameter) {
    return { kind: 'refused', error: parseError(error), intent }
  }
  return null
}
