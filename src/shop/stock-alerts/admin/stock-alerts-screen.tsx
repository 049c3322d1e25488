import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { type Column, countColumn, DataTable } from '../../../platform/admin/list/data-table.tsx'
import { Pager } from '../../../platform/admin/list/list-controls.tsx'
import { Badge, EmptyState, ErrorState, ScreenHeader, Time } from '../../../platform/admin/parts.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import type { StockAlertTotalJson } from '../rest/stock-alert-totals.ts'

const PAGE_SIZE = 50

const columns: readonly Column<StockAlertTotalJson>[] = [
  {
    title: 'Product',
    name: 'product',
    cell: ({ name, choices, slug }) => (
      <a href={hrefs.product(slug)}>{choices === '' ? name : `${name}, ${choices}`}</a>
    ),
  },
  countColumn('People', 'people', ({ waiting }) => waiting),
  {
    title: 'Stock',
    name: 'stock',
    place: 'corner',
    skeleton: ['80px'],
    cell: ({ stock_status: status }) =>
      status === 'outofstock' ? <Badge>Sold out</Badge> : <Badge tone="leaf">Sending alerts</Badge>,
  },
  {
    title: 'Since',
    name: 'since',
    place: 'half',
    narrowLabel: 'Since',
    isSoft: true,
    cell: ({ since_gmt: gmt }) => <Time gmt={gmt} />,
  },
]

export function StockAlertsScreen() {
  const { rest } = useAdminContext()
  const [params] = useSearchParams()
  const page = Math.max(1, Number(params.get('paged')) || 1)
  const list = useQuery({
    queryKey: [paths.restStockAlerts, page],
    queryFn: ({ signal }) =>
      rest.list<StockAlertTotalJson>(hrefs.restStockAlerts({ page, per_page: PAGE_SIZE }), signal),
    placeholderData: keepPreviousData,
  })
  const items = list.data?.items
  return (
    <>
      <ScreenHeader title="Stock alerts" />
      {list.isError && <ErrorState error={list.error} retry={() => void list.refetch()} />}
      {(list.isPending || (items && items.length > 0)) && (
        <DataTable
          caption={items ? 'Products with stock alerts, most wanted first' : 'Loading products'}
          columns={columns}
          items={items}
          asOf={list.dataUpdatedAt}
          isBusy={list.isPending || list.isPlaceholderData}
          nameOf={({ name }) => name}
          sort={undefined}
          onSort={() => {}}
        />
      )}
      {items?.length === 0 && (
        <EmptyState title="No stock alerts">
          <p>Shoppers can ask for an email when a sold-out product is back. Their requests are counted here.</p>
        </EmptyState>
      )}
      {list.data && (
        <Pager
          page={page}
          pages={list.data.pages}
          total={list.data.total}
          size={PAGE_SIZE}
          itemsLabel={list.data.total === 1 ? 'product' : 'products'}
          labels={['Previous', 'Next']}
          hrefOf={(number) => (number > 1 ? `?paged=${number}` : '?')}
        />
      )}
    </>
  )
}
