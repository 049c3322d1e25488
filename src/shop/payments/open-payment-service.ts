import type { PaymentService } from './payment-service.ts'
import { providerOrigins } from './provider-origins.ts'
import { createStripeProvider } from './stripe.ts'

export type PaymentServiceOptions = {
  keys: { secretKey: string; publishableKey: string; webhookSecret: string }
  /** Where the sandbox listens when it stands in for the provider; null for the real one. */
  sandboxOrigin: string | null
  /** Where this process reaches the sandbox; left out, where browsers do. */
  sandboxApiOrigin?: string
  now?: () => Date
  shopperTimeoutMs?: number
}

/** Shoppers leave a page that does not answer after about half a minute, and proxies cut it off. */
const defaultShopperTimeoutMs = 25_000

/** Everything the shop needs to take money, from the operator's keys or from the sandbox's. */
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
