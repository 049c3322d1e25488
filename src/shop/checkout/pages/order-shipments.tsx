import { carrierName, type Shipment, trackingHref } from '../../orders/shipment.ts'
import styles from './order-shipments.module.css'

const days = new Intl.DateTimeFormat('en-CA', { timeZone: 'UTC', dateStyle: 'long' })

export function OrderShipments({ shipments }: { shipments: readonly Shipment[] }) {
  if (shipments.length === 0) return null
  return (
    <section className={styles.shipments} aria-label="Parcels">
      <ul>
        {shipments.map((shipment) => (
          <li key={shipment.trackingId}>
            {carrierName(shipment)}, sent on{' '}
            <time dateTime={shipment.shippedOn}>{days.format(new Date(`${shipment.shippedOn}T00:00:00Z`))}</time>:{' '}
            <TrackingNumber shipment={shipment} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function TrackingNumber({ shipment }: { shipment: Shipment }) {
  const href = trackingHref(shipment)
  if (href === null) return <strong>{shipment.trackingNumber}</strong>
  return (
    <a href={href} rel="noopener noreferrer nofollow">
      Track parcel {shipment.trackingNumber}
    </a>
  )
}
