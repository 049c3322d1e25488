import { useFormContext } from 'react-hook-form'
import { formFields } from '../../../../platform/admin/fields/form-fields.tsx'
import type { MethodScreen } from '../../method-screen.ts'
import { maxLimitCents, type PayLaterSection } from '../pay-later-options.ts'
import styles from './pay-later-fields.module.css'

const { Checkbox, CheckboxGroup, Quantity } = formFields<Record<string, unknown>>()

const sections = [
  ['product', 'Product pages'],
  ['cart', 'Cart'],
  ['shop', 'Cards in listings'],
] as const satisfies readonly (readonly [PayLaterSection, string])[]

export const payLaterScreen = (id: string, name: string): MethodScreen => ({
  id,
  name,
  Fields: () => <PayLaterFields id={id} name={name} />,
})

function PayLaterFields({ id, name }: { readonly id: string; readonly name: string }) {
  const currencies = Object.keys(useFormContext().getValues(`${id}.limits`) as object)
  return (
    <>
      <CheckboxGroup
        name={`${id}.sections`}
        label={`Pages that say that a price can be paid with ${name}`}
        options={sections}
        isWide
      />
      <Checkbox
        name={`${id}.hide_ineligible`}
        label={`${name} is left out where an amount is outside its limits. Otherwise pages name the limits.`}
      />
      {currencies.map((currency) => (
        <fieldset key={currency} className={styles.limits}>
          <legend>Orders in {currency}</legend>
          {(
            [
              ['min_cents', 'Smallest', undefined],
              ['max_cents', 'Largest', '0: no limit.'],
            ] as const
          ).map(([field, label, hint]) => (
            <Quantity
              key={field}
              name={`${id}.limits.${currency}.${field}`}
              label={label}
              hint={hint}
              max={maxLimitCents / 100}
              unit={100}
              required
            />
          ))}
        </fieldset>
      ))}
    </>
  )
}
