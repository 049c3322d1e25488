import { Link } from 'react-router'
import controls from '../../../../platform/admin/controls.module.css'
import { FieldGroup, formFields } from '../../../../platform/admin/fields/form-fields.tsx'
import { FormScreen } from '../../../../platform/admin/form/form-screen.tsx'
import { DataTable } from '../../../../platform/admin/list/data-table.tsx'
import { EmptyState, QueryState, ScreenHeader } from '../../../../platform/admin/parts.tsx'
import { resourceOf, screenOf } from '../../../../platform/admin/resource.ts'
import { Icon } from '../../../../platform/ui/icon.tsx'
import { paths } from '../../../../platform/web/routes.ts'
import { useTerms } from './arrange.tsx'
import { type Attribute, AttributeValues } from './attribute-values.tsx'

type Values = Pick<Attribute, 'name' | 'slug' | 'order_by' | 'has_archives'> & { readonly display: string }

const { Field, Select, Checkbox } = formFields<Values>()

const attributes = resourceOf(['attribute', 'attributes'], 'Attributes', paths.restAttributes, paths.adminAttributes)

const orders = [
  ['menu_order', 'As arranged below'],
  ['name', 'By name'],
  ['name_num', 'By the number in the name'],
  ['id', 'As they were added'],
] as const
const displays = [
  ['select', 'Names'],
  ['swatch', 'Swatches with a colour or a picture'],
] as const

const columns = [
  { title: 'Name', name: 'name', cell: ({ name }: Attribute) => name },
  { title: 'Slug', name: 'slug', isSoft: true, place: 'half', cell: ({ slug }: Attribute) => slug },
] as const

function List() {
  const query = useTerms<Attribute>(attributes.rest)
  return (
    <>
      <ScreenHeader title={attributes.title}>
        <Link className={controls.primary} to={`${attributes.screen}new/`}>
          <Icon name="plus" size={16} /> New attribute
        </Link>
      </ScreenHeader>
      <QueryState query={query} />
      {query.data?.length === 0 && (
        <EmptyState title="No attributes yet">
          <p>An attribute is what shoppers choose or filter by, such as a size or an origin.</p>
        </EmptyState>
      )}
      {query.data && query.data.length > 0 && (
        <DataTable
          caption="Attributes, by name"
          columns={columns}
          items={query.data}
          asOf={query.dataUpdatedAt}
          isBusy={false}
          itemHref={(id) => screenOf(attributes, id)}
          nameOf={({ name }) => name}
          sort={undefined}
          onSort={() => {}}
        />
      )}
    </>
  )
}

const Form = () => (
  <FormScreen<Attribute, Values>
    resource={attributes}
    context="edit"
    titleOf={({ name }) => name}
    empty={{ name: '', slug: '', order_by: 'menu_order', has_archives: false, display: 'select' }}
    toValues={({ name, slug, order_by, has_archives, samovar }) => {
      return { name, slug, order_by, has_archives, display: samovar.display }
    }}
    toBody={({ display, slug, ...values }) => ({ ...values, ...(slug !== '' && { slug }), samovar: { display } })}
    savedText="Saved. The shop now shows it."
    deletion="Its values go with it. Products stay without them; variations that were one of them are no longer sold."
    below={(attribute) => <AttributeValues attribute={attribute} />}
  >
    <FieldGroup title="Attribute">
      <Field name="name" label="Name" required maxLength={200} />
      <Field name="slug" label="Slug" maxLength={31} hint="In addresses. One made from the name changes with it." />
      <Select name="display" label="Shoppers choose among" options={displays} />
      <Select name="order_by" label="Order of its values" options={orders} />
      <Checkbox name="has_archives" label="Its values have pages of their own" />
    </FieldGroup>
  </FormScreen>
)

export const attributeScreens = { List, Form }
