import { describe, expect, test } from 'vitest'
import { checkoutFields, labelInMessages } from './address.ts'
import { canadianProvinces } from './canadian-provinces.ts'
import { addressRules } from './country-rules.ts'

const billing = checkoutFields('billing', addressRules('CA'))
const shipping = checkoutFields('shipping', addressRules('CA'))

describe('[CHK-01] the checkout field sets', () => {
  test('[CHK-01] billing has every field, in order of priority, required as specified', () => {
    expect(billing.map((field) => [field.key, field.label, field.required, field.priority])).toEqual([
      ['billing_first_name', 'First name', true, 10],
      ['billing_last_name', 'Last name', true, 20],
      ['billing_company', 'Company name', false, 30],
      ['billing_country', 'Country / Region', true, 40],
      ['billing_address_1', 'Street address', true, 50],
      ['billing_address_2', 'Apartment, suite, unit, etc.', false, 60],
      ['billing_city', 'Town / City', true, 70],
      ['billing_state', 'Province', true, 80],
      ['billing_postcode', 'Postal code', true, 90],
      ['billing_phone', 'Phone', true, 100],
      ['billing_email', 'Email address', true, 110],
    ])
  })

  test('[CHK-01] shipping has the same fields without phone and email', () => {
    expect(shipping.map((field) => field.name)).toEqual(
      billing.map((field) => field.name).filter((name) => name !== 'phone' && name !== 'email'),
    )
    expect(shipping.map(({ label, required, priority }) => ({ label, required, priority }))).toEqual(
      billing.slice(0, 9).map(({ label, required, priority }) => ({ label, required, priority })),
    )
  })

  test('[CHK-01] postcode, phone, email and state carry their validation; all fields say how to fill them', () => {
    const rules = billing.filter((field) => field.validate.length > 0).map((field) => [field.name, ...field.validate])
    expect(rules).toEqual([
      ['state', 'state'],
      ['postcode', 'postcode'],
      ['phone', 'phone'],
      ['email', 'email'],
    ])
    expect(billing.map((field) => field.autocomplete)).toContain('section-billing billing postal-code')
    expect(shipping.map((field) => field.autocomplete)).toContain('section-shipping shipping given-name')
    expect(new Set(billing.map((field) => field.property)).size).toBe(11)
  })
})

test('[CHK-03] street placeholder, Canadian labels, provinces of the default country', () => {
  const named = (name: string) => billing.find((field) => field.name === name)
  expect(named('address_1')?.placeholder).toBe('House number and street name')
  expect(named('city')?.label).toBe('Town / City')
  expect(named('state')?.label).toBe('Province')
  expect(named('postcode')?.label).toBe('Postal code')
  expect(named('state')?.options).toBe(canadianProvinces)
  expect(checkoutFields('billing', addressRules(''))).toEqual(billing)
})

test('[CHK-04] a change of country updates the totals', () => {
  const updating = billing.filter((field) => field.rowClasses.includes('update_totals_on_change'))
  expect(updating.map((field) => field.name)).toEqual(['country'])
})

test('[CHK-05 required fields, labels] another country gets its own labels and requirements', () => {
  const elsewhere = checkoutFields('billing', addressRules('US'))
  const state = elsewhere.find((field) => field.name === 'state')
  expect(state).toMatchObject({ label: 'State', required: true })
  expect(state?.options).toContainEqual({ code: 'NY', name: 'New York' })
  expect(elsewhere.find((field) => field.name === 'postcode')?.label).toBe('ZIP Code')
  expect(addressRules('ca')).toBe(addressRules('CA'))
  expect(addressRules('constructor').provinces).toBeNull()
})

test('[CHK-09] labels in messages say which address they mean', () => {
  expect(labelInMessages('billing', 'First name')).toBe('Billing First name')
  expect(labelInMessages('shipping', 'Town / City')).toBe('Shipping Town / City')
})
