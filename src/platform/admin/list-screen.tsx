import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useAdminContext } from './admin-context.tsx'
import { listLocationState, Pager, SearchField, type Tab, Tabs, useListState } from './list-controls.tsx'
import { EmptyState, ErrorState, ScreenHeader, Skeleton } from './parts.tsx'
import { useListShortcuts } from './shortcuts.tsx'
import table from './table.module.css'

const PAGE_SIZE = 20

export type Column<T> = {
  readonly title: string
  /** Positions the cell in the card layout of narrow screens. */
  readonly className?: string | undefined
  readonly isNumeric?: boolean
  readonly isSoft?: boolean
  /** Widths of the placeholder lines while the rows load. */
  readonly skeleton: readonly string[]
  /** `asOf`: time of the fetch. */
  readonly cell: (item: T, asOf: number) => ReactNode
}

type ListScreenProps<T> = {
  readonly title: string
  /** First part of the query key. */
  readonly queryKey: string
  readonly searchLabel: string
  /** Explains the search when it finds nothing. */
  readonly searchHint?: string
  readonly tabs: (status: string) => readonly Omit<Tab, 'to'>[]
  readonly itemNames: readonly [one: string, many: string]
  /** Shown while the list is empty without any filter. */
  readonly emptyText: string
  readonly listHref: (filters: Record<string, string | number>) => string
  readonly itemHref: (id: number) => string
  /** The first column is the row header and links to the item. */
  readonly columns: readonly Column<T>[]
  readonly action?: ReactNode
  readonly children?: ReactNode
}

/** List, newest first, with status filter, search and pagination. */
export function ListScreen<T extends { readonly id: number }>(props: ListScreenProps<T>) {
  const { title, queryKey, searchLabel, listHref, action, children } = props
  const [one, many] = props.itemNames
  const { rest } = useAdminContext()
  const { state, hrefOf, searchFor } = useListState()
  const search = useRef<HTMLInputElement>(null)
  useListShortcuts(search)
  const list = useQuery({
    queryKey: [queryKey, state],
    queryFn: ({ signal }) =>
      rest.list<T>(
        listHref({ status: state.status, search: state.search, page: state.page, per_page: PAGE_SIZE }),
        signal,
      ),
    placeholderData: keepPreviousData,
  })
  const items = list.data?.items
  const countName = list.data?.total === 1 ? one : many
  const isFiltered = state.search !== '' || state.status !== 'any' || state.page > 1
  const emptyTitle =
    state.search === '' ? `No ${many} ${isFiltered ? 'here' : 'yet'}` : `No ${one} matches “${state.search}”`
  return (
    <>
      <ScreenHeader title={title}>
        <SearchField input={search} label={searchLabel} value={state.search} onSearch={searchFor} />
        {action}
      </ScreenHeader>
      {children}
      <Tabs
        label={`${title} by status`}
        current={state.status}
        tabs={props.tabs(state.status).map((tab) => ({ ...tab, to: hrefOf({ status: tab.key }) }))}
      />
      {list.isError && <ErrorState error={list.error} retry={() => void list.refetch()} />}
      {(list.isPending || (items && items.length > 0)) && (
        <ListTable
          {...props}
          items={items}
          asOf={list.dataUpdatedAt}
          isBusy={list.isPending || list.isPlaceholderData}
        />
      )}
      {items?.length === 0 && (
        <EmptyState title={emptyTitle}>
          {!isFiltered && <p>{props.emptyText}</p>}
          {state.search !== '' && props.searchHint && <p>{props.searchHint}</p>}
          {isFiltered && (
            <p>
              <Link to={hrefOf({ search: '', status: 'any' })}>Show all {many}</Link>
            </p>
          )}
        </EmptyState>
      )}
      <p className="visually-hidden" role="status">
        {list.data && !list.isPlaceholderData ? `${list.data.total} ${countName}` : ''}
      </p>
      {list.data && (
        <Pager
          page={state.page}
          pages={list.data.pages}
          total={list.data.total}
          size={PAGE_SIZE}
          itemsLabel={countName}
          hrefOf={(page) => hrefOf({ page })}
        />
      )}
    </>
  )
}

type ListTableProps<T> = Pick<ListScreenProps<T>, 'itemNames' | 'itemHref' | 'columns' | 'title'> & {
  /** Undefined while loading. */
  readonly items: readonly T[] | undefined
  readonly asOf: number
  readonly isBusy: boolean
}

function ListTable<T extends { readonly id: number }>(props: ListTableProps<T>) {
  const { title, itemNames, itemHref, columns, items, asOf, isBusy } = props
  const { search } = useLocation()
  const classesOf = (column: Column<T>) =>
    [column.isNumeric && table.end, column.isSoft && table.soft, column.className].filter(Boolean).join(' ')
  return (
    <table className={`${table.table} ${isBusy && items ? table.busy : ''}`} aria-busy={isBusy}>
      <caption className="visually-hidden">{items ? `${title}, newest first` : `Loading ${itemNames[1]}`}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.title} scope="col" className={column.isNumeric ? table.end : undefined}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items?.map((item) => (
          <tr key={item.id}>
            {columns.map((column, index) =>
              index === 0 ? (
                <th key={column.title} scope="row" className={classesOf(column)}>
                  <Link className={table.open} to={itemHref(item.id)} state={listLocationState(search)} data-row>
                    {column.cell(item, asOf)}
                  </Link>
                </th>
              ) : (
                <td key={column.title} className={classesOf(column)}>
                  {column.cell(item, asOf)}
                </td>
              ),
            )}
          </tr>
        ))}
        {!items &&
          Array.from({ length: 10 }, (_, row) => (
            <tr key={row}>
              {columns.map((column) => (
                <td key={column.title} className={classesOf(column)}>
                  {column.skeleton.map((width, line) => (
                    <span key={width} className={line > 0 ? table.second : undefined}>
                      <Skeleton width={width} />
                    </span>
                  ))}
                </td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  )
}
