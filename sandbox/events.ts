import { newId, unixSeconds } from './api-objects.ts'
import { type ApiResult, type Call, findOrThrow, success } from './call.ts'
import { forApiVersion } from './render.ts'
import { dueAt } from './webhook-switches.ts'

/** Events always use the API version the shop was built for. */
export const eventApiVersion = '2022-08-01'

/** Records an event and queues its delivery to all subscribed endpoints. */
export async function emit(call: Call, type: string, object: Record<string, unknown>): Promise<void> {
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: eventApiVersion,
    created: unixSeconds(call.now),
    data: { object: await forApiVersion(call, object, eventApiVersion) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: call.requestId, idempotency_key: call.idempotencyKey },
    type,
  }
  const plan = call.planDelivery(type)
  await call.tx.query(
    `with event as (
       insert into provider_sandbox.objects (id, account, kind, data, created) values ($2, $1, 'event', $5, $3) returning id),
     targets as (
       select id as event_id, 'shop' as endpoint from event
       union all
       select $2, id from provider_sandbox.objects
       where account = $1 and kind = 'webhook_endpoint' and data->>'status' = 'enabled'
         and (data->'enabled_events' ? '*' or data->'enabled_events' ? $4))
     insert into provider_sandbox.deliveries (account, event_id, endpoint, due_at, last_outcome)
     select $1, event_id, endpoint, $6::timestamptz, $7 from targets, generate_series(1, $8::integer)`,
    [
      ...[call.account, event.id, call.now, type, event],
      ...(plan.isDropped ? [null, 'dropped by a switch', 1] : [dueAt(plan, call.now), null, plan.copies]),
    ],
  )
}

export async function retrieveEvent(call: Call, id: string): Promise<ApiResult> {
  return success(await findOrThrow<{ id: string; object: 'event' }>(call, 'event', id))
}
