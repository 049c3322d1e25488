import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useKeys, useListKeys } from '../../admin/keys.tsx'
import { Pager, SearchField, Tabs } from '../../admin/list-parts.tsx'
import { useOffice } from '../../admin/office.tsx'
import { ScreenHead } from '../../admin/screen-head.tsx'
import { Empty, Problem, Skeleton } from '../../admin/states.tsx'
import type { CommentJson } from '../../rest/comment-json.ts'
import { hrefs } from '../../routes.ts'
import type { CommentCounts } from '../comments-read.store.ts'
import { CommentCard, type CommentDoing } from './comment-card.tsx'
import styles from './comments-screen.module.css'
import { SelectedBar } from './selected-bar.tsx'
import { useCommentsState } from './use-comments-state.ts'
import { useModeration } from './use-moderation.ts'

const SIZE = 20

const tabNames = { pending: 'Waiting', approved: 'Approved', spam: 'Spam', trash: 'Bin', any: 'All' } as const

/** Reviews and comments: what waits, what is shown, what is out of sight, and everything that can be done with them. */
export function CommentsScreen() {
  const { rest } = useOffice()
  const { state, hrefOf, searchFor, filterByStars } = useCommentsState()
  const search = useRef<HTMLInputElement>(null)
  const [doing, setDoing] = useState<CommentDoing | null>(null)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const counts = useQuery({
    queryKey: ['comment-counts'],
    queryFn: ({ signal }) => rest.one<CommentCounts>(hrefs.restCommentCounts(), signal),
  })
  const list = useQuery({
    queryKey: ['comments', state],
    queryFn: ({ signal }) =>
      rest.list<CommentJson>(
        hrefs.restComments({
          status: state.status,
          search: state.search,
          stars: state.stars,
          page: state.page,
          per_page: SIZE,
        }),
        signal,
      ),
    placeholderData: keepPreviousData,
  })
  const moderation = useModeration()
  const items = list.data?.items ?? []
  const chosen = items.filter((item) => selected.has(item.id))
  const rows = useRef<HTMLOListElement>(null)
  const toggle = (id: number) =>
    setSelected((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })

  function press(key: string, item: CommentJson): boolean {
    if (key === 'a' && item.status !== 'approved') moderation.move([item.id], 'approved')
    else if (key === 'h' && item.status !== 'pending') moderation.move([item.id], 'pending')
    else if (key === 's' && item.status !== 'spam') moderation.move([item.id], 'spam')
    else if (key === 'd' && item.status !== 'trash') moderation.move([item.id], 'trash')
    else if (key === 'r') setDoing({ what: 'reply', id: item.id })
    else if (key === 'e') setDoing({ what: 'edit', id: item.id })
    else if (key === 'x') toggle(item.id)
    else return false
    return true
  }

  useFocusNext(rows, list.data)
  useListKeys(search)
  useKeys((key) => {
    if (key === 'z' && moderation.undo) {
      void moderation.undo.run()
      return true
    }
    const id = Number(document.activeElement?.closest<HTMLElement>('[data-comment]')?.dataset.comment)
    const item = items.find((one) => one.id === id)
    if (!item) return false
    return press(key, item)
  })

  return (
    <>
      <ScreenHead title="Reviews">
        <SearchField
          input={search}
          label="Search by words, name or product"
          value={state.search}
          onSearch={searchFor}
        />
      </ScreenHead>
      <div className={styles.filters}>
        <Tabs
          label="Reviews by state"
          current={state.status}
          tabs={Object.entries(tabNames).map(([key, label]) => ({
            key,
            label,
            to: hrefOf({ status: key }),
            ...(counts.data && key !== 'any' ? { count: counts.data[key as keyof CommentCounts] } : {}),
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
      {moderation.error && <Problem error={moderation.error} />}
      {list.isError && <Problem error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Waiting />}
      {items.length > 0 && (
        <>
          <SelectedBar
            items={items}
            chosen={chosen}
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
                doing={doing?.id === item.id ? doing.what : null}
                onDo={(what) => setDoing(what && { what, id: item.id })}
                moderation={moderation}
              />
            ))}
          </ol>
          <Pager
            page={state.page}
            pages={list.data?.pages ?? 1}
            total={list.data?.total ?? 0}
            size={SIZE}
            things={list.data?.total === 1 ? 'review' : 'reviews'}
            hrefOf={(page) => hrefOf({ page })}
          />
        </>
      )}
      {list.data?.items.length === 0 && (
        <Nothing isWaiting={state.status === 'pending'} isFiltered={state.search !== '' || state.stars !== ''} />
      )}
      <Done undo={moderation.undo} />
    </>
  )
}

/** After a row has left the list, whoever works by keyboard stands on the one that took its place. */
function useFocusNext(rows: { readonly current: HTMLOListElement | null }, data: unknown): void {
  const at = useRef(-1)
  useEffect(() => {
    const remember = () => {
      const all = [...(rows.current?.children ?? [])]
      const index = all.findIndex((row) => row.contains(document.activeElement))
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

/** What was just done, and the way back. */
function Done({ undo }: { undo: ReturnType<typeof useModeration>['undo'] }) {
  return (
    <div className={styles.done} role="status" data-shown={undo ? '' : undefined}>
      {undo && (
        <>
          <span>{undo.text}</span>
          <button type="button" onClick={() => void undo.run()}>
            Undo <kbd>z</kbd>
          </button>
        </>
      )}
    </div>
  )
}

function Nothing({ isWaiting, isFiltered }: { isWaiting: boolean; isFiltered: boolean }): ReactNode {
  if (isFiltered) return <Empty title="No review matches" />
  return isWaiting ? (
    <Empty title="Nothing is waiting">
      <p>Reviews and comments that need approval will appear here.</p>
    </Empty>
  ) : (
    <Empty title="Nothing is here" />
  )
}

function Waiting() {
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
