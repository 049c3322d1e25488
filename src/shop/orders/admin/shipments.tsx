import { type ComponentProps, type FormEvent, useState } from 'react'
import { useMay } from '../../../platform/admin/admin-context.tsx'
import controls from '../../../platform/admin/controls.module.css'
import { awaited, Button, ErrorState, Panel, QueryState, Skeleton, useRest } from '../../../platform/admin/parts.tsx'
import { useSend } from '../../../platform/admin/resource.ts'
import { RestError } from '../../../platform/admin/rest.client.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { ordersWrite } from '../capabilities.ts'
import type { OrderJson } from '../rest/order-json.ts'
import type { ShipmentJson } from '../rest/shipments.ts'
import { carriers } from '../shipment.ts'
import { coreStatusOf, manualStatusesOf, statusLabelOf } from './order-label.tsx'
import styles from './order-panels.module.css'

const OTHER = 'other'

type NextStep = keyof ReturnType<typeof waysFor>

const waysFor = (order: OrderJson, { email } = order.billing) =>
  ({
    complete: {
      label: 'Complete the order',
      hint: `${email} gets the email that the order is on its way, with all its tracking numbers.`,
      button: 'Add parcel and complete the order',
      done: `The parcel was added and the order completed. An email is on its way to ${email}.`,
    },
    email: {
      label: 'Email only the tracking number',
      hint: `${email} gets a short email about this parcel. The order stays “${statusLabelOf(order)}”.`,
      button: 'Add parcel and email it',
      done: `The parcel was added, and an email is on its way to ${email}.`,
    },
    nothing: {
      label: 'Send no email yet',
      hint: 'The email about the completed order will name this parcel.',
      button: 'Add parcel',
      done: 'The parcel was added. No email was sent.',
    },
  }) as const

export function Shipments({ order }: { order: OrderJson }) {
  const key = [paths.restOrders, order.id, 'shipments']
  const shipments = useRest<ShipmentJson[]>(key, hrefs.restShipments(order.id), awaited)
  const remove = useSend(
    (rest, id: string) => rest.send('DELETE', hrefs.restShipment(order.id, id), {}),
    [paths.restOrders, order.id],
  )
  const mayWrite = useMay(ordersWrite)
  if (coreStatusOf(order) === 'cancelled') return null
  return (
    <Panel id="shipments" title="Parcels">
      <QueryState query={shipments} placeholder={<Skeleton width="60%" />} />
      {shipments.data?.length === 0 && <p className={styles.noParcel}>No tracking number yet.</p>}
      <ul className={styles.list}>
        {shipments.data?.map((shipment) => (
          <li key={shipment.tracking_id}>
            <span>
              {shipment.tracking_provider}{' '}
              {shipment.tracking_link === '' ? (
                shipment.tracking_number
              ) : (
                <a href={shipment.tracking_link} rel="noopener noreferrer" target="_blank">
                  {shipment.tracking_number}
                </a>
              )}{' '}
              <small>{shipment.date_shipped}</small>
            </span>
            {mayWrite && (
              <Button
                disabled={remove.isPending}
                aria-label={`Remove ${shipment.tracking_number}`}
                onClick={() => remove.mutate(shipment.tracking_id)}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
      {remove.isError && <ErrorState error={remove.error} />}
      {mayWrite && <NewShipment order={order} />}
    </Panel>
  )
}

const isKnownParcel = (error: unknown): boolean =>
  error instanceof RestError && error.failure.kind === 'refused' && error.failure.code === 'samovar_shipment_exists'

const Field = ({
  name,
  label,
  ...input
}: ComponentProps<'input'> & { readonly name: string; readonly label: string }) => (
  <>
    <label htmlFor={name}>{label}</label>
    <input id={name} name={name} className={controls.field} {...input} />
  </>
)

function NewShipment({ order }: { order: OrderJson }) {
  const [carrier, setCarrier] = useState(carriers[0]?.name ?? OTHER)
  const mayComplete = coreStatusOf(order) === 'processing' && manualStatusesOf(order).includes('completed')
  const ways = waysFor(order)
  const [chosen, setChosen] = useState<NextStep>('complete')
  const emailsOnly = coreStatusOf(order) === 'completed' || (chosen === 'complete' && !mayComplete)
  const then: NextStep = emailsOnly ? 'email' : chosen
  const add = useSend(
    async (rest, { fields }: { fields: Record<string, string>; form: HTMLFormElement }) => {
      const body = { ...fields, samovar_notify_customer: then === 'email' }
      await rest.send<ShipmentJson>('POST', hrefs.restShipments(order.id), body).catch((error: unknown) => {
        // An earlier attempt has stored the parcel, but could not complete the order.
        if (then !== 'complete' || !isKnownParcel(error)) throw error
      })
      // The parcel is stored first, because the email about the completed order lists it.
      if (then === 'complete') await rest.send<OrderJson>('PUT', hrefs.restOrder(order.id), { status: 'completed' })
      return ways[then].done
    },
    [paths.restOrders],
    {
      // Not `reset()`, which ignores the defaults that React has set.
      onSuccess: (_, { form }) => {
        for (const input of form.querySelectorAll<HTMLInputElement>('input:not([type=radio])')) input.value = ''
      },
    },
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    data.delete('then')
    const entries = [...data].map(([name, value]) => [name, typeof value === 'string' ? value : ''] as const)
    add.mutate({
      form,
      fields: { ...Object.fromEntries(entries), tracking_provider: carrier === OTHER ? '' : carrier },
    })
  }
  return (
    <form className={styles.parcel} onSubmit={submit}>
      <label htmlFor="carrier">Carrier</label>
      <select
        id="carrier"
        className={controls.field}
        value={carrier}
        onChange={(event) => setCarrier(event.target.value)}
      >
        {carriers.map(({ id, name }) => (
          <option key={id}>{name}</option>
        ))}
        <option value={OTHER}>Another one</option>
      </select>
      {carrier === OTHER && (
        <>
          <Field name="custom_tracking_provider" label="Its name" maxLength={60} required />
          <Field
            name="custom_tracking_link"
            label="Tracking page of this parcel"
            type="url"
            placeholder="https://"
            maxLength={500}
          />
        </>
      )}
      <Field
        name="tracking_number"
        label="Tracking number"
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        required
      />
      <Field name="date_shipped" label="Date shipped (today if empty)" type="date" />
      {coreStatusOf(order) === 'completed' ? (
        <p className={styles.noParcel}>An email with the tracking number goes to {order.billing.email} at once.</p>
      ) : (
        <fieldset className={styles.then}>
          <legend>Then</legend>
          {Object.entries(ways)
            .filter(([way]) => way !== 'complete' || mayComplete)
            .map(([way, { label, hint }]) => (
              <label key={way}>
                <input type="radio" name="then" checked={then === way} onChange={() => setChosen(way as NextStep)} />
                <span>
                  {label}
                  <small>{hint}</small>
                </span>
              </label>
            ))}
        </fieldset>
      )}
      {add.isError && <ErrorState error={add.error} />}
      <Button type="submit" disabled={add.isPending}>
        {add.isPending ? 'Adding …' : ways[then].button}
      </Button>
      <p className={styles.noParcel} role="status">
        {add.data ?? ''}
      </p>
    </form>
  )
}
