import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { Pager, SearchField, Tabs } from '../../../platform/admin/list-controls.tsx'
import { useListShortcuts } from '../../../platform/admin/list-shortcuts.ts'
import { EmptyState, ErrorState, ScreenHeader, Skeleton } from '../../../platform/admin/parts.tsx'
import { useShortcuts } from '../../../platform/admin/shortcuts.ts'
import { ToastBar } from '../../../platform/admin/toast.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import type { CommentJson } from '../rest/comments.ts'
import { BulkActions } from './bulk-actions.tsx'
import { type CommentAction, CommentCard } from './comment-card.tsx'
import styles from './comments-screen.module.css'
import { useCommentCounts } from './pending-count.tsx'
import { useCommentsState } from './use-comments-state.ts'
import { commentStatuses, statusEntries, useModeration } from './use-moderation.ts'

const PAGE_SIZE = 20

const tabs = ['pending', 'approved', 'spam', 'trash', 'any'] as const

/** Moderation screen for reviews and comments. */
export function CommentsScreen() {
  const { rest } = useAdminContext()
  const { state, hrefOf, searchFor, filterByStars } = useCommentsState()
  const search = useRef<HTMLInputElement>(null)
  const [action, setAction] = useState<CommentAction | null>(null)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const counts = useCommentCounts()
  const list = useQuery({
    queryKey: ['comments', state],
    queryFn: ({ signal }) => rest.list<CommentJson>(hrefs.restComments({ ...state, per_page: PAGE_SIZE }), signal),
    placeholderData: keepPreviousData,
  })
  const moderation = useModeration()
  const items = list.data?.items ?? []
  const selectedItems = items.filter((item) => selected.has(item.id))
  const isFiltered = state.search !== '' || state.stars !== ''
  const isPending = state.status === 'pending'
  const rows = useRef<HTMLOListElement>(null)
  const toggle = (id: number) =>
    setSelected((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })

  function handleKey(key: string, item: CommentJson): boolean {
    const [to] = statusEntries.find(([status, one]) => one.key === key && status !== item.status) ?? []
    if (to) moderation.setStatus([item.id], to)
    else if (key === 'r') setAction({ kind: 'reply', id: item.id })
    else if (key === 'e') setAction({ kind: 'edit', id: item.id })
    else if (key === 'x') toggle(item.id)
    else return false
    return true
  }

  useFocusNextRow(rows, list.data)
  useListShortcuts(search)
  useShortcuts((key) => {
    if (key === 'z' && moderation.undo) {
      void moderation.undo.run()
      return true
    }
    const id = Number(document.activeElement?.closest<HTMLElement>('[data-comment]')?.dataset.comment)
    const item = items.find((one) => one.id === id)
    return item !== undefined && handleKey(key, item)
  })

  return (
    <>
      <ScreenHeader title="Reviews">
        <SearchField
          input={search}
          label="Search by words, name or product"
          value={state.search}
          onSearch={searchFor}
        />
      </ScreenHeader>
      <div className={styles.filters}>
        <Tabs
          label="Reviews by state"
          current={state.status}
          tabs={tabs.map((key) => ({
            ...(key === 'any' ? { label: 'All' } : { label: commentStatuses[key].tab, count: counts?.[key] }),
            ...{ key, to: hrefOf({ status: key }) },
          }))}
        />
        <label className={styles.stars}>
          <span className="visually-hidden">Stars</span>
          <select value={state.stars} onChange={(event) => filterByStars(event.target.value)}>
            <option value="">Any stars</option>
            {[5, 4, 3, 2, 1].map((stars) => (
              <option key={stars} value={stars}>
                {stars} {stars === 1 ? 'star' : 'stars'}
              </option>
            ))}
          </select>
        </label>
      </div>
      {moderation.error && <ErrorState error={moderation.error} />}
      {list.isError && <ErrorState error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <LoadingList />}
      {items.length > 0 && (
        <>
          <BulkActions
            items={items}
            selected={selectedItems}
            onSelect={(ids) => setSelected(new Set(ids))}
            moderation={moderation}
          />
          <ol ref={rows} className={styles.list} aria-busy={list.isPlaceholderData || moderation.isBusy}>
            {items.map((item) => (
              <CommentCard
                key={item.id}
                item={item}
                isSelected={selected.has(item.id)}
                onSelect={() => toggle(item.id)}
                action={action?.id === item.id ? action.kind : null}
                onAction={(kind) => setAction(kind && { kind, id: item.id })}
                moderation={moderation}
              />
            ))}
          </ol>
          <Pager
            page={state.page}
            pages={list.data?.pages ?? 1}
            total={list.data?.total ?? 0}
            size={PAGE_SIZE}
            itemsLabel={list.data?.total === 1 ? 'review' : 'reviews'}
            hrefOf={(page) => hrefOf({ page })}
          />
        </>
      )}
      {list.data?.items.length === 0 && (
        <EmptyState title={isFiltered ? 'No review matches' : isPending ? 'Nothing is waiting' : 'Nothing is here'}>
          {!isFiltered && isPending && <p>Reviews and comments that need approval will appear here.</p>}
        </EmptyState>
      )}
      <ToastBar text={moderation.undo?.text} undo={() => void moderation.undo?.run()} />
    </>
  )
}

/** After a row is removed, keyboard focus moves to the row in its place. */
function useFocusNextRow(rows: { readonly current: HTMLOListElement | null }, data: unknown): void {
  const at = useRef(-1)
  useEffect(() => {
    const remember = () => {
      const index = [...(rows.current?.children ?? [])].findIndex((row) => row.contains(document.activeElement))
      if (index !== -1) at.current = index
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [rows])
  useEffect(() => {
    if (data === undefined || at.current === -1 || document.activeElement !== document.body) return
    const all = [...(rows.current?.children ?? [])]
    const next = all[Math.min(at.current, all.length - 1)]
    next?.querySelector<HTMLElement>('[data-row]')?.focus({ preventScroll: true })
  }, [rows, data])
}

function LoadingList() {
  return (
    <ol className={styles.list} aria-busy="true" aria-label="Loading reviews">
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
