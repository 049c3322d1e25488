import { expect, test } from 'vitest'
import { addressRules } from '../../people/addresses/country-rules.ts'
import type { WalletPayment } from '../wallets/wallet-client.ts'
import { completePayment, detailsForForm } from './wallet-details.ts'

const paid: WalletPayment = {
  paymentMethodId: 'pm_1',
  payer: { name: 'Ada Mary Leaf', email: 'ada@shop.test', phone: '416 555 0100' },
  billing: { country: 'ca', state: 'Québec', postcode: 'h2x1y4', city: 'Montréal', address_1: '1 rue du Thé' },
  shipping: null,
  shippingOptionId: null,
  shownTotalCents: 1250,
}
const empty = { billing_country: 'CA', billing_state: 'ON', billing_address_1: ' ', billing_email: '' }

test('[ADDR-03 matched against option texts] [ADDR-04] an empty form gets the whole address, with codes and a split name', () => {
  expect(detailsForForm(empty, paid, addressRules)).toEqual({
    billing_country: 'CA',
    billing_state: 'QC',
    billing_address_1: '1 rue du Thé',
    billing_city: 'Montréal',
    billing_postcode: 'H2X 1Y4',
    billing_first_name: 'Ada Mary',
    billing_last_name: 'Leaf',
    billing_email: 'ada@shop.test',
    billing_phone: '416 555 0100',
  })
  expect(Object.keys(detailsForForm(empty, paid, addressRules))[0]).toBe('billing_country')
})

test('what has been entered stays, and two addresses are never mixed', () => {
  const typed = { billing_address_1: '12 Cup Road', billing_first_name: 'Augusta', billing_phone: '' }
  expect(detailsForForm(typed, paid, addressRules)).toEqual({
    billing_last_name: 'Leaf',
    billing_email: 'ada@shop.test',
    billing_phone: '416 555 0100',
  })
})

test('a sheet that was asked nothing changes nothing', () => {
  const silent = { ...paid, payer: { name: '', email: '', phone: '' }, billing: null }
  expect(detailsForForm(empty, silent, addressRules)).toEqual({})
})

test('above the form, what it holds is not asked for again', () => {
  const typed = {
    billing_first_name: 'Augusta',
    billing_last_name: 'Cup',
    billing_email: 'a@shop.test',
    billing_phone: '1',
    billing_address_1: '12 Cup Road',
    billing_country: 'CA',
    billing_state: 'ON',
    billing_city: 'Guelph',
  }
  const silent = { ...paid, payer: { name: '', email: '', phone: '' }, billing: null }
  expect(completePayment(typed, silent)).toMatchObject({
    payer: { name: 'Augusta Cup', email: 'a@shop.test', phone: '1' },
    billing: { first_name: 'Augusta', address_1: '12 Cup Road', city: 'Guelph', state: 'ON' },
  })
  expect(completePayment(typed, paid)).toEqual(paid)
  expect(completePayment({}, silent).billing).toBeNull()
})
