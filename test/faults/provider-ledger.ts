import Stripe from 'stripe'

export type ProviderLedger = {
  /** Money that was really taken: one entry for each charge that succeeded. */
  charges(): Promise<{ chargeId: string; orderId: number; amountCents: number; refundedCents: number }[]>
}

/** What the payment provider has written down, read with the shop's own secret key. */
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
