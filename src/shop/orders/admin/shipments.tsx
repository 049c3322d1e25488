import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { can } from '../../../platform/access/permissions.ts'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import controls from '../../../platform/admin/controls.module.css'
import { ErrorState, Panel, QueryState, Skeleton, useRest } from '../../../platform/admin/parts.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { carriers } from '../carriers.ts'
import type { OrderJson } from '../rest/order-json.ts'
import type { ShipmentJson } from '../rest/shipments.ts'
import styles from './shipments.module.css'

/** A carrier that is not in the list. */
const OTHER = 'other'

/** The order's parcels, and a form that adds one. */
export function Shipments({ order }: { order: OrderJson }) {
  const { user, rest } = useAdminContext()
  const queries = useQueryClient()
  const key = [paths.restOrders, order.id, 'shipments']
  const shipments = useRest<ShipmentJson[]>(key, hrefs.restShipments(order.id))
  const remove = useMutation({
    mutationFn: (id: string) => rest.send('DELETE', hrefs.restShipment(order.id, id), {}),
    onSuccess: () => queries.invalidateQueries({ queryKey: [paths.restOrders, order.id] }),
  })
  const mayWrite = can(user, 'orders.write')
  if (order.status === 'cancelled') return null
  return (
    <Panel id="shipments" title="Parcels">
      <QueryState query={shipments} placeholder={<Skeleton width="60%" />} />
      {shipments.data?.length === 0 && <p className={styles.none}>No tracking number yet.</p>}
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
              <button
                type="button"
                className={controls.button}
                disabled={remove.isPending}
                aria-label={`Remove ${shipment.tracking_number}`}
                onClick={() => remove.mutate(shipment.tracking_id)}
              >
                Remove
              </button>
            )}
          </li>
        ))}
      </ul>
      {remove.isError && <ErrorState error={remove.error} />}
      {mayWrite && <NewShipment order={order} />}
    </Panel>
  )
}

function NewShipment({ order }: { order: OrderJson }) {
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const [carrier, setCarrier] = useState(carriers[0]?.name ?? OTHER)
  const add = useMutation({
    mutationFn: ({ fields }: { fields: Record<string, string>; form: HTMLFormElement }) =>
      rest.send<ShipmentJson>('POST', hrefs.restShipments(order.id), fields),
    onSuccess: async (_, { form }) => {
      form.reset()
      await queries.invalidateQueries({ queryKey: [paths.restOrders, order.id] })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const entries = [...new FormData(form)].map(
      ([name, value]) => [name, typeof value === 'string' ? value : ''] as const,
    )
    add.mutate({
      form,
      fields: { ...Object.fromEntries(entries), tracking_provider: carrier === OTHER ? '' : carrier },
    })
  }
  return (
    <form className={styles.form} onSubmit={submit}>
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
          <label htmlFor="custom_tracking_provider">Its name</label>
          <input
            id="custom_tracking_provider"
            name="custom_tracking_provider"
            className={controls.field}
            maxLength={60}
            required
          />
          <label htmlFor="custom_tracking_link">Its page for this parcel</label>
          <input
            id="custom_tracking_link"
            name="custom_tracking_link"
            type="url"
            placeholder="https://"
            className={controls.field}
            maxLength={500}
          />
        </>
      )}
      <label htmlFor="tracking_number">Tracking number</label>
      <input
        id="tracking_number"
        name="tracking_number"
        className={controls.field}
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        required
      />
      <label htmlFor="date_shipped">Sent on (today if empty)</label>
      <input id="date_shipped" name="date_shipped" type="date" className={controls.field} />
      {add.isError && <ErrorState error={add.error} />}
      <button type="submit" className={controls.button} disabled={add.isPending}>
        {add.isPending ? 'Adding …' : 'Add parcel'}
      </button>
      <p className={styles.none} role="status">
        {add.isSuccess
          ? 'The parcel was added.'
          : order.status === 'completed'
            ? 'The customer is written to at once.'
            : 'The customer is told in the email about the completed order.'}
      </p>
    </form>
  )
}
