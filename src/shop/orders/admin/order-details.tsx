import type { ReactNode } from 'react'
import { Fact, formatTime, Panel } from '../../../platform/admin/parts.tsx'
import { originText } from '../../tracking/origin.ts'
import type { OrderJson } from '../rest/order-json.ts'
import { cardName, invoiceNumberOf, metaText, paymentStatusText } from './order-label.tsx'
import styles from './order-panels.module.css'

const textOf = (order: OrderJson, key: string): string => metaText(order, key) ?? ''

const addressLines = (address: OrderJson['shipping']): string[] =>
  [
    `${address.first_name} ${address.last_name}`.trim(),
    address.company,
    address.address_1,
    address.address_2,
    `${address.city} ${address.state} ${address.postcode}`.trim(),
    address.country === 'CA' ? 'Canada' : address.country,
  ].filter((line) => line !== '')

type AddressesProps = { readonly order: OrderJson; readonly account: ReactNode }

export function Addresses({ order: { billing, shipping }, account }: AddressesProps) {
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
        <Fact label="Account">{account}</Fact>
        <Fact label={isSame ? 'Delivery and billing' : 'Delivery'}>
          {shippingLines.length === 0 ? '' : <Lines lines={shippingLines} />}
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

export const cardText = (order: OrderJson): string =>
  cardName(textOf(order, '_samovar_card_brand'), textOf(order, '_samovar_card_last4'))

export function Payment({ order }: { order: OrderJson }) {
  const status = textOf(order, '_wc_stripe_charge_status')
  return (
    <Panel id="payment" title="Payment">
      <dl className={styles.facts}>
        <Fact label="Invoice number">{invoiceNumberOf(order)}</Fact>
        <Fact label="Method">{order.payment_method_title}</Fact>
        <Fact label="Card">{cardText(order)}</Fact>
        <Fact label="Paid">{order.date_paid_gmt ? formatTime(order.date_paid_gmt) : 'Not paid'}</Fact>
        <Fact label="At the provider">{paymentStatusText(status)}</Fact>
        <Fact label="Transaction" className={styles.code}>
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
