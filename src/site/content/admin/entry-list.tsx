import { Link } from 'react-router'
import { deleteAction } from '../../../platform/admin/list/bulk-actions.tsx'
import { type BulkAction, changeItems } from '../../../platform/admin/list/change-items.ts'
import { type Column, timeColumn } from '../../../platform/admin/list/data-table.tsx'
import { ListScreen } from '../../../platform/admin/list/list-screen.tsx'
import { parseGmt, Time, useRest } from '../../../platform/admin/parts.tsx'
import type { Resource } from '../../../platform/admin/resource.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import type { EntryJson } from '../rest/entry-json.ts'
import { pages, posts, projects, StatusBadge, statusNames, titleOf } from './entry-parts.tsx'
import styles from './entry-screen.module.css'

const columns: readonly Column<EntryJson>[] = [
  { title: 'Title', name: 'title', orderby: 'title', skeleton: ['220px'], cell: titleOf },
  {
    title: 'Status',
    name: 'status',
    place: 'corner',
    skeleton: ['72px'],
    cell: (item) => <StatusBadge status={item.status} />,
  },
  {
    title: 'Author',
    name: 'author',
    orderby: 'author',
    place: 'half',
    narrowLabel: 'Author',
    isSoft: true,
    cell: (item) => item.author_name || '–',
  },
  {
    title: 'Date',
    name: 'date',
    orderby: 'date',
    direction: 'desc',
    place: 'half',
    isSoft: true,
    skeleton: ['120px'],
    cell: (item) => (item.is_date_open ? 'Not published' : <Time gmt={item.date_gmt} />),
  },
  timeColumn('Changed', 'modified', (item) => item.modified_gmt, {
    orderby: 'modified',
    isHidden: true,
    place: 'half',
    narrowLabel: 'Changed',
  }),
  {
    title: 'Page builder',
    name: 'builder',
    place: 'half',
    skeleton: ['64px'],
    cell: (item) =>
      item.status !== 'trash' && (
        <a
          className={`edit_sktbuilder ${styles.over}`}
          href={hrefs.pageBuilder(item.id)}
          aria-label={`${item.is_built ? 'Edit blocks' : 'Build'} of ${titleOf(item)}`}
        >
          {item.is_built ? 'Edit blocks' : 'Build'}
        </a>
      ),
  },
  {
    title: 'Address',
    name: 'slug',
    orderby: 'slug',
    isHidden: true,
    isSoft: true,
    cell: (item) => <code>{item.slug}</code>,
  },
]

/** One that is scheduled stays so, unless its date is dropped. */
const statusChange = ({ date, status: former }: EntryJson, status: EntryJson['status']) =>
  status === 'publish' && former === 'future'
    ? { sent: { status, date: null }, former: { status: former, date } }
    : { sent: { status }, former: { status: former } }

const willBeScheduled = ({ item, sent }: { readonly item: EntryJson; readonly sent: { readonly status: string } }) =>
  sent.status === 'publish' && item.status !== 'future' && parseGmt(item.date_gmt) > new Date()

type Statuses = (item: EntryJson) => EntryJson['status']

function moveTo(
  resource: Resource,
  label: string,
  to: Statuses,
  done: string,
  isOffered: (item: EntryJson) => boolean,
): BulkAction<EntryJson> {
  return {
    label,
    isOffered: (items) => items.some(isOffered),
    run: (items, rest, progress) => {
      const changes = items.filter(isOffered).map((item) => ({ item, ...statusChange(item, to(item)) }))
      const text = changes.some(willBeScheduled) ? `${done} or scheduled` : done
      return changeItems(rest, { resource, nameOf: titleOf }, changes, text, progress)
    },
  }
}

const bulkActions = (resource: Resource): readonly BulkAction<EntryJson>[] => [
  moveTo(
    resource,
    'Publish',
    () => 'publish',
    'published',
    ({ status }) => status !== 'publish' && status !== 'trash',
  ),
  moveTo(
    resource,
    'Move to trash',
    () => 'trash',
    'moved to the trash',
    ({ status }) => status !== 'trash',
  ),
  moveTo(
    resource,
    'Restore',
    (item) => item.status_before_trash ?? 'draft',
    'restored',
    ({ status }) => status === 'trash',
  ),
  {
    ...deleteAction(resource, titleOf),
    isOffered: (items) => items.every(({ status }) => status === 'trash'),
  },
]

const statuses = Object.keys(statusNames) as EntryJson['status'][]

type EntryListProps = {
  readonly resource: Resource
  readonly emptyText: string
  /** Links to the terms of these entries. */
  readonly terms?: readonly (readonly [label: string, path: string])[]
}

function EntryList({ resource, emptyText, terms = [] }: EntryListProps) {
  const counts = useRest<Partial<Record<string, number>>>([resource.rest, 'counts'], `${resource.rest}/counts`)
  return (
    <ListScreen
      resource={resource}
      columns={columns}
      nameOf={titleOf}
      searchLabel={`Search ${resource.names[1]} by words`}
      tabs={
        counts.isPending
          ? null
          : [
              { key: 'any', label: 'All' },
              ...statuses
                .map((status) => ({ key: status, label: statusNames[status], count: counts.data?.[status] ?? 0 }))
                .filter(({ key, count }) => key === 'publish' || key === 'draft' || count > 0),
            ]
      }
      bulkActions={bulkActions(resource)}
      emptyText={emptyText}
      hasNew
    >
      {terms.length > 0 && (
        <p className={styles.actions}>
          {terms.map(([label, path]) => (
            <Link key={path} to={path}>
              {label}
            </Link>
          ))}
        </p>
      )}
    </ListScreen>
  )
}

export const PostsScreen = () => (
  <EntryList
    resource={posts}
    emptyText="Posts are the journal: news, and stories about tea."
    terms={[
      ['Categories of posts', paths.adminPostCategories],
      ['Tags of posts', paths.adminPostTags],
    ]}
  />
)
export const PagesScreen = () => (
  <EntryList resource={pages} emptyText="Pages have a place of their own: about the shop, shipping, questions." />
)
export const ProjectsScreen = () => (
  <EntryList
    resource={projects}
    emptyText="Projects are the portfolio: what the shop has made, in pictures."
    terms={[['Categories of projects', paths.adminProjectCategories]]}
  />
)
