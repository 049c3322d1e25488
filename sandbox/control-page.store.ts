import type pg from 'pg'
import type { PaymentIntent } from './api-objects.ts'
import { listObjects, type SandboxTx } from './sandbox.store.ts'

export type ListedEvent = {
  id: string
  type: string
  created: Date
  /** The id of the payment, charge, refund or dispute that the event is about. */
  about: string
  deliveries: { attempts: number; outcome: string | null; isDelivered: boolean; dueAt: string | null }[]
}

/** The newest events first, with all their deliveries. */
export async function recentEvents(tx: SandboxTx, account: string, limit: number): Promise<ListedEvent[]> {
  const events = await tx.query<ListedEvent>(
    `select event.id, event.data->>'type' as type, event.created, event.data->'data'->'object'->>'id' as about,
       coalesce(json_agg(json_build_object('attempts', d.attempts, 'outcome', d.last_outcome, 'isDelivered',
         d.delivered_at is not null, 'dueAt', d.due_at) order by d.id) filter (where d.id is not null), '[]') as deliveries
     from (select * from provider_sandbox.objects where account = $1 and kind = 'event'
       order by position desc limit $2) event
     left join provider_sandbox.deliveries d on d.event_id = event.id
     group by event.id, event.data, event.created, event.position order by event.position desc`,
    [account, limit],
  )
  return events.rows
}

export async function recentIntents(tx: SandboxTx, account: string, limit: number): Promise<PaymentIntent[]> {
  const query = { kind: 'payment_intent', where: {}, limit, startingAfter: null }
  return (await listObjects(tx, account, query)).data as PaymentIntent[]
}

/** Queues one more delivery to the shop, whatever the state of the others. False if there is no such event. */
export async function resendEvent(pool: pg.Pool, account: string, id: string, now: Date): Promise<boolean> {
  const inserted = await pool.query(
    `insert into provider_sandbox.deliveries (account, event_id, endpoint, due_at)
     select account, id, 'shop', $3 from provider_sandbox.objects where id = $1 and account = $2 and kind = 'event'`,
    [id, account, now],
  )
  return inserted.rowCount === 1
}
