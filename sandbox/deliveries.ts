import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { unixSeconds } from './api-objects.ts'

export type DeliveryDeps = {
  pool: pg.Pool
  now: () => Date
  /** The shop's own webhook, for events of its account. */
  shop: { account: string; url: string; secret: string }
  /** Whether due events are delivered newest first, one after the other. */
  isReordered: () => boolean
}

export type Deliveries = {
  /** Triggers a delivery run. */
  wake(): void
  /** Delivers all due events and waits for the responses. Returns how many were accepted. */
  deliverDue(): Promise<number>
  stop(): Promise<void>
}

/** Delays between attempts; after the last one the event is dropped. */
const retryDelaysSeconds = [1, 3, 10, 60, 300, 1800, 7200, 21_600, 43_200, 86_400]
const responseTimeoutMs = 10_000
/** If the process dies during a delivery, the delivery is retried after this time. */
const leaseSeconds = 60
const batchSize = 8
const maxSleepMs = 30_000
const errorSleepMs = 1000

type DueDelivery = { id: string; endpoint: string; attempts: number; event: unknown; secret: string | null }

export function createDeliveries({ pool, now, shop, isReordered }: DeliveryDeps): Deliveries {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let wakeRequested = false
  let stopped = false

  async function claim(): Promise<DueDelivery[]> {
    const deliveries = await pool.query<DueDelivery>(
      `with claimed as (
         update provider_sandbox.deliveries
         set attempts = attempts + 1, due_at = $1::timestamptz + make_interval(secs => $3)
         where id in (
           select id from provider_sandbox.deliveries
           where due_at <= $1 and account = $2
           order by due_at, case when $5 then -id else id end limit $4 for update skip locked)
         returning id::text as id, endpoint, attempts, event_id)
       select claimed.id, endpoint, attempts, event.data as event, target.hidden->>'secret' as secret
       from claimed
       join provider_sandbox.objects event on event.id = event_id
       left join provider_sandbox.objects target on target.id = endpoint and target.data->>'status' = 'enabled'
       order by case when $5 then -claimed.id::bigint else claimed.id::bigint end`,
      [now(), shop.account, leaseSeconds, batchSize, isReordered()],
    )
    return deliveries.rows
  }

  async function deliver(delivery: DueDelivery): Promise<boolean> {
    // Events are sent only to the shop, whatever URL an endpoint was created with.
    const secret = delivery.endpoint === 'shop' ? shop.secret : delivery.secret
    const outcome =
      secret !== null
        ? await send(shop.url, secret, delivery.event, now())
        : { isAccepted: false, text: 'endpoint is gone', isFinal: true }
    const retryDelay = outcome.isAccepted || outcome.isFinal ? undefined : retryDelaysSeconds[delivery.attempts - 1]
    await pool.query(
      `update provider_sandbox.deliveries
       set last_outcome = $2, delivered_at = $3, due_at = $4::timestamptz + make_interval(secs => $5) where id = $1`,
      [
        delivery.id,
        outcome.text,
        outcome.isAccepted ? now() : null,
        retryDelay === undefined ? null : now(),
        retryDelay ?? 0,
      ],
    )
    return outcome.isAccepted
  }

  async function deliverDue(): Promise<number> {
    let accepted = 0
    for (let batch = await claim(); batch.length > 0; batch = await claim()) {
      if (isReordered()) for (const delivery of batch) accepted += (await deliver(delivery)) ? 1 : 0
      else accepted += (await Promise.all(batch.map(deliver))).filter(Boolean).length
    }
    return accepted
  }

  async function deliverAndSleep(): Promise<void> {
    do {
      wakeRequested = false
      await deliverDue()
    } while (wakeRequested && !stopped)
    const next = await pool.query<{ nextDueAt: Date | null }>(
      `select min(due_at) as "nextDueAt" from provider_sandbox.deliveries where account = $1`,
      [shop.account],
    )
    const nextDueAt = next.rows[0]?.nextDueAt
    if (nextDueAt) sleep(Math.min(Math.max(nextDueAt.getTime() - now().getTime(), 50), maxSleepMs))
  }

  function sleep(milliseconds: number): void {
    if (stopped) return
    clearTimeout(timer)
    timer = setTimeout(wake, milliseconds)
    timer.unref()
  }

  function wake(): void {
    if (stopped) return
    if (running) {
      wakeRequested = true
      return
    }
    running = deliverAndSleep()
      // During a database outage due events remain due.
      .catch(() => sleep(errorSleepMs))
      .finally(() => {
        running = null
        if (wakeRequested) wake()
      })
  }

  return {
    wake,
    deliverDue,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}

type Outcome = { isAccepted: boolean; text: string; isFinal: boolean }

async function send(url: string, secret: string, event: unknown, now: Date): Promise<Outcome> {
  const body = JSON.stringify(event, null, 2)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'User-Agent': 'Stripe/1.0 (sandbox)',
        'Stripe-Signature': signatureOf(body, secret, now),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(responseTimeoutMs),
    })
    await response.body?.cancel()
    return { isAccepted: response.ok, text: `HTTP ${response.status}`, isFinal: false }
  } catch (error) {
    return {
      isAccepted: false,
      text: error instanceof Error ? error.message.slice(0, 200) : 'no answer',
      isFinal: false,
    }
  }
}

/** `t=…,v1=…`: the time, and an HMAC of time and body, which prevents tampering and replay. */
function signatureOf(body: string, secret: string, now: Date): string {
  const time = unixSeconds(now)
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
}
