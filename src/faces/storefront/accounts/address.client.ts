import { pageAddressRules, shapeFields, watchCountry } from '../../../shop/checkout/client/country-fields.client.ts'

const form = document.querySelector<HTMLFormElement>('form[data-address-form]')
if (form) {
  const rulesOf = pageAddressRules()
  const set = form.dataset.addressForm === 'shipping' ? 'shipping' : 'billing'
  shapeFields(form, set, rulesOf)
  watchCountry(form, rulesOf)
}
