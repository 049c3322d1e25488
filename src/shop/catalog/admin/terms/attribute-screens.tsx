import { lazy } from 'react'
import { FieldGroup, formFields } from '../../../../platform/admin/fields/form-fields.tsx'
import { FormScreen } from '../../../../platform/admin/form/form-screen.tsx'
import { ListScreen } from '../../../../platform/admin/list/list-screen.tsx'
import { resourceOf } from '../../../../platform/admin/resource.ts'
import { paths } from '../../../../platform/web/routes.ts'

/** Loaded with a stored attribute: the list and a new one have no values. */
const AttributeValues = lazy(() =>
  import('./attribute-values.tsx').then((module) => ({ default: module.AttributeValues })),
)

type Values = { name: string; slug: string; order_by: string; has_archives: boolean; display: string }
type Attribute = Omit<Values, 'display'> & { readonly id: number; readonly samovar: { readonly display: string } }

const { Field, Select, Checkbox } = formFields<Values>()

const resource = resourceOf(['attribute', 'attributes'], 'Attributes', paths.restAttributes, paths.adminAttributes)

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

const List = () => (
  <ListScreen<Attribute>
    resource={resource}
    columns={[
      { title: 'Name', name: 'name', cell: ({ name }) => name },
      { title: 'Slug', name: 'slug', isSoft: true, place: 'half', cell: ({ slug }) => slug },
    ]}
    nameOf={({ name }) => name}
    searchLabel="Search attributes"
    orderText="by name"
    emptyText="An attribute is what shoppers choose or filter by, such as a size or an origin."
    hasNew
  />
)

const Form = () => (
  <FormScreen<Attribute, Values>
    resource={resource}
    context="edit"
    titleOf={({ name }) => name}
    empty={{ name: '', slug: '', order_by: 'menu_order', has_archives: false, display: 'select' }}
    toValues={({ id: _, samovar, ...values }) => ({ ...values, display: samovar.display })}
    toBody={({ display, slug, ...values }) => ({ ...values, ...(slug !== '' && { slug }), samovar: { display } })}
    savedText="Saved. The shop now shows it."
    deletion="Its values are deleted with it. Products stay, without them; variations with one of these values are no longer sold."
    below={({ id, order_by, samovar }) => (
      <AttributeValues
        path={`${resource.rest}/${id}/terms`}
        isSwatch={samovar.display === 'swatch'}
        isArranged={order_by === 'menu_order'}
      />
    )}
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
