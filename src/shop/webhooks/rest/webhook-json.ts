import { z } from 'zod'
import type { Item } from '../../../platform/rest/item-shape.ts'
import { allFixed, defaultTo, fixed, itemShape, time, uri, writeOnly } from '../../../platform/rest/item-shape.ts'
import { itemLinks } from '../../../platform/rest/links.ts'
import { timeFields, toGmtIso } from '../../../platform/time/shop-time.ts'
import { paths } from '../../../platform/web/routes.ts'
import { parseTopic } from '../topics.ts'
import type { WebhookRecord } from '../webhooks.store.ts'
import type { Delivery, DeliveryStatus } from '../webhooks.table.ts'

export const webhookStatuses = ['active', 'paused', 'disabled'] as const
export const deliveryStatuses = ['waiting', 'sent', 'failed', 'skipped'] as const satisfies readonly DeliveryStatus[]

/** A webhook as in `wc/v3/webhooks`, plus the numbers of waiting and of consecutive failed events. */
export const webhookShape = itemShape('webhook', {
  id: fixed(z.int()),
  name: z.string(),
  status: defaultTo(z.enum(webhookStatuses), 'active'),
  topic: z.string(),
  ...allFixed({ resource: z.string(), event: z.string(), hooks: z.array(z.string()) }),
  delivery_url: uri,
  secret: writeOnly(z.string()),
  ...allFixed({ date_created: time, date_created_gmt: time }),
  ...allFixed({ date_modified: time.nullable(), date_modified_gmt: time.nullable() }),
  ...allFixed({ failure_count: z.int(), waiting_count: z.int() }),
})

export function webhookJson(webhook: WebhookRecord, shopUrl: string) {
  const { resource, event, hooks } = parseTopic(webhook.topic) ?? { resource: '', event: '', hooks: [] }
  return {
    id: webhook.id,
    name: webhook.name,
    status: webhook.status,
    topic: webhook.topic,
    resource,
    event,
    hooks,
    delivery_url: webhook.deliveryUrl,
    ...timeFields('date_created', webhook.createdAt),
    ...timeFields('date_modified', webhook.updatedAt),
    failure_count: webhook.failureCount,
    waiting_count: webhook.waiting,
    _links: itemLinks(shopUrl + paths.restWebhooks, webhook.id),
  } satisfies Item<typeof webhookShape>
}

export type WebhookJson = ReturnType<typeof webhookJson>

/** One delivery in the log of a webhook, with the last request and response. */
export const deliveryJson = (delivery: Delivery) => ({
  id: delivery.id,
  webhook_id: delivery.webhookId,
  topic: delivery.topic,
  resource_id: delivery.resourceId,
  delivery_id: delivery.key,
  status: delivery.status,
  attempts: delivery.attempts,
  date_created_gmt: toGmtIso(delivery.createdAt),
  date_attempted_gmt: delivery.attemptedAt && toGmtIso(delivery.attemptedAt),
  date_next_attempt_gmt: delivery.status === 'waiting' ? toGmtIso(delivery.nextAttemptAt) : null,
  duration_ms: delivery.durationMs,
  problem: delivery.problem,
  request_body: delivery.requestBody ?? '',
  response_status: delivery.responseStatus,
  response_body: delivery.responseBody ?? '',
})

export type DeliveryJson = ReturnType<typeof deliveryJson>
