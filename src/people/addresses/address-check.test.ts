import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CheckoutRequirements, checkCheckoutFields } from '../../shop/checkout/form-check.ts'
import { checkoutFields } from './address.ts'
import { addressProblems, checkoutProblemText } from './address-check.ts'
import { addressRules } from './country-rules.ts'

const billing = {
  billing_first_name: 'Ada',
  billing_last_name: 'Leaf',
  billing_company: '',
  billing_country: 'CA',
  billing_address_1: '1 Kettle Lane',
  billing_address_2: '',
  billing_city: 'Toronto',
  billing_state: 'ON',
  billing_postcode: 'M5V 2T6',
  billing_phone: '4165550100',
  billing_email: 'ada@shop.test',
  order_comments: 'Leave at the door',
}
const emptyShipping = {
  shipping_first_name: '',
  shipping_last_name: '',
  shipping_country: 'CA',
  shipping_address_1: '',
  shipping_city: '',
  shipping_state: '',
  shipping_postcode: '',
}
const defaults: CheckoutRequirements = {
  shipToDifferent: false,
  needsShipping: true,
  termsRequired: false,
  rulesOf: addressRules,
}

function messages(input: Record<string, unknown>, demands: Partial<CheckoutRequirements> = {}) {
  return checkCheckoutFields(input, { ...defaults, ...demands }).map(checkoutProblemText)
}

describe('the recorded error messages', () => {
  test('a complete form is valid', () => {
    expect(messages(billing)).toEqual([])
  })

  test('[CHK-08] [CHK-09] [all billing fields empty]', () => {
    const empty = Object.fromEntries(Object.keys(billing).map((key) => [key, key === 'billing_country' ? 'CA' : '']))
    const problems = checkCheckoutFields(empty, defaults)
    expect(problems.map(checkoutProblemText)).toEqual([
      'Billing First name is a required field.',
      'Billing Last name is a required field.',
      'Billing Street address is a required field.',
      'Billing Town / City is a required field.',
      'Billing Province is a required field.',
      'Billing Postal code is a required field.',
      'Billing Phone is a required field.',
      'Billing Email address is a required field.',
    ])
    expect(problems[0]).toEqual({
      kind: 'required',
      field: 'billing_first_name',
      label: 'Billing First name',
      fieldLabel: 'First name',
      text: 'is a required field.',
    })
  })

  test('[ADDR-05] [bad email and bad phone]', () => {
    expect(messages({ ...billing, billing_phone: 'abc', billing_email: 'not-an-email' })).toEqual([
      'Billing Phone is not a valid phone number.',
      'Billing Email address is not a valid email address.',
    ])
  })

  test('[ADDR-05] [bad postal code for CA]', () => {
    expect(messages({ ...billing, billing_postcode: '12345' })).toEqual([
      'Billing Postal code is not a valid postcode / ZIP.',
    ])
  })

  test('[ADDR-05] [bad province]', () => {
    expect(messages({ ...billing, billing_state: 'ZZ' })).toEqual([
      'Billing Province is not valid. Please enter one of the following: Alberta, British Columbia, Manitoba, New Brunswick, Newfoundland and Labrador, Northwest Territories, Nova Scotia, Nunavut, Ontario, Prince Edward Island, Quebec, Saskatchewan, Yukon Territory',
    ])
  })

  test('[CHK-05] [country with no shipping] an address in another country is valid', () => {
    expect(messages({ ...billing, billing_country: 'US', billing_state: 'NY', billing_postcode: '10001' })).toEqual([])
  })

  test('[CHK-08] [CHK-09] [ship to different address, empty shipping fields] phone is asked for billing only', () => {
    expect(messages({ ...billing, ...emptyShipping }, { shipToDifferent: true })).toEqual([
      'Shipping First name is a required field.',
      'Shipping Last name is a required field.',
      'Shipping Street address is a required field.',
      'Shipping Town / City is a required field.',
      'Shipping Province is a required field.',
      'Shipping Postal code is a required field.',
    ])
  })
})

describe('a valid address', () => {
  const problemsOf = (changes: Record<string, unknown>, leaveOut: readonly ('email' | 'phone')[] = []) =>
    addressProblems({ ...billing, ...changes }, 'billing', { rulesOf: addressRules, skip: leaveOut }).map(
      checkoutProblemText,
    )
  const fields = checkoutFields('billing', addressRules('CA'))
  const required = fields.filter((field) => field.required)

  test('[ADDR-02 required fields present] has every required field, and needs no other', () => {
    expect(required).toHaveLength(9)
    expect(problemsOf({})).toEqual([])
    for (const field of fields) {
      for (const missing of ['', '  ', undefined, null]) {
        const told = problemsOf({ [field.key]: missing })
        if (field.key === 'billing_country') expect(told[0]).toBe('Billing Country / Region is a required field.')
        else expect(told).toEqual(field.required ? [`Billing ${field.label} is a required field.`] : [])
      }
    }
  })

  test.each([
    ['billing_country', 'CAN'],
    ['billing_country', '12'],
    ['billing_state', 'NY'],
    ['billing_postcode', '90210'],
    ['billing_phone', 'call me'],
    ['billing_email', 'ada@'],
    ['billing_city', ['Toronto']],
    ['billing_first_name', 'x'.repeat(101)],
    ['billing_last_name', 'Le\u0000af'],
  ])('[ADDR-02 required fields valid] is none with %s %j', (key, value) => {
    const told = addressProblems({ ...billing, [key]: value }, 'billing', { rulesOf: addressRules })
    expect(told.map((problem) => problem.field)).toContain(key)
    // Checkout validation uses the same rule.
    expect(checkCheckoutFields({ ...billing, [key]: value }, defaults)).toEqual(told)
  })

  test('[ADDR-02 email and phone left out] email and phone are optional if skipped, other fields are not', () => {
    const without = { billing_email: '', billing_phone: 'none' }
    expect(problemsOf(without)).toHaveLength(2)
    expect(problemsOf(without, ['email', 'phone'])).toEqual([])
    expect(problemsOf(without, ['phone'])).toEqual(['Billing Email address is a required field.'])
    expect(problemsOf({ ...without, billing_city: '' }, ['email', 'phone'])).toEqual([
      'Billing Town / City is a required field.',
    ])
  })
})

test('[CHK-02] shipping fields count only when they are asked for and something is sent', () => {
  expect(messages({ ...billing, ...emptyShipping })).toEqual([])
  expect(messages({ ...billing, ...emptyShipping }, { shipToDifferent: true, needsShipping: false })).toEqual([])
})

test('[CHK-07] the terms must be accepted when they are asked for', () => {
  const demands = { termsRequired: true }
  const sentence = 'Please read and accept the terms and conditions to proceed with your order.'
  expect(messages(billing, demands)).toEqual([sentence])
  expect(messages({ ...billing, terms: '' }, demands)).toEqual([sentence])
  expect(messages({ ...billing, terms: 'on' }, demands)).toEqual([])
  expect(messages(billing)).toEqual([])
})

test('[CHK-08] spaces alone do not fill a field', () => {
  expect(messages({ ...billing, billing_city: ' \t ' })).toEqual(['Billing Town / City is a required field.'])
})

test('[ADDR-01 country] a missing country, or one that is not 2 letters, is reported', () => {
  expect(messages({ ...billing, billing_country: '' })).toEqual(['Billing Country / Region is a required field.'])
  expect(messages({ ...billing, billing_country: 'CAN', billing_postcode: '1' })).toEqual([
    'Billing Country / Region is not a valid country code.',
  ])
})

test('[ADDR-03] a province by its name is accepted', () => {
  expect(messages({ ...billing, billing_state: 'Ontario' })).toEqual([])
})

describe('input that no form sends', () => {
  test('a text too long says how long it may be', () => {
    expect(messages({ ...billing, billing_city: 'x'.repeat(101) })).toEqual([
      'Billing Town / City is too long: it can have 100 characters at most.',
    ])
    expect(messages({ ...billing, billing_company: 'x'.repeat(1_000_000) })).toEqual([
      'Billing Company name is too long: it can have 200 characters at most.',
    ])
    expect(messages({ ...billing, order_comments: 'x'.repeat(2001) })).toEqual([
      'Your note is too long: it can have 2000 characters at most.',
    ])
  })

  test('lists, objects and numbers are rejected', () => {
    for (const value of [['Toronto'], { length: 5 }, 5, true, () => 'Toronto']) {
      expect(messages({ ...billing, billing_city: value })).toEqual(['Billing Town / City is not valid.'])
    }
  })

  test('null bytes, lone surrogates and direction marks are rejected', () => {
    for (const value of ['Tor\0onto', 'Toronto\uD800', 'Toronto\u202E']) {
      expect(messages({ ...billing, billing_city: value })).toEqual([
        'Billing Town / City contains characters that cannot be used.',
      ])
    }
    expect(messages({ ...billing, order_comments: 'Leave at\nthe door' })).toEqual([])
    expect(messages({ ...billing, order_comments: 'Leave\0' })).toEqual([
      'Your note contains characters that cannot be used.',
    ])
  })

  test('names of people and places in any script pass', () => {
    expect(messages({ ...billing, billing_first_name: 'Zoë 李', billing_city: 'Trois-Rivières' })).toEqual([])
  })

  test('inherited keys are ignored', () => {
    const input = Object.create(billing) as Record<string, unknown>
    expect(messages(input)).toContain('Billing First name is a required field.')
    expect(messages({ ...billing, billing_country: '__proto__' })).toEqual([
      'Billing Country / Region is not a valid country code.',
    ])
  })

  test('nothing throws, and every problem names a posted field and reads as a sentence', () => {
    const anything = fc.oneof(
      fc.anything(),
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constant('x'.repeat(20_000)),
    )
    const keys = [...Object.keys(billing), ...Object.keys(emptyShipping), 'terms']
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys), anything), fc.boolean(), (input, shipToDifferent) => {
        const problems = checkCheckoutFields(input, {
          shipToDifferent,
          needsShipping: true,
          termsRequired: true,
          rulesOf: addressRules,
        })
        for (const problem of problems) {
          expect(keys).toContain(problem.field)
          expect(checkoutProblemText(problem).length).toBeLessThan(300)
        }
      }),
    )
  })
})
