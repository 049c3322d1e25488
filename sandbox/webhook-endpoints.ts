import { invalidRequest } from './api-error.ts'
import { newId, unixSeconds, type WebhookEndpoint } from './api-objects.ts'
import { type ApiResult, type Call, findOrThrow, lockOrThrow, success } from './call.ts'
import { metadata, rejectUnknown, requiredText, text, textList } from './form.ts'
import { insertObject, saveObject } from './sandbox.store.ts'

/** Creates an endpoint. Its signing secret is returned only in this response. */
export async function createWebhookEndpoint(call: Call): Promise<ApiResult> {
  rejectUnknown(call.params, ['url', 'enabled_events', 'description', 'metadata', 'api_version', 'expand'])
  const url = requiredText(call.params, 'url')
  if (!call.webhookUrls.includes(url)) {
    throw invalidRequest("Not a valid URL: the sandbox sends news to the shop's own webhook only.", { param: 'url' })
  }
  const events = textList(call.params, 'enabled_events')
  if (events.length === 0) {
    throw invalidRequest('Missing required param: enabled_events.', {
      code: 'parameter_missing',
      param: 'enabled_events',
    })
  }
  const endpoint: WebhookEndpoint = {
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: text(call.params, 'api_version'),
    application: null,
    created: unixSeconds(call.now),
    description: text(call.params, 'description'),
    enabled_events: events,
    livemode: false,
    metadata: metadata(call.params),
    status: 'enabled',
    url,
  }
  const secret = newId('whsec', 32)
  await insertObject(call.tx, call.account, 'webhook_endpoint', { data: endpoint, hidden: { secret } }, call.now)
  return success({ ...endpoint, secret })
}

export async function retrieveWebhookEndpoint(call: Call, id: string): Promise<ApiResult> {
  return success(await findOrThrow<WebhookEndpoint>(call, 'webhook_endpoint', id))
}

export async function deleteWebhookEndpoint(call: Call, id: string): Promise<ApiResult> {
  const endpoint = await lockOrThrow<WebhookEndpoint, { secret: string }>(call, 'webhook_endpoint', id)
  endpoint.data.status = 'disabled'
  await saveObject(call.tx, endpoint)
  return success({ ...endpoint.data, deleted: true })
}
