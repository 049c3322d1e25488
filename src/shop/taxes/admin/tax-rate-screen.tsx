import { useWatch } from 'react-hook-form'
import { canadianProvinces } from '../../../people/addresses/canadian-provinces.ts'
import { countriesIn } from '../../../people/addresses/countries.ts'
import { FieldGroup, formFields } from '../../../platform/admin/fields/form-fields.tsx'
import { FormScreen } from '../../../platform/admin/form/form-screen.tsx'
import type { TaxRateJson } from '../rest/taxes.ts'
import { taxes, useClassOptions } from './tax-parts.tsx'

type Sent = 'name' | 'rate' | 'country' | 'state' | 'class' | 'priority' | 'order' | 'compound' | 'shipping'
type Values = Pick<TaxRateJson, Sent> & { postcodes: string; cities: string; from: string }

const { Field, TextArea, Select, Checkbox, Quantity } = formFields<Values>()

const empty: Values = {
  name: '',
  rate: '',
  country: 'CA',
  state: '',
  class: 'standard',
  priority: 1,
  order: 0,
  compound: false,
  shipping: true,
  postcodes: '',
  cities: '',
  from: '',
}

const linesOf = (text: string): string[] => text.split(/[\n;]/).filter((line) => line.trim() !== '')
const countries = [['', 'Every country'], ...countriesIn('everywhere').map(({ code, name }) => [code, name])] as [
  string,
  string,
][]
const provinces = [
  ['', 'Every province without a rate of its own'],
  ...canadianProvinces.map(({ code, name }) => [code, name]),
] as [string, string][]

const isPercent = (text: string) =>
  (/^\d{1,3}(\.\d{1,4})?$/.test(text.trim()) && Number(text) <= 100) || 'A percentage from 0 to 100, such as 9.975.'

export const TaxRateScreen = () => (
  <FormScreen<TaxRateJson, Values>
    resource={taxes}
    context="edit"
    titleOf={({ name, rate }) => `${name || 'Tax'} ${Number(rate)}%`}
    empty={empty}
    toValues={({ id: _, _links, postcode, city, samovar, postcodes, cities, rate, ...values }) => ({
      ...values,
      rate: String(Number(rate)),
      postcodes: postcodes.join('\n'),
      cities: cities.join('\n'),
      from: samovar.from,
    })}
    toBody={({ postcodes, cities, from, ...values }) => ({
      ...values,
      postcodes: linesOf(postcodes),
      cities: linesOf(cities),
      samovar: { from },
    })}
    savedText="Saved. Carts use it now; orders keep what they were charged."
    deletion="Carts are no longer charged this tax. Orders keep it."
  >
    <FieldGroup title="Tax">
      <Field name="name" label="Name" hint="On carts and receipts, such as HST." maxLength={200} required />
      <Field name="rate" label="Rate in %" inputMode="decimal" required rules={{ validate: isPercent }} />
      <Class />
      <Field
        name="from"
        label="From"
        type="date"
        hint="Leave it empty for always. From its first day, a later rate replaces an earlier one of the same place and priority."
      />
    </FieldGroup>
    <FieldGroup title="Where">
      <Select name="country" label="Country" options={countries} />
      <Province />
      <TextArea
        name="postcodes"
        label="Postal codes"
        hint="One per line; empty for all. H2X* is a wildcard, 90210...90299 a range."
      />
      <TextArea name="cities" label="Cities" hint="One per line; empty for all." />
    </FieldGroup>
    <FieldGroup title="How it is added">
      <Quantity
        name="priority"
        label="Priority"
        max={1000}
        hint="Only one rate of each priority applies: that of the narrowest place. Give a second tax of a place another priority."
      />
      <Quantity name="order" label="Order in the list" hint="Between rates of one place, the first applies." />
      <Checkbox name="compound" label="Compound: it is charged on the price with the other taxes" />
      <Checkbox name="shipping" label="It is charged on shipping, too" />
    </FieldGroup>
  </FormScreen>
)

const Class = () => <Select name="class" label="Tax class" options={useClassOptions()} />

function Province() {
  const country = useWatch<Values, 'country'>({ name: 'country' })
  if (country === 'CA') return <Select name="state" label="Province or territory" options={provinces} />
  return <Field name="state" label="Code of the province or state" hint="Empty: all." maxLength={40} />
}
