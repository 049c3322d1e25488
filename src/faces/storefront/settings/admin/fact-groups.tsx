import { useWatch } from 'react-hook-form'
import { canadianProvinces } from '../../../../people/addresses/canadian-provinces.ts'
import { countriesIn } from '../../../../people/addresses/countries.ts'
import { FieldGroup, formFields } from '../../../../platform/admin/fields/form-fields.tsx'
import type { ShopSettings } from '../shop-settings.ts'

const { Field, Select, Quantity } = formFields<ShopSettings>()

const timeZones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')]

const MAX_LENGTH = { maxLength: 200 }

/** What the shop is called, where it is and how to reach it. */
export function GeneralGroup() {
  const isCanadian = useWatch<ShopSettings, 'store_country'>({ name: 'store_country' }) === 'CA'
  return (
    <FieldGroup title="General">
      <Field name="title" label="Name of the shop" required {...MAX_LENGTH} />
      <Field
        name="tagline"
        label="Tagline"
        hint="Beside the name, in search results and in the footer."
        {...MAX_LENGTH}
      />
      <Field name="store_company" label="Name above the address" hint="If mail needs one." {...MAX_LENGTH} />
      <Field name="store_address" label="Street" autoComplete="address-line1" {...MAX_LENGTH} />
      <Field name="store_address_2" label="Unit or floor" autoComplete="address-line2" {...MAX_LENGTH} />
      <Field name="store_city" label="City" autoComplete="address-level2" {...MAX_LENGTH} />
      <Select
        name="store_country"
        label="Country"
        hint="With the province it is the base for taxes, and where a new cart is assumed to go."
        options={countriesIn('everywhere').map(({ code, name }) => [code, name])}
      />
      {isCanadian ? (
        <Select
          name="store_state"
          label="Province or territory"
          options={canadianProvinces.map(({ code, name }) => [code, name])}
        />
      ) : (
        <Field name="store_state" label="Code of the province or state" hint="Such as NY." {...MAX_LENGTH} />
      )}
      <Field name="store_postcode" label="Postal code" autoComplete="postal-code" {...MAX_LENGTH} />
      <Field name="tax_number" label="GST/HST number" hint="On invoices; such as 123456789 RT0001." {...MAX_LENGTH} />
      <Field name="contact_email" label="Email address for customers" type="email" {...MAX_LENGTH} />
      <Field name="contact_phone" label="Phone number for customers" type="tel" {...MAX_LENGTH} />
      <Field
        name="owner_email"
        label="Email address of the owner"
        hint="Receives orders and notices. Customers see it if there is no other."
        type="email"
        required
        {...MAX_LENGTH}
      />
      <Select
        name="timezone"
        label="Time zone"
        hint="Days, sales and tax rates begin at its midnight."
        options={timeZones.map((name) => [name, name.replaceAll('_', ' ')])}
      />
      <Select
        name="weight_unit"
        label="Unit of weight"
        hint="Of packed goods. A shop in kilograms shows grams on its pages."
        options={[
          ['kg', 'Kilograms'],
          ['g', 'Grams'],
          ['lbs', 'Pounds'],
          ['oz', 'Ounces'],
        ]}
      />
    </FieldGroup>
  )
}

/** What the shop promises about returns and dispatch. */
export const PoliciesGroup = () => (
  <FieldGroup title="Returns and dispatch">
    <Quantity name="return_days" label="Days to return goods, 0 for no returns" max={365} required />
    <Field name="returns_text" label="About returns, on product pages" {...MAX_LENGTH} />
    <Field name="in_stock_text" label="After “In stock, ”" hint="Where the goods are." {...MAX_LENGTH} />
    <Field name="made_to_order_text" label="Tea that is packed to order" required {...MAX_LENGTH} />
    <Field name="on_shelf_text" label="Other goods with choices" required {...MAX_LENGTH} />
    <Field
      name="dispatch_time"
      label="When orders are sent"
      hint="On the page after an order: “Within one business day”. Empty: it says nothing about it."
      maxLength={60}
    />
    <Field
      name="delivery_time"
      label="How long delivery takes"
      hint="On the page after an order: “2 to 6 business days later”. Empty: it says nothing about it."
      maxLength={60}
    />
    <Field name="untaxed_text" label="In a cart without taxes" {...MAX_LENGTH} />
  </FieldGroup>
)
