import { pictureHref } from '../../media/sizes.ts'
import { formatMoney } from '../../money/format.ts'
import { addressLines, totalRows } from '../../orders/order-summary.ts'
import type { Order } from '../../orders/orders.store.ts'
import { hrefs } from '../../routes.ts'
import styles from './order-received.module.css'

/** The page after paying: thanks by name, what happens next, what was bought. Only the order key opens it. */
export function OrderReceivedPage({ order }: { order: Order }) {
  const isPaid = order.paidAt !== null
  return (
    <main id="content" className={`woocommerce-order ${styles.page}`}>
      <p className={styles.mark} aria-hidden="true">
        <svg viewBox="0 0 64 64" width="64" height="64" className={styles.leaf}>
          <path d="M10 50C12 24 30 10 54 10c0 26-16 42-40 40M10 54c6-14 16-24 30-30" />
        </svg>
      </p>
      <h1 className={styles.title}>{headline(order)}</h1>
      <p className={`woocommerce-notice woocommerce-thankyou-order-received ${styles.lead}`}>{lead(order)}</p>
      <ul className={`woocommerce-order-overview woocommerce-thankyou-order-details order_details ${styles.overview}`}>
        {order.number !== null && (
          <li className="woocommerce-order-overview__order order">
            Order number <strong>{order.number}</strong>
          </li>
        )}
        <li className="woocommerce-order-overview__date date">
          Date{' '}
          <strong>
            {order.createdAt.toLocaleDateString('en-CA', { dateStyle: 'long', timeZone: 'America/Toronto' })}
          </strong>
        </li>
        <li className="woocommerce-order-overview__total total">
          Total <strong>{formatMoney(order.totalCents)}</strong>
        </li>
        <li className="woocommerce-order-overview__payment-method method">
          Payment <strong>{order.paymentTitle}</strong>
        </li>
      </ul>
      {isPaid && (
        <ol className={styles.next}>
          <li>
            <strong>Today</strong> A confirmation is on its way to {order.billing.email}.
          </li>
          <li>
            <strong>Within one working day</strong> We weigh, pack and hand it to the carrier.
          </li>
          <li>
            <strong>2 to 6 working days later</strong> It is at your door. Put the kettle on.
          </li>
        </ol>
      )}
      <div className={styles.columns}>
        <section className="woocommerce-order-details" aria-labelledby="details-title">
          <h2 id="details-title">Order details</h2>
          <table
            className={`woocommerce-table woocommerce-table--order-details shop_table order_details ${styles.table}`}
          >
            <tbody>
              {order.lines.map((line) => (
                <tr key={line.id} className="woocommerce-table__line-item order_item">
                  <td className="woocommerce-table__product-name product-name">
                    {line.imagePath && (
                      <img
                        src={pictureHref({ path: line.imagePath, width: 1200 }, 160)}
                        width={56}
                        height={70}
                        alt=""
                      />
                    )}
                    <span>
                      {line.name}
                      {line.choices.map((choice) => (
                        <small key={choice.label}>
                          {choice.label}: {choice.value}
                        </small>
                      ))}
                    </span>
                    <strong className="product-quantity">× {line.quantity}</strong>
                  </td>
                  <td className="woocommerce-table__product-total product-total">{formatMoney(line.subtotalCents)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              {totalRows(order).map((row) => (
                <tr key={row.label} className={row.isSum ? styles.sum : undefined}>
                  <th scope="row">{row.label}</th>
                  <td>{row.amount}</td>
                </tr>
              ))}
            </tfoot>
          </table>
        </section>
        <section aria-labelledby="delivery-title">
          <h2 id="delivery-title">Delivery to</h2>
          <address className={styles.address}>
            {addressLines(order.shipping).map((text) => (
              <span key={text}>{text}</span>
            ))}
          </address>
          {order.customerNote && <p className={styles.note}>Your note: {order.customerNote}</p>}
        </section>
      </div>
      <p className={styles.on}>
        <a href={hrefs.shop()}>Back to the teas</a>
      </p>
    </main>
  )
}

function headline(order: Order): string {
  if (order.status === 'cancelled') return 'This order was cancelled.'
  if (order.status === 'pending' || order.status === 'failed') return 'We are waiting for your payment.'
  return `Thank you, ${order.billing.firstName}.`
}

function lead(order: Order): string {
  if (order.status === 'cancelled')
    return 'Nothing will be sent and nothing is owed. Money that came in late goes straight back to your card.'
  if (order.status === 'pending' || order.status === 'failed')
    return 'Your order is kept, but it has not been paid yet. If you have just paid, this page shows it in a moment.'
  if (order.status === 'on-hold')
    return 'Your order has been received. We send it as soon as your payment has reached us.'
  return 'Your order has been received.'
}
