import { Link } from 'react-router'
import { type Column, timeColumn } from '../../../platform/admin/list/data-table.tsx'
import { ListScreen } from '../../../platform/admin/list/list-screen.tsx'
import { resourceOf } from '../../../platform/admin/resource.ts'
import { paths } from '../../../platform/web/routes.ts'
import type { LogKind } from '../admin-log.ts'
import type { LogEntryJson } from '../rest/admin-log.ts'
import styles from './admin-log-screen.module.css'

const adminLog = resourceOf(['entry', 'entries'], 'Log', paths.restAdminLog, paths.adminLog)

const kindNames: Readonly<Record<LogKind, string>> = {
  order: 'Orders',
  product: 'Products',
  coupon: 'Coupons',
  customer: 'Customers',
  content: 'Posts and pages',
  media: 'Pictures',
  comment: 'Reviews and comments',
  mail: 'Mail',
  settings: 'Settings',
  key: 'Keys',
  people: 'People',
  'sign-in': 'Sign-ins',
  privacy: 'Personal data',
  other: 'Other',
}

const viaNames: Readonly<Record<LogEntryJson['via'], string>> = {
  session: '',
  key: 'with an API key',
  'application-password': 'with an application password',
  shop: '',
}

const subjectOf = ({ subject, subject_name: name }: LogEntryJson): string => {
  if (name !== '') return `: ${name}`
  return subject === 0 ? '' : ` (${subject})`
}

const textOf = (entry: LogEntryJson): string => entry.summary + subjectOf(entry)

const columns: readonly Column<LogEntryJson>[] = [
  {
    title: 'What',
    name: 'what',
    skeleton: ['220px', '160px'],
    cell: (entry) => (
      <>
        {entry.link === '' ? textOf(entry) : <Link to={entry.link}>{textOf(entry)}</Link>}
        <Changes changes={entry.changes} />
      </>
    ),
  },
  {
    title: 'Who',
    name: 'who',
    place: 'half',
    skeleton: ['120px'],
    cell: ({ user_name: name, via }) => (
      <>
        {name || 'The shop itself'} {viaNames[via]}
      </>
    ),
  },
  { title: 'About', name: 'kind', place: 'half', isSoft: true, cell: ({ kind }) => kindNames[kind] },
  timeColumn('When', 'date', (entry) => entry.date_gmt),
]

const MAX_CHANGES = 6

/** Names of changed fields, with old and new values if they were logged. */
function Changes({ changes }: Pick<LogEntryJson, 'changes'>) {
  if (changes.length === 0) return null
  const hidden = changes.length - MAX_CHANGES
  return (
    <ul className={styles.changes}>
      {changes.slice(0, MAX_CHANGES).map(({ field, from, to }) => (
        <li key={field}>
          {field}
          {(from !== undefined || to !== undefined) && ': '}
          {from !== undefined && <del>{from === '' ? 'nothing' : from}</del>}
          {from !== undefined && to !== undefined && ' → '}
          {to !== undefined && <ins>{to === '' ? 'nothing' : to}</ins>}
        </li>
      ))}
      {hidden > 0 && <li>and {hidden} more</li>}
    </ul>
  )
}

export const AdminLogScreen = () => (
  <ListScreen
    resource={adminLog}
    columns={columns}
    nameOf={textOf}
    searchLabel="Search by words or name"
    filters={[
      { name: 'user', any: 'Anybody', of: 'people' },
      { name: 'kind', any: 'About anything', options: Object.entries(kindNames) },
      { name: 'from', any: 'From', isDay: true },
      { name: 'until', any: 'Until', isDay: true },
    ]}
    emptyText="Changes and sign-ins of the staff are recorded here, and cannot be changed afterwards."
    isFlat
  />
)
