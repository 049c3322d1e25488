import type { PaymentIntent } from './api-objects.ts'
import { type Call, lockOrThrow } from './call.ts'
import { captureWindowSeconds, releaseAuthorization } from './capture-or-cancel.ts'

/**
 * Cancels payments that were authorized more than seven days ago, as the provider does automatically. Returns their
 * number.
 */
export async function expireAuthorizations(call: Call): Promise<number> {
  const { rows } = await call.tx.query<{ id: string }>(
    `select intent.id from provider_sandbox.objects intent
     join provider_sandbox.objects charge on charge.id = intent.data->>'latest_charge'
     where intent.account = $1 and intent.kind = 'payment_intent' and intent.data->>'status' = 'requires_capture'
       and (charge.data->>'created')::bigint < extract(epoch from $2::timestamptz)::bigint - $3::bigint
     order by intent.position limit 100`,
    [call.account, call.now, captureWindowSeconds],
  )
  for (const { id } of rows) {
    const { data: intent } = await lockOrThrow<PaymentIntent>(call, 'payment_intent', id)
    if (intent.status !== 'requires_capture') continue
    await releaseAuthorization(call, intent, 'automatic')
  }
  return rows.length
}
