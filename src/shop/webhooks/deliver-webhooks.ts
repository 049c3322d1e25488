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

/** The JSON of `wc/v3` for an order, product, customer or coupon; null if there is none of this id. */
export type ReadResource<S> = (shop: S, resource: string, id: number) => Promise<object | null>

type Options<S> = {
  readonly readResource: ReadResource<S>
  readonly isAllowed?: IsAllowed
  readonly timeoutMs?: number
  /** No delivery starts after this time; the next run continues. */
  readonly runMs?: number
}

const TIMEOUT_MS = 20_000
const RUN_MS = 60_000
const MAX_PARALLEL = 20
/** So that a slow receiver does not take the places of others. */
const PER_WEBHOOK = 4
/** How often to look for new deliveries while others are being sent. */
const LOOK_MS = 500
/** How much of a response is stored. */
const MAX_BODY = 20_000
const MAX_ANSWER = 10_000

/** Delivers what is due: in order for each object, side by side for several. Returns how many were sent. */
export async function deliverWebhooks<S extends Shop>(shop: S, options: Options<S>): Promise<number> {
  const endsAt = performance.now() + (options.runMs ?? RUN_MS)
  const underWay = new Set<Promise<void>>()
  const running = new Map<number, number>()
  const count = (id: number, step: number) => running.set(id, (running.get(id) ?? 0) + step)
  let sent = 0
  for (;;) {
    const room = { places: MAX_PARALLEL - underWay.size, perWebhook: PER_WEBHOOK, running }
    const isOver = performance.now() > endsAt
    const claimed = isOver || room.places === 0 ? [] : await claimDue(shop.db, { ...room, now: shop.now() })
    for (const one of claimed) {
      count(one.webhook.id, 1)
      const work = deliver(shop, one, options)
        .then((isSent) => void (isSent && (sent += 1)))
        // Its time has moved on: it is tried again.
        .catch((error: unknown) =>
          shop.log.warn({ err: error, delivery: one.delivery.id }, 'a webhook was not delivered'),
        )
        .finally(() => {
          count(one.webhook.id, -1)
          underWay.delete(work)
        })
      underWay.add(work)
    }
    if (underWay.size === 0) return sent
    await Promise.race([...underWay, pause(LOOK_MS)])
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
          { maxBytes: MAX_ANSWER, timeoutMs, ...(isAllowed && { isAllowed }) },
        )
  const isSent = answer.ok && answer.status >= 200 && answer.status < 300
  const attempt: Attempt = {
    attemptedAt,
    durationMs: Math.round(performance.now() - started),
    problem: answer.ok ? null : answer.problem,
    responseStatus: answer.ok ? answer.status : null,
    requestBody: stored(body ?? '', MAX_BODY),
    responseBody: answer.ok ? stored(answer.body.toString('utf8'), MAX_ANSWER) : null,
  }
  const now = shop.now()
  const isGivenUp = delivery.topic === 'ping' || now.getTime() - delivery.createdAt.getTime() >= GIVE_UP_MS
  const status = isSent ? 'sent' : isGivenUp ? 'failed' : 'waiting'
  const nextAttemptAt = new Date(now.getTime() + retryDelayMs(delivery.attempts))
  await settle(shop.db, delivery, { status, nextAttemptAt, attempt })
  return isSent
}

/** 1, 2, 4 … minutes, and then every hour. */
const retryDelayMs = (attempts: number): number => Math.min(HOUR_MS, 60_000 * 2 ** Math.min(attempts - 1, 10))

/** Made when it is sent, as WooCommerce does: the state of the thing now. Null if it is gone, which another event tells. */
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

/** The name of WooCommerce's own sender, by which receivers know what kind of call it is. */
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

/** PostgreSQL stores no NUL, and the log has its limits. */
const stored = (text: string, max: number): string => text.slice(0, max).replaceAll('\0', '')
