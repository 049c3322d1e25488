import { Badge, formatTime, type Tone } from '../../../platform/admin/parts.tsx'
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

const deliveryStates: Readonly<Record<DeliveryJson['status'], readonly [Tone, string]>> = {
  waiting: ['gold', 'Waiting'],
  sent: ['leaf', 'Delivered'],
  failed: ['berry', 'Given up'],
  skipped: ['hollow', 'Not needed'],
}

export function DeliveryBadge({ status }: { status: DeliveryJson['status'] }) {
  const [tone, text] = deliveryStates[status]
  return <Badge tone={tone}>{text}</Badge>
}

const problems: Readonly<Record<string, string>> = {
  'not-public': 'Not sent: the address is inside a private network, or its port is not 80 or 443.',
  'invalid-address': 'Not sent: the address cannot be called.',
  timeout: 'No answer within 20 seconds.',
  'unknown-host': 'Not sent: no server of this name was found.',
  refused: 'Not sent: the server refused the connection.',
  'no-secure-connection': 'Not sent: no secure connection. Its certificate may be for another name, or out of date.',
  unreachable: 'It could not be reached, or broke off without an answer.',
  'no-body': 'Not sent: its subject could not be read. The shop’s log says why.',
  'secret-lost': 'Not sent: the secret cannot be read any more. Set a new one.',
}

/** Describes the last attempt, and when the next one follows. */
export function outcomeText({ response_status: code, ...delivery }: DeliveryJson): string {
  const { problem, attempts, duration_ms: ms, date_next_attempt_gmt: next } = delivery
  if (delivery.status === 'skipped') return 'Its subject had been deleted.'
  const redirect = code !== null && code >= 300 && code < 400 ? ', a redirect, which is not followed' : ''
  const last = problem
    ? (problems[problem] ?? problem)
    : code === null
      ? ''
      : `Answered ${code}${redirect}, in ${ms} ms.`
  const tries = attempts > 1 ? `${attempts} tries.` : ''
  return [last, tries, next && `Next try: ${formatTime(next)}`].filter(Boolean).join(' ')
}
