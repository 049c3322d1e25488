/** The checkout in the browser: a form that helps while it is filled in, totals that follow it, and one order at the end. */

import { mountCard } from './card.client.ts'
import { followCountry, shape } from './country-fields.client.ts'
import { rulesOnPage } from './country-rules.client.ts'
import { showDelivery } from './delivery-choice.client.ts'
import { checkWhenLeft, helpAlong } from './field-check.client.ts'
import { followCoupons, openFolds } from './folds.client.ts'
import { giveBack, isCountry, keepFields } from './kept-fields.client.ts'
import { followPayment } from './payment-choice.client.ts'
import { placeOrders } from './placing.client.ts'
import { followTotals } from './review.client.ts'

const form = document.querySelector<HTMLFormElement>('form.checkout')
if (form) startCheckout(form)

function startCheckout(checkout: HTMLFormElement): void {
  const rulesOf = rulesOnPage()
  giveBack(checkout, isCountry)
  for (const set of ['billing', 'shipping'] as const) shape(checkout, set, rulesOf)
  giveBack(checkout, (name) => !isCountry(name))

  // The shape of the fields comes first: what follows looks at them.
  followCountry(checkout, rulesOf)
  openFolds(checkout)
  showDelivery(checkout)
  checkWhenLeft(checkout, rulesOf)
  helpAlong(checkout, rulesOf)
  keepFields(checkout)
  const payment = followPayment(checkout)
  const totals = followTotals(checkout)
  followCoupons(checkout, totals.ask)
  const card = mountCard(checkout)
  placeOrders(checkout, { rulesOf, totals, card, failed: payment.failed })
}
