import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { HOUR_MS } from '../../platform/time/durations.ts'
import type { Platform } from '../../platform/web/context.ts'
import { type IsAllowed, postPublic } from '../../platform/web/fetch-public.ts'
import { type Attempt, type Claimed, claimDue, GIVE_UP_MS, settle } from './deliveries.store.ts'
import { parseTopic } from './topics.ts'
import { secretOf } from './webhooks.store.ts'
import type { Delivery } from './webhooks.table.ts'

type Shop = Pick<Platform, 'db' | 'now' | 'secret' | 'url' | 'log'>

/** Reads the `wc/v3` JSON of an order, product, customer or coupon; null if the id does not exist. */
export type ReadResource<S> = (shop: S, resource: string, id: number) => Promise<object | null>

type Options<S> = {
  readonly readResource: ReadResource<S>
  readonly isAllowed?: IsAllowed
  readonly timeoutMs?: number
  /** After this time the run starts no more deliveries; the next run continues. */
  readonly runMs?: number
}

const TIMEOUT_MS = 20_000
const RUN_MS = 60_000
const MAX_PARALLEL = 20
/** Prevents one slow receiver from occupying all parallel deliveries. */
const MAX_PER_WEBHOOK = 4
/** How often to claim new deliveries while others are being sent. */
const POLL_MS = 500
/** Stored length of a request body, in characters. */
const MAX_REQUEST_BODY = 20_000
const MAX_RESPONSE_BODY = 10_000

/** Delivers due events: in order per object, in parallel across objects. Returns how many were sent. */
export async function deliverWebhooks<S extends Shop>(shop: S, options: Options<S>): Promise<number> {
  const endsAt = performance.now() + (options.runMs ?? RUN_MS)
  const underWay = new Set<Promise<void>>()
  const running = new Map<number, number>()
  const count = (id: number, step: number) => running.set(id, (running.get(id) ?? 0) + step)
  let sent = 0
  for (;;) {
    const room = { places: MAX_PARALLEL - underWay.size, perWebhook: MAX_PER_WEBHOOK, running }
    const isOver = performance.now() > endsAt
    // Read before the claim: a delivery that ends during it makes the next one of its object due.
    const wasIdle = underWay.size === 0
    const claimed = isOver || room.places === 0 ? [] : await claimDue(shop.db, { ...room, now: shop.now() })
    for (const one of claimed) {
      count(one.webhook.id, 1)
      const work = deliver(shop, one, options)
        .then((isSent) => void (isSent && (sent += 1)))
        // The claim expires, so the delivery is retried.
        .catch((error: unknown) =>
          shop.log.warn({ err: error, delivery: one.delivery.id }, 'a webhook was not delivered'),
        )
        .finally(() => {
          count(one.webhook.id, -1)
          underWay.delete(work)
        })
      underWay.add(work)
    }
    if (wasIdle && claimed.length === 0) return sent
    if (underWay.size > 0) await Promise.race([...underWay, pause(POLL_MS)])
  }
}

async function deliver<S extends Shop>(shop: S, { delivery, webhook }: Claimed, options: Options<S>): Promise<boolean> {
  const body = await bodyOf(shop, delivery, options.readResource).catch((error: unknown) => {
    shop.log.error({ err: error, delivery: delivery.id }, 'the body of a webhook could not be made')
    return undefined
  })
  if (body === null) {
    await settle(shop.db, delivery, { status: 'skipped' })
    return false
  }
  const secret = secretOf(shop, webhook)
  const started = performance.now()
  const attemptedAt = shop.now()
  const { isAllowed, timeoutMs = TIMEOUT_MS } = options
  const answer =
    body === undefined || secret === null
      ? ({ ok: false, problem: secret === null ? 'secret-lost' : 'no-body' } as const)
      : await postPublic(
          webhook.deliveryUrl,
          { headers: headersOf(shop, delivery, secret, body), body: Buffer.from(body) },
          { maxBytes: MAX_RESPONSE_BODY, timeoutMs, ...(isAllowed && { isAllowed }) },
        )
  const isSent = answer.ok && answer.status >= 200 && answer.status < 300
  const attempt: Attempt = {
    attemptedAt,
    durationMs: Math.round(performance.now() - started),
    problem: answer.ok ? null : answer.problem,
    responseStatus: answer.ok ? answer.status : null,
    requestBody: storable(body ?? '', MAX_REQUEST_BODY),
    responseBody: answer.ok ? storable(answer.body.toString('utf8'), MAX_RESPONSE_BODY) : null,
  }
  const now = shop.now()
  const isGivenUp = delivery.topic === 'ping' || now.getTime() - delivery.createdAt.getTime() >= GIVE_UP_MS
  const status = isSent ? 'sent' : isGivenUp ? 'failed' : 'waiting'
  const nextAttemptAt = new Date(now.getTime() + retryDelayMs(delivery.attempts))
  await settle(shop.db, delivery, { status, nextAttemptAt, attempt })
  return isSent
}

/** 1, 2, 4 … minutes, at most an hour. */
const retryDelayMs = (attempts: number): number => Math.min(HOUR_MS, 60_000 * 2 ** Math.min(attempts - 1, 10))

/** The current state of the object, as in WooCommerce. Null if it was deleted, which a separate event reports. */
async function bodyOf<S>(shop: S, delivery: Delivery, readResource: ReadResource<S>): Promise<string | null> {
  const { topic, resource, resourceId, argument, webhookId } = delivery
  if (topic === 'ping') return `webhook_id=${webhookId}`
  const parsed = parseTopic(topic)
  if (parsed?.resource === 'action')
    return JSON.stringify({ action: parsed.event, arg: argument === '' ? resourceId : argument })
  if (parsed?.event === 'deleted') return JSON.stringify({ id: resourceId })
  const json = await readResource(shop, resource, resourceId)
  return json && JSON.stringify(json)
}

/** WooCommerce's user agent, by which receivers recognize a webhook. */
const USER_AGENT = 'WooCommerce/11.0.1 Hookshot (Samovar)'

/** As in WooCommerce, a ping has no signature. */
function headersOf(
  { url }: Pick<Shop, 'url'>,
  delivery: Delivery,
  secret: string,
  body: string,
): Record<string, string> {
  const length = `${Buffer.byteLength(body)}`
  const common = { 'User-Agent': USER_AGENT, Accept: '*/*', 'Content-Length': length }
  if (delivery.topic === 'ping') return { ...common, 'Content-Type': 'application/x-www-form-urlencoded' }
  const { resource = '', event = '' } = parseTopic(delivery.topic) ?? {}
  return {
    ...common,
    'Content-Type': 'application/json',
    'X-WC-Webhook-Source': `${url}/`,
    'X-WC-Webhook-Topic': delivery.topic,
    'X-WC-Webhook-Resource': resource,
    'X-WC-Webhook-Event': event,
    'X-WC-Webhook-Signature': signatureOf(secret, body),
    'X-WC-Webhook-ID': `${delivery.webhookId}`,
    'X-WC-Webhook-Delivery-ID': delivery.key,
  }
}

export const signatureOf = (secret: string, body: string): string =>
  createHmac('sha256', secret).update(body).digest('base64')

/** Cut to `max`, without NUL characters, which PostgreSQL cannot store. */
const storable = (text: string, max: number): string => text.slice(0, max).replaceAll('\0', '')
