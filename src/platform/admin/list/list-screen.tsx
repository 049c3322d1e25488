import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import { useAdminContext } from '../admin-context.tsx'
import controls from '../controls.module.css'
import { Button, EmptyState, ErrorState, ScreenHeader, WaitingPanel } from '../parts.tsx'
import { type Resource, screenOf } from '../resource.ts'
import { useShortcuts } from '../shortcuts.ts'
import { BulkBar } from './bulk-actions.tsx'
import type { BulkAction } from './change-items.ts'
import { type Column, DataTable } from './data-table.tsx'
import { useFocusNextRow } from './focus-next-row.ts'
import { Pager, SearchField, SectionTabs, type Tab, Tabs } from './list-controls.tsx'
import { type Filter, FilterField } from './list-filter.tsx'
import { ListOptions } from './list-options.tsx'
import styles from './list-screen.module.css'
import { useListShortcuts } from './list-shortcuts.ts'
import { type ListState, useListState } from './list-state.ts'
import { SavedViews } from './saved-views.tsx'

export type ListTab = Omit<Tab, 'to'> & {
  /** Query parameters instead of `status`. Such a tab is hidden while it is empty. */
  readonly query?: Readonly<Record<string, string>>
}

type ListScreenProps<T> = {
  readonly resource: Resource
  /** The first column is the row header and links to the item. */
  readonly columns: readonly Column<T>[]
  readonly nameOf: (item: T) => string
  readonly searchLabel: string
  readonly searchHint?: string
  /** Tabs by status, including 'any', or by their own parameters. Null while their counts load, which move all below. */
  readonly tabs?: readonly ListTab[] | null
  /** The first tab of a list without 'any'. */
  readonly firstTab?: string
  readonly filters?: readonly Filter[]
  readonly always?: Readonly<Record<string, string>>
  readonly bulkActions?: readonly BulkAction<T>[] | undefined
  /** More tools for the selected items, which may be all results. */
  readonly bulkTools?: ((items: readonly T[], onDone: () => void) => ReactNode) | undefined
  /** A form below an item's row. */
  readonly below?: (item: T) => ReactNode
  readonly emptyText: string
  /** Text of the default order, for screen readers. */
  readonly orderText?: string
  /** Whether items are created on a separate screen, at `new/`. */
  readonly hasNew?: boolean
  /** Label of the link to that screen; default: 'New' and the item's name. */
  readonly newLabel?: string
  /** Items have no screen, so rows are not links. */
  readonly isFlat?: boolean
  /** Tools beside the filters, for all results. */
  readonly tools?: ReactNode
  /** A key pressed in the row of an item, or while the item is open; whether it did something. */
  readonly onKey?: (key: string, item: T) => boolean
  /** Shows an item beside the list instead of on its own screen. On narrow screens it replaces the list. */
  readonly aside?: (id: number, closeHref: string) => ReactNode
  readonly children?: ReactNode
}

/** List with search, filters, sort, chosen columns, selection and pages, all but the selection in the URL. */
export function ListScreen<T extends { readonly id: number }>(props: ListScreenProps<T>) {
  const { resource, columns, tabs, filters = [], bulkActions, orderText = 'newest first', aside, onKey } = props
  const { title, names } = resource
  const { state, hrefOf, change } = useListState(
    props.firstTab,
    filters.map((filter) => filter.name),
  )
  const search = useRef<HTMLInputElement>(null)
  const rows = useRef<HTMLTableSectionElement>(null)
  const query = queryOf(state, {
    ...props.always,
    ...(tabs?.find(({ key }) => key === state.status)?.query ?? (tabs ? { status: state.status } : {})),
  })
  const list = useList<T>(resource, query)
  const items = list.data?.items
  const { open, page } = state
  useListShortcuts(search)
  useShortcuts((key) => {
    if (key === 'u' && open > 0) {
      change({ page })
      return true
    }
    const row = document.activeElement?.closest<HTMLElement>('[data-item]')
    const item = items?.find(({ id }) => id === (row ? Number(row.dataset.item) : open))
    return item !== undefined && (onKey?.(key, item) ?? false)
  })
  useFocusNextRow(rows, list.data, !onKey || open > 0)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const everything = useEverything<T>(resource, query)
  const isAllSelected = items !== undefined && items.length > 0 && items.every(({ id }) => selected.has(id))
  const clear = () => {
    setSelected(new Set())
    everything.reset()
  }
  const selectedItems = (isAllSelected && everything.data) || (items?.filter((item) => selected.has(item.id)) ?? [])
  const visible = columns.filter(({ name, isHidden }, index) =>
    index === 0 ? true : state.columns ? state.columns.includes(name) : !isHidden,
  )
  const allStatus = props.firstTab === undefined ? 'any' : state.status
  const tab = props.firstTab === undefined ? undefined : tabs?.find(({ key }) => key === state.status)
  const isFiltered =
    state.search !== '' || state.status !== allStatus || page > 1 || Object.keys(state.filters).length > 0
  return (
    <>
      <ScreenHeader title={title}>
        <SearchField
          input={search}
          label={props.searchLabel}
          value={state.search}
          onSearch={(text) => change({ search: text }, { replace: true })}
        />
        {props.hasNew && (
          <Link className={controls.primary} to={`${resource.screen}new/`}>
            <Icon name="plus" size={16} /> {props.newLabel ?? `New ${names[0]}`}
          </Link>
        )}
      </ScreenHeader>
      <SectionTabs />
      {tabs === null ? (
        <WaitingPanel />
      ) : (
        <>
          {props.children}
          <div className={aside && styles.panes} data-open={open > 0 ? '' : undefined}>
            <div className={styles.bar}>
              {tabs && (
                <Tabs
                  label={`${title} by status`}
                  current={state.status}
                  tabs={tabs
                    .filter(({ key, query, count }) => !query || count || key === state.status)
                    .map(({ key, label, count }) => ({ key, label, count, to: hrefOf({ status: key }) }))}
                />
              )}
              <div className={styles.tools}>
                {filters.map((filter) => (
                  <FilterField
                    key={filter.name}
                    filter={filter}
                    value={state.filters[filter.name] ?? ''}
                    onChange={(value) => {
                      const { [filter.name]: _, ...others } = state.filters
                      change({ filters: value === '' ? others : { ...others, [filter.name]: value } })
                    }}
                  />
                ))}
                <ListOptions columns={columns} visible={visible} state={state} onChange={change} />
                <SavedViews />
                {props.tools}
              </div>
            </div>
            <div className={aside && styles.list}>
              {list.isError && <ErrorState error={list.error} retry={() => void list.refetch()} />}
              {bulkActions && (
                <BulkBar resource={resource} actions={bulkActions} items={selectedItems} onDone={clear}>
                  {props.bulkTools &&
                    isAllSelected &&
                    list.data &&
                    isReadable(list.data) &&
                    list.data.total > selectedItems.length && (
                      <Button
                        label={`Select all ${list.data.total}`}
                        isBusy={everything.isPending}
                        onClick={() => everything.mutate()}
                      />
                    )}
                  {everything.error && <ErrorState error={everything.error} />}
                  {props.bulkTools?.(selectedItems, clear)}
                </BulkBar>
              )}
              {(list.isPending || (items && items.length > 0)) && (
                <DataTable
                  caption={items ? `${title}${state.sort ? '' : `, ${orderText}`}` : `Loading ${names[1]}`}
                  columns={visible}
                  items={items}
                  asOf={list.dataUpdatedAt}
                  isBusy={list.isPending || list.isPlaceholderData}
                  itemHref={
                    props.isFlat ? undefined : (id) => (aside ? hrefOf({ page, open: id }) : screenOf(resource, id))
                  }
                  nameOf={props.nameOf}
                  sort={state.sort}
                  onSort={(sort) => change({ sort })}
                  below={props.below}
                  openId={aside && open}
                  rows={rows}
                  selection={bulkActions && { ids: selected, set: setSelected }}
                />
              )}
              {items?.length === 0 && (
                <EmptyState title={emptyTitle(state.search, isFiltered || tabs?.some(({ count }) => count), names)}>
                  {state.search !== '' && props.searchHint && <p>{props.searchHint}</p>}
                  <p>
                    {isFiltered ? (
                      <Link to={hrefOf({ search: '', status: allStatus, filters: {} })}>
                        Show all {tab ? `in ${tab.label}` : names[1]}
                      </Link>
                    ) : (
                      props.emptyText
                    )}
                  </p>
                </EmptyState>
              )}
              <p className="visually-hidden" role="status">
                {list.data && !list.isPlaceholderData
                  ? `${list.data.isMore ? 'More than ' : ''}${list.data.total} ${names[list.data.total === 1 ? 0 : 1]}`
                  : ''}
              </p>
              {list.data && (
                <Pager
                  page={page}
                  pages={list.data.pages}
                  total={list.data.total}
                  isMore={list.data.isMore}
                  size={state.size}
                  itemsLabel={names[list.data.total === 1 ? 0 : 1]}
                  labels={state.sort || orderText !== 'newest first' ? ['Previous', 'Next'] : ['Newer', 'Older']}
                  hrefOf={(other) => hrefOf({ page: other })}
                />
              )}
            </div>
            {open > 0 && aside?.(open, hrefOf({ page }))}
          </div>
        </>
      )}
    </>
  )
}

const queryOf = (state: ListState, always: Readonly<Record<string, string>>): URLSearchParams =>
  new URLSearchParams({
    ...always,
    ...(state.search === '' ? {} : { search: state.search }),
    ...state.filters,
    ...(state.sort ? { orderby: state.sort.by, order: state.sort.direction } : {}),
    page: String(state.page),
    per_page: String(state.size),
  })

function useList<T>(resource: Resource, query: URLSearchParams) {
  const { rest } = useAdminContext()
  return useQuery({
    queryKey: [resource.rest, `${query}`],
    queryFn: ({ signal }) => rest.list<T>(`${resource.rest}?${query}`, signal),
    placeholderData: keepPreviousData,
  })
}

/** Maximum number of items to select, which are read page by page. */
const MAX_SELECTED = 2000

const isReadable = ({ total, isMore }: { total: number; isMore: boolean }): boolean => !isMore && total <= MAX_SELECTED

/** Reads all results page by page, until the query changes. */
function useEverything<T>({ rest: path }: Resource, query: URLSearchParams) {
  const { rest } = useAdminContext()
  const key = `${query}`
  const { data, ...all } = useMutation({
    mutationFn: async () => {
      const params = new URLSearchParams(query)
      params.delete('page')
      params.delete('per_page')
      return { key, items: await rest.all<T>(`${path}?${params}`, AbortSignal.timeout(300_000)) }
    },
  })
  return { ...all, data: data?.key === key ? data.items : undefined }
}

function emptyTitle(search: string, hasMore: boolean | undefined, [one, many]: Resource['names']): string {
  if (search !== '') return `No ${one} matches “${search}”`
  return `No ${many} ${hasMore ? 'here' : 'yet'}`
}
