import { formatAmount } from '../../../platform/admin/amount.ts'
import { Panel, TableHead } from '../../../platform/admin/parts.tsx'
import { formatMoney, shopCurrency, sumOf } from '../../../platform/money/money.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { pictureHref } from '../../../things/media/picture-sizes.ts'
import { exchangeRateMeta } from '../order-status.ts'
import type { OrderJson } from '../rest/order-json.ts'
import { centsOf, metaText } from './order-label.tsx'
import styles from './order-lines.module.css'

type Line = OrderJson['line_items'][number]

export const OrderLines = ({ order }: { order: OrderJson }) => (
  <Panel id="lines" title="Items">
    <table className={styles.lines}>
      <TableHead className="visually-hidden" titles={['Item', 'Price', 'Quantity', 'Total']} />
      <tbody>
        {order.line_items.map((line) => (
          <tr key={line.id}>
            <th scope="row">
              <div className={styles.item}>
                <Thumbnail line={line} />
                <div>
                  <span className={styles.name}>{line.parent_name ?? line.name}</span>
                  {line.meta_data.map(({ id, display_key: key, display_value: text }) =>
                    key.startsWith('_') ? null : (
                      <span key={id} className={styles.detail}>
                        {key}: {text}
                      </span>
                    ),
                  )}
                  {line.sku !== '' && <span className={styles.detail}>SKU {line.sku}</span>}
                </div>
              </div>
            </th>
            <td className={styles.each}>
              {formatMoney(Math.round(centsOf(line.subtotal, order.currency) / line.quantity), order.currency)}
            </td>
            <td className={styles.quantity}>× {line.quantity}</td>
            <td className={styles.amount}>{formatAmount(line.subtotal, order.currency)}</td>
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
  </Panel>
)

function Thumbnail({ line }: { line: Line }) {
  const path = line.image.src.split(hrefs.upload(''))[1]
  if (!path) return <span className={styles.picture} />
  // The JSON has the original image; a thumbnail is enough here.
  const src = pictureHref({ path, width: Number.POSITIVE_INFINITY }, 160)
  return <img className={styles.picture} src={src} alt="" width={48} height={60} loading="lazy" />
}

type Total = { readonly label: string; readonly amount: string; readonly isTotal?: boolean }

function amountsIn(currency: OrderJson['currency']) {
  const cents = (amount: string): number => centsOf(amount, currency)
  const total = (...amounts: readonly string[]): string => formatMoney(sumOf(amounts, cents), currency)
  return { cents, total, format: (amount: string) => formatAmount(amount, currency) }
}

/** Discounts by coupon; an imported order may have a discount without a coupon. */
function discountsOf(order: OrderJson): Total[] {
  const { cents, format } = amountsIn(order.currency)
  if (order.coupon_lines.length === 0 && cents(order.discount_total) > 0)
    return [{ label: 'Discount', amount: format(`-${order.discount_total}`) }]
  return order.coupon_lines.map(({ code, discount, discount_type, free_shipping }) => {
    // A deleted coupon has no type.
    const isFree = discount_type === '' ? cents(order.shipping_total) === 0 : free_shipping
    const amount = cents(discount) === 0 && isFree ? 'Free shipping' : format(`-${discount}`)
    return { label: `Coupon: ${code}`, amount }
  })
}

function totalsOf(order: OrderJson): Total[] {
  const { cents, format, total: sum } = amountsIn(order.currency)
  const refunds = order.refunds.map(({ total }) => total)
  const rate = metaText(order, exchangeRateMeta)
  return [
    { label: 'Items', amount: sum(...order.line_items.map((line) => line.subtotal)) },
    ...discountsOf(order),
    ...order.fee_lines.map(({ name, total }) => ({ label: name, amount: format(total) })),
    ...order.shipping_lines.map(({ method_title, total }) => ({
      label: `Shipping: ${method_title}`,
      amount: cents(total) === 0 ? 'Free' : format(total),
    })),
    ...order.tax_lines.map(({ label, rate_percent, tax_total, shipping_tax_total }) => ({
      label: `${label} ${rate_percent}%`,
      amount: sum(tax_total, shipping_tax_total),
    })),
    { label: 'Total', amount: `${format(order.total)} ${order.currency}`, isTotal: true },
    ...(rate === null ? [] : [{ label: 'Exchange rate', amount: `1 ${shopCurrency} = ${rate} ${order.currency}` }]),
    ...order.refunds.map(({ reason, total }) => ({
      label: reason === '' ? 'Refunded' : `Refunded: ${reason}`,
      amount: format(total),
    })),
    ...(refunds.length > 0
      ? [{ label: 'Total after refund', amount: sum(order.total, ...refunds), isTotal: true }]
      : []),
  ]
}
