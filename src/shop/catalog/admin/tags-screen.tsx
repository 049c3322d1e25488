import { deleteAction } from '../../../platform/admin/list/bulk-actions.tsx'
import type { Column } from '../../../platform/admin/list/data-table.tsx'
import { ListScreen } from '../../../platform/admin/list/list-screen.tsx'
import type { TagJson } from '../rest/product-tags.ts'
import { tags } from './tags.ts'

const columns: readonly Column<TagJson>[] = [
  { title: 'Name', name: 'name', orderby: 'name', cell: (tag) => tag.name },
  { title: 'Description', name: 'description', skeleton: ['240px'], isSoft: true, cell: (tag) => tag.description },
  { title: 'Slug', name: 'slug', orderby: 'slug', place: 'half', isSoft: true, cell: (tag) => tag.slug },
  {
    title: 'Products',
    name: 'products',
    orderby: 'count',
    direction: 'desc',
    place: 'half',
    narrowLabel: 'Products',
    isNumeric: true,
    skeleton: ['24px'],
    cell: (tag) => tag.count,
  },
]

export const TagsScreen = () => (
  <ListScreen
    resource={tags}
    columns={columns}
    nameOf={(tag) => tag.name}
    searchLabel="Search tags"
    bulkActions={[deleteAction(tags)]}
    orderText="by name"
    emptyText="A tag groups products across categories and has a page of its own."
    hasNew
  />
)
