import { Link } from 'react-router'
import { useMay } from '../../../platform/admin/admin-context.tsx'
import { formatAmount } from '../../../platform/admin/amount.ts'
import type { Column } from '../../../platform/admin/list/data-table.tsx'
import { ListScreen } from '../../../platform/admin/list/list-screen.tsx'
import table from '../../../platform/admin/list/table.module.css'
import { Badge, Button, ErrorState, Time, type Tone } from '../../../platform/admin/parts.tsx'
import { resourceOf, useSend } from '../../../platform/admin/resource.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { paymentSettingsWrite } from '../../../things/settings/capabilities.ts'
import { cardName, paymentStatusText, StatusBadge } from '../../orders/admin/order-label.tsx'
import { ordersWrite } from '../../orders/capabilities.ts'
import type { ComparisonJson, PaymentJson } from '../rest/payment-json.ts'
import { ActionButton } from './action-button.tsx'
import styles from './transactions.module.css'

const transactions = resourceOf(['payment', 'payments'], 'Transactions', paths.restPayments, paths.adminTransactions)

const differences: Readonly<Record<NonNullable<PaymentJson['difference']>, string>> = {
  'not-counted': 'Received, but the order is not paid',
  'not-received': 'The order is paid, but not this payment',
  'refund-excess': 'More has gone back than was paid',
  amounts: 'The amounts do not agree',
}

const tones: Readonly<Record<string, Tone>> = {
  succeeded: 'leaf',
  requires_capture: 'sky',
  processing: 'sky',
  canceled: 'hollow',
  requires_payment_method: 'gold',
  requires_action: 'gold',
}

const columns: readonly Column<PaymentJson>[] = [
  {
    title: 'Order',
    name: 'order',
    cell: (payment) => <Link to={hrefs.adminOrder(payment.order_id)}>Order #{payment.order_id}</Link>,
  },
  {
    title: 'In the shop',
    name: 'shop',
    place: 'half',
    cell: (payment) => <StatusBadge status={payment.order_status} />,
  },
  {
    title: 'Date',
    name: 'date',
    isSoft: true,
    place: 'half',
    className: styles.wrap,
    cell: (payment) => <Time gmt={payment.date_created_gmt} />,
  },
  {
    title: 'At the provider',
    name: 'provider',
    className: styles.wrap,
    cell: ({ status, difference, card_brand: brand, card_last4: last4 }) => (
      <>
        <Badge tone={tones[status]}>{paymentStatusText(status)}</Badge>
        <span className={table.second}>{cardName(brand, last4)}</span>
        {difference !== null && <span className={styles.problem}>{differences[difference]}</span>}
      </>
    ),
  },
  {
    title: 'Amount',
    name: 'amount',
    isNumeric: true,
    place: 'corner',
    cell: ({ amount, refunded, currency }) => (
      <>
        {formatAmount(amount, currency)} {currency}
        {Number(refunded) > 0 && (
          <span className={table.second}>{formatAmount(`-${refunded}`, currency)} refunded</span>
        )}
      </>
    ),
  },
  {
    title: 'Refresh',
    name: 'ask',
    cell: ({ id, order_id, intent_id }) =>
      intent_id !== '' && (
        <ActionButton<PaymentJson>
          label="Refresh from provider"
          busyLabel="Refreshing …"
          name={`Refresh from provider: Order #${order_id}`}
          href={`${paths.restPayments}/${id}/refresh`}
          list={paths.restPayments}
          doneText={({ status }) => `Up to date: ${paymentStatusText(status)}.`}
        />
      ),
  },
  { title: 'Payment', name: 'payment', isHidden: true, isSoft: true, cell: ({ intent_id }) => intent_id },
]

export function TransactionsScreen() {
  const mayWrite = useMay(ordersWrite)
  const seesPayouts = useMay(paymentSettingsWrite)
  return (
    <ListScreen
      resource={transactions}
      columns={columns}
      nameOf={({ order_id }) => `Order #${order_id}`}
      searchLabel="Search by order, card or payment"
      searchHint="Search takes the number of an order (1042) or of an invoice (INV-1042), the last four digits of a card, or the provider’s id of a payment."
      tabs={[
        { key: 'any', label: 'All' },
        { key: 'unsettled', label: 'Unsettled' },
        { key: 'differs', label: 'Differs from the provider' },
      ]}
      emptyText="Payments through the payment provider appear here."
      isFlat
    >
      <div className={styles.bar}>
        <Link to={paths.adminPaymentEvents}>Events of the provider</Link>
        {seesPayouts && <Link to={paths.adminPayouts}>Fees and payouts</Link>}
      </div>
      {mayWrite && <CompareButton />}
    </ListScreen>
  )
}

function CompareButton() {
  const compare = useSend(
    (rest) => rest.send<ComparisonJson>('POST', paths.restPaymentComparison, {}),
    [paths.restPayments],
  )
  const { data } = compare
  return (
    <div className={styles.compare}>
      <Button disabled={compare.isPending} onClick={() => compare.mutate()}>
        {compare.isPending ? 'Comparing …' : 'Compare with the provider'}
      </Button>
      <p role="status">{data ? comparedText(data) : ''}</p>
      {data && data.differences.length > 0 && (
        <ul className={styles.differences}>
          {data.differences.map((one) => (
            <li key={one.intent_id}>
              {one.order_id === 0 ? (
                'No order'
              ) : (
                <Link to={hrefs.adminOrder(one.order_id)}>Order id {one.order_id}</Link>
              )}
              {`: ${formatAmount(one.amount, one.currency)} ${one.currency}, ${paymentStatusText(one.provider_status)} at the provider, `}
              {one.shop_status === null ? 'unknown in the shop' : `${paymentStatusText(one.shop_status)} in the shop`}
              {one.missed.length > 0 &&
                `, without ${one.missed.map((missed) => missedText(missed, one.currency)).join(' and ')}`}
              {one.is_settled ? '. Settled now.' : '. Please look at it.'} <small>{one.intent_id}</small>
            </li>
          ))}
        </ul>
      )}
      {compare.isError && <ErrorState error={compare.error} />}
    </div>
  )
}

const missedText = (
  { kind, status, amount }: ComparisonJson['differences'][number]['missed'][number],
  currency: string,
): string => `a ${kind} of ${formatAmount(amount, currency)} (${status.replaceAll('_', ' ')})`

function comparedText({ checked, differences: { length } }: ComparisonJson): string {
  const payments = checked === 1 ? 'payment' : 'payments'
  const result = length === 0 ? 'All agree.' : length === 1 ? 'One differed.' : `${length} differed.`
  return `Compared the newest ${checked} ${payments} at the provider with the orders. ${result}`
}
