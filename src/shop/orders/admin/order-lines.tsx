import controls from '../../../platform/admin/controls.module.css'
import { formatAmount } from '../../../platform/admin/format-wire.ts'
import { parsePrice, priceString } from '../../../platform/money/money.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { pictureHref } from '../../../things/media/picture-sizes.ts'
import type { OrderJson } from '../rest/order-json.ts'
import styles from './order-lines.module.css'

type Line = OrderJson['line_items'][number]

/** Items and totals, copied at the time of the sale. */
export function OrderLines({ order }: { order: OrderJson }) {
  return (
    <section className={controls.panel} aria-labelledby="lines-title">
      <h2 id="lines-title">Items</h2>
      <table className={styles.lines}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Price</th>
            <th scope="col">Quantity</th>
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {order.line_items.map((line) => (
            <tr key={line.id}>
              <th scope="row">
                <div className={styles.item}>
                  <Thumbnail line={line} />
                  <div>
                    <span className={styles.name}>{line.parent_name ?? line.name}</span>
                    {line.meta_data.map((choice) => (
                      <span key={choice.id} className={styles.detail}>
                        {choice.display_key}: {choice.display_value}
                      </span>
                    ))}
                    {line.sku !== '' && <span className={styles.detail}>SKU {line.sku}</span>}
                  </div>
                </div>
              </th>
              <td className={styles.each}>{formatAmount(line.price.toFixed(2))}</td>
              <td className={styles.quantity}>× {line.quantity}</td>
              <td className={styles.amount}>{formatAmount(line.subtotal)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={styles.totals}>
        {totalsOf(order).map((row, index) => (
          <div key={index} className={row.isTotal ? styles.sum : undefined}>
            <dt>{row.label}</dt>
            <dd>{row.amount}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Thumbnail({ line }: { line: Line }) {
  const path = line.image.src.split(hrefs.upload(''))[1]
  if (!path) return <span className={styles.picture} />
  // The JSON has the original image; a thumbnail is enough here.
  const src = pictureHref({ path, width: Number.POSITIVE_INFINITY }, 160)
  return <img className={styles.picture} src={src} alt="" width={48} height={60} loading="lazy" />
}

/** Amounts in the JSON; refunds are negative. */
const cents = (amount: string): number =>
  amount.startsWith('-') ? -(parsePrice(amount.slice(1)) ?? 0) : (parsePrice(amount) ?? 0)
const sum = (...amounts: readonly string[]): string =>
  priceString(amounts.reduce((total, amount) => total + cents(amount), 0))

/** Discounts by coupon; an imported order may have a discount without a coupon. */
function discountsOf(order: OrderJson): { label: string; amount: string }[] {
  if (order.coupon_lines.length === 0 && cents(order.discount_total) > 0)
    return [{ label: 'Discount', amount: formatAmount(`-${order.discount_total}`) }]
  return order.coupon_lines.map((coupon) => ({
    label: `Coupon: ${coupon.code}`,
    amount: cents(coupon.discount) === 0 ? 'Free shipping' : formatAmount(`-${coupon.discount}`),
  }))
}

function totalsOf(order: OrderJson): { label: string; amount: string; isTotal?: boolean }[] {
  const refunded = order.refunds.map((refund) => ({
    label: refund.reason === '' ? 'Refunded' : `Refunded: ${refund.reason}`,
    amount: formatAmount(refund.total),
  }))
  return [
    { label: 'Items', amount: formatAmount(sum(...order.line_items.map((line) => line.subtotal))) },
    ...discountsOf(order),
    ...order.fee_lines.map((fee) => ({ label: fee.name, amount: formatAmount(fee.total) })),
    ...order.shipping_lines.map((line) => ({
      label: `Shipping: ${line.method_title}`,
      amount: cents(line.total) === 0 ? 'Free' : formatAmount(line.total),
    })),
    ...order.tax_lines.map((tax) => ({
      label: `${tax.label} ${tax.rate_percent}%`,
      amount: formatAmount(sum(tax.tax_total, tax.shipping_tax_total)),
    })),
    { label: 'Total', amount: `${formatAmount(order.total)} ${order.currency}`, isTotal: true },
    ...refunded,
    ...(order.refunds.length === 0
      ? []
      : [
          {
            label: 'Total after refund',
            amount: formatAmount(sum(order.total, ...order.refunds.map((refund) => refund.total))),
            isTotal: true,
          },
        ]),
  ]
}
