import { expect, test } from 'vitest'
import { type PaymentErrorCode, paymentMessages } from '../src/shop/gateways/payment-errors.ts'
import { intentOf, openTestSandbox } from './open-test-sandbox.ts'
import { declineTable } from './test-cards.ts'

const { sdk, provider, anIntent, cardMethod, pay } = await openTestSandbox()

/** Codes of the catalogue that no payment can end with, because they belong to the form's fields or labels. */
const ofTheForm: readonly PaymentErrorCode[] = [
  ...(['incomplete_number', 'incomplete_expiry', 'incomplete_cvc', 'incomplete_zip'] as const),
  ...(['invalid_expiry_year_past', 'stripe_cc_generic', 'payment_cancelled'] as const),
  ...(['empty_element', 'empty_element_sepa_debit', 'empty_element_ideal', 'incomplete_iban'] as const),
  ...(['incomplete_boleto_tax_id', 'billing_details.phone.required', 'required_field', 'required_fields'] as const),
  ...(['payment_unavailable', 'no_results', 'billing_label', 'shipping_label'] as const),
]

test('every code of the catalogue with which a payment can end can be selected', () => {
  const names = new Set(declineTable.map(({ name }) => name))
  const others = Object.keys(paymentMessages).filter((code) => !names.has(code))
  expect(others.toSorted()).toEqual([...ofTheForm].toSorted())
  expect(new Set(declineTable.map(({ number }) => number)).size).toBe(declineTable.length)
})

/** The error that the official SDK reports, or null. */
const errorOf = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code?: string; decline_code?: string; message: string }) => error,
  )

const named = (error: { code?: string; decline_code?: string; message: string } | null, name: string): boolean =>
  error?.decline_code === name || error?.code === name || (error?.message.includes(textOf[name] ?? '\0') ?? false)
const textOf: Record<string, string> = {
  phone_required: 'billing_details[phone]',
  server_side_confirmation_beta: 'server_side_confirmation_beta=v1',
}

const chargeDeclines = declineTable.filter(({ step }) => step === 'charge')

test('an amount selects the code of a charge, whatever the card', async () => {
  for (const { name, amountCents } of chargeDeclines) {
    const created = { amount: amountCents, currency: 'cad', payment_method: 'pm_card_visa', confirm: true }
    expect([name, named(await errorOf(sdk().paymentIntents.create(created, { maxNetworkRetries: 0 })), name)]).toEqual([
      name,
      true,
    ])
  }
})

test('a card number selects it too, for charging and for saving', async () => {
  const customer = await sdk().customers.create({})
  for (const { name, number } of chargeDeclines) {
    const once = { maxNetworkRetries: 0 }
    const charge = { amount: 4218, currency: 'cad', payment_method: await cardMethod(number), confirm: true }
    expect([name, named(await errorOf(sdk().paymentIntents.create(charge, once)), name)]).toEqual([name, true])
    const setup = { customer: customer.id, payment_method: `pm_card_decline_${name}`, confirm: true }
    expect([name, named(await errorOf(sdk().setupIntents.create(setup, once)), name)]).toEqual([name, true])
  }
})

test('codes of capture and refund are given there, by card and by amount', async () => {
  for (const { name, step, number, amountCents } of declineTable.filter((one) => one.step !== 'charge')) {
    const byAmount = intentOf(await pay('4242424242424242', { amountCents, captureMethod: 'manual' }))
    const byCard = intentOf(await pay(number))
    for (const intent of [byAmount, byCard]) {
      if (step === 'refund' && intent.status === 'requires_capture') await sdk().paymentIntents.capture(intent.id)
      const error = await errorOf(
        step === 'capture'
          ? sdk().paymentIntents.capture(intent.id)
          : sdk().refunds.create({ payment_intent: intent.id }),
      )
      expect([name, intent.status, error?.code]).toEqual([name, intent.status, name])
    }
  }
})

test('a refused charge takes no money, and the intent can be paid with another card', async () => {
  const request = anIntent()
  const created = intentOf(await provider().createIntent(request))
  const refused = await provider().confirmIntent({
    intentId: created.id,
    paymentMethodId: 'pm_card_decline_missing',
    idempotencyKey: `${request.idempotencyKey}-1`,
  })
  expect(refused).toMatchObject({ ok: false, problem: { kind: 'refused', error: { code: 'missing' } } })
  const paid = await provider().confirmIntent({
    intentId: created.id,
    paymentMethodId: 'pm_card_visa',
    idempotencyKey: `${request.idempotencyKey}-2`,
  })
  expect(intentOf(paid).status).toBe('succeeded')
  expect((await sdk().charges.list({ payment_intent: created.id })).data).toHaveLength(1)
})
