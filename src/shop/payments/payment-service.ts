import type { PaymentProvider } from './provider.ts'

/** What pages and use cases need to take money: the port, and what the browser must load. */
export type PaymentService = {
  readonly provider: PaymentProvider
  readonly publishableKey: string
  /** Address of the provider's browser script. */
  readonly scriptUrl: string
  /** Origins for the Content-Security-Policy of pages that take money. */
  readonly origins: {
    readonly script: readonly string[]
    readonly frame: readonly string[]
    readonly connect: readonly string[]
  }
  readonly mode: PaymentMode
  /** Longest that a shopper who pays waits for the provider, all its calls and retries together. */
  readonly shopperTimeoutMs: number
}

/** Whether money moves: the provider's own test keys and the sandbox beside the shop only pretend. */
export type PaymentMode = 'live' | 'test' | 'sandbox'
