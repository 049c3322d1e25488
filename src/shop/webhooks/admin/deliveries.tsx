import { useQueryClient } from '@tanstack/react-query'
import { Button, ErrorState, Panel, QueryState, Time } from '../../../platform/admin/parts.tsx'
import { useRestPages, useSend } from '../../../platform/admin/resource.ts'
import { useToast } from '../../../platform/admin/toast.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import type { DeliveryJson, WebhookJson } from '../rest/webhook-json.ts'
import styles from './deliveries.module.css'
import { DeliveryBadge, outcomeText } from './webhook-parts.tsx'

const keyOf = (webhook: number) => ['webhook-deliveries', webhook]

/** The delivery log of a webhook, with requests and responses. */
export function Deliveries({ webhook: { id, status } }: { webhook: WebhookJson }) {
  const queries = useQueryClient()
  const { query, items } = useRestPages<DeliveryJson>(keyOf(id), hrefs.restWebhookDeliveries(id), {})
  return (
    <Panel id="deliveries" title="Deliveries">
      {status === 'disabled' && (
        <p>More than five events in a row could not be delivered. Set its state to active once the receiver answers.</p>
      )}
      <div className={styles.tools}>
        <SendButton label="Send a test" href={hrefs.restWebhookPing(id)} webhook={id} />
        <Button label="Refresh" onClick={() => void queries.invalidateQueries({ queryKey: keyOf(id) })} />
      </div>
      {!query.data && <QueryState query={query} />}
      <ul className={styles.list}>
        {items.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} />
        ))}
      </ul>
      {query.data && items.length === 0 && <p>Nothing yet. Events of the last 30 days are listed here.</p>}
      {query.hasNextPage && (
        <Button label="Show older ones" isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()} />
      )}
    </Panel>
  )
}

type SendButtonProps = { readonly label: string; readonly href: string; readonly webhook: number }

function SendButton({ label, href, webhook }: SendButtonProps) {
  const toast = useToast()
  const send = useSend((rest) => rest.send('POST', href, {}), keyOf(webhook), {
    onSuccess: () => toast.show({ text: 'It is on its way.' }),
  })
  return (
    <>
      <Button label={label} isBusy={send.isPending} onClick={() => send.mutate()} />
      {send.error && <ErrorState error={send.error} />}
    </>
  )
}

const Delivery = ({ delivery }: { delivery: DeliveryJson }) => (
  <li>
    <details>
      <summary>
        <code>{delivery.topic === 'ping' ? 'test' : `${delivery.topic} ${delivery.resource_id}`}</code>
        <DeliveryBadge status={delivery.status} />
        <Time gmt={delivery.date_attempted_gmt ?? delivery.date_created_gmt} />
      </summary>
      <p>{outcomeText(delivery)}</p>
      <Body title="Sent" text={delivery.request_body} />
      <Body title="Answered" text={delivery.response_body} />
      <SendButton
        label={delivery.status === 'waiting' ? 'Send now' : 'Send again'}
        href={hrefs.restWebhookResend(delivery.id)}
        webhook={delivery.webhook_id}
      />
    </details>
  </li>
)

const Body = ({ title, text }: { title: string; text: string }) =>
  text !== '' && (
    <figure className={styles.body}>
      <figcaption>{title}</figcaption>
      <pre>{readable(text)}</pre>
    </figure>
  )

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
