import { ApiError, type ErrorBody, resourceMissing } from './api-error.ts'
import type { ForcedDecline } from './control.ts'
import type { SentFile } from './files.ts'
import { type FormFields, requiredText } from './form.ts'
import { findObject, lockObject, type SandboxTx, type Stored } from './sandbox.store.ts'
import type { DeliveryPlan } from './webhook-switches.ts'

/** One request to the API, inside its transaction, after the key was checked. */
export type Call = {
  tx: SandboxTx
  account: string
  key: 'secret' | 'publishable'
  params: FormFields
  /** The file of a multipart request. */
  file: SentFile | null
  now: Date
  /** The requested API version, such as `2022-08-01`. */
  version: string
  publicOrigin: string
  /** The public and internal URLs of the shop's own webhook: events are sent nowhere else. */
  webhookUrls: readonly string[]
  requestId: string
  idempotencyKey: string | null
  /** Forced decline for every card, set by a tester. */
  decline: ForcedDecline | null
  planDelivery: (type: string) => DeliveryPlan
}

/** An object of the API. */
export type ApiObject = { id?: string; object: string; [field: string]: unknown }

/** `status` 402 is a regular response: side effects such as the recorded decline are committed. */
export type ApiResult = { status: 200; body: ApiObject } | { status: 402; error: ErrorBody }

export function success(body: ApiObject): ApiResult {
  return { status: 200, body }
}

/** Loads and locks the object named in the path or a parameter; throws if there is none. */
export async function lockOrThrow<Data, Hidden = Record<string, never>>(
  call: Call,
  kind: string,
  id: string,
  param?: string,
): Promise<Stored<Data, Hidden>> {
  const stored = await lockObject<Data, Hidden>(call.tx, call.account, kind, id)
  if (!stored) throw resourceMissing(kind, id, param)
  return stored
}

export async function findOrThrow<Data>(call: Call, kind: string, id: string, param?: string): Promise<Data> {
  const stored = await findObject(call.tx, call.account, id)
  if (stored?.kind !== kind) throw resourceMissing(kind, id, param)
  return stored.data as Data
}

/** A publishable key gives access to a single intent, and only with its client secret. */
export function requireClientSecret(call: Call, intent: { id: string; client_secret: string }, kind: string): void {
  if (call.key === 'secret') return
  if (requiredText(call.params, 'client_secret') !== intent.client_secret) {
    throw new ApiError(404, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: `No such ${kind}: '${intent.id}'`,
      param: 'client_secret',
    })
  }
}
