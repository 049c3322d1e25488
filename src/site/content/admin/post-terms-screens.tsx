import { FieldGroup, formFields } from '../../../platform/admin/fields/form-fields.tsx'
import { FormScreen } from '../../../platform/admin/form/form-screen.tsx'
import type { Column } from '../../../platform/admin/list/data-table.tsx'
import { ListScreen } from '../../../platform/admin/list/list-screen.tsx'
import type { Resource } from '../../../platform/admin/resource.ts'
import { paths } from '../../../platform/web/routes.ts'
import type { PostTermJson } from '../rest/post-terms.ts'

const categories: Resource = {
  names: ['category', 'categories'],
  title: 'Categories of posts',
  rest: paths.restCategories,
  screen: paths.adminPostCategories,
}
const tags: Resource = {
  names: ['tag', 'tags'],
  title: 'Tags of posts',
  rest: paths.restPostTags,
  screen: paths.adminPostTags,
}

const columns: readonly Column<PostTermJson>[] = [
  { title: 'Name', name: 'name', orderby: 'name', cell: ({ name }) => name },
  { title: 'Description', name: 'description', skeleton: ['240px'], isSoft: true, cell: (term) => term.description },
  { title: 'Slug', name: 'slug', orderby: 'slug', place: 'half', isSoft: true, cell: ({ slug }) => slug },
  {
    ...{ title: 'Posts', name: 'posts', orderby: 'count', direction: 'desc', place: 'half', narrowLabel: 'Posts' },
    isNumeric: true,
    cell: ({ count }) => count,
  },
]

const TermList = ({ resource }: { resource: Resource }) => (
  <ListScreen
    resource={resource}
    columns={columns}
    nameOf={({ name }) => name}
    searchLabel={`Search ${resource.names[1]}`}
    orderText="by name"
    emptyText={`Posts are given ${resource.names[1]} on their own screens.`}
    hasNew
  />
)

type TermFields = Pick<PostTermJson, 'name' | 'slug' | 'description'>

const { Field, TextArea } = formFields<TermFields>()

const TermForm = ({ resource }: { resource: Resource }) => (
  <FormScreen<PostTermJson, TermFields>
    resource={resource}
    titleOf={({ name }) => name}
    empty={{ name: '', slug: '', description: '' }}
    toValues={({ name, slug, description }) => ({ name, slug, description })}
    toBody={({ slug, ...values }) => (slug === '' ? values : { ...values, slug })}
    errorFields={{ term_exists: 'name' }}
    savedText="Saved. Posts show it now."
    deletion={`Posts lose the ${resource.names[0]}, and stay.`}
  >
    <FieldGroup title="About it">
      <Field name="name" label="Name" required maxLength={200} />
      <Field name="slug" label="Slug" hint="For addresses; made from the name if empty." maxLength={200} />
      <TextArea name="description" label="Description" maxLength={5000} />
    </FieldGroup>
  </FormScreen>
)

export const CategoriesScreen = () => <TermList resource={categories} />
export const CategoryScreen = () => <TermForm resource={categories} />
export const PostTagsScreen = () => <TermList resource={tags} />
export const PostTagScreen = () => <TermForm resource={tags} />
