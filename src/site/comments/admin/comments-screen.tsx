import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { BulkBar } from '../../../platform/admin/list/bulk-actions.tsx'
import { SelectAll, SelectRow } from '../../../platform/admin/list/data-table.tsx'
import { useFocusNextRow } from '../../../platform/admin/list/focus-next-row.ts'
import { Pager, SearchField, Tabs } from '../../../platform/admin/list/list-controls.tsx'
import { FilterField } from '../../../platform/admin/list/list-filter.tsx'
import { useListShortcuts } from '../../../platform/admin/list/list-shortcuts.ts'
import { useListState } from '../../../platform/admin/list/list-state.ts'
import { SavedViews } from '../../../platform/admin/list/saved-views.tsx'
import { EmptyState, ErrorState, ScreenHeader, Skeleton } from '../../../platform/admin/parts.tsx'
import { useShortcuts } from '../../../platform/admin/shortcuts.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import type { CommentJson } from '../rest/comments.ts'
import { type CommentAction, CommentCard, nameOf } from './comment-card.tsx'
import styles from './comments-screen.module.css'
import { useCommentCounts } from './pending-count.tsx'
import { bulkActions, commentStatuses, reviews, statusEntries, useModeration } from './use-moderation.ts'

const tabs = ['pending', 'approved', 'spam', 'trash', 'any'] as const

const starsFilter = {
  name: 'stars',
  any: 'Any stars',
  options: [5, 4, 3, 2, 1].map((stars) => [`${stars}`, `${stars} ${stars === 1 ? 'star' : 'stars'}`] as const),
}

export function CommentsScreen() {
  const { rest } = useAdminContext()
  const { state, hrefOf, change } = useListState('pending', ['stars'])
  const search = useRef<HTMLInputElement>(null)
  const [action, setAction] = useState<CommentAction | null>(null)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const selection = { ids: selected, set: setSelected }
  const counts = useCommentCounts()
  const { status, page, size, filters } = state
  const list = useQuery({
    queryKey: [paths.restComments, state],
    queryFn: ({ signal }) =>
      rest.list<CommentJson>(
        hrefs.restComments({ status, search: state.search, ...filters, page, per_page: size }),
        signal,
      ),
    placeholderData: keepPreviousData,
  })
  const moderation = useModeration()
  const items = list.data?.items ?? []
  const isFiltered = state.search !== '' || filters.stars !== undefined
  const isPending = status === 'pending'
  const rows = useRef<HTMLOListElement>(null)

  function handleKey(key: string, item: CommentJson): boolean {
    const [to] = statusEntries.find(([one, texts]) => texts.key === key && one !== item.status) ?? []
    if (to) moderation.setStatus(item, to)
    else if (key === 'r') setAction({ kind: 'reply', id: item.id })
    else if (key === 'e') setAction({ kind: 'edit', id: item.id })
    else return false
    return true
  }

  useFocusNextRow(rows, list.data)
  useListShortcuts(search)
  useShortcuts((key) => {
    const id = Number(document.activeElement?.closest<HTMLElement>('[data-comment]')?.dataset.comment)
    const item = items.find((one) => one.id === id)
    return item !== undefined && handleKey(key, item)
  })

  return (
    <>
      <ScreenHeader title={reviews.title}>
        <SearchField
          input={search}
          label="Search by words, name or product"
          value={state.search}
          onSearch={(text) => change({ search: text }, { replace: true })}
        />
      </ScreenHeader>
      {counts.isPending ? (
        <LoadingList />
      ) : (
        <>
          <div className={styles.filters}>
            <Tabs
              label="Reviews by state"
              current={status}
              tabs={tabs.map((key) => ({
                ...(key === 'any' ? { label: 'All' } : { label: commentStatuses[key].tab, count: counts.data?.[key] }),
                key,
                to: hrefOf({ status: key }),
              }))}
            />
            <div className={styles.tools}>
              <FilterField
                filter={starsFilter}
                value={filters.stars ?? ''}
                onChange={(stars) => change({ filters: stars === '' ? {} : { stars } })}
              />
              <SavedViews />
            </div>
          </div>
          {moderation.error && <ErrorState error={moderation.error} />}
          {list.isError && <ErrorState error={list.error} retry={() => void list.refetch()} />}
          {list.isPending && <LoadingList />}
          <BulkBar
            resource={reviews}
            actions={bulkActions}
            items={items.filter((item) => selected.has(item.id))}
            onDone={() => setSelected(new Set())}
          />
          {items.length > 0 && (
            <>
              <SelectAll items={items} selection={selection} className={styles.all}>
                Select all on this page
              </SelectAll>
              <ol ref={rows} aria-busy={list.isPlaceholderData || moderation.isBusy}>
                {items.map((item) => (
                  <CommentCard
                    key={item.id}
                    item={item}
                    select={
                      <SelectRow
                        item={item}
                        items={items}
                        selection={selection}
                        label={`Select what ${nameOf(item)} wrote`}
                        className={styles.select}
                      />
                    }
                    action={action?.id === item.id ? action.kind : null}
                    onAction={(kind) => setAction(kind && { kind, id: item.id })}
                    moderation={moderation}
                  />
                ))}
              </ol>
              <Pager
                page={page}
                pages={list.data?.pages ?? 1}
                total={list.data?.total ?? 0}
                size={size}
                itemsLabel={reviews.names[list.data?.total === 1 ? 0 : 1]}
                hrefOf={(number) => hrefOf({ page: number })}
              />
            </>
          )}
          {list.data?.items.length === 0 && (
            <EmptyState title={isFiltered ? 'No review matches' : isPending ? 'Nothing is waiting' : 'Nothing is here'}>
              {!isFiltered && isPending && <p>Reviews and comments that need approval will appear here.</p>}
            </EmptyState>
          )}
        </>
      )}
    </>
  )
}

function LoadingList() {
  return (
    <ol aria-busy="true" aria-label="Loading reviews">
      {Array.from({ length: 5 }, (_, index) => (
        <li key={index} className={styles.skeleton}>
          <Skeleton width="180px" />
          <Skeleton width="90%" />
          <Skeleton width="60%" />
        </li>
      ))}
    </ol>
  )
}
