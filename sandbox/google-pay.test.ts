import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addresses, cards } from './browser/google-pay/account.js'
import { allowedCards, intermediateData, paymentData } from './browser/google-pay/payment-data.js'
import { resultSeals } from './google-pay-results.ts'
import { openPayScript } from './open-pay-script.ts'

type Request = google.payments.api.PaymentDataRequest

const parameters = { allowedCardNetworks: ['VISA', 'INTERAC'], allowedAuthMethods: ['PAN_ONLY'] }
const card = {
  type: 'CARD',
  parameters,
  tokenizationSpecification: {
    type: 'PAYMENT_GATEWAY',
    parameters: { gateway: 'stripe', 'stripe:version': '2022-08-01', 'stripe:publishableKey': 'pk_test_1' },
  },
}
const transactionInfo = { currencyCode: 'CAD', totalPriceStatus: 'ESTIMATED', totalPrice: '12.50' }
const requestOf = (changes: object = {}): Request =>
  ({
    apiVersion: 2,
    apiVersionMinor: 0,
    allowedPaymentMethods: [card],
    transactionInfo,
    merchantInfo: {},
    ...changes,
  }) as unknown as Request
const info = (changes: object) => requestOf({ transactionInfo: { ...transactionInfo, ...changes } })
const method = (changes: object) => requestOf({ allowedPaymentMethods: [{ ...card, ...changes }] })

const load = (request: Request, options?: Parameters<typeof openPayScript>[0]) =>
  new (openPayScript(options).api.PaymentsClient)({}).loadPaymentData(request)

const problems: readonly [title: string, request: Request, text: RegExp][] = [
  ['[WAL-02 currencyCode]', info({ currencyCode: '' }), /currencyCode/],
  ['[WAL-02 totalPriceStatus]', info({ totalPriceStatus: 'GUESSED' }), /NOT_CURRENTLY_KNOWN, ESTIMATED, FINAL/],
  ['[WAL-02 totalPrice]', info({ totalPrice: undefined }), /totalPrice must/],
  [
    '[WAL-02 CARD parameters] networks:',
    method({ parameters: { ...parameters, allowedCardNetworks: [] } }),
    /Networks/,
  ],
  ['[WAL-02 CARD parameters] methods:', method({ parameters: { ...parameters, allowedAuthMethods: [] } }), /AuthMeth/],
  ['[WAL-02 CARD parameters] known:', method({ parameters: { ...parameters, allowedAuthMethods: ['X'] } }), /AuthMeth/],
  ['[XW-12 unsupported]', method({ type: 'EWALLET' }), /^EWALLET is not supported in this environment\.$/],
  ['tokens:', method({ tokenizationSpecification: undefined }), /tokenizationSpecification/],
  ['callbacks:', requestOf({ callbackIntents: ['PAYMENT_AUTHORIZATION'] }), /onPaymentAuthorized/],
]
for (const [title, request, text] of problems) {
  test(`${title} a request without it is refused before a sheet opens`, async () => {
    await expect(load(request)).rejects.toMatchObject({
      statusCode: 'DEVELOPER_ERROR',
      statusMessage: expect.stringMatching(text) as string,
    })
  })
}

test('[WAL-02 totalPrice] an unknown price needs no amount', async () => {
  const { api, opened } = openPayScript()
  const { totalPrice: _, ...unknown } = { ...transactionInfo, totalPriceStatus: 'NOT_CURRENTLY_KNOWN' }
  void new api.PaymentsClient({}).loadPaymentData(requestOf({ transactionInfo: unknown }))
  expect(opened).toHaveLength(1)
})

test('[WAL-02 secure context] neither readiness nor a payment without https', async () => {
  const { api } = openPayScript({ isSecureContext: false })
  const client = new api.PaymentsClient({})
  const problem = { statusCode: 'DEVELOPER_ERROR', statusMessage: 'Google Pay must be called in a secure context.' }
  await expect(client.isReadyToPay(requestOf())).rejects.toMatchObject(problem)
  await expect(client.loadPaymentData(requestOf())).rejects.toMatchObject(problem)
})

test('[WAL-02 click handler] [XW-18 missing handler] a button without a click handler is not made', () => {
  const { api } = openPayScript()
  expect(() => new api.PaymentsClient({}).createButton({} as google.payments.api.ButtonOptions)).toThrow(/onClick/)
})

test('another version of the API is refused', async () => {
  await expect(load(requestOf({ apiVersion: 1 }))).rejects.toMatchObject({ statusCode: 'UNSUPPORTED_API_VERSION' })
})

test('[XW-12 unsupported] the browser has no wallet, or one without cards', async () => {
  const ready = (google: string) =>
    new (openPayScript({ wallets: { google } }).api.PaymentsClient)({}).isReadyToPay(requestOf())
  await expect(ready('unsupported')).rejects.toMatchObject({
    statusMessage: 'EWALLET is not supported in this environment.',
  })
  expect(await ready('none')).toEqual({ result: false })
  expect(await ready('ready')).toEqual({ result: true })
})

test('[XW-10] a second load is refused while one runs', async () => {
  const { api, say } = openPayScript()
  const client = new api.PaymentsClient({})
  const first = client.loadPaymentData(requestOf())
  const second = new api.PaymentsClient({}).loadPaymentData(requestOf())
  await expect(second).rejects.toMatchObject({
    statusCode: 'DEVELOPER_ERROR',
    statusMessage: 'This method can only be called one at a time',
  })
  await say({ type: 'paid', data: { apiVersion: 2 } })
  expect(await first).toEqual({ apiVersion: 2 })
  void client.loadPaymentData(requestOf()).catch(() => {})
  await say({ type: 'end', status: 'CANCELED' })
})

test('[XW-12 status codes] a sheet ends with a known status; any other one is CANCELED', async () => {
  const known = ['CANCELED', 'DEVELOPER_ERROR', 'MERCHANT_ACCOUNT_ERROR', 'INTERNAL_ERROR', 'UNSUPPORTED_API_VERSION']
  for (const status of [...known, 'BUYER_CANCEL', 'SOMETHING_ELSE']) {
    const { api, say } = openPayScript()
    const load = new api.PaymentsClient({}).loadPaymentData(requestOf())
    void load.catch(() => {})
    await say({ type: 'end', status, text: 'Why.' })
    const statusCode = status === 'SOMETHING_ELSE' ? 'CANCELED' : status
    await expect(load).rejects.toMatchObject({ statusCode, statusMessage: 'Why.' })
  }
})

test('only the sheet of this page is heard', async () => {
  const { api, say, posted } = openPayScript()
  void new api.PaymentsClient({}).loadPaymentData(requestOf())
  await say({ type: 'ready' }, {})
  await say({ type: 'ready' }, undefined, 'http://other.test')
  expect(posted).toEqual([])
  await say({ type: 'ready' })
  expect(posted).toMatchObject([{ type: 'open', request: { apiVersion: 2 } }])
})

const shipping = {
  shippingAddressRequired: true,
  shippingOptionRequired: true,
  callbackIntents: ['SHIPPING_ADDRESS', 'SHIPPING_OPTION', 'PAYMENT_AUTHORIZATION'],
}

/** A page with these callbacks. */
function pageWith(onPaymentDataChanged: () => unknown, onPaymentAuthorized: () => unknown) {
  const script = openPayScript()
  const paymentDataCallbacks = { onPaymentDataChanged, onPaymentAuthorized } as google.payments.api.PaymentDataCallbacks
  const load = new script.api.PaymentsClient({ paymentDataCallbacks }).loadPaymentData(requestOf(shipping))
  void load.catch(() => {})
  return { ...script, load, answer: () => script.posted.at(-1)?.answer }
}

test('[XW-12 reasons] a callback’s reason reaches the sheet; any other one is OTHER_ERROR', async () => {
  const reasons = [
    'OTHER_ERROR',
    'SHIPPING_ADDRESS_INVALID',
    'SHIPPING_ADDRESS_UNSERVICEABLE',
    'SHIPPING_OPTION_INVALID',
  ]
  for (const reason of [...reasons, 'OFFER_INVALID', 'PAYMENT_DATA_INVALID', 'NO_MOOD']) {
    const error = { reason, message: 'Not there.', intent: 'SHIPPING_ADDRESS' }
    const { say, answer } = pageWith(
      () => ({ error }),
      () => ({ transactionState: 'ERROR', error }),
    )
    const told = { error: { ...error, reason: reason === 'NO_MOOD' ? 'OTHER_ERROR' : reason } }
    await say({ type: 'change', data: { callbackTrigger: 'SHIPPING_ADDRESS' } })
    expect(answer()).toEqual(told)
    await say({ type: 'authorize', data: {} })
    expect(answer()).toMatchObject({ transactionState: 'ERROR', ...told })
  }
})

test('[XW-11 callback] a callback that does not answer in 30000 ms is a REQUEST_TIMEOUT', async () => {
  const never = () => new Promise(() => {})
  const { say, timers, answer, load } = pageWith(never, never)
  await say({ type: 'change', data: { callbackTrigger: 'SHIPPING_ADDRESS' } })
  expect(timers.at(-1)?.ms).toBe(30_000)
  timers.at(-1)?.run()
  await say({ type: 'nothing' })
  expect(answer()).toMatchObject({ error: { reason: 'REQUEST_TIMEOUT', intent: 'SHIPPING_ADDRESS' } })

  await say({ type: 'authorize', data: {} })
  timers.at(-1)?.run()
  await expect(load).rejects.toMatchObject({ statusCode: 'INTERNAL_ERROR', statusMessage: 'REQUEST_TIMEOUT' })
})

test('a callback that throws is an OTHER_ERROR', async () => {
  const fail = () => {
    throw new Error('Out of tea.')
  }
  const { say, answer } = pageWith(fail, fail)
  await say({ type: 'change', data: { callbackTrigger: 'INITIALIZE' } })
  expect(answer()).toMatchObject({ error: { reason: 'OTHER_ERROR', intent: 'SHIPPING_ADDRESS' } })
})

test('before the authorization the page learns neither name nor street', () => {
  const selection = { card: cards[0]!, address: addresses[0]!, optionId: '0:flat_rate:1' }
  const before = intermediateData('SHIPPING_ADDRESS', selection)
  const place = { countryCode: 'CA', administrativeArea: 'ON', locality: 'Toronto', postalCode: 'M5H' }
  expect(before.shippingAddress).toEqual(place)
  expect(before.shippingOptionData).toEqual({ id: '0:flat_rate:1' })
  const request = requestOf({ ...shipping, emailRequired: true })
  const after = paymentData(request, selection, { id: 'tok_1', object: 'token' })
  expect(after.shippingAddress).toMatchObject({ ...place, postalCode: 'M5H 2N2', address1: '12 Queen Street West' })
  expect(after.shippingAddress).not.toHaveProperty('phoneNumber')
  expect(after.paymentMethodData.tokenizationData.token).toBe('{"id":"tok_1","object":"token"}')
})

test('the sheet shows cards of the networks that are asked for', () => {
  expect(new Set(allowedCards(requestOf()).map(({ network }) => network))).toEqual(new Set(['VISA', 'INTERAC']))
})

test('[WAL-03 callback data returns to the provider] a result can be opened by its own shop only, for ten minutes', () => {
  let now = new Date('2026-01-01T12:00:00Z')
  const seals = resultSeals('sk_test_1', () => now)
  const result = { origin: 'http://shop.test', state: 'abc', outcome: { status: 'SUCCESS' } }
  const sealed = seals.seal(result)
  expect(sealed).toMatch(/^[\w-]+$/)
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('SUCCESS')
  expect(seals.open(sealed, 'http://shop.test')).toMatchObject(result)
  expect(seals.open(sealed, 'http://other.test')).toBeNull()
  expect(resultSeals('sk_test_2', () => now).open(sealed, 'http://shop.test')).toBeNull()
  for (const broken of ['', 'abc', `${sealed.slice(0, -2)}AA`])
    expect(seals.open(broken, 'http://shop.test')).toBeNull()
  now = new Date('2026-01-01T12:10:00Z')
  expect(seals.open(sealed, 'http://shop.test')).toBeNull()
})

test('the script has the types of the real one, checked by the compiler', () => {
  const compiler = join(import.meta.dirname, '../node_modules/.bin/tsc')
  const folder = join(import.meta.dirname, 'browser/google-pay')
  expect(execFileSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' })).toBe('')
})
