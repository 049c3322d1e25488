import { formatMoney } from '../../../platform/money/money.ts'
import { pictureHref } from '../../../things/media/picture-sizes.ts'
import { addressBlocks, lineDetails, totalRows } from '../../orders/order-summary.ts'
import type { Order } from '../../orders/orders.store.ts'
import { carrierName, type Shipment, trackingHref } from '../../orders/shipment.ts'
import { longDate } from './order-extras.tsx'
import styles from './order-received.module.css'

export const OrderDetailsSection = ({ order }: { order: Order }) => (
  <section className="woocommerce-order-details" aria-labelledby="order-details">
    <h2 id="order-details" className="woocommerce-order-details__title">
      Order details
    </h2>
    <OrderTable order={order} />
  </section>
)

export const OrderTable = ({ order }: { order: Order }) => (
  <table className={`woocommerce-table woocommerce-table--order-details shop_table order_details ${styles.table}`}>
    <tbody>
      {order.lines.map((line) => (
        <tr key={line.id} className="woocommerce-table__line-item order_item">
          <td className="woocommerce-table__product-name product-name">
            {line.imagePath && (
              <img
                src={pictureHref({ path: line.imagePath, width: 1200 }, 160)}
                width={56}
                height={70}
                loading="lazy"
                alt=""
              />
            )}
            <span>
              {line.name} <strong className="product-quantity">× {line.quantity}</strong>
              {lineDetails(line).map((detail) => (
                <small key={detail}>{detail}</small>
              ))}
            </span>
          </td>
          <td className="woocommerce-table__product-total product-total">
            {formatMoney(line.subtotalCents, order.currency)}
          </td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      {totalRows(order).map((row) => (
        <tr key={row.label} className={row.isTotal ? styles.sum : undefined}>
          <th scope="row">{row.label}</th>
          <td>{row.amount}</td>
        </tr>
      ))}
    </tfoot>
  </table>
)

export const OrderAddresses = ({ order }: { order: Order }) => (
  <section className={`woocommerce-customer-details ${styles.addresses}`} aria-label="Addresses">
    {addressBlocks(order).map(([title, lines]) => (
      <div key={title}>
        <h2>{title}</h2>
        <address className={styles.address}>
          {lines.map((text, index) => (
            <span key={index}>{text}</span>
          ))}
        </address>
      </div>
    ))}
    {order.customerNote !== '' && <p className={styles.note}>Your note: {order.customerNote}</p>}
  </section>
)

export function OrderShipments({ shipments }: { shipments: readonly Shipment[] }) {
  if (shipments.length === 0) return null
  return (
    <section className={styles.shipments} aria-label="Parcels">
      <ul>
        {shipments.map((shipment) => (
          <li key={shipment.trackingId}>
            {carrierName(shipment)}, sent on{' '}
            <time dateTime={shipment.shippedOn}>{longDate.format(new Date(`${shipment.shippedOn}T00:00:00Z`))}</time>:{' '}
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
