import { expect, test } from 'vitest'
import { contentSecurityPolicy } from '../../../platform/web/security.ts'
import type { WalletErrorReason, WalletSheet } from '../wallet-client.ts'
import {
  authorizationResult,
  buttonOptions,
  chosenOption,
  clientOptions,
  outcomeOf,
  paymentDataRequest,
  paymentDetails,
  readinessRequest,
  requestUpdate,
  tokenOf,
  walletAddress,
} from './google-pay-request.ts'
import { googlePayOrigins, googlePayScriptUrl } from './google-pay-script.ts'

const shop = {
  provider: { scriptUrl: 'https://js.stripe.com/v3/', publishableKey: 'pk_test_1' },
  settings: {
    environment: 'TEST',
    merchant_id: '',
    merchant_name: 'Samovar',
    processing_country: 'CA',
    button_color: 'black',
    button_style: 'buy',
    button_size_mode: 'fill',
    button_shape: 'rect',
    button_locale: 'en',
    button_radius: '4',
    total_price_label: 'Total',
  },
}
const sheet: WalletSheet = {
  cart: {
    total: '12.50',
    totalCents: 1250,
    displayItems: [{ label: 'Sencha', type: 'SUBTOTAL', price: '12.50' }],
    shippingOptions: [{ id: 'default', label: 'Waiting…', description: '' }],
  },
  currency: 'CAD',
  needsShipping: true,
  requestedDetails: { name: true, email: true, phone: false },
}
const networks = ['AMEX', 'DISCOVER', 'INTERAC', 'JCB', 'MASTERCARD', 'VISA']

test('[WAL-01 request] [PAY-22 networks] [PAY-22 auth method] [PAY-22 price status] of what is shipped', () => {
  expect(paymentDataRequest(sheet, shop)).toEqual({
    apiVersion: 2,
    apiVersionMinor: 0,
    allowedPaymentMethods: [
      {
        type: 'CARD',
        parameters: {
          allowedAuthMethods: ['PAN_ONLY'],
          allowedCardNetworks: networks,
          billingAddressRequired: true,
          billingAddressParameters: { format: 'FULL', phoneNumberRequired: false },
        },
        tokenizationSpecification: {
          type: 'PAYMENT_GATEWAY',
          parameters: { gateway: 'stripe', 'stripe:version': '2022-08-01', 'stripe:publishableKey': 'pk_test_1' },
        },
      },
    ],
    transactionInfo: {
      currencyCode: 'CAD',
      countryCode: 'CA',
      totalPriceStatus: 'ESTIMATED',
      totalPrice: '12.50',
      totalPriceLabel: 'Total',
      displayItems: sheet.cart.displayItems,
    },
    merchantInfo: { merchantName: 'Samovar', softwareInfo: { id: 'samovar' } },
    emailRequired: true,
    callbackIntents: ['SHIPPING_ADDRESS', 'SHIPPING_OPTION', 'PAYMENT_AUTHORIZATION'],
    existingPaymentMethodRequired: true,
    forceRedirect: false,
    shippingAddressRequired: true,
    shippingAddressParameters: { phoneNumberRequired: false },
    shippingOptionRequired: true,
    shippingOptionParameters: { shippingOptions: sheet.cart.shippingOptions, defaultSelectedOptionId: 'default' },
  })
})

test('[WAL-01 request] what is not shipped asks for no address, and a page that has everything for nothing', () => {
  const requestedDetails = { name: false, email: false, phone: false }
  const request = paymentDataRequest({ ...sheet, needsShipping: false, requestedDetails }, shop)
  expect(request.callbackIntents).toEqual(['PAYMENT_AUTHORIZATION'])
  expect(request).not.toHaveProperty('shippingAddressRequired')
  expect(request.emailRequired).toBe(false)
  expect(request.allowedPaymentMethods[0]?.parameters).not.toHaveProperty('billingAddressRequired')
})

test('[WAL-01 merchant configuration] environment, merchant, methods, and the button with its click handler', () => {
  const callbacks = {} as google.payments.api.PaymentDataCallbacks
  expect(clientOptions(shop, callbacks)).toEqual({
    environment: 'TEST',
    merchantInfo: { merchantName: 'Samovar', softwareInfo: { id: 'samovar' } },
    paymentDataCallbacks: callbacks,
  })
  const live = { ...shop, settings: { ...shop.settings, environment: 'PRODUCTION', merchant_id: 'BCR2DN' } }
  expect(clientOptions(live, callbacks)).toMatchObject({
    environment: 'PRODUCTION',
    merchantInfo: { merchantId: 'BCR2DN', merchantName: 'Samovar', softwareInfo: { id: 'samovar' } },
  })
  const onClick = () => {}
  expect(buttonOptions(shop, onClick)).toEqual({
    onClick,
    buttonColor: 'black',
    buttonType: 'buy',
    buttonSizeMode: 'fill',
    buttonLocale: 'en',
    buttonRadius: 4,
    allowedPaymentMethods: readinessRequest().allowedPaymentMethods,
  })
  expect(buttonOptions({ ...shop, settings: { button_locale: null } }, onClick)).not.toHaveProperty('buttonLocale')
})

test('[WAL-01 request] of readiness', () => {
  expect(readinessRequest()).toEqual({
    apiVersion: 2,
    apiVersionMinor: 0,
    existingPaymentMethodRequired: true,
    allowedPaymentMethods: [
      { type: 'CARD', parameters: { allowedAuthMethods: ['PAN_ONLY'], allowedCardNetworks: networks } },
    ],
  })
})

test('[XW-18 authorization callback] a token that is taken is a SUCCESS', () => {
  expect(authorizationResult({ ok: true })).toEqual({ transactionState: 'SUCCESS' })
})

test('[XW-12 reasons] a refusal keeps its reason and text', () => {
  const reasons: WalletErrorReason[] = ['OTHER_ERROR', 'SHIPPING_ADDRESS_INVALID', 'SHIPPING_ADDRESS_UNSERVICEABLE']
  for (const reason of [...reasons, 'SHIPPING_OPTION_INVALID', 'OFFER_INVALID', 'PAYMENT_DATA_INVALID'] as const) {
    const refusal = { ok: false, reason, message: 'No.' } as const
    expect(authorizationResult(refusal)).toEqual({
      transactionState: 'ERROR',
      error: { reason, message: 'No.', intent: 'PAYMENT_AUTHORIZATION' },
    })
    expect(requestUpdate(refusal, 'SHIPPING_OPTION')).toEqual({
      error: { reason, message: 'No.', intent: 'SHIPPING_OPTION' },
    })
  }
})

test('[XW-12 status codes] errors are told by their code; every other one is a cancelled sheet', () => {
  for (const statusCode of ['DEVELOPER_ERROR', 'MERCHANT_ACCOUNT_ERROR', 'INTERNAL_ERROR', 'UNSUPPORTED_API_VERSION'])
    expect(outcomeOf({ statusCode, statusMessage: 'Why.' })).toEqual({ kind: 'error', statusCode, message: 'Why.' })
  for (const other of [{ statusCode: 'CANCELED' }, { statusCode: 'BUYER_CANCEL' }, { statusCode: 7 }, {}, null, 'no'])
    expect(outcomeOf(other)).toEqual({ kind: 'canceled' })
})

test('an update is Google’s part of the shop’s answer', () => {
  const paymentRequestUpdate = { newTransactionInfo: { totalPrice: '14.13' } }
  const update = { ok: true, data: { paymentRequestUpdate, address: {} }, totalCents: 1413 } as const
  expect(requestUpdate(update, 'SHIPPING_ADDRESS')).toEqual(paymentRequestUpdate)
  expect(requestUpdate({ ok: true, data: {}, totalCents: 0 }, 'SHIPPING_ADDRESS')).toEqual({})
})

test('an address before the authorization has neither name nor street', () => {
  const place = { countryCode: 'ca', administrativeArea: 'ON', locality: 'Toronto', postalCode: 'M5H' }
  expect(walletAddress(place)).toEqual({ country: 'CA', state: 'ON', city: 'Toronto', postcode: 'M5H' })
})

test('an option that only waits for an address is none', () => {
  expect(chosenOption({ id: '0:flat_rate:1' })).toBe('0:flat_rate:1')
  for (const id of ['default', 'shipping_option_unselected']) expect(chosenOption({ id })).toBeNull()
  expect(chosenOption(undefined)).toBeNull()
})

const address = {
  name: 'Ada van Martin',
  address1: '12 Queen Street West',
  address2: 'Unit 4',
  address3: '',
  locality: 'Toronto',
  administrativeArea: 'ON',
  countryCode: 'CA',
  postalCode: 'M5H 2N2',
  phoneNumber: '+1 416-555-0134',
}
const paid = (token: string, more: object = {}) =>
  ({
    apiVersion: 2,
    apiVersionMinor: 0,
    email: 'ada@example.test',
    ...more,
    paymentMethodData: {
      type: 'CARD',
      info: { cardNetwork: 'VISA', cardDetails: '4242', billingAddress: address },
      tokenizationData: { type: 'PAYMENT_GATEWAY', token },
    },
  }) as google.payments.api.PaymentData

test('an authorized payment has its payer, both addresses and the rate; a single name is the last name, which the checkout requires', () => {
  const billing = {
    country: 'CA',
    state: 'ON',
    city: 'Toronto',
    postcode: 'M5H 2N2',
    address_1: '12 Queen Street West',
    address_2: 'Unit 4',
    first_name: 'Ada van',
    last_name: 'Martin',
    phone: '+1 416-555-0134',
  }
  const shippingAddress = { ...address, name: 'Jean' }
  const more = { shippingAddress, shippingOptionData: { id: '0:flat_rate:1' } }
  expect(paymentDetails(paid('{}', more))).toEqual({
    payer: { name: 'Ada van Martin', email: 'ada@example.test', phone: '+1 416-555-0134' },
    billing,
    shipping: {
      ...Object.fromEntries(Object.entries(billing).filter(([name]) => name !== 'first_name')),
      last_name: 'Jean',
    },
    shippingOptionId: '0:flat_rate:1',
  })
})

test('the provider’s token is read from Google’s data', () => {
  expect(tokenOf(paid('{"id":"tok_1","object":"token"}'))).toBe('tok_1')
  for (const broken of ['', 'tok_1', 'null', '{"id":7}']) expect(tokenOf(paid(broken))).toBeNull()
})

test('Google’s script needs its own origins; its replacement only those of the provider', () => {
  expect(googlePayScriptUrl('https://js.stripe.com/v3/')).toBe('https://pay.google.com/gp/p/js/pay.js')
  expect(googlePayScriptUrl('http://127.0.0.1:3001/v3/')).toBe('http://127.0.0.1:3001/gp/p/js/pay.js')
  expect(googlePayOrigins('http://127.0.0.1:3001/v3/')).toBeNull()
  const policy = contentSecurityPolicy({ inlineScripts: [], ...googlePayOrigins('https://js.stripe.com/v3/') })
  for (const directive of [
    "script-src 'self' 'inline-speculation-rules' https://pay.google.com",
    "frame-src 'self' https://pay.google.com",
    "connect-src 'self' https://pay.google.com https://google.com/pay https://www.google.com/pay",
    "img-src 'self' data: https://www.gstatic.com",
    "style-src 'self' 'unsafe-inline'",
  ])
    expect(policy.split('; ')).toContain(directive)
  expect(contentSecurityPolicy({ inlineScripts: [] })).not.toContain("style-src 'self' 'unsafe-inline'")
})
