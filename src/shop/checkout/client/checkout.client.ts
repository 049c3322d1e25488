import type { RulesLookup } from '../../../people/addresses/address-rules.ts'
import { listen } from '../../cart/client/cart-events.client.ts'
import { showExpressRow } from '../../wallets/client/express-row.client.ts'
import { attributionFields } from '../../wallets/client/visitor.client.ts'
import type { WalletPayment } from '../../wallets/wallet-client.ts'
import { completePayment, detailsForForm } from '../wallet-details.ts'
import { billingDetails, chosenCard, tokenField } from './card.client.ts'
import { pageAddressRules, shapeFields, watchCountry } from './country-fields.client.ts'
import { enter, fieldsOf, isControl, trigger } from './form.client.ts'
import { initFormToggles, showShippingOptions, watchCoupons } from './form-toggles.client.ts'
import { watchTotals } from './order-review.client.ts'
import { payForm } from './payment-attempts.client.ts'
import { handlePlaceOrder, UNREACHABLE } from './place-order.client.ts'
import {
  applyOrderReviewQuery,
  clearStoredShipping,
  isCountry,
  restoreFields,
  saveFields,
} from './saved-fields.client.ts'
import { assistInput, problemsIn, validateOnBlur } from './validate-fields.client.ts'
import { pageField } from './wallet-methods.client.ts'

function startCheckout(checkout: HTMLFormElement): void {
  const rulesOf = pageAddressRules()
  // A saved address that was just chosen is not mixed with a previously typed one.
  const isRestored = (name: string) => !('addressChosen' in checkout.dataset) || /^(order_|create)/.test(name)
  if (isRestored('shipping_')) clearStoredShipping(checkout)
  restoreFields(checkout, (name) => isCountry(name) && isRestored(name))
  for (const set of ['billing', 'shipping'] as const) shapeFields(checkout, set, rulesOf)
  restoreFields(checkout, (name) => !isCountry(name) && isRestored(name))

  // First, because the following steps depend on the fields of the chosen country.
  watchCountry(checkout, rulesOf)
  initFormToggles(checkout)
  showShippingOptions(checkout)
  validateOnBlur(checkout, rulesOf)
  assistInput(checkout, rulesOf)
  saveFields(checkout)
  const fields = () => fieldsOf(checkout)
  const pay = payForm(checkout, {
    page: 'checkout',
    busyLabel: 'Placing your order…',
    unreachable: UNREACHABLE,
    problems: () => problemsIn(checkout, rulesOf),
    payer: fields,
    fill: (paid) => fillDetails(checkout, paid, rulesOf),
    settled: () => totals.settled(),
  })
  const totals = watchTotals(checkout)
  watchCoupons(checkout, totals.refresh)
  if (applyOrderReviewQuery(checkout)) {
    if (chosenCard(checkout)) pay.card.setPresetToken(tokenField(checkout)?.value ?? '')
    // A wallet that becomes ready later would else replace Place Order.
    else pay.choice.tokenReceived(fields().payment_method ?? '')
  }
  handlePlaceOrder(checkout, pay, totals)
  // Above the form: a wallet payer need not fill it in, and details already entered are not requested by the sheet.
  showExpressRow({
    page: 'checkout',
    field: (detail) => pageField(checkout, detail),
    billingDetails: () => billingDetails(fields()),
    complete: (payment) => completePayment(fields(), payment),
    orderFields: () => ({ ...attributionFields(), order_comments: fields().order_comments ?? '' }),
    isBusy: () => checkout.hasAttribute('data-stale'),
    onChange(handler) {
      listen('updated_checkout', handler)
      // The sheet requests only details that the form lacks.
      checkout.addEventListener('change', handler)
    },
    refresh: () => trigger('update_checkout'),
  })
}

/** Fills empty fields with the payer's details from a wallet's sheet; not with an address in an unserved country. */
function fillDetails(form: HTMLFormElement, payment: WalletPayment, rulesOf: RulesLookup): void {
  const { billing } = payment
  const isServed = billing !== null && offersCountry(form, billing.country.trim().toUpperCase())
  const details = detailsForForm(fieldsOf(form), isServed ? payment : { ...payment, billing: null }, rulesOf)
  for (const [name, value] of Object.entries(details)) {
    // Looked up one by one, because changing the country replaces the province field.
    const control = form.elements.namedItem(name)
    if (isControl(control)) enter(control, value)
  }
}

function offersCountry(form: HTMLFormElement, country: string): boolean {
  const control = form.elements.namedItem('billing_country')
  if (control instanceof HTMLSelectElement) return [...control.options].some(({ value }) => value === country)
  return control instanceof HTMLInputElement && control.value === country
}

const form = document.querySelector<HTMLFormElement>('form.checkout')
if (form) startCheckout(form)
