import { type Address, type CheckoutField, checkoutFields, type FieldSet } from '../../../people/addresses/address.ts'
import type { RulesLookup } from '../../../people/addresses/address-rules.ts'
import type { Country } from '../../../people/addresses/countries.ts'
import styles from '../checkout.module.css'
import { FieldError } from '../payment.tsx'

type AddressFieldsProps = {
  readonly set: FieldSet
  readonly only?: readonly string[]
  readonly except?: readonly string[]
  readonly values: Partial<Address>
  readonly errors: ReadonlyMap<string, string>
  readonly countries: readonly Country[]
  readonly rulesOf: RulesLookup
  readonly baseCountry: string
}

/** Fields that the country does not use are rendered hidden: script shows them when the country changes. */
export function AddressFields(props: AddressFieldsProps) {
  const { set, only, except, values, errors, countries, rulesOf, baseCountry } = props
  const country = values.country || initialCountry(countries, baseCountry)
  const fields = checkoutFields(set, rulesOf(country)).filter(
    (field) => (only ? only.includes(field.name) : !except?.includes(field.name)) && !isAlwaysHidden(field),
  )
  return (
    <div className={`woocommerce-${set}-fields__field-wrapper ${styles.fields}`} data-field-set={set}>
      {fields.map((field) => (
        <FieldRow
          key={field.key}
          field={field}
          value={field.name === 'country' ? country : (values[field.property] ?? '')}
          error={errors.get(field.key)}
          countries={countries}
        />
      ))}
    </div>
  )
}

/** When the shop disables the telephone number, it is hidden in every country. */
const isAlwaysHidden = (field: CheckoutField): boolean => field.name === 'phone' && field.hidden

const initialCountry = (countries: readonly Country[], baseCountry: string): string =>
  (countries.find(({ code }) => code === baseCountry) ?? countries[0])?.code ?? ''

type FieldRowProps = {
  readonly field: CheckoutField
  readonly value: string
  readonly error: string | undefined
  readonly countries: readonly Country[]
}

function FieldRow({ field, value, error, countries }: FieldRowProps) {
  const only = field.type === 'country' && countries.length === 1 ? countries[0] : undefined
  const classes = [
    'form-row',
    ...field.rowClasses,
    ...(field.required ? ['validate-required'] : []),
    ...field.validate.map((rule) => `validate-${rule}`),
    ...(error ? ['woocommerce-invalid'] : []),
  ]
  return (
    <p
      className={`${classes.join(' ')} ${styles.row} ${styles[field.name] ?? ''}`}
      id={`${field.key}_field`}
      data-priority={field.priority}
      hidden={field.hidden}
    >
      {only ? (
        <SingleCountry field={field} country={only} />
      ) : (
        <>
          <label htmlFor={field.key} className={field.labelHidden ? 'screen-reader-text' : undefined}>
            <span>{field.label}</span> {field.required ? null : <span className="optional">(optional)</span>}
          </label>
          <span className="woocommerce-input-wrapper">
            <Control field={field} value={value} countries={countries} error={error} />
          </span>
        </>
      )}
      <FieldError name={field.key} text={error} />
      {(field.name === 'postcode' || field.name === 'first_name') && (
        <span className={styles.hint} data-hint="" role="status" />
      )}
    </p>
  )
}

const SingleCountry = ({ field, country }: { field: CheckoutField; country: Country }) => (
  <span className={styles.onlyCountry}>
    <span>{field.label}</span> <strong>{country.name}</strong>
    <input type="hidden" name={field.key} id={field.key} value={country.code} className="country_to_state" readOnly />
  </span>
)

function Control({ field, value, countries, error }: FieldRowProps) {
  const shared = {
    id: field.key,
    name: field.key,
    autoComplete: field.autocomplete,
    'aria-required': field.required || undefined,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': error ? `${field.key}_description` : undefined,
  }
  const isCountry = field.type === 'country'
  const options = isCountry ? countries : field.options
  if (options) {
    const hasPrompt = !isCountry || !countries.some(({ code }) => code === value)
    const className = isCountry ? 'country_to_state country_select' : 'state_select'
    return (
      <select {...shared} className={className} defaultValue={value}>
        {hasPrompt && <option value={isCountry ? value : ''}>{isCountry ? 'Choose a country' : 'Choose…'}</option>}
        {options.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    )
  }
  return (
    <input
      {...shared}
      maxLength={field.maxLength}
      type={field.type === 'tel' || field.type === 'email' ? field.type : 'text'}
      className="input-text"
      placeholder={field.placeholder || undefined}
      defaultValue={value}
      {...keyboardProps(field)}
    />
  )
}

function keyboardProps({ type, name }: CheckoutField) {
  if (type === 'email') return { autoCapitalize: 'none', spellCheck: false, inputMode: 'email' } as const
  if (type === 'tel') return { inputMode: 'tel' } as const
  return name === 'postcode' ? { autoCapitalize: 'characters', spellCheck: false } : { spellCheck: false }
}
