import { useMay } from '../../../platform/admin/admin-context.tsx'
import { formatAmount } from '../../../platform/admin/amount.ts'
import { SaveButton } from '../../../platform/admin/files/save-button.tsx'
import { type Column, timeColumn } from '../../../platform/admin/list/data-table.tsx'
import { ListScreen, type ListTab } from '../../../platform/admin/list/list-screen.tsx'
import { useListState } from '../../../platform/admin/list/list-state.ts'
import table from '../../../platform/admin/list/table.module.css'
import { Badge, parseGmt, useRest } from '../../../platform/admin/parts.tsx'
import { EmailText } from '../../../platform/ui/email-text.tsx'
import { paths } from '../../../platform/web/routes.ts'
import { orderBulkActions } from '../../../shop/orders/admin/order-bulk-actions.ts'
import * as labels from '../../../shop/orders/admin/order-label.tsx'
import { OrderPapers } from '../../../shop/orders/admin/order-papers.tsx'
import { ordersWrite } from '../../../shop/orders/capabilities.ts'
import { statusNames } from '../../../shop/orders/order-status.ts'
import type { OrderJson } from '../../../shop/orders/rest/order-json.ts'
import type { ToDoJson } from '../../../shop/orders/rest/to-do.ts'
import { useToDo } from './to-do.tsx'

type Total = { readonly slug: string; readonly name: string; readonly total: number }

const columns: readonly Column<OrderJson>[] = [
  {
    title: 'Order',
    name: 'order',
    orderby: 'id',
    direction: 'desc',
    skeleton: ['56px'],
    cell: labels.orderNumberLabel,
  },
  { title: 'Customer', name: 'customer', skeleton: ['140px', '180px'], cell: customerText },
  timeColumn('Date', 'date', (order) => order.date_created_gmt, { orderby: 'date', place: 'half' }),
  {
    title: 'Status',
    name: 'status',
    place: 'half',
    skeleton: ['92px'],
    cell: (order, asOf) => <States order={order} asOf={asOf} />,
  },
  {
    title: 'Items',
    name: 'items',
    narrowLabel: 'Items',
    isNumeric: true,
    isSoft: true,
    skeleton: ['20px'],
    cell: (order) => order.line_items.reduce((sum, line) => sum + line.quantity, 0),
  },
  {
    title: 'Total',
    name: 'total',
    place: 'corner',
    isNumeric: true,
    skeleton: ['64px'],
    cell: (order) => formatAmount(order.total, order.currency),
  },
  { title: 'Invoice', name: 'invoice', isHidden: true, isSoft: true, cell: labels.invoiceNumberOf },
  { title: 'Payment', name: 'payment', isHidden: true, isSoft: true, cell: (order) => order.payment_method_title },
  timeColumn('Modified', 'modified', (order) => order.date_modified_gmt, {
    orderby: 'modified',
    isHidden: true,
    place: 'half',
    narrowLabel: 'Modified',
  }),
]

export function OrdersScreen() {
  const mayWrite = useMay(ordersWrite)
  const totals = useRest<Total[]>([paths.restOrders, 'totals'], paths.restOrderTotals)
  const toDo = useToDo()
  const tabs = totals.isPending || toDo.isPending ? null : tabsOf(totals.data, toDo.data)
  const { state } = useListState('any', ['customer'])
  const filtered = new URLSearchParams({
    ...(tabs?.find(({ key }) => key === state.status)?.query ?? { status: state.status }),
    search: state.search,
    ...state.filters,
  })
  return (
    <ListScreen
      resource={labels.orders}
      columns={columns}
      nameOf={labels.orderNumberLabel}
      searchLabel="Search by anything"
      searchHint="Search takes the number of an order (1042) or of an invoice (INV-1042), and words of anything else: names, email, telephone, address, items, SKUs, notes, coupons, tracking numbers and payment references, or parts of them."
      tabs={tabs}
      filters={[{ name: 'customer', any: 'Any customer', of: 'customers' }]}
      hasNew={mayWrite}
      bulkTools={(items) => <OrderPapers items={items} />}
      bulkActions={mayWrite ? orderBulkActions(ownOf(totals.data)) : undefined}
      emptyText="The first one will appear here as soon as someone checks out."
      tools={<SaveButton label="Export CSV" href={`${paths.restOrderExport}?${filtered}`} name="orders.csv" />}
    />
  )
}

const ownOf = (totals: readonly Total[] = []) => totals.filter(({ slug }) => !Object.hasOwn(statusNames, slug))

function tabsOf(totals: readonly Total[] | undefined, toDo: ToDoJson | undefined): readonly ListTab[] {
  const waiting: readonly ListTab[] = [
    { key: 'disputed', label: 'Disputed', count: toDo?.disputed, query: { disputed: 'true' } },
    { key: 'capture', label: 'Capture expiring', count: toDo?.capture_expiring, query: { capture_expiring: 'true' } },
  ]
  if (!totals) return [{ key: 'any', label: 'All' }, ...waiting]
  const all = totals.reduce((sum, entry) => sum + entry.total, 0)
  const inUse = totals.filter((entry) => entry.total > 0)
  return [
    { key: 'any', label: 'All', count: all },
    ...inUse.map((entry) => ({ key: entry.slug, label: entry.name, count: entry.total })),
    ...waiting,
  ]
}

function States({ order, asOf }: { readonly order: OrderJson; readonly asOf: number }) {
  const until = labels.captureBefore(order)
  const leftMs = until === null ? 0 : parseGmt(until).getTime() - asOf
  return (
    <>
      <labels.OrderBadge order={order} /> {labels.isDisputed(order) && <Badge tone="berry">Disputed</Badge>}
      {until !== null && (
        <Badge tone={leftMs < labels.SOON_MS ? 'berry' : 'gold'}>
          {leftMs > 0 ? `Capture: ${labels.timeLeft(leftMs)} left` : 'Capture: time has passed'}
        </Badge>
      )}
    </>
  )
}

function customerText({ billing }: OrderJson) {
  return (
    <>
      {`${billing.first_name} ${billing.last_name}`.trim()}
      <span className={table.second}>
        <EmailText address={billing.email} />
      </span>
    </>
  )
}
