import type { CheckoutProblem } from '../../../people/addresses/address-check.ts'
import { isControl } from './form.client.ts'

/** Required billing fields of the order-pay page that are visible and empty (CHK-08). */
export const missingFieldsIn = (form: HTMLFormElement): CheckoutProblem[] =>
  [...form.querySelectorAll<HTMLElement>('[data-field-set=billing] .validate-required')].flatMap((row) => {
    const control = row.querySelector('[name^=billing_]')
    if (!isControl(control) || control.type === 'hidden' || control.offsetParent === null) return []
    if (control.value.trim() !== '') return []
    const label = row.querySelector('label > span')?.textContent ?? ''
    return [
      {
        ...{ kind: 'required', field: control.name, text: 'is a required field.' },
        ...{ label, fieldLabel: label },
      } as const,
    ]
  })

/** Adapts the fields when another country is chosen, on the rare page that asks for one. */
export async function adaptMissingFields(form: HTMLFormElement): Promise<void> {
  if (!form.querySelector('select[name=billing_country]')) return
  const { pageAddressRules, watchCountry } = await import('./country-fields.client.ts')
  watchCountry(form, pageAddressRules())
}
