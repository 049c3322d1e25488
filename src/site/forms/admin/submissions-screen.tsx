import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { SaveButton } from '../../../platform/admin/files/save-button.tsx'
import { pathOf, useUnsavedChanges } from '../../../platform/admin/form/unsaved.ts'
import { BulkBar, useBulkAction } from '../../../platform/admin/list/bulk-actions.tsx'
import { useFocusNextRow } from '../../../platform/admin/list/focus-next-row.ts'
import { Pager, SearchField, Tabs } from '../../../platform/admin/list/list-controls.tsx'
import { type Filter, FilterField } from '../../../platform/admin/list/list-filter.tsx'
import { useListShortcuts } from '../../../platform/admin/list/list-shortcuts.ts'
import { useListState } from '../../../platform/admin/list/list-state.ts'
import { SavedViews } from '../../../platform/admin/list/saved-views.tsx'
import { EmptyState, ErrorState, ScreenHeader, WaitingPanel } from '../../../platform/admin/parts.tsx'
import { useShortcuts } from '../../../platform/admin/shortcuts.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import type { SubmissionCounts, SubmissionJson } from '../rest/submission-json.ts'
import { type Action, actions, messages } from './submission-actions.ts'
import { SubmissionDetails } from './submission-details.tsx'
import { SubmissionList } from './submission-list.tsx'
import styles from './submissions-screen.module.css'
import { useSubmissionCounts } from './unread-count.tsx'

const tabs = [
  ['inbox', 'Inbox'],
  ['spam', 'Spam'],
  ['trash', 'Bin'],
] as const

const filtersFor = (forms: SubmissionCounts['forms']): readonly Filter[] => [
  { name: 'form', any: 'Any form', options: forms.map(({ id, title }) => [`${id}`, title]) },
  {
    name: 'read',
    any: 'Read and unread',
    options: [
      ['unread', 'Unread'],
      ['read', 'Read'],
    ],
  },
  { name: 'from', any: 'From', isDay: true },
  { name: 'until', any: 'Until', isDay: true },
]

/** Inbox of contact forms: a list, with the open message beside or over it. */
export function SubmissionsScreen() {
  const { rest } = useAdminContext()
  const { state, hrefOf, change } = useListState('inbox', ['form', 'read', 'from', 'until', 'open'])
  const { status, page, size, search } = state
  const { open, ...filters } = state.filters
  const openId = Number(open ?? 0)
  const counts = useSubmissionCounts()
  const asked = { status, search, ...filters }
  const listed = { ...asked, page, per_page: size }
  const list = useQuery({
    queryKey: [paths.restSubmissions, listed],
    queryFn: ({ signal }) => rest.list<SubmissionJson>(hrefs.restSubmissions(listed), signal),
    placeholderData: keepPreviousData,
  })
  const items = list.data?.items ?? []
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [replyingTo, setReplyingTo] = useState(0)
  /** Unsent replies by submission id. */
  const [drafts, setDrafts] = useState<ReadonlyMap<number, string>>(new Map())
  const hasDrafts = [...drafts.values()].some((text) => text.trim() !== '')
  useUnsavedChanges(hasDrafts, false, pathOf)
  const searchField = useRef<HTMLInputElement>(null)
  const rows = useRef<HTMLOListElement>(null)
  const action = useBulkAction<SubmissionJson>(messages, undefined, status)
  const show = (id?: number) => change({ page, filters: id ? { ...filters, open: `${id}` } : filters })

  function act(one: Action, item: SubmissionJson) {
    if (item.id === openId) show()
    action.mutate({ action: one, items: [item] })
  }
  function handleKey(key: string, item: SubmissionJson): boolean {
    const found = actions.find((one) => one.key === key && one.isOffered([item]))
    if (found) act(found, item)
    else if (key === 'r' && item.status === 'inbox' && item.email !== '') {
      setReplyingTo(item.id)
      show(item.id)
    } else return false
    return true
  }

  useFocusNextRow(rows, list.data, openId > 0)
  useListShortcuts(searchField)
  useShortcuts((key) => {
    if (key === 'u' && openId > 0) {
      show()
      return true
    }
    const row = document.activeElement?.closest<HTMLElement>('[data-message]')
    const item = items.find(({ id }) => id === (row ? Number(row.dataset.message) : openId))
    return item !== undefined && handleKey(key, item)
  })

  const isFiltered = search !== '' || Object.keys(filters).length > 0
  return (
    <>
      <ScreenHeader title={messages.title}>
        <SearchField
          input={searchField}
          label="Search in messages"
          value={search}
          onSearch={(text) => change({ search: text, filters }, { replace: true })}
        />
      </ScreenHeader>
      {action.error && <ErrorState error={action.error} />}
      {counts.isPending ? (
        <WaitingPanel />
      ) : (
        <div className={styles.panes} data-open={openId > 0 ? '' : undefined}>
          <div className={styles.bar}>
            <Tabs
              label="Messages by place"
              current={status}
              tabs={tabs.map(([key, label]) => ({
                key,
                label,
                count: counts.data?.[key],
                to: hrefOf({ status: key, filters }),
              }))}
            />
            <div className={styles.tools}>
              {filtersFor(counts.data?.forms ?? []).map((filter) => (
                <FilterField
                  key={filter.name}
                  filter={filter}
                  value={filters[filter.name] ?? ''}
                  onChange={(value) => {
                    const { [filter.name]: _, ...others } = filters
                    change({ filters: value === '' ? others : { ...others, [filter.name]: value } })
                  }}
                />
              ))}
              <SavedViews />
              {items.length > 0 && (
                <SaveButton label="Export CSV" href={hrefs.restSubmissionExport(asked)} name={`${status}.csv`} />
              )}
            </div>
          </div>
          <div className={styles.list}>
            {list.isError && <ErrorState error={list.error} retry={() => void list.refetch()} />}
            <BulkBar
              resource={messages}
              actions={actions}
              items={items.filter((item) => selected.has(item.id))}
              onDone={() => setSelected(new Set())}
            />
            {(list.data || list.isPending) && (
              <SubmissionList
                items={list.data?.items}
                rows={rows}
                isBusy={list.isPlaceholderData || action.isPending}
                selection={{ ids: selected, set: setSelected }}
                openId={openId}
                hrefOf={(id) => hrefOf({ page, filters: { ...filters, open: `${id}` } })}
              />
            )}
            {list.data?.items.length === 0 && (
              <EmptyState title={isFiltered ? 'No message matches' : 'Nothing is here'}>
                {!isFiltered && status === 'inbox' && <p>Messages from your contact forms will appear here.</p>}
                {isFiltered && (
                  <p>
                    <Link to={hrefOf({ search: '', filters: {} })}>Show all messages</Link>
                  </p>
                )}
              </EmptyState>
            )}
            <Pager
              page={page}
              pages={list.data?.pages ?? 1}
              total={list.data?.total ?? 0}
              size={size}
              itemsLabel={messages.names[list.data?.total === 1 ? 0 : 1]}
              hrefOf={(number) => hrefOf({ page: number, filters })}
            />
          </div>
          {openId > 0 && (
            <SubmissionDetails
              key={openId}
              id={openId}
              closeHref={hrefOf({ page, filters })}
              onAct={act}
              isReplying={replyingTo === openId}
              onReply={(isOpen) => setReplyingTo(isOpen ? openId : 0)}
              draft={drafts.get(openId) ?? ''}
              onDraft={(text) => setDrafts((before) => new Map(before).set(openId, text))}
            />
          )}
        </div>
      )}
    </>
  )
}
