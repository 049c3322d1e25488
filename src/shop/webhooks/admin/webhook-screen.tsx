import { useFormContext } from 'react-hook-form'
import { useParams } from 'react-router'
import { FieldGroup, formFields } from '../../../platform/admin/fields/form-fields.tsx'
import { FormScreen } from '../../../platform/admin/form/form-screen.tsx'
import { Button } from '../../../platform/admin/parts.tsx'
import type { WebhookJson } from '../rest/webhook-json.ts'
import { offeredTopics } from '../topics.ts'
import { Deliveries } from './deliveries.tsx'
import { statusNames, WebhookBadge, webhooks } from './webhook-parts.tsx'

const toFields = ({ name, status, topic, delivery_url }: WebhookJson) => ({
  name,
  status,
  topic,
  delivery_url,
  secret: '',
})
type WebhookFields = ReturnType<typeof toFields>

const { Field, Select } = formFields<WebhookFields>()
/** 'Order created', 'Action woocommerce_add_to_cart' */
const titleOf = (topic: string): string => `${topic.charAt(0).toUpperCase()}${topic.slice(1).replace('.', ' ')}`

const empty: WebhookFields = { name: '', status: 'active', topic: 'order.created', delivery_url: '', secret: '' }

export const WebhookScreen = () => (
  <FormScreen<WebhookJson, WebhookFields>
    resource={webhooks}
    titleOf={(webhook) => webhook.name}
    empty={empty}
    toValues={toFields}
    savedText="Saved. It applies from the next event on."
    errorFields={{ woocommerce_rest_shop_webhook_invalid_delivery_url: 'delivery_url' }}
    badge={(webhook) => <WebhookBadge webhook={webhook} />}
    deletion="Pending events are no longer sent, and its log is deleted."
    below={(webhook) => <Deliveries webhook={webhook} />}
  >
    <FieldGroup title="What it sends, and where">
      <Field name="name" label="Name" hint="For yourself." />
      <Select name="topic" label="When" options={offeredTopics.map((topic) => [topic, titleOf(topic)] as const)} />
      <Field
        name="delivery_url"
        label="Address"
        type="url"
        hint="A public address that takes POST, with https if possible."
        isWide
        required
      />
      <Secret />
      <Status />
    </FieldGroup>
  </FormScreen>
)

/** Not for a new webhook, which is always active. */
const Status = () =>
  useParams().webhook === undefined ? null : (
    <Select name="status" label="State" options={Object.entries(statusNames)} />
  )

function Secret() {
  const { setValue } = useFormContext<WebhookFields>()
  const isNew = useParams().webhook === undefined
  const generate = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(24))
    const secret = btoa(String.fromCharCode(...bytes)).replaceAll(/[+/]/g, '-')
    setValue('secret', secret, { shouldDirty: true })
  }
  return (
    <>
      <Field
        name="secret"
        label={isNew ? 'Secret' : 'New secret'}
        hint={`The receiver checks with it that a call is from this shop. Copy it now: it is not shown again.${isNew ? '' : ' Leave it empty to keep the current one.'}`}
        autoComplete="off"
        isWide
      />
      <div>
        <Button label="Generate a secret" onClick={generate} />
      </div>
    </>
  )
}
