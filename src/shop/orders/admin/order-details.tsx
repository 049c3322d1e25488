import { Link } from 'react-router'
import { Fact, formatAmount, formatTime, Panel, Time } from '../../../platform/admin/parts.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import type { DisputeStatus } from '../../payments/provider.ts'
import { disputeReason, disputesMeta, isClosed } from '../../payments/reversals.ts'
import { originText } from '../../tracking/origin.ts'
import type { DisputeJson, OrderJson } from '../rest/order-json.ts'
import styles from './order-details.module.css'

const metaOf = (order: OrderJson, key: string) => order.meta_data.find((meta) => meta.key === key)?.value

function textOf(order: OrderJson, key: string): string {
  const value = metaOf(order, key)
  return typeof value === 'string' ? value : ''
}

const addressLines = (address: OrderJson['shipping']): string[] =>
  [
    `${address.first_name} ${address.last_name}`.trim(),
    address.company,
    address.address_1,
    address.address_2,
    `${address.city} ${address.state} ${address.postcode}`.trim(),
    address.country === 'CA' ? 'Canada' : address.country,
  ].filter((line) => line !== '')

export function Addresses({ order: { billing, shipping, customer_id } }: { order: OrderJson }) {
  const billingLines = addressLines(billing)
  const shippingLines = addressLines(shipping)
  const isSame = billingLines.join('\n') === shippingLines.join('\n')
  return (
    <Panel id="customer" title="Customer">
      <dl className={styles.facts}>
        <Fact label="Email">
          <a href={`mailto:${billing.email}`}>{billing.email}</a>
        </Fact>
        <Fact label="Phone">{billing.phone && <a href={`tel:${billing.phone}`}>{billing.phone}</a>}</Fact>
        <Fact label="Account">
          {customer_id === 0 ? (
            'Bought as a guest'
          ) : (
            <Link to={hrefs.adminCustomer(customer_id)}>Customer {customer_id}</Link>
          )}
        </Fact>
        <Fact label={isSame ? 'Delivery and billing' : 'Delivery'}>
          <Lines lines={shippingLines} />
        </Fact>
        <Fact label="Billing">{isSame ? '' : <Lines lines={billingLines} />}</Fact>
      </dl>
    </Panel>
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
  const brand = textOf(order, '_samovar_card_brand')
  const last4 = textOf(order, '_samovar_card_last4')
  const status = textOf(order, '_wc_stripe_charge_status')
  return (
    <Panel id="payment" title="Payment">
      <dl className={styles.facts}>
        <Fact label="Method">{order.payment_method_title}</Fact>
        <Fact label="Card">{last4 && `${brands[brand] ?? brand} ending in ${last4}`}</Fact>
        <Fact label="Paid">{order.date_paid_gmt ? formatTime(order.date_paid_gmt) : 'Not paid'}</Fact>
        <Fact label="At the provider">{chargeStatusTexts[status] ?? status}</Fact>
        <Fact label="Charge" className={styles.code}>
          {order.transaction_id}
        </Fact>
        <Fact label="Payment" className={styles.code}>
          {textOf(order, '_payment_intent_id')}
        </Fact>
      </dl>
    </Panel>
  )
}

export const CustomerNote = ({ order }: { order: OrderJson }) =>
  order.customer_note !== '' && (
    <Panel id="note" title="Note from the customer">
      <blockquote className={styles.note}>{order.customer_note}</blockquote>
    </Panel>
  )

/** The source of the visit, when the order has attribution data. */
export function Visit({ order }: { order: OrderJson }) {
  const attribution = (field: string) => textOf(order, `_wc_order_attribution_${field}`)
  const [source_type, utm_source] = [attribution('source_type'), attribution('utm_source')]
  const origin = source_type && originText({ source_type, utm_source })
  const [campaign, device] = [attribution('utm_campaign'), attribution('device_type')]
  if (origin === '' && campaign === '' && device === '') return null
  return (
    <Panel id="visit" title="Visit">
      <dl className={styles.facts}>
        <Fact label="Origin">{origin}</Fact>
        <Fact label="Campaign">{campaign}</Fact>
        <Fact label="Device">{device}</Fact>
      </dl>
    </Panel>
  )
}

const disputesOf = (order: OrderJson): readonly DisputeJson[] => {
  const value = metaOf(order, disputesMeta)
  return typeof value === 'object' && value !== null ? (value as readonly DisputeJson[]) : []
}

/** Whether the order has an open dispute. */
export const isDisputed = (order: OrderJson): boolean => disputesOf(order).some((dispute) => !isClosed(dispute.status))

const statusTexts: Readonly<Record<DisputeStatus, string>> = {
  warning_needs_response: 'The bank asks; your answer is awaited',
  warning_under_review: 'The bank asks, and looks at your answer',
  warning_closed: 'Closed, no money was taken',
  needs_response: 'Your answer is awaited',
  under_review: 'The bank looks at your answer',
  charge_refunded: 'Closed, the payment was refunded',
  won: 'Won, the money is yours',
  lost: 'Lost, the money is gone',
  prevented: 'Closed before money was taken',
}

/** The order's disputes. The owner answers them at the payment provider, not here. */
export function Disputes({ order }: { order: OrderJson }) {
  const disputes = disputesOf(order)
  if (disputes.length === 0) return null
  return (
    <Panel id="disputes" title={disputes.length === 1 ? 'Dispute' : 'Disputes'}>
      {disputes.map(({ id, status, amount, reason, due_by_gmt }) => (
        <dl key={id} className={styles.facts}>
          <Fact label="State">{statusTexts[status]}</Fact>
          <Fact label="Amount">
            {formatAmount(amount, order.currency)}: {disputeReason(reason)}
          </Fact>
          <Fact label="Answer at the payment provider by">
            {due_by_gmt !== null && !isClosed(status) ? <Time gmt={due_by_gmt} /> : ''}
          </Fact>
          <Fact label="Dispute" className={styles.code}>
            {id}
          </Fact>
        </dl>
      ))}
    </Panel>
  )
}
