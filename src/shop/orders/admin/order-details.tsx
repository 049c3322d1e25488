import controls from '../../../platform/admin/controls.module.css'
import { formatTime } from '../../../platform/admin/format-wire.ts'
import { originText } from '../../tracking/origin.ts'
import type { OrderJson } from '../rest/order-json.ts'
import styles from './order-details.module.css'

function metaOf(order: OrderJson, key: string): string {
  const value = order.meta_data.find((meta) => meta.key === key)?.value
  return typeof value === 'string' ? value : ''
}

type WireAddress = OrderJson['shipping']

const addressLines = (address: WireAddress): string[] =>
  [
    `${address.first_name} ${address.last_name}`.trim(),
    address.company,
    address.address_1,
    address.address_2,
    `${address.city} ${address.state} ${address.postcode}`.trim(),
    address.country === 'CA' ? 'Canada' : address.country,
  ].filter((line) => line !== '')

export function Addresses({ order }: { order: OrderJson }) {
  const billing = addressLines(order.billing)
  const shipping = addressLines(order.shipping)
  const isSame = billing.join('\n') === shipping.join('\n')
  return (
    <section className={controls.panel} aria-labelledby="customer-title">
      <h2 id="customer-title">Customer</h2>
      <dl className={styles.facts}>
        <div>
          <dt>Email</dt>
          <dd>
            <a href={`mailto:${order.billing.email}`}>{order.billing.email}</a>
          </dd>
        </div>
        {order.billing.phone !== '' && (
          <div>
            <dt>Phone</dt>
            <dd>
              <a href={`tel:${order.billing.phone}`}>{order.billing.phone}</a>
            </dd>
          </div>
        )}
        <div>
          <dt>Account</dt>
          <dd>{order.customer_id === 0 ? 'Bought as a guest' : `Customer ${order.customer_id}`}</dd>
        </div>
        <div>
          <dt>{isSame ? 'Delivery and billing' : 'Delivery'}</dt>
          <dd>
            <Lines lines={shipping} />
          </dd>
        </div>
        {!isSame && (
          <div>
            <dt>Billing</dt>
            <dd>
              <Lines lines={billing} />
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <address className={styles.address}>
    {lines.map((line, index) => (
      <span key={index}>{line}</span>
    ))}
  </address>
)

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  jcb: 'JCB',
  interac: 'Interac',
}

/** The provider's charge states in plain English. */
const chargeStatusTexts: Readonly<Record<string, string>> = {
  starting: 'Starting',
  requires_payment_method: 'Waiting for a card',
  requires_confirmation: 'Waiting for confirmation',
  requires_action: 'Waiting for bank authentication',
  processing: 'In progress',
  requires_capture: 'Authorised',
  succeeded: 'Received',
  canceled: 'Cancelled',
}

export function Payment({ order }: { order: OrderJson }) {
  const brand = metaOf(order, '_samovar_card_brand')
  const last4 = metaOf(order, '_samovar_card_last4')
  const status = metaOf(order, '_wc_stripe_charge_status')
  const rows = [
    ['Method', order.payment_method_title],
    ['Card', last4 === '' ? '' : `${brands[brand] ?? brand} ending in ${last4}`],
    ['Paid', order.date_paid_gmt ? formatTime(order.date_paid_gmt) : 'Not paid'],
    ['At the provider', status === '' ? '' : (chargeStatusTexts[status] ?? status)],
    ['Charge', order.transaction_id],
    ['Payment', metaOf(order, '_payment_intent_id')],
  ] as const
  return (
    <section className={controls.panel} aria-labelledby="payment-title">
      <h2 id="payment-title">Payment</h2>
      <dl className={styles.facts}>
        {rows
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className={label === 'Charge' || label === 'Payment' ? styles.code : undefined}>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

export function CustomerNote({ order }: { order: OrderJson }) {
  if (order.customer_note === '') return null
  return (
    <section className={controls.panel} aria-labelledby="note-title">
      <h2 id="note-title">Note from the customer</h2>
      <blockquote className={styles.note}>{order.customer_note}</blockquote>
    </section>
  )
}

function originOf(order: OrderJson): string {
  const source_type = metaOf(order, '_wc_order_attribution_source_type')
  const utm_source = metaOf(order, '_wc_order_attribution_utm_source')
  return source_type === '' ? '' : originText({ source_type, utm_source })
}

/** The source of the visit, when the order has attribution data. */
export function Visit({ order }: { order: OrderJson }) {
  const rows = [
    ['Origin', originOf(order)],
    ['Campaign', metaOf(order, '_wc_order_attribution_utm_campaign')],
    ['Device', metaOf(order, '_wc_order_attribution_device_type')],
  ].filter(([, value]) => value !== '')
  if (rows.length === 0) return null
  return (
    <section className={controls.panel} aria-labelledby="visit-title">
      <h2 id="visit-title">Visit</h2>
      <dl className={styles.facts}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
