import { Badge, type Tone } from '../../../platform/admin/parts.tsx'
import { resourceOf } from '../../../platform/admin/resource.ts'
import { paths } from '../../../platform/web/routes.ts'
import type { DeliveryJson, WebhookJson } from '../rest/webhook-json.ts'

export const webhooks = resourceOf(['webhook', 'webhooks'], 'Webhooks', paths.restWebhooks, paths.adminWebhooks)

export const statusNames: Readonly<Record<WebhookJson['status'], string>> = {
  active: 'Active',
  paused: 'Paused',
  disabled: 'Switched off',
}
const statusTones: Readonly<Record<WebhookJson['status'], Tone>> = { active: 'leaf', paused: 'gold', disabled: 'berry' }

export const WebhookBadge = ({ webhook: { status } }: { webhook: WebhookJson }) => (
  <Badge tone={statusTones[status]}>{statusNames[status]}</Badge>
)

export const deliveryNames: Readonly<Record<DeliveryJson['status'], string>> = {
  waiting: 'Waiting',
  sent: 'Delivered',
  failed: 'Given up',
  skipped: 'Not needed',
}
const deliveryTones: Readonly<Record<DeliveryJson['status'], Tone>> = {
  waiting: 'gold',
  sent: 'leaf',
  failed: 'berry',
  skipped: 'hollow',
}

export const DeliveryBadge = ({ status }: { status: DeliveryJson['status'] }) => (
  <Badge tone={deliveryTones[status]}>{deliveryNames[status]}</Badge>
)

const problems: Readonly<Record<string, string>> = {
  'not-public': 'The address is inside a private network, or its port is not 80 or 443.',
  'invalid-address': 'The address cannot be called.',
  unreachable: 'No answer within 20 seconds.',
  inactive: 'The webhook was not active.',
  'secret-lost': 'The secret cannot be read any more. Set a new one.',
}

/** What came of the last try, in words. */
export function outcomeText({ problem, response_status: status, topic, status: state }: DeliveryJson): string {
  if (problem !== null) return problems[problem] ?? problem
  if (status !== null)
    return `Answered ${status}${status >= 300 && status < 400 ? ', a redirect, which is not followed' : ''}`
  if (state === 'skipped') return 'It was deleted before this could be sent.'
  return topic === 'ping' ? 'A test, about to be sent' : 'About to be sent'
}
