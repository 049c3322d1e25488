import type { PaymentService } from './payment-service.ts'
import { providerOrigins } from './provider-origins.ts'
import { createStripeProvider } from './stripe.ts'

export type PaymentServiceOptions = {
  keys: { secretKey: string; publishableKey: string; webhookSecret: string }
  /** The sandbox's public origin when it replaces the provider; null for the real one. */
  sandboxOrigin: string | null
  /** The sandbox's origin for this process; default: `sandboxOrigin`. */
  sandboxApiOrigin?: string
  now?: () => Date
  shopperTimeoutMs?: number
}

/** Shoppers leave a page that does not respond after about half a minute, and proxies time out. */
const defaultShopperTimeoutMs = 25_000

/** Creates the payment service from the operator's keys or the sandbox's. */
export function openPaymentService({
  keys,
  sandboxOrigin,
  sandboxApiOrigin,
  now,
  shopperTimeoutMs = defaultShopperTimeoutMs,
}: PaymentServiceOptions): PaymentService {
  const isSandbox = sandboxOrigin !== null
  const mode = isSandbox ? 'sandbox' : /^(sk|rk)_live_/.test(keys.secretKey) ? 'live' : 'test'
  return {
    provider: createStripeProvider({
      name: mode === 'sandbox' ? 'sandbox' : `stripe_${mode}`,
      secretKey: keys.secretKey,
      webhookSecret: keys.webhookSecret,
      ...(isSandbox ? { apiOrigin: sandboxApiOrigin ?? sandboxOrigin } : {}),
      ...(now ? { now } : {}),
    }),
    publishableKey: keys.publishableKey,
    mode,
    shopperTimeoutMs,
    ...originsOf(sandboxOrigin),
  }
}

function originsOf(sandboxOrigin: string | null): Pick<PaymentService, 'scriptUrl' | 'origins'> {
  const { scriptUrl, ...origins } = providerOrigins({ sandboxOrigin })
  return { scriptUrl, origins }
}
