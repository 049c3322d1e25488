import type { Logger } from 'pino'
import type { PaymentService } from './context.ts'
import { circuitBreaker } from './stripe/circuit-breaker.ts'
import { createStripeProvider } from './stripe/stripe.ts'
import { createStripeCards } from './stripe/stripe-cards.ts'

export type PaymentServiceOptions = {
  keys: { secretKey: string; publishableKey: string; webhookSecret: string }
  /** The sandbox's public origin when it replaces the provider; null for the real one. */
  sandboxOrigin: string | null
  /** The sandbox's origin for this process; default: `sandboxOrigin`. */
  sandboxApiOrigin?: string
  now?: () => Date
  shopperTimeoutMs?: number
  log?: Pick<Logger, 'warn'>
}

/** Shoppers leave a page that does not respond after about half a minute, and proxies time out. */
const defaultShopperTimeoutMs = 25_000

export function openPaymentService({ keys, sandboxOrigin, ...options }: PaymentServiceOptions): PaymentService {
  const { scriptUrl, ...origins } = providerOrigins({ sandboxOrigin })
  const isSandbox = sandboxOrigin !== null
  const mode = isSandbox ? 'sandbox' : /^(sk|rk)_live_/.test(keys.secretKey) ? 'live' : 'test'
  const account = {
    secretKey: keys.secretKey,
    ...(isSandbox ? { apiOrigin: options.sandboxApiOrigin ?? sandboxOrigin } : {}),
  }
  const provider = createStripeProvider({
    ...account,
    name: mode === 'sandbox' ? 'sandbox' : `stripe_${mode}`,
    webhookSecret: keys.webhookSecret,
    ...(options.now ? { now: options.now } : {}),
  })
  const guard = circuitBreaker(options.log ? { log: options.log } : {})
  return {
    provider: guard(provider),
    cards: guard(createStripeCards(account)),
    publishableKey: keys.publishableKey,
    mode,
    shopperTimeoutMs: options.shopperTimeoutMs ?? defaultShopperTimeoutMs,
    scriptUrl,
    origins,
  }
}

type ProviderOrigins = Pick<PaymentService, 'scriptUrl'> & PaymentService['origins']

const stripeOrigins: ProviderOrigins = {
  scriptUrl: 'https://js.stripe.com/v3/',
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
}

/** Origins of the real provider, or of the sandbox, which sends all requests from its own frames. */
export function providerOrigins({ sandboxOrigin }: { sandboxOrigin: string | null }): ProviderOrigins {
  if (sandboxOrigin === null) return stripeOrigins
  return { scriptUrl: `${sandboxOrigin}/v3/`, script: [sandboxOrigin], frame: [sandboxOrigin], connect: [] }
}
