import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  Button,
  ErrorState,
  Fact,
  formatTime,
  Panel,
  QueryState,
  Time,
  useRest,
} from '../../../platform/admin/parts.tsx'
import { useRestPages, useSend } from '../../../platform/admin/resource.ts'
import { useToast } from '../../../platform/admin/toast.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import type { DeliveryDetailsJson, DeliveryJson, WebhookJson } from '../rest/webhook-json.ts'
import styles from './deliveries.module.css'
import { DeliveryBadge, deliveryNames, outcomeText } from './webhook-parts.tsx'

const keyOf = (webhook: number) => ['webhook-deliveries', webhook]

/** The log of a webhook, with what was sent and answered. */
export function Deliveries({ webhook }: { webhook: WebhookJson }) {
  const [status, setStatus] = useState('any')
  const toast = useToast()
  const queries = useQueryClient()
  const { query, items } = useRestPages<DeliveryJson>(
    [...keyOf(webhook.id), status],
    hrefs.restWebhookDeliveries(webhook.id),
    { status },
  )
  const ping = useSend((rest) => rest.send('POST', hrefs.restWebhookPing(webhook.id), {}), keyOf(webhook.id), {
    onSuccess: () => toast.show({ text: 'The test is on its way.' }),
  })
  return (
    <Panel id="deliveries" title="Deliveries">
      <p className={styles.tools}>
        <select aria-label="Show" value={status} onChange={(event) => setStatus(event.target.value)}>
          <option value="any">All</option>
          {Object.entries(deliveryNames).map(([key, label]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
        <Button label="Look again" onClick={() => void queries.invalidateQueries({ queryKey: keyOf(webhook.id) })} />
        <Button label="Send a test" isBusy={ping.isPending} onClick={() => ping.mutate()} />
      </p>
      {ping.error && <ErrorState error={ping.error} />}
      {webhook.status === 'disabled' && (
        <p>More than five events in a row could not be delivered. Set its state to active once the receiver answers.</p>
      )}
      {query.data ? (
        <ul className={styles.list}>
          {items.map((delivery) => (
            <Delivery key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      ) : (
        <QueryState query={query} />
      )}
      {query.data && items.length === 0 && <p>Nothing here. Events of the last 30 days are listed.</p>}
      {query.hasNextPage && (
        <Button label="Show older ones" isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()} />
      )}
    </Panel>
  )
}

function Delivery({ delivery }: { delivery: DeliveryJson }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <code>
            {delivery.topic}
            {delivery.topic === 'ping' ? '' : ` ${delivery.resource_id}`}
          </code>
          <DeliveryBadge status={delivery.status} />
          <span className={styles.outcome}>{outcomeText(delivery)}</span>
          <Time gmt={delivery.date_attempted_gmt ?? delivery.date_created_gmt} />
        </summary>
        {isOpen && <Details delivery={delivery} />}
      </details>
    </li>
  )
}

function Details({ delivery: { id, webhook_id } }: { delivery: DeliveryJson }) {
  const query = useRest<DeliveryDetailsJson>([...keyOf(webhook_id), 'one', id], hrefs.restWebhookDelivery(id))
  const toast = useToast()
  const again = useSend((rest) => rest.send('POST', hrefs.restWebhookResend(id), {}), keyOf(webhook_id), {
    onSuccess: () => toast.show({ text: 'It is on its way again.' }),
  })
  if (!query.data) return <QueryState query={query} />
  const { attempts, duration_ms: ms, date_next_attempt_gmt: next, delivery_id: key, ...one } = query.data
  return (
    <>
      <dl className={styles.facts}>
        <Fact label="Delivery id">{key}</Fact>
        <Fact label="Happened">{formatTime(one.date_created_gmt)}</Fact>
        <Fact label="Tries">{attempts}</Fact>
        <Fact label="Took">{ms === null ? '' : `${ms} ms`}</Fact>
        <Fact label="Next try">{next === null ? '' : formatTime(next)}</Fact>
      </dl>
      <Body title="Sent" text={one.request_body} />
      <Body title="Answered" text={one.response_body} />
      <p>
        <Button
          label={one.status === 'waiting' ? 'Send now' : 'Send again'}
          isBusy={again.isPending}
          onClick={() => again.mutate()}
        />
      </p>
      {again.error && <ErrorState error={again.error} />}
    </>
  )
}

const Body = ({ title, text }: { title: string; text: string }) =>
  text !== '' && (
    <figure className={styles.body}>
      <figcaption>{title}</figcaption>
      {/* Scrolls by keyboard, too. */}
      <pre tabIndex={0} role="region" aria-label={title}>
        {readable(text)}
      </pre>
    </figure>
  )

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
