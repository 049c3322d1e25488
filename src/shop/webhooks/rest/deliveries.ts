import { z } from 'zod'
import { defineCall } from '../../../platform/rest/call.ts'
import { pageFields, windowOf } from '../../../platform/rest/fields.ts'
import { errorOf } from '../../../platform/rest/response.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { shopSettingsWrite } from '../../../things/settings/capabilities.ts'
import { queuePing, readDeliveries, readDelivery, sendAgain } from '../deliveries.store.ts'
import { deliverWebhooksJob } from '../jobs.ts'
import { readWebhook } from '../webhooks.store.ts'
import { deliveryJson, deliveryStatuses } from './webhook-json.ts'
import { webhookNotFound } from './webhooks.ts'

type Shop = Pick<Platform, 'db' | 'now' | 'jobs'>

const notFound = errorOf(404, 'samovar_webhook_delivery_invalid_id', 'Invalid ID.')
const ofWebhook = `${paths.restWebhookLog}/:webhook{[0-9]+}`

const sending = { method: 'POST', capability: shopSettingsWrite, action: 'edit' } as const

export const deliveryCalls = [
  defineCall({
    summary: 'Lists the deliveries of a webhook',
    method: 'GET',
    path: `${ofWebhook}/deliveries`,
    capability: shopSettingsWrite,
    query: z.object({ ...pageFields, status: z.enum(['any', ...deliveryStatuses]).default('any') }),
    async handler({ db }: Shop, { id, query }) {
      if (!(await readWebhook(db, id))) return webhookNotFound
      const { items, total } = await readDeliveries(db, { webhookId: id, status: query.status, ...windowOf(query) })
      return { items: items.map(deliveryJson), page: query.page, per_page: query.per_page, total }
    },
  }),
  defineCall({
    summary: 'Sends a test request to a webhook',
    ...sending,
    path: `${ofWebhook}/ping`,
    async handler({ db, now, jobs }: Shop, { id }) {
      if (!(await readWebhook(db, id))) return webhookNotFound
      await queuePing(db, id, now())
      jobs.enqueueSoon(deliverWebhooksJob)
      return { json: { queued: true } }
    },
  }),
  defineCall({
    summary: 'Resends a webhook delivery',
    ...sending,
    path: `${paths.restWebhookDeliveries}/:delivery{[0-9]+}/resend`,
    async handler({ db, now, jobs }: Shop, { id }) {
      const delivery = await readDelivery(db, id)
      const resent = delivery && (await readDelivery(db, await sendAgain(db, delivery, now())))
      if (!resent) return notFound
      jobs.enqueueSoon(deliverWebhooksJob)
      return { json: deliveryJson(resent) }
    },
  }),
]
