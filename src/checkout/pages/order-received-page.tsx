import { pictureHref } from '../../media/sizes.ts'
import { formatMoney } from '../../money/format.ts'
import { ranOut } from '../../orders/order-status.ts'
import { addressBlocks, totalRows } from '../../orders/order-summary.ts'
import type { Order } from '../../orders/orders.store.ts'
import { hrefs } from '../../routes.ts'
import type { Settings } from '../../settings/settings.ts'
import { shopDay } from '../../settings/shop-time.ts'
import { button } from '../../ui/button.tsx'
import styles from './order-received.module.css'
import { HowToPay, WhatNext } from './what-next.tsx'

/** The page after paying: thanks by name, what happens next, what was bought. */
export function OrderReceivedPage({ order, settings }: { order: Order; settings: Settings }) {
  const isWaiting = order.status === 'pending' || order.status === 'failed'
  return (
    <main id="content" className={`woocommerce-order ${styles.page}`}>
      <p className={styles.mark} aria-hidden="true">
        <svg viewBox="0 0 64 64" width="64" height="64" className={styles.leaf}>
          <path d="M10 50C12 24 30 10 54 10c0 26-16 42-40 40M10 54c6-14 16-24 30-30" />
        </svg>
      </p>
      <h1 className={styles.title}>{headline(order)}</h1>
      <p className={`woocommerce-notice woocommerce-thankyou-order-received ${styles.lead}`}>{lead(order)}</p>
      {(isWaiting || ranOut(order)) && (
        <p className={styles.on}>
          <a className={button.primary} href={hrefs.checkout()}>
            Back to the checkout
          </a>
        </p>
      )}
      <Overview order={order} />
      <HowToPay order={order} settings={settings} />
      <WhatNext order={order} />
      <div className={styles.columns}>
        <Details order={order} />
        <Addresses order={order} />
      </div>
      <p className={styles.last}>
        <a href={hrefs.shop()}>Back to the teas</a>
        <button type="button" className={button.quiet} data-print="" hidden>
          Print this page
        </button>
      </p>
    </main>
  )
}

function Overview({ order }: { order: Order }) {
  return (
    <ul className={`woocommerce-order-overview woocommerce-thankyou-order-details order_details ${styles.overview}`}>
      {order.number !== null && (
        <li className="woocommerce-order-overview__order order">
          Order number <strong>{order.number}</strong>
        </li>
      )}
      <li className="woocommerce-order-overview__date date">
        Date <strong>{shopDay(order.createdAt)}</strong>
      </li>
      <li className="woocommerce-order-overview__email email">
        E-mail <strong>{order.billing.email}</strong>
      </li>
      <li className="woocommerce-order-overview__total total">
        Total <strong>{formatMoney(order.totalCents)}</strong>
      </li>
      <li className="woocommerce-order-overview__payment-method method">
        Payment <strong>{order.paymentTitle}</strong>
      </li>
    </ul>
  )
}

function Details({ order }: { order: Order }) {
  return (
    <section className="woocommerce-order-details" aria-labelledby="details-title">
      <h2 id="details-title" className="woocommerce-order-details__title">
        Order details
      </h2>
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
  )
}

function Addresses({ order }: { order: Order }) {
  return (
    <section className={`woocommerce-customer-details ${styles.addresses}`} aria-label="Addresses">
      {addressBlocks(order).map(([title, lines]) => (
        <div key={title}>
          <h2>{title}</h2>
          <Lines lines={lines} />
        </div>
      ))}
      {order.customerNote !== '' && <p className={styles.note}>Your note: {order.customerNote}</p>}
    </section>
  )
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <address className={styles.address}>
    {lines.map((text, index) => (
      <span key={index}>{text}</span>
    ))}
  </address>
)

function headline(order: Order): string {
  if (ranOut(order)) return 'This order was not paid in time.'
  if (order.status === 'cancelled') return 'This order was cancelled.'
  if (order.status === 'refunded') return 'This order was refunded.'
  if (order.status === 'pending' || order.status === 'failed') return 'We are waiting for your payment.'
  return `Thank you, ${order.billing.firstName}.`
}

function lead(order: Order): string {
  if (ranOut(order))
    return 'It was not paid in time, so we could not keep its goods for you any longer. Nothing was charged, and your cart is as you left it.'
  if (order.status === 'cancelled')
    return 'Nothing will be sent and nothing is owed. Money that came in late goes straight back to your card.'
  if (order.status === 'refunded') return 'Your money is on its way back. Banks take 5 to 10 days to show it.'
  if (order.status === 'pending' || order.status === 'failed')
    return 'We keep your order for you, but it has not been paid yet. If you have just paid, load this page again in a moment.'
  if (order.status === 'on-hold')
    return 'Your order has been received. We send it as soon as your payment has reached us.'
  return 'Your order has been received.'
}
