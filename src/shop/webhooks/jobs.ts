import { handle, schedule } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/web/context.ts'
import { deliverWebhooks, type ReadResource } from './deliver-webhooks.ts'
import { tidyDeliveries } from './deliveries.store.ts'

/** Runs every minute, because the database triggers that queue events cannot enqueue a job. */
export const deliverWebhooksJob = schedule('deliver-webhooks', '* * * * *', 10)

type Shop = Pick<Platform, 'db' | 'now' | 'secret' | 'url' | 'log'>

export const webhookJobs = <S extends Shop>(readResource: ReadResource<S>) => [
  handle(deliverWebhooksJob, (shop: S) => deliverWebhooks(shop, { readResource })),
  handle(schedule('tidy-webhooks', '23 * * * *'), ({ db, now }: S) => tidyDeliveries(db, now())),
]
