import { useState } from 'react'
import { SaveButton } from '../../../platform/admin/files/save-button.tsx'
import { pathOf, useUnsavedChanges } from '../../../platform/admin/form/unsaved.ts'
import { useBulkAction } from '../../../platform/admin/list/bulk-actions.tsx'
import { type Column, timeColumn } from '../../../platform/admin/list/data-table.tsx'
import type { Filter } from '../../../platform/admin/list/list-filter.tsx'
import { ListScreen } from '../../../platform/admin/list/list-screen.tsx'
import { useListState } from '../../../platform/admin/list/list-state.ts'
import { Badge, ErrorState } from '../../../platform/admin/parts.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import type { SubmissionJson } from '../rest/submission-json.ts'
import type { SubmissionCounts } from '../submissions/submissions.store.ts'
import { type Action, actions, messages } from './submission-actions.ts'
import { SubmissionDetails } from './submission-details.tsx'
import styles from './submissions-screen.module.css'
import { useSubmissionCounts } from './unread-count.tsx'

const columns: readonly Column<SubmissionJson>[] = [
  {
    title: 'From',
    name: 'sender',
    className: styles.sender,
    skeleton: ['140px'],
    cell: ({ sender, read }) => (
      <span className={read ? styles.read : styles.unread}>
        {!read && <span className="visually-hidden">Unread: </span>}
        {sender}
      </span>
    ),
  },
  {
    title: 'Message',
    name: 'message',
    skeleton: ['320px'],
    cell: ({ subject, excerpt }) => (
      <span className={styles.message}>
        {subject}
        {excerpt !== '' && <span className={styles.excerpt}> – {excerpt}</span>}
      </span>
    ),
  },
  {
    title: 'Files',
    name: 'files',
    place: 'half',
    skeleton: ['48px'],
    cell: ({ file_count: count }) => count > 0 && `${count} ${count === 1 ? 'file' : 'files'}`,
  },
  {
    title: 'Answer',
    name: 'answer',
    place: 'corner',
    skeleton: ['72px'],
    cell: ({ answered }) => answered && <Badge tone="leaf">Answered</Badge>,
  },
  timeColumn('Received', 'received', (item) => item.date_created_gmt, { place: 'half' }),
]

const tabs = [
  ['inbox', 'Inbox'],
  ['spam', 'Spam'],
  ['trash', 'Trash'],
] as const

const emptyTexts: Partial<Record<string, string>> = {
  inbox: 'New messages from your contact forms will appear here.',
  spam: 'Messages that seem to be spam will be held here.',
  trash: 'Messages that you move to the trash stay here until you delete them.',
}

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

export function SubmissionsScreen() {
  const counts = useSubmissionCounts()
  const filters = filtersFor(counts.data?.forms ?? [])
  const { state, change } = useListState(
    tabs[0][0],
    filters.map(({ name }) => name),
  )
  const { status, search, page, open } = state
  const [replyingTo, setReplyingTo] = useState(0)
  /** Unsent replies by submission id. */
  const [drafts, setDrafts] = useState<ReadonlyMap<number, string>>(new Map())
  const hasDrafts = [...drafts.values()].some((text) => text.trim() !== '')
  useUnsavedChanges(hasDrafts, false, pathOf)
  const action = useBulkAction<SubmissionJson>(messages, undefined, status)

  function act(one: Action, item: SubmissionJson) {
    if (item.id === open) change({ page })
    action.mutate({ action: one, items: [item] })
  }
  function handleKey(key: string, item: SubmissionJson): boolean {
    const found = actions.find((one) => one.key === key && one.isOffered([item]))
    if (found) act(found, item)
    else if (key === 'r' && item.status === 'inbox' && item.email !== '') {
      setReplyingTo(item.id)
      change({ page, open: item.id })
    } else return false
    return true
  }

  return (
    <ListScreen
      resource={messages}
      columns={columns}
      nameOf={({ sender }) => `the message of ${sender}`}
      searchLabel="Search in messages"
      tabs={counts.isPending ? null : tabs.map(([key, label]) => ({ key, label, count: counts.data?.[key] }))}
      firstTab={tabs[0][0]}
      filters={filters}
      bulkActions={actions}
      emptyText={emptyTexts[status] ?? ''}
      tools={
        <SaveButton
          label="Export CSV"
          href={hrefs.restSubmissionExport({ status, search, ...state.filters })}
          name={`${status}.csv`}
        />
      }
      onKey={handleKey}
      aside={(id, closeHref) => (
        <SubmissionDetails
          key={id}
          id={id}
          closeHref={closeHref}
          onAct={act}
          isReplying={replyingTo === id}
          onReply={(isOpen) => setReplyingTo(isOpen ? id : 0)}
          draft={drafts.get(id) ?? ''}
          onDraft={(text) => setDrafts((before) => new Map(before).set(id, text))}
        />
      )}
    >
      {action.error && <ErrorState error={action.error} />}
    </ListScreen>
  )
}
