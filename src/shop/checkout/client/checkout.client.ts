import { mountCard, tokenField } from './card.client.ts'
import { pageAddressRules, shapeFields, watchCountry } from './country-fields.client.ts'
import { showExpressCheckout } from './express-checkout.client.ts'
import { fillDetails } from './fill-details.client.ts'
import { fieldsOf } from './form.client.ts'
import { initFormToggles, watchCoupons } from './form-toggles.client.ts'
import { watchTotals } from './order-review.client.ts'
import { applyOrderReviewQuery } from './order-review-query.client.ts'
import { watchPayment } from './payment-methods.client.ts'
import { handlePlaceOrder } from './place-order.client.ts'
import { isCountry, restoreFields, saveFields } from './saved-fields.client.ts'
import { showShippingOptions } from './shipping-options.client.ts'
import { assistInput, problemsIn, validateOnBlur } from './validate-fields.client.ts'
import { offerWallets } from './wallet-methods.client.ts'

const form = document.querySelector<HTMLFormElement>('form.checkout')
if (form) startCheckout(form)

function startCheckout(checkout: HTMLFormElement): void {
  const rulesOf = pageAddressRules()
  // A saved address that was just chosen is not mixed with one typed before.
  const isKept = (name: string) => !('addressChosen' in checkout.dataset) || /^(order_|create)/.test(name)
  restoreFields(checkout, (name) => isCountry(name) && isKept(name))
  for (const set of ['billing', 'shipping'] as const) shapeFields(checkout, set, rulesOf)
  restoreFields(checkout, (name) => !isCountry(name) && isKept(name))

  // First, because the following steps depend on the fields of the chosen country.
  watchCountry(checkout, rulesOf)
  initFormToggles(checkout)
  showShippingOptions(checkout)
  validateOnBlur(checkout, rulesOf)
  assistInput(checkout, rulesOf)
  saveFields(checkout)
  const payment = watchPayment(checkout)
  const totals = watchTotals(checkout)
  watchCoupons(checkout, totals.refresh)
  const card = mountCard(checkout)
  if (applyOrderReviewQuery(checkout)) card.keep(tokenField(checkout)?.value ?? '')
  const wallets = offerWallets(checkout, {
    page: 'checkout',
    choice: payment,
    problems: () => problemsIn(checkout, rulesOf),
    payer: () => fieldsOf(checkout),
    fill: (paid) => fillDetails(checkout, paid, rulesOf),
    settled: totals.settled,
  })
  const failed = (): void => {
    wallets.drop()
    payment.failed()
  }
  handlePlaceOrder(checkout, { rulesOf, totals, card, failed })
  showExpressCheckout(checkout)
}
