import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Db, Tx } from '../../platform/database/connect.ts'
import type { PaymentProvider } from '../gateways/stripe/stripe.ts'
import { insertEvent } from '../orders/payments/payments.store.ts'
import { cardEventTypes } from '../payments/apply-card-event.ts'

type WebhookRoutesDeps = {
  db: Db
  provider: Pick<PaymentProvider, 'verifyWebhook'>
  now: () => Date
  enqueue: (tx: Tx, eventId: string) => Promise<void>
}

/** The webhook URL registered with the provider, as in the Stripe plugin (stripe-plugin sheet §9). */
export const webhookPath = '/wp-json/wc-stripe/v1/webhook'

/** What to subscribe it to (docs/payments.md); `*` is the rest of a name. */
export const webhookEvents: readonly string[] = ['payment_intent.*', 'charge.*', 'refund.*', ...cardEventTypes]

const maxEventBytes = 256 * 1024

export function webhookRoutes({ db, provider, now, enqueue }: WebhookRoutesDeps): Hono {
  const routes = new Hono()

  routes.get(webhookPath, (c) => c.json({ message: 'This address receives news of the payment provider by POST.' }))

  routes.post(
    webhookPath,
    bodyLimit({ maxSize: maxEventBytes, onError: (c) => c.json(webhookError('The event is too large.', 413), 413) }),
    async (c) => {
      const rawBody = await c.req.text()
      if (rawBody === '') return c.json(webhookError('The event is empty.', 400), 400)
      const verified = await provider.verifyWebhook(rawBody, c.req.header('Stripe-Signature') ?? '')
      if (!verified.ok)
        return verified.problem.kind === 'malformed'
          ? c.json(webhookError('The body is not an event.', 400), 400)
          : c.json(webhookError('The signature does not match.', 401), 401)

      await db.transaction(async (tx) => {
        const isNew = await insertEvent(tx, verified.event, now())
        if (isNew) await enqueue(tx, verified.event.id)
      })
      return c.json([])
    },
  )
  return routes
}

const webhookError = (message: string, status: number) => ({ code: 'webhook-error', message, data: { status } })
