import type { PaymentGateway } from './gateway.ts'
import { providerOrigins } from './provider-origins.ts'
import { createStripeProvider } from './stripe.ts'

export type GatewaySettings = {
  keys: { secretKey: string; publishableKey: string; webhookSecret: string }
  /** Where the sandbox listens when it stands in for the provider; null for the real one. */
  sandboxOrigin: string | null
  now?: () => Date
}

/** Everything the shop needs to take money, from the operator's keys or from the sandbox's. */
export function openGateway({ keys, sandboxOrigin, now }: GatewaySettings): PaymentGateway {
  const isSandbox = sandboxOrigin !== null
  const isLive = /^(sk|rk)_live_/.test(keys.secretKey)
  return {
    provider: createStripeProvider({
      name: isSandbox ? 'sandbox' : isLive ? 'stripe_live' : 'stripe_test',
      secretKey: keys.secretKey,
      webhookSecret: keys.webhookSecret,
      ...(isSandbox ? { apiOrigin: sandboxOrigin } : {}),
      ...(now ? { now } : {}),
    }),
    publishableKey: keys.publishableKey,
    isSandbox,
    ...originsOf(sandboxOrigin),
  }
}

function originsOf(sandboxOrigin: string | null): Pick<PaymentGateway, 'scriptUrl' | 'origins'> {
  const { scriptUrl, ...origins } = providerOrigins({ sandboxOrigin })
  return { scriptUrl, origins }
}
