import Stripe from 'stripe'

export type StripeAccount = {
  readonly secretKey: string
  readonly apiOrigin?: string
  /** Time-out of one request; a call may retry after it. */
  readonly timeoutMs?: number
}

/** shop.md §9: the pinned API version, whatever the account's or the SDK's default is. */
const stripeApiVersion = '2022-08-01'

const defaultTimeoutMs = 20_000

export const versionOptions = { apiVersion: stripeApiVersion }

/** Options of a request that changes something: repeated with the same key, it is carried out once. */
export const withIdempotencyKey = (idempotencyKey: string): Stripe.RequestOptions => ({
  ...versionOptions,
  idempotencyKey,
})

export const stripeClient = (options: StripeAccount): Stripe =>
  new Stripe(options.secretKey, {
    timeout: options.timeoutMs ?? defaultTimeoutMs,
    // `callProvider` retries, within the time limit of the shopper's request.
    maxNetworkRetries: 0,
    telemetry: false,
    // The software's own name, whatever the shop is called.
    appInfo: { name: 'Samovar' },
    ...apiHost(options.apiOrigin),
  })

function apiHost(apiOrigin: string | undefined): { host?: string; port?: string; protocol?: 'http' | 'https' } {
  if (apiOrigin === undefined) return {}
  const { hostname, port, protocol } = new URL(apiOrigin)
  const secure = protocol === 'https:'
  return { host: hostname, port: port || (secure ? '443' : '80'), protocol: secure ? 'https' : 'http' }
}
