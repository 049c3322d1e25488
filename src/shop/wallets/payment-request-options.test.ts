import { expect, test } from 'vitest'
import {
  completeStatus,
  fixedPart,
  paidDetails,
  requestOptions,
  shownOptions,
  updateDetails,
  walletAddress,
} from './payment-request-options.ts'
import type { SheetUpdate, WalletErrorReason, WalletSheet } from './wallet-client.ts'

const sheet: WalletSheet = {
  cart: {
    total: '42.18',
    totalCents: 4218,
    displayItems: [{ label: 'Sencha', amount: 4218, pending: false }, { label: 'no amount' }, null],
    shippingOptions: [{ id: '0:flat_rate:1', label: 'Post', detail: '', amount: 900 }],
  },
  currency: 'CAD',
  needsShipping: true,
  requestedDetails: { name: true, email: true, phone: false },
}
const place = { disabled: ['googlePay', 'browserCard'], country: 'CA' } as const

test('a request is in cents, and its total is pending', () => {
  expect(requestOptions(sheet, place)).toEqual({
    country: 'CA',
    currency: 'cad',
    total: { label: 'Total', amount: 4218, pending: true },
    requestPayerName: true,
    requestPayerEmail: true,
    requestPayerPhone: false,
    requestShipping: true,
    disableWallets: ['googlePay', 'browserCard', 'link'],
  })
})

test('when it is shown the total is final, but for what is shipped, which waits for an address', () => {
  const items = [{ label: 'Sencha', amount: 4218, pending: false }]
  expect(shownOptions(sheet)).toEqual({
    currency: 'cad',
    displayItems: items,
    shippingOptions: [],
    total: { label: 'Total', amount: 4218, pending: true },
  })
  expect(shownOptions({ ...sheet, needsShipping: false }).total).toEqual({
    label: 'Total',
    amount: 4218,
    pending: false,
  })
})

test('other goods or questions need a new request, another amount does not', () => {
  expect(fixedPart({ ...sheet, cart: { ...sheet.cart, totalCents: 1 } })).toBe(fixedPart(sheet))
  expect(fixedPart({ ...sheet, needsShipping: false })).not.toBe(fixedPart(sheet))
  expect(fixedPart({ ...sheet, requestedDetails: { ...sheet.requestedDetails, phone: true } })).not.toBe(
    fixedPart(sheet),
  )
})

const newData = {
  total: { label: 'Total', amount: 5118, pending: false },
  displayItems: [{ label: 'Shipping', amount: 900, pending: false }],
  shippingOptions: sheet.cart.shippingOptions,
}

test('an answer to a new address is final and has the shop’s options', () => {
  expect(updateDetails({ ok: true, data: { newData, address: {} }, totalCents: 5118 }, 'address')).toEqual({
    status: 'success',
    ...newData,
  })
})

test.each<[WalletErrorReason, string, string, string]>([
  ['SHIPPING_ADDRESS_INVALID', 'invalid_shipping_address', 'fail', 'invalid_shipping_address'],
  ['SHIPPING_ADDRESS_UNSERVICEABLE', 'invalid_shipping_address', 'fail', 'invalid_shipping_address'],
  ['SHIPPING_OPTION_INVALID', 'fail', 'fail', 'fail'],
  ['OFFER_INVALID', 'fail', 'fail', 'fail'],
  ['PAYMENT_DATA_INVALID', 'fail', 'fail', 'fail'],
  ['OTHER_ERROR', 'fail', 'fail', 'fail'],
])('%s is told in the words of the request', (reason, ofAddress, ofOption, ofPayment) => {
  const refused: SheetUpdate = { ok: false, reason, message: 'No.' }
  expect(updateDetails(refused, 'address')).toEqual({ status: ofAddress })
  expect(updateDetails(refused, 'option')).toEqual({ status: ofOption })
  expect(completeStatus({ ok: false, reason, message: 'No.' })).toBe(ofPayment)
})

test('an address before the payment has no street, and no empty fields', () => {
  const shown = { country: 'ca', region: 'Ontario', city: 'Toronto', postalCode: 'M5H', addressLine: [], recipient: '' }
  expect(walletAddress(shown)).toEqual({ country: 'CA', state: 'Ontario', city: 'Toronto', postcode: 'M5H' })
})

test('a payment has the method, the payer, both addresses and what was shown', () => {
  const token = {
    id: 'tok_1',
    card: {
      name: 'Ada Tremblay',
      address_line1: '12 Queen Street West',
      address_line2: null,
      address_city: 'Toronto',
      address_country: 'CA',
      address_state: 'ON',
      address_zip: 'M5H 2N2',
    },
  }
  const shippingAddress = {
    country: 'CA',
    region: 'QC',
    city: 'Montréal',
    postalCode: 'H2Y 1H2',
    recipient: 'Jean Luc Tremblay',
    addressLine: ['350 rue Saint-Paul Est', 'Unit 4', ''],
    phone: '+1 514 555 0188',
  }
  const event = { token, shippingAddress, payerName: 'Ada Tremblay', payerEmail: 'ada@shop.test' }
  const shippingOption = { id: '0:flat_rate:1', label: 'Post', detail: '', amount: 900 }
  const paid = { ...event, shippingOption } as unknown as Parameters<typeof paidDetails>[0]
  expect(paidDetails(paid)).toEqual({
    payer: { name: 'Ada Tremblay', email: 'ada@shop.test', phone: '+1 514 555 0188' },
    billing: {
      country: 'CA',
      state: 'ON',
      city: 'Toronto',
      postcode: 'M5H 2N2',
      address_1: '12 Queen Street West',
      first_name: 'Ada',
      last_name: 'Tremblay',
    },
    shipping: {
      country: 'CA',
      state: 'QC',
      city: 'Montréal',
      postcode: 'H2Y 1H2',
      address_1: '350 rue Saint-Paul Est',
      address_2: 'Unit 4',
      first_name: 'Jean Luc',
      last_name: 'Tremblay',
      phone: '+1 514 555 0188',
    },
    shippingOptionId: '0:flat_rate:1',
  })
})
