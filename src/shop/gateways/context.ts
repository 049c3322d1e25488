import type { PaymentProvider } from './stripe/stripe.ts'
import type { CardProvider } from './stripe/stripe-cards.ts'

/** The payment provider, or the sandbox in its place. */
export type WithPayments = { readonly payments: PaymentService }

export type PaymentService = {
  readonly provider: PaymentProvider
  readonly cards: CardProvider
  readonly publishableKey: string
  /** URL of the provider's script, which defines `window.Stripe`. */
  readonly scriptUrl: string
  /** For `script-src`, `frame-src` and `connect-src` in the Content-Security-Policy of pages that take payments. */
  readonly origins: {
    readonly script: readonly string[]
    readonly frame: readonly string[]
    readonly connect: readonly string[]
  }
  /** Whether payments are real: the provider's test keys and the sandbox only simulate them. */
  readonly mode: 'live' | 'test' | 'sandbox'
  readonly shopperTimeoutMs: number
}
