import type { PaymentGateway } from './gateway.ts'
import { providerOrigins } from './provider-origins.ts'
import { createStripeProvider } from './stripe.ts'

export type GatewaySettings = {
  keys: { secretKey: string; publishableKey: string; webhookSecret: string }
  /** Where the sandbox listens when it stands in for the provider; null for the real one. */
  sandboxOrigin: string | null
  /** Where this process reaches the sandbox; left out, where browsers do. */
  sandboxApiOrigin?: string
  now?: () => Date
  shopperWaitMs?: number
}

/** Shoppers leave a page that does not answer after about half a minute, and proxies cut it off. */
const defaultShopperWaitMs = 25_000

/** Everything the shop needs to take money, from the operator's keys or from the sandbox's. */
export function openGateway({
  keys,
  sandboxOrigin,
  sandboxApiOrigin,
  now,
  shopperWaitMs = defaultShopperWaitMs,
}: GatewaySettings): PaymentGateway {
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
    shopperWaitMs,
    ...originsOf(sandboxOrigin),
  }
}

function originsOf(sandboxOrigin: string | null): Pick<PaymentGateway, 'scriptUrl' | 'origins'> {
  const { scriptUrl, ...origins } = providerOrigins({ sandboxOrigin })
  return { scriptUrl, origins }
}
