import { z } from 'zod'
import { dateFilters, datesOf, ids, readOnly, search, sentOnly } from '../../../platform/rest/fields.ts'
import { defineResource } from '../../../platform/rest/resource.ts'
import { errorOf, type RestError } from '../../../platform/rest/response.ts'
import { paths } from '../../../platform/web/routes.ts'
import { shopSettingsWrite } from '../../../things/settings/capabilities.ts'
import { parseTopic } from '../topics.ts'
import * as store from '../webhooks.store.ts'
import { webhookJson, webhookShape, webhookStatuses } from './webhook-json.ts'

export const webhookNotFound = errorOf(404, 'woocommerce_rest_shop_webhook_invalid_id', 'ID is invalid.')
const invalidTopic = (message: string): RestError =>
  errorOf(400, 'woocommerce_rest_shop_webhook_invalid_topic', message)
const invalidUrl: RestError = {
  status: 400,
  code: 'woocommerce_rest_shop_webhook_invalid_delivery_url',
  message: 'Webhook delivery URL must be a valid URL starting with http:// or https://.',
}

/** Internal addresses are refused on delivery, because DNS entries may change. */
function isWebAddress(text: string): boolean {
  // URL parsing removes line breaks, so the called URL would differ from the displayed one.
  if (!/^https?:\/\/\P{Cc}+$/iu.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

const updateFields = z.strictObject({
  name: z.string().trim().max(200).optional(),
  status: z.enum(webhookStatuses).optional(),
  topic: z.string().trim().max(200).optional(),
  secret: z.string().trim().max(200).optional(),
  delivery_url: z.string().trim().max(2000).optional(),
  ...readOnly('id', 'resource', 'event', 'hooks', '_links', 'failure_count', 'waiting_count', 'force'),
  ...readOnly('date_created', 'date_created_gmt', 'date_modified', 'date_modified_gmt'),
})
const createFields = updateFields.extend({
  topic: z.string().trim().max(200),
  delivery_url: z.string().trim().max(2000),
})

const changeOf = (body: z.output<typeof updateFields>): store.WebhookChange =>
  sentOnly({
    name: body.name || undefined,
    topic: body.topic,
    deliveryUrl: body.delivery_url,
    secret: body.secret,
  }) as store.WebhookChange

const problemOf = ({ topic, delivery_url: url }: z.output<typeof updateFields>, message: string): RestError | null => {
  if (topic !== undefined && !parseTopic(topic)) return invalidTopic(message)
  return url !== undefined && !isWebAddress(url) ? invalidUrl : null
}

/** `wc/v3/webhooks`. A new webhook is always active, as in WooCommerce. */
export const webhookCalls = defineResource({
  name: 'webhook',
  path: paths.restWebhooks,
  capability: shopSettingsWrite,
  notFound: webhookNotFound,
  notFoundToChange: { ...webhookNotFound, status: 400 },
  json: (webhook: store.WebhookRecord, shop: store.WebhookShop) => webhookJson(webhook, shop.url),
  response: webhookShape,
  query: {
    search,
    status: z.enum(['all', ...webhookStatuses]).default('all'),
    include: ids,
    exclude: ids,
    after: dateFilters.after,
    before: dateFilters.before,
    order: z.enum(['asc', 'desc']).default('desc'),
    orderby: z.enum(['date', 'id', 'title']).default('date'),
  },
  list: ({ db }, query) => store.readWebhooks(db, { ...query, ...datesOf(query) }),
  get: ({ db }, id) => store.readWebhook(db, id),
  fields: { create: createFields, update: updateFields },
  async create(shop, body) {
    const problem = problemOf(body, 'Webhook topic is required and must be valid.')
    return (
      problem ?? store.insertWebhook(shop, { ...changeOf(body), topic: body.topic, deliveryUrl: body.delivery_url })
    )
  },
  async update(shop, before, body) {
    const problem = problemOf(body, 'Webhook topic must be valid.')
    const { status = before.status } = body
    return problem ?? (await store.updateWebhook(shop, before, { ...changeOf(body), status })) ?? webhookNotFound
  },
  delete: ({ db }, { id }) => store.deleteWebhook(db, id),
  noTrash: {
    status: 501,
    code: 'woocommerce_rest_trash_not_supported',
    message: 'Webhooks do not support trashing.',
  },
})
