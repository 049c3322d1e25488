import Stripe from 'stripe'

export type ProviderLedger = {
  /** Charges that succeeded, one entry each. */
  charges(): Promise<{ chargeId: string; orderId: number; amountCents: number; refundedCents: number }[]>
}

/** The payment provider's records, read with the shop's secret key. */
export function openProviderLedger(sandboxUrl: string, secretKey: string): ProviderLedger {
  const { hostname, port } = new URL(sandboxUrl)
  const stripe = new Stripe(secretKey, { host: hostname, port: Number(port), protocol: 'http', telemetry: false })
  return {
    async charges() {
      const charges = await stripe.charges.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
      return charges
        .filter((charge) => charge.status === 'succeeded' && charge.captured)
        .map((charge) => ({
          chargeId: charge.id,
          orderId: Number(charge.metadata.order_id),
          amountCents: charge.amount_captured,
          refundedCents: charge.amount_refunded,
        }))
    },
  }
}
