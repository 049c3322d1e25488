import { Link } from 'react-router'
import type { Column } from '../../../platform/admin/list/data-table.tsx'
import { ListScreen } from '../../../platform/admin/list/list-screen.tsx'
import { Badge, Time } from '../../../platform/admin/parts.tsx'
import { resourceOf } from '../../../platform/admin/resource.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import type { PaymentEventJson } from '../rest/payment-json.ts'
import { ActionButton } from './action-button.tsx'
import styles from './transactions.module.css'

const events = resourceOf(['event', 'events'], 'Payment events', paths.restPaymentEvents, paths.adminPaymentEvents)

const columns: readonly Column<PaymentEventJson>[] = [
  { title: 'Event', name: 'type', className: styles.type, cell: ({ type }) => type },
  {
    title: 'Order',
    name: 'order',
    place: 'half',
    cell: ({ order_id }) => (order_id === 0 ? '' : <Link to={hrefs.adminOrder(order_id)}>Order id {order_id}</Link>),
  },
  {
    title: 'Received',
    name: 'received',
    narrowLabel: 'Received',
    className: styles.wrap,
    isSoft: true,
    place: 'half',
    cell: ({ date_received_gmt }) => <Time gmt={date_received_gmt} />,
  },
  {
    title: 'Applied',
    name: 'applied',
    narrowLabel: 'Applied',
    className: styles.wrap,
    cell: ({ date_applied_gmt, error, attempts }) =>
      date_applied_gmt === null ? (
        <>
          <Badge tone={error === '' ? 'gold' : 'berry'}>{error === '' ? 'Waiting' : 'Failed'}</Badge>
          {attempts > 1 && <span className={styles.answer}>{attempts} attempts</span>}
          {error !== '' && <span className={styles.problem}>{error}</span>}
        </>
      ) : (
        <Time gmt={date_applied_gmt} />
      ),
  },
  {
    title: 'Attempts',
    name: 'attempts',
    isHidden: true,
    isNumeric: true,
    narrowLabel: 'Attempts',
    cell: ({ attempts }) => attempts,
  },
  {
    title: 'Replay',
    name: 'replay',
    cell: ({ id, type }) => (
      <ActionButton
        label="Apply again"
        busyLabel="Applying …"
        name={`Apply ${type} ${id} again`}
        href={`${paths.restPaymentEvents}/${id}/replay`}
        list={paths.restPaymentEvents}
        doneText={() => 'Applied.'}
      />
    ),
  },
  { title: 'Id', name: 'id', isHidden: true, isSoft: true, cell: ({ event_id }) => event_id },
]

export const PaymentEventsScreen = () => (
  <ListScreen
    resource={events}
    columns={columns}
    nameOf={({ type, event_id }) => `${type} ${event_id}`}
    searchLabel="Search by type or id"
    searchHint="Search takes the beginning of a type, such as charge, or the id of an event or a payment."
    tabs={[
      { key: 'any', label: 'All' },
      { key: 'waiting', label: 'Waiting' },
      { key: 'failed', label: 'Failed' },
    ]}
    emptyText="Messages from the payment provider appear here."
    isFlat
  >
    <p className={styles.bar}>
      <Link to={paths.adminTransactions}>Transactions</Link>
    </p>
  </ListScreen>
)
