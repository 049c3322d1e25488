import type { ReactNode } from 'react'
import { canadianProvinces } from '../../../../people/addresses/canadian-provinces.ts'
import { countriesIn } from '../../../../people/addresses/countries.ts'
import controls from '../../../../platform/admin/controls.module.css'
import form from '../../../../platform/admin/form.module.css'
import { type Change, NumberField } from '../../../../platform/admin/form.tsx'
import { dimensionUnits, weightUnits } from '../../../../things/settings/site-settings.ts'
import type { ShopSettings } from '../shop-settings.ts'
import styles from './fact-groups.module.css'

type Name = {
  [K in keyof ShopSettings]: ShopSettings[K] extends string ? K : never
}[keyof ShopSettings]

type GroupProps = { readonly values: ShopSettings; readonly change: Change<ShopSettings> }

/** What the shop is called, where it is and how to reach it. */
export function GeneralGroup({ values, change }: GroupProps) {
  const field = fieldsOf(values, change)
  const isCanadian = values.store_country === 'CA'
  return (
    <Group title="General">
      <div className={styles.grid}>
        <TextField label="Name of the shop" required {...field('title')} />
        <TextField label="Tagline" hint="Beside the name, in search results and in the footer." {...field('tagline')} />
        <TextField label="Name above the address" hint="If mail needs one." {...field('store_company')} />
        <TextField label="Street" autoComplete="address-line1" {...field('store_address')} />
        <TextField label="Unit or floor" autoComplete="address-line2" {...field('store_address_2')} />
        <TextField label="City" autoComplete="address-level2" {...field('store_city')} />
        <SelectField
          label="Country"
          hint="With the province it is the base for taxes, and where a new cart is assumed to go."
          options={countriesIn('everywhere').map(({ code, name }) => [code, name])}
          {...field('store_country')}
        />
        {isCanadian ? (
          <SelectField
            label="Province or territory"
            options={canadianProvinces.map(({ code, name }) => [code, name])}
            {...field('store_state')}
          />
        ) : (
          <TextField label="Code of the province or state" hint="Such as NY." {...field('store_state')} />
        )}
        <TextField label="Postal code" autoComplete="postal-code" {...field('store_postcode')} />
        <TextField label="Email address for customers" type="email" {...field('contact_email')} />
        <TextField label="Phone number for customers" type="tel" {...field('contact_phone')} />
        <TextField
          label="Email address of the owner"
          hint="Receives orders and notices. Customers see it if there is no other."
          type="email"
          required
          {...field('owner_email')}
        />
        <SelectField
          label="Time zone"
          hint="Days, sales and tax rates begin at its midnight."
          options={timeZones.map((name) => [name, name.replaceAll('_', ' ')])}
          {...field('timezone')}
        />
        <SelectField label="Weights in" options={weightUnits.map((unit) => [unit, unit])} {...field('weight_unit')} />
        <SelectField
          label="Lengths in"
          options={dimensionUnits.map((unit) => [unit, unit])}
          {...field('dimension_unit')}
        />
      </div>
    </Group>
  )
}

/** What the shop promises about returns and dispatch. */
export function PoliciesGroup({ values, change }: GroupProps) {
  const field = fieldsOf(values, change)
  return (
    <Group title="Returns and dispatch">
      <div className={styles.grid}>
        <NumberField
          label="Days to return goods, 0 for no returns"
          min={0}
          max={365}
          value={values.return_days}
          onChange={(days) => change('return_days', days)}
        />
        <TextField label="About returns, on product pages" {...field('returns_text')} />
        <TextField label="After “In stock, ”" hint="Where the goods are." {...field('in_stock_text')} />
        <TextField label="Tea that is packed to order" required {...field('made_to_order_text')} />
        <TextField label="Other goods with choices" required {...field('on_shelf_text')} />
      </div>
    </Group>
  )
}

const timeZones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')]

const fieldsOf =
  (values: ShopSettings, change: Change<ShopSettings>) =>
  <K extends Name>(name: K) => ({
    name,
    value: values[name] as string,
    onChange: (value: string) => change(name, value as ShopSettings[K]),
  })

type FieldProps = {
  readonly label: string
  readonly hint?: string
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
}

type TextFieldProps = FieldProps & {
  readonly type?: 'text' | 'email' | 'tel'
  readonly required?: boolean
  readonly autoComplete?: string
}

function TextField({ label, hint, onChange, type = 'text', ...input }: TextFieldProps) {
  return (
    <label className={form.field}>
      {label}
      {hint !== undefined && <span className={form.soft}>{hint}</span>}
      <input
        {...input}
        type={type}
        className={controls.field}
        maxLength={200}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}

type SelectFieldProps = FieldProps & { readonly options: readonly (readonly [value: string, text: string])[] }

function SelectField({ label, hint, options, onChange, ...select }: SelectFieldProps) {
  return (
    <label className={form.field}>
      {label}
      {hint !== undefined && <span className={form.soft}>{hint}</span>}
      <select {...select} className={controls.field} onChange={(event) => onChange(event.target.value)}>
        {!options.some(([value]) => value === select.value) && <option value={select.value}>{select.value}</option>}
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

export const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className={controls.panel}>
    <legend className={form.legend}>{title}</legend>
    {children}
  </fieldset>
)
