import { Link } from 'react-router'
import { useMay } from '../../../platform/admin/admin-context.tsx'
import { deleteAction } from '../../../platform/admin/list/bulk-actions.tsx'
import { type BulkAction, changeItems, duplicateEach } from '../../../platform/admin/list/change-items.ts'
import { type Column, timeColumn } from '../../../platform/admin/list/data-table.tsx'
import { ListScreen } from '../../../platform/admin/list/list-screen.tsx'
import { Badge } from '../../../platform/admin/parts.tsx'
import { paths } from '../../../platform/web/routes.ts'
import { submissionsRead } from '../capabilities.ts'
import type { FormJson } from '../rest/forms.ts'
import styles from './form-editor.module.css'
import { forms, Shortcode } from './form-parts.tsx'

type ListedForm = Pick<FormJson, 'id' | 'title' | 'status' | 'shortcode' | 'submissions' | 'modified_gmt' | 'problems'>

function Messages({ id, title, submissions }: ListedForm) {
  if (!useMay(submissionsRead) || submissions === 0) return submissions
  return (
    <Link to={`${paths.adminMessages}?form=${id}`} className={styles.over}>
      {submissions}
      <span className="visually-hidden"> messages from {title}</span>
    </Link>
  )
}

const columns: readonly Column<ListedForm>[] = [
  { title: 'Title', name: 'title', orderby: 'title', skeleton: ['180px'], cell: (form) => form.title },
  {
    title: 'State',
    name: 'problems',
    place: 'corner',
    skeleton: ['72px'],
    cell: ({ status, problems }) =>
      status === 'trash' ? (
        <Badge tone="hollow">In the trash</Badge>
      ) : problems.length > 0 ? (
        <Badge tone="gold">{`${problems.length} to mend`}</Badge>
      ) : (
        <Badge tone="leaf">Ready</Badge>
      ),
  },
  { title: 'Shortcode', name: 'shortcode', skeleton: ['260px'], cell: (form) => <Shortcode {...form} /> },
  {
    title: 'Messages',
    name: 'submissions',
    orderby: 'submissions',
    direction: 'desc',
    isNumeric: true,
    place: 'half',
    narrowLabel: 'Messages',
    cell: (form) => <Messages {...form} />,
  },
  timeColumn('Changed', 'modified', ({ modified_gmt: gmt }) => gmt, { orderby: 'modified', place: 'half' }),
]

const nameOf = ({ title }: Pick<FormJson, 'id' | 'title'>): string => title

const move = (
  label: string,
  done: string,
  [from, to]: readonly [FormJson['status'], FormJson['status']],
): BulkAction<ListedForm> => ({
  label,
  isOffered: (items) => items.some(({ status }) => status === from),
  run: (items, rest, progress) => {
    const changes = items
      .filter(({ status }) => status === from)
      .map((item) => ({ item, sent: { status: to }, former: { status: from } }))
    return changeItems(rest, { resource: forms, nameOf }, changes, done, progress)
  },
})

export const duplicate: BulkAction<ListedForm> = {
  label: 'Duplicate',
  run: (items, rest, progress) => duplicateEach(rest, { resource: forms, nameOf }, items, progress),
}

const bulkActions: readonly BulkAction<ListedForm>[] = [
  duplicate,
  move('Move to trash', 'moved to the trash', ['publish', 'trash']),
  move('Restore', 'restored', ['trash', 'publish']),
  { ...deleteAction<ListedForm>(forms, nameOf), isOffered: (items) => items.every(({ status }) => status === 'trash') },
]

export const FormsList = () => (
  <ListScreen
    resource={forms}
    columns={columns}
    nameOf={nameOf}
    searchLabel="Search contact forms by title"
    tabs={[
      { key: 'any', label: 'All' },
      { key: 'trash', label: 'Trash' },
    ]}
    always={{ _fields: 'id,title,status,shortcode,submissions,modified_gmt,problems' }}
    bulkActions={bulkActions}
    emptyText="A contact form lets visitors write to you from any page: put its shortcode into the text."
    hasNew
  />
)
