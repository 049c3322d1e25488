import { useWatch } from 'react-hook-form'
import { FieldGroup, formFields } from '../../../platform/admin/fields/form-fields.tsx'
import { canadianProvinces } from '../canadian-provinces.ts'
import { countriesIn } from '../countries.ts'

export const noAddress = {
  first_name: '',
  last_name: '',
  company: '',
  address_1: '',
  address_2: '',
  city: '',
  state: '',
  postcode: '',
  country: '',
  phone: '',
}
type Values = { billing: typeof noAddress & { email: string }; shipping: typeof noAddress }

const { Field, Select } = formFields<Values>()

const max = { maxLength: 200 }

export function AddressGroup({ set, title }: { set: 'billing' | 'shipping'; title: string }) {
  const isCanadian = useWatch({ name: `${set}.country` }) === 'CA'
  return (
    <FieldGroup title={title}>
      <Field name={`${set}.first_name`} label="First name" {...max} />
      <Field name={`${set}.last_name`} label="Last name" {...max} />
      <Field name={`${set}.company`} label="Company" isWide {...max} />
      <Field name={`${set}.address_1`} label="Street" {...max} />
      <Field name={`${set}.address_2`} label="Unit or floor" {...max} />
      <Field name={`${set}.city`} label="City" {...max} />
      <Field name={`${set}.postcode`} label="Postal code" {...max} />
      <Select
        name={`${set}.country`}
        label="Country"
        options={[['', 'None'], ...countriesIn('everywhere').map(({ code, name }) => [code, name] as const)]}
      />
      {isCanadian ? (
        <Select
          name={`${set}.state`}
          label="Province or territory"
          options={[['', 'None'], ...canadianProvinces.map(({ code, name }) => [code, name] as const)]}
        />
      ) : (
        <Field name={`${set}.state`} label="Code of the province or state" {...max} />
      )}
      <Field name={`${set}.phone`} label="Phone" type="tel" {...max} />
      {set === 'billing' && <Field name="billing.email" label="Email address" type="email" {...max} />}
    </FieldGroup>
  )
}
