import { expect, test } from 'vitest'
import { intentOf, openTestSandbox } from './open-test-sandbox.ts'

const { pool, sdk, provider, anIntent, browserCall } = await openTestSandbox()

const expiry = { 'card[exp_month]': '12', 'card[exp_year]': String(new Date().getFullYear() + 1) }
const visa = '4242424242424242'
const asksBank = '4000002760003184'
const apple = { 'card[tokenization_method]': 'apple_pay', 'card[cryptogram]': 'AgAAAAAAAIR8CQrXcIhbQAAAAAA=' }
const google = { 'card[tokenization_method]': 'android_pay' }

const token = async (number: string, wallet: Record<string, string>) =>
  browserCall('/v1/tokens', { 'card[number]': number, ...expiry, ...wallet })
const methodOf = async (id: unknown) => sdk().paymentMethods.create({ type: 'card', card: { token: String(id) } })

/** Pays with a payment method, and returns the intent's status or the code of its error. */
async function pay(paymentMethodId: string): Promise<string> {
  const request = anIntent()
  const { id } = intentOf(await provider().createIntent(request))
  const paid = await provider().confirmIntent({ intentId: id, paymentMethodId, idempotencyKey: `${id}-confirm` })
  return paid.ok ? paid.intent.status : 'error' in paid.problem ? (paid.problem.error.declineCode ?? '') : ''
}

test('a wallet’s sheet makes a token of a card, which one payment method can be made of', async () => {
  const made = await token(visa, google)
  expect(made).toMatchObject({
    status: 200,
    body: { object: 'token', used: false, card: { brand: 'Visa', last4: '4242', tokenization_method: 'android_pay' } },
  })
  const method = await methodOf(made.body.id)
  expect(method.card).toMatchObject({
    brand: 'visa',
    last4: '4242',
    wallet: { type: 'google_pay', dynamic_last4: null },
  })
  await expect(methodOf(made.body.id)).rejects.toMatchObject({ code: 'token_already_used' })
  await expect(methodOf('tok_nobodyMadeThis')).rejects.toMatchObject({ code: 'resource_missing' })
  const kept = await pool.query(
    `select 1 from provider_sandbox.objects where data::text || hidden::text like '%42424242%'`,
  )
  expect(kept.rowCount).toBe(0)
})

test('the device’s number ends differently from the card’s, and is the same each time', async () => {
  const [one, other] = [await methodOf((await token(visa, apple)).body.id), await methodOf('tok_apple_pay')]
  expect(one.card?.wallet).toMatchObject({ type: 'apple_pay', dynamic_last4: expect.stringMatching(/^\d{4}$/) })
  expect(one.card?.wallet?.dynamic_last4).toBe(other.card?.wallet?.dynamic_last4)
  expect([one.card?.last4, one.card?.wallet?.dynamic_last4]).not.toEqual(['4242', '4242'])
})

test('the bank can ask after the wallet’s yes for a card’s own number, never for a device’s', async () => {
  expect(await pay((await methodOf((await token(asksBank, google)).body.id)).id)).toBe('requires_action')
  expect(await pay((await methodOf((await token(asksBank, { ...google, ...apple })).body.id)).id)).toBe('succeeded')
  expect(await pay((await methodOf('tok_google_pay_threeDSecure2Required')).id)).toBe('requires_action')
  expect(await pay((await methodOf('tok_google_pay_device_threeDSecure2Required')).id)).toBe('succeeded')
  const request = anIntent()
  const { id } = intentOf(await provider().createIntent(request))
  const payment_method_options = { card: { request_three_d_secure: 'any' } } as const
  const fromPhone = (await methodOf('tok_apple_pay')).id
  const intent = await sdk().paymentIntents.confirm(id, { payment_method: fromPhone, payment_method_options })
  expect(intent.status).toBe('succeeded')
})

test('Interac is a network of wallets: it pays there, is declined by the bank, and cannot be typed', async () => {
  const method = await methodOf((await token('4506445006931933', google)).body.id)
  expect(method.card).toMatchObject({ brand: 'interac', country: 'CA', funding: 'debit' })
  expect(method.card?.networks?.available).toEqual(['interac'])
  expect(await pay(method.id)).toBe('succeeded')
  expect(await pay((await methodOf('tok_apple_pay_interacDeclined')).id)).toBe('insufficient_funds')
  const typed = { 'card[number]': '4506445006931933', ...expiry }
  for (const [path, fields] of [
    ['/v1/tokens', typed],
    ['/v1/payment_methods', { type: 'card', ...typed }],
  ] as const) {
    expect(await browserCall(path, fields)).toMatchObject({ body: { error: { decline_code: 'card_not_supported' } } })
  }
})

test('each network and each decline has a name in both wallets, and the charge names the wallet', async () => {
  for (const type of ['apple_pay', 'google_pay'] as const) {
    for (const brand of ['visa', 'mastercard', 'amex', 'discover', 'jcb', 'interac'])
      expect((await methodOf(`tok_${type}_${brand}`)).card).toMatchObject({ brand, wallet: { type } })
    expect(await pay((await methodOf(`tok_${type}_decline_do_not_honor`)).id)).toBe('do_not_honor')
    const charge = { amount: 4218, currency: 'cad', payment_method: (await methodOf(`tok_${type}`)).id, confirm: true }
    const intent = await sdk().paymentIntents.create({ ...charge, expand: ['latest_charge'] })
    expect(intent.latest_charge).toMatchObject({ payment_method_details: { card: { wallet: { type } } } })
  }
})

test('a token that cannot be made is refused as a card is, and no page may send a server’s', async () => {
  expect(await token('4242424242424241', google)).toMatchObject({ body: { error: { code: 'incorrect_number' } } })
  expect((await token(visa, { 'card[tokenization_method]': 'samsung_pay' })).status).toBe(400)
  expect((await browserCall('/v1/tokens', {})).body).toMatchObject({ error: { code: 'parameter_missing' } })
})
