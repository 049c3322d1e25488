/** Every decline of the provider, from the checkout call to the message that the shopper reads. */
import { afterAll, expect, test } from 'vitest'
import { declineTable } from '../../sandbox/test-cards.ts'
import { type PaymentErrorCode, paymentMessages } from '../../src/shop/gateways/payment-errors.ts'
import { orders } from '../../src/shop/orders/orders.table.ts'
import { newBuyer } from '../running/buyer.ts'
import { errorTexts } from '../support/error-list.ts'
import { referenceIds } from '../support/reference-shop.ts'
import { openShop } from '../support/shop.ts'

const { app, db } = await openShop({ settings: { termsPage: null } })
const buyer = newBuyer(async (path, init) => app.request(path, init))
await buyer.add(referenceIds.simple)
const page = await buyer.openCheckout()

/** Decline codes without a separate message: the shopper reads the message of this code. */
const unnamed: Readonly<Record<string, PaymentErrorCode>> = {
  lost_card: 'card_declined',
  stolen_card: 'card_declined',
  try_again_later: 'card_declined',
}
/** The provider's code while the same payment is in progress: the shopper is told that the payment is being checked. */
const inProgress = 'idempotency_key_in_use'

const codes = declineTable.filter(({ step, name }) => step === 'charge' && name !== inProgress).map(({ name }) => name)

test.each(codes)('[ERR-03] %s is shown with the message of the catalogue, in the error list', async (code) => {
  const answer = await buyer.checkout(page, {
    payment_method: 'stripe_cc',
    stripe_cc_token_key: `pm_card_decline_${code}`,
  })
  expect(answer.result).toBe('failure')
  expect(answer.messages).toContain('woocommerce-error')
  const message = paymentMessages[unnamed[code] ?? (code as PaymentErrorCode)]
  expect(errorTexts(answer.messages ?? '')).toEqual([message])
})

test('[ERR-03] a payment in progress is no decline: the shopper is sent to the page that tells its state', async () => {
  const answer = await buyer.checkout(page, {
    payment_method: 'stripe_cc',
    stripe_cc_token_key: `pm_card_decline_${inProgress}`,
  })
  expect([answer.result, answer.redirect?.includes('/order-received/')]).toEqual(['success', true])
})

afterAll(async () => {
  const all = await db.select({ status: orders.status, paidAt: orders.paidAt }).from(orders)
  expect(all).toEqual([{ status: 'pending', paidAt: null }])
})
