import Stripe from 'stripe'
import { type EventObject, intentIdOf, type ProviderEvent, parseEvent } from './stripe-objects.ts'

type WebhookResult =
  | { ok: true; event: ProviderEvent }
  | { ok: false; problem: { kind: 'invalid-signature' | 'malformed' } }

const TOLERANCE_SECONDS = 600

const invalidSignature: WebhookResult = { ok: false, problem: { kind: 'invalid-signature' } }
const malformed: WebhookResult = { ok: false, problem: { kind: 'malformed' } }

/** Verifies a webhook's signature against `secret` and parses its event. `rawBody` is the exact body received. */
export async function verifyWebhook(
  stripe: Stripe,
  secret: string,
  { rawBody, signature, now }: { readonly rawBody: string; readonly signature: string; readonly now: Date },
): Promise<WebhookResult> {
  try {
    const time = now.getTime()
    const event: unknown = await stripe.webhooks.constructEventAsync(
      ...([rawBody, signature, secret, TOLERANCE_SECONDS, undefined, time] as const),
    )
    if (isTimestampInFuture(signature, now)) return invalidSignature
    return isEvent(event) ? { ok: true, event: parseEvent(event) } : malformed
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return invalidSignature
    // Signed, but not JSON.
    if (error instanceof SyntaxError) return malformed
    throw error
  }
}

function isEvent(value: unknown): value is Stripe.Event {
  const event = value as Partial<Stripe.Event> | null
  const object: unknown = event?.data?.object
  return (
    isName(event?.id) &&
    isName(event.type) &&
    typeof event.created === 'number' &&
    typeof object === 'object' &&
    object !== null &&
    isName(intentIdOf(object as EventObject) ?? '')
  )
}

/** Whether an id or type can be stored: no longer than the provider documents, in characters of PostgreSQL. */
const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 255 && !value.includes('\0') && value.isWellFormed()

/** The SDK rejects old timestamps; a future one would keep a message valid for as long as its sender likes. */
function isTimestampInFuture(signature: string, now: Date): boolean {
  // If there are several timestamps, the SDK verifies the last.
  const timestamp = signature.split(',').findLast((part) => part.startsWith('t='))
  return Number.parseInt(timestamp?.slice(2) ?? '', 10) > now.getTime() / 1000 + TOLERANCE_SECONDS
}
