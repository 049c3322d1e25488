import type { RulesLookup } from '../../../people/addresses/address-rules.ts'
import type { WalletPayment } from '../../wallets/wallet-client.ts'
import { detailsForForm } from '../wallet-details.ts'
import { fieldsOf, isControl } from './form.client.ts'

/** Puts the payer's details from a wallet's sheet into empty fields. An address in a country that is not sold to is not taken. */
export function fillDetails(form: HTMLFormElement, payment: WalletPayment, rulesOf: RulesLookup): void {
  const { billing } = payment
  const isServed = billing !== null && offersCountry(form, billing.country.trim().toUpperCase())
  const details = detailsForForm(fieldsOf(form), isServed ? payment : { ...payment, billing: null }, rulesOf)
  for (const [name, value] of Object.entries(details)) {
    // Looked up one by one: another country replaces the field of the province.
    const control = form.elements.namedItem(name)
    if (!isControl(control)) continue
    control.value = value
    control.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

function offersCountry(form: HTMLFormElement, country: string): boolean {
  const control = form.elements.namedItem('billing_country')
  if (control instanceof HTMLSelectElement) return [...control.options].some(({ value }) => value === country)
  return control instanceof HTMLInputElement && control.value === country
}
