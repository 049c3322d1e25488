import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { FieldGroup, formFields } from '../../../platform/admin/fields/form-fields.tsx'
import { FormScreen } from '../../../platform/admin/form/form-screen.tsx'
import { deleteAction } from '../../../platform/admin/list/bulk-actions.tsx'
import { type Column, countColumn } from '../../../platform/admin/list/data-table.tsx'
import { ListScreen } from '../../../platform/admin/list/list-screen.tsx'
import type { Resource } from '../../../platform/admin/resource.ts'
import type { Term } from '../terms.store.ts'

type TermFields = Pick<Term, 'name' | 'slug' | 'description'>
type TermJson = TermFields & Pick<Term, 'id' | 'count'>

const { Field, TextArea } = formFields<TermFields>()

/** Additional fields of a taxonomy's terms, read with `context=edit`. */
type ExtraFields<Json, Values extends FieldValues> = {
  readonly empty: Values
  readonly toValues: (item: Json) => Values
  readonly toBody: (values: Values) => object
  readonly fields: ReactNode
}

type TermTexts<Json, Values extends FieldValues> = {
  readonly resource: Resource
  /** Heading of the column that counts a term's entries: 'Products'. */
  readonly counted: string
  readonly emptyText: string
  readonly isDeletedInBulk?: boolean
  readonly formTitle: string
  readonly slugHint: string
  readonly description: { readonly hint?: string; readonly maxLength?: number }
  readonly savedText: string
  readonly deletion: string
  readonly more?: ExtraFields<Json, Values>
}

const columnsOf = (counted: string): readonly Column<TermJson>[] => [
  { title: 'Name', name: 'name', orderby: 'name', cell: ({ name }) => name },
  { title: 'Description', name: 'description', skeleton: ['240px'], isSoft: true, cell: (term) => term.description },
  { title: 'Slug', name: 'slug', orderby: 'slug', place: 'half', isSoft: true, cell: ({ slug }) => slug },
  countColumn(counted, counted.toLowerCase(), ({ count }) => count, { orderby: 'count', direction: 'desc' }),
]

/** Creates the list and form screens of a taxonomy. */
export const termScreens = <Json extends object, Values extends FieldValues>({
  resource,
  counted,
  emptyText,
  isDeletedInBulk,
  more,
  ...form
}: TermTexts<Json, Values>) => ({
  List: () => (
    <ListScreen
      resource={resource}
      columns={columnsOf(counted)}
      nameOf={({ name }) => name}
      searchLabel={`Search ${resource.names[1]}`}
      bulkActions={isDeletedInBulk ? [deleteAction(resource, ({ name }: TermJson) => name)] : undefined}
      orderText="by name"
      emptyText={emptyText}
      hasNew
    />
  ),
  Form: () => (
    <FormScreen<TermJson & Json, TermFields & Values>
      resource={resource}
      titleOf={({ name }) => name}
      empty={{ name: '', slug: '', description: '', ...(more?.empty as Values) }}
      toValues={(item) => {
        const { name, slug, description } = item
        return { name, slug, description, ...(more?.toValues(item) as Values) }
      }}
      toBody={(values) => {
        const { name, slug, description } = values
        return { name, description, ...(slug !== '' && { slug }), ...more?.toBody(values) }
      }}
      errorFields={{ term_exists: 'name', duplicate_term_slug: 'slug' } as never}
      savedText={form.savedText}
      deletion={form.deletion}
      {...(more && { context: 'edit' })}
    >
      <FieldGroup title={form.formTitle}>
        <Field name="name" label="Name" required maxLength={200} />
        <Field name="slug" label="Slug" hint={form.slugHint} maxLength={200} />
        {more?.fields}
        <TextArea name="description" label="Description" {...form.description} />
      </FieldGroup>
    </FormScreen>
  ),
})
