import type pg from 'pg'
import { newId } from './api-objects.ts'
import type { Call } from './call.ts'
import type { Control } from './control.ts'
import { eventApiVersion } from './events.ts'
import type { FormFields } from './form.ts'
import type { SandboxTx } from './sandbox.store.ts'

export type OwnCallDeps = {
  pool: pg.Pool
  publicOrigin: string
  /** The shop's account: objects of other accounts are not shown. */
  account: string
  webhookUrls: readonly string[]
  now: () => Date
  control: Control
  /** Called after every call that may have queued events. */
  onEvent: () => void
}

/** A call that the sandbox's own pages make, with the shop's rights. */
export function ownCall(deps: OwnCallDeps, tx: SandboxTx, params: FormFields = {}): Call {
  return {
    tx,
    account: deps.account,
    key: 'secret',
    params,
    file: null,
    now: deps.now(),
    version: eventApiVersion,
    publicOrigin: deps.publicOrigin,
    webhookUrls: deps.webhookUrls,
    requestId: newId('req', 14),
    idempotencyKey: null,
    decline: deps.control.decline(),
    planDelivery: deps.control.planDelivery,
  }
}
