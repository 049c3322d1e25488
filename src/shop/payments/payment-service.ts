import type { PaymentProvider } from './provider.ts'

/** What pages and use cases need to take payments: the provider, and what the browser has to load. */
export type PaymentService = {
  readonly provider: PaymentProvider
  readonly publishableKey: string
  /** URL of the provider's browser script. */
  readonly scriptUrl: string
  /** Origins for the Content-Security-Policy of pages that take payments. */
  readonly origins: {
    readonly script: readonly string[]
    readonly frame: readonly string[]
    readonly connect: readonly string[]
  }
  readonly mode: PaymentMode
  /** Maximum time that a paying shopper waits for the provider, including retries. */
  readonly shopperTimeoutMs: number
}

/** Whether payments are real: the provider's test keys and the sandbox only simulate them. */
export type PaymentMode = 'live' | 'test' | 'sandbox'
