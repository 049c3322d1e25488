import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { seconds } from './shapes.ts'

export type DeliveryDeps = {
  pool: pg.Pool
  now: () => Date
  /** Where the shop that runs this sandbox listens, for the news of its own account. */
  shop: { account: string; url: string; secret: string }
}

export type Deliveries = {
  /** There may be news: look now. */
  wake(): void
  /** Sends everything that is due and waits for the answers. Returns how many were accepted. */
  deliverDue(): Promise<number>
  stop(): Promise<void>
}

/** Waits between attempts; after the last one the news is given up. */
const pauseSeconds = [1, 3, 10, 60, 300, 1800, 7200, 21_600, 43_200, 86_400]
const answerWithinMs = 10_000
/** A delivery that was begun and neither answered nor failed, because the process died, is begun again after this. */
const leaseSeconds = 60
const atOnce = 8
const longestSleepMs = 30_000
const troubleSleepMs = 1000

type Due = { id: string; endpoint: string; attempts: number; event: unknown; secret: string | null }

export function createDeliveries({ pool, now, shop }: DeliveryDeps): Deliveries {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let again = false
  let stopped = false

  async function claim(): Promise<Due[]> {
    const due = await pool.query<Due>(
      `with claimed as (
         update provider_sandbox.deliveries
         set attempts = attempts + 1, due_at = $1::timestamptz + make_interval(secs => $3)
         where id in (
           select id from provider_sandbox.deliveries
           where due_at <= $1 and account = $2
           order by due_at, id limit $4 for update skip locked)
         returning id::text as id, endpoint, attempts, event_id)
       select claimed.id, endpoint, attempts, event.data as event, target.hidden->>'secret' as secret
       from claimed
       join provider_sandbox.objects event on event.id = event_id
       left join provider_sandbox.objects target on target.id = endpoint and target.data->>'status' = 'enabled'
       order by claimed.id::bigint`,
      [now(), shop.account, leaseSeconds, atOnce],
    )
    return due.rows
  }

  async function deliver(due: Due): Promise<boolean> {
    // Whatever address an endpoint was asked for at: nothing is ever sent but to the shop.
    const secret = due.endpoint === 'shop' ? shop.secret : due.secret
    const outcome =
      secret !== null
        ? await send(shop.url, secret, due.event, now())
        : { accepted: false, text: 'endpoint is gone', final: true }
    const pause = outcome.accepted || outcome.final ? undefined : pauseSeconds[due.attempts - 1]
    await pool.query(
      `update provider_sandbox.deliveries
       set last_outcome = $2, delivered_at = $3, due_at = $4::timestamptz + make_interval(secs => $5) where id = $1`,
      [due.id, outcome.text, outcome.accepted ? now() : null, pause === undefined ? null : now(), pause ?? 0],
    )
    return outcome.accepted
  }

  async function deliverDue(): Promise<number> {
    let accepted = 0
    for (let batch = await claim(); batch.length > 0; batch = await claim()) {
      const results = await Promise.all(batch.map(deliver))
      accepted += results.filter(Boolean).length
    }
    return accepted
  }

  async function round(): Promise<void> {
    do {
      again = false
      await deliverDue()
    } while (again && !stopped)
    const next = await pool.query<{ due: Date | null }>(
      `select min(due_at) as due from provider_sandbox.deliveries where account = $1`,
      [shop.account],
    )
    const due = next.rows[0]?.due
    if (due) sleep(Math.min(Math.max(due.getTime() - now().getTime(), 50), longestSleepMs))
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
      again = true
      return
    }
    running = round()
      // The database is away for a moment: what is due stays due.
      .catch(() => sleep(troubleSleepMs))
      .finally(() => {
        running = null
        if (again) wake()
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

type Outcome = { accepted: boolean; text: string; final: boolean }

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
      signal: AbortSignal.timeout(answerWithinMs),
    })
    await response.body?.cancel()
    return { accepted: response.ok, text: `HTTP ${response.status}`, final: false }
  } catch (error) {
    return { accepted: false, text: error instanceof Error ? error.message.slice(0, 200) : 'no answer', final: false }
  }
}

/** `t=…,v1=…`: the time and a keyed digest of time and body, so that neither can be changed or sent again later. */
function signatureOf(body: string, secret: string, now: Date): string {
  const time = seconds(now)
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
}
