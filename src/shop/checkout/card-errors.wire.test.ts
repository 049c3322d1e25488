/** The checkout's response to every code with which a charge is refused, and to every decline code of an issuer. */
import { expect, test } from 'vitest'
import { cardToken, newBuyer } from '../../../test/running/buyer.ts'
import { errorTexts } from '../../../test/support/error-list.ts'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop, recordedSettings } from '../../../test/support/shop.ts'
import { defaultSettings } from '../../settings.ts'
import { type PaymentErrorCode, paymentMessages } from '../gateways/payment-errors.ts'
import { noFraudRules } from '../risk/settings.ts'

const many = Object.fromEntries(Object.keys(defaultSettings.orderLimits).map((name) => [name, 100_000]))
const { app, provider } = await openShop({
  settings: {
    ...recordedSettings,
    gateways: defaultSettings.gateways,
    orderLimits: { ...defaultSettings.orderLimits, ...many },
    fraudRules: noFraudRules,
  },
})
const buyer = newBuyer(async (path, init) => app.request(path, init))
await buyer.add(referenceIds.simple)
const page = await buyer.openCheckout()

/** The text of the error list. */
async function refusedWith(decline: { readonly code: string; readonly declineCode?: string }): Promise<string> {
  const told = await fetch(`${provider.url}/sandbox/control`, {
    method: 'POST',
    headers: { authorization: `Bearer ${provider.secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ decline: { on: 'charge', message: 'Raw words of the provider.', ...decline } }),
  })
  expect(told.status).toBe(200)
  const answer = await buyer.checkout(page, { payment_method: 'stripe_cc', stripe_cc_token_key: await cardToken(page) })
  expect(answer.result).toBe('failure')
  const texts = errorTexts(answer.messages ?? '')
  expect(texts).toHaveLength(1)
  return texts[0] ?? ''
}

/** Decline codes of `card_declined` that have a separate message. */
const reasons: readonly PaymentErrorCode[] = [
  ...(['card_decline_rate_limit_exceeded', 'card_not_supported', 'currency_not_supported'] as const),
  ...(['card_velocity_exceeded', 'insufficient_funds', 'incorrect_pin', 'call_issuer', 'do_not_honor'] as const),
  ...(['generic_decline', 'fraudulent', 'authentication_required', 'invalid_characters'] as const),
]

/** Problems in the form or the card field before a charge, which are tested elsewhere. */
const elsewhere = [
  ...['required_field', 'required_fields', 'billing_label', 'shipping_label'],
  ...['incomplete_number', 'invalid_number', 'incomplete_expiry', 'invalid_expiry_month', 'invalid_expiry_year_past'],
  ...['invalid_expiry_year', 'incomplete_cvc', 'incorrect_number', 'invalid_cvc', 'incomplete_zip', 'incorrect_zip'],
  ...['test_mode_live_card', 'card_declined'],
]

test.each(reasons)('[ERR-01] an issuer’s reason has its message: %s', async (declineCode) => {
  expect(await refusedWith({ code: 'card_declined', declineCode })).toBe(paymentMessages[declineCode])
})

test.each(['lost_card', 'stolen_card', 'pickup_card', 'restricted_card', 'try_again_later', 'constructor'])(
  '[ERR-01] a reason without a message has that of the code: %s',
  async (declineCode) => {
    expect(await refusedWith({ code: 'card_declined', declineCode })).toBe('The card has been declined.')
  },
)

const others = Object.keys(paymentMessages).filter((code) => ![...reasons, ...elsewhere].includes(code))

test.each(others as PaymentErrorCode[])('[ERR-01] every other code has its message: %s', async (code) => {
  expect(await refusedWith({ code })).toBe(paymentMessages[code].replace('%s', 'Raw words of the provider.'))
})

test('no code is left out', () => {
  expect(others.length).toBeGreaterThan(35)
  const codes = new Set([...reasons, ...elsewhere, ...others])
  expect(Object.keys(paymentMessages).filter((code) => !codes.has(code))).toEqual([])
})
