import { expect, test } from 'vitest'
import { checkoutFieldsOf } from './client/wallet-calls.client.ts'
import type { WalletPayment } from './wallet-client.ts'

const home = { country: 'CA', state: 'Ontario', postcode: 'm5v2t6', city: 'Toronto', address_1: '1 Kettle Lane' }
const payment: WalletPayment = {
  paymentMethodId: 'pm_1',
  payer: { name: 'Ada Mary Leaf', email: 'ada@shop.test', phone: '416 555 0100' },
  billing: null,
  shipping: { ...home, phone: '416 555 0199' },
  shippingOptionId: '0:flat_rate:1',
  shownTotalCents: 2508,
}

test('a payment becomes the fields of the checkout form, billed where it is shipped to', () => {
  const fields = checkoutFieldsOf('stripe_googlepay', payment)
  expect(fields).toMatchObject({
    billing_first_name: 'Ada Mary',
    billing_last_name: 'Leaf',
    billing_email: 'ada@shop.test',
    billing_address_1: '1 Kettle Lane',
    billing_state: 'Ontario',
    billing_phone: '416 555 0100',
    shipping_first_name: 'Ada Mary',
    shipping_last_name: 'Leaf',
    shipping_city: 'Toronto',
    'shipping_method[0]': 'flat_rate:1',
    payment_method: 'stripe_googlepay',
    stripe_googlepay_token_key: 'pm_1',
    expected_total_cents: '2508',
  })
})

test('each address has its own name, and the telephone may come with an address', () => {
  const billing = { ...home, city: 'Ottawa', first_name: 'Bea', last_name: 'Leaf', phone: '613 555 0100' }
  const fields = checkoutFieldsOf('stripe_applepay', {
    ...payment,
    billing,
    payer: { ...payment.payer, phone: '' },
  })
  expect(fields).toMatchObject({
    billing_first_name: 'Bea',
    billing_city: 'Ottawa',
    billing_phone: '613 555 0100',
    shipping_first_name: 'Ada Mary',
    shipping_city: 'Toronto',
  })
})

test('what is not shipped has neither shipping address nor option', () => {
  const fields = checkoutFieldsOf('stripe_googlepay', {
    ...payment,
    billing: home,
    shipping: null,
    shippingOptionId: null,
  })
  expect(Object.keys(fields).filter((name) => name.startsWith('shipping'))).toEqual([])
  expect(fields.billing_city).toBe('Toronto')
  expect(checkoutFieldsOf('stripe_googlepay', { ...payment, shippingOptionId: 'default' })['shipping_method[0]']).toBe(
    '',
  )
})
