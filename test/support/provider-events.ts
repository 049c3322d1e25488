/** The provider's webhook events, delivered as a test wants them: in this order, repeated, or changed. */
import Stripe from 'stripe'
import { applyPaymentEvent } from '../../src/shop/reconciliation/payment-jobs.ts'
import { webhookPath } from '../../src/shop/reconciliation/webhook.routes.ts'
import type { openShop } from './shop.ts'

type TestShop = Awaited<ReturnType<typeof openShop>>
type Event = { id: string; type: string; data: { object: Record<string, unknown> } }

export function providerEvents({ app, shop, provider }: Pick<TestShop, 'app' | 'shop' | 'provider'>) {
  const { hostname, port } = new URL(provider.url)
  const stripe = new Stripe(provider.secretKey, { host: hostname, port, protocol: 'http', telemetry: false })

  /** All events about a payment, oldest first. */
  async function eventsOf(intentId: string): Promise<Event[]> {
    const all = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 5000 })
    const isAbout = ({ data }: Event) => data.object.id === intentId || data.object.payment_intent === intentId
    return (all as unknown as Event[]).filter(isAbout).toReversed()
  }

  /** Delivers an event as the provider does; returns the shop's response. */
  async function send(event: Event): Promise<number> {
    const payload = JSON.stringify(event)
    const timestamp = Math.floor(shop.now().getTime() / 1000)
    const header = stripe.webhooks.generateTestHeaderString({ payload, secret: provider.webhookSecret, timestamp })
    const response = await app.request(webhookPath, {
      method: 'POST',
      body: payload,
      headers: { 'Stripe-Signature': header },
    })
    return response.status
  }

  return {
    stripe,
    about: eventsOf,
    send,
    /** Delivers events and runs the jobs they enqueue, in this order. */
    async deliver(events: readonly Event[]): Promise<void> {
      for (const event of events) {
        if ((await send(event)) !== 200) throw new Error(`The shop did not take ${event.type}`)
        await applyPaymentEvent(shop, event.id)
      }
    },
  }
}
