import { expect, test } from 'vitest'
import type { PageKind } from '../../gateways/page-kind.ts'
import { requestsDetail, sheetOf } from '../client/page-wallets.client.ts'
import { requestOptions } from '../payment-request-options.ts'
import { otherWallets, sheetWithPayer } from './adapter.client.ts'

const fields = [
  { isRequired: true, value: '' },
  { isRequired: true, value: '416 555 0100' },
  { isRequired: false, value: '' },
]
const data = {
  total: '12.50',
  total_cents: 1250,
  currency: 'CAD',
  needs_shipping: false,
  items: [],
  shipping_options: [],
  installments: { enabled: false },
}

test('[PAY-20 phone-maker wallet] Apple always asks for name and email, and for the telephone as others do', () => {
  const pages: PageKind[] = ['product', 'cart', 'checkout', 'order_pay']
  for (const page of pages)
    for (const field of fields) {
      const sheet = sheetOf(data, { page, needsShipping: false, field: () => field })
      const asked = { name: true, email: true, phone: requestsDetail(page, field) }
      expect(sheetWithPayer({ sheet: () => sheet })?.requestedDetails).toEqual(asked)
    }
  expect(sheetWithPayer({ sheet: () => null })).toBeNull()
})

test('its request leaves all other wallets alone', () => {
  const sheet = sheetOf(data, { page: 'product', needsShipping: false, field: () => ({ isRequired: true, value: '' }) })
  const { disableWallets } = requestOptions(sheet, { disabled: otherWallets, country: 'CA' })
  expect(disableWallets).toEqual(['googlePay', 'browserCard', 'link'])
})
