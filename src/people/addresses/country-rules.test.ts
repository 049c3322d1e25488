import { describe, expect, test } from 'vitest'
import { checkCheckoutFields } from '../../shop/checkout/form-check.ts'
import { checkoutFields } from './address.ts'
import { checkoutProblemText } from './address-check.ts'
import { normalizePostcode, provinceOfPostcode } from './address-rules.ts'
import { countriesIn, countryCodes, countryName, includesCountry } from './countries.ts'
import { addressRules } from './country-rules.ts'

const locationFields = ['first_name', 'last_name', 'address_1', 'address_2', 'city', 'state', 'postcode']
/** Labels of the visible city, state and postcode fields in display order; a star marks a required field. */
const shown = (country: string) =>
  checkoutFields('billing', addressRules(country))
    .filter((field) => locationFields.slice(4).includes(field.name) && !field.hidden)
    .map((field) => `${field.label}${field.required ? '*' : ''}`)

describe('[CHK-05] fields by country', () => {
  test.each([
    ['CA', ['Town / City*', 'Province*', 'Postal code*'], 13],
    ['US', ['Town / City*', 'State*', 'ZIP Code*'], 54],
    ['GB', ['Town / City*', 'County', 'Postcode*'], null],
    ['FR', ['Postcode*', 'Town / City*'], null],
    ['DE', ['Postcode*', 'Town / City*'], null],
    ['JP', ['Postcode*', 'Prefecture*', 'Town / City*'], 47],
    ['AU', ['Suburb*', 'State*', 'Postcode*'], 8],
    ['IE', ['Town / City*', 'County*', 'Eircode*'], 26],
    ['HK', ['Town / District*', 'Region*'], 3],
    ['AE', ['Town / City*', 'Emirate*'], 7],
    // The fields of these countries are derived from their address formats.
    ['NL', ['Postcode / ZIP*', 'Town / City*'], null],
    ['BR', ['Town / City*', 'State / County*', 'Postcode / ZIP*'], 27],
    ['IT', ['Postcode / ZIP*', 'Town / City*', 'State / County*'], 107],
    ['BS', ['Town / City*', 'State / County'], null],
    ['JM', ['Town / City*', 'State / County'], null],
    ['SG', ['Postcode / ZIP*'], null],
  ])('[CHK-05] %s asks for %j', (country, fields, provinces) => {
    expect(shown(country)).toEqual(fields)
    expect(addressRules(country).provinces?.length ?? null).toBe(provinces)
  })

  test('[CHK-05] Japan begins with the family name and writes the street last', () => {
    const names = checkoutFields('billing', addressRules('JP')).map((field) => field.name)
    expect(names.filter((name) => locationFields.includes(name))).toEqual([
      ...['last_name', 'first_name', 'postcode', 'state', 'city', 'address_1', 'address_2'],
    ])
  })

  test('[CHK-05] every country requires a name and a street, and no required field is hidden', () => {
    for (const code of countryCodes) {
      const fields = checkoutFields('billing', addressRules(code))
      const required = fields.filter((field) => field.required).map((field) => field.name)
      expect(required, code).toEqual(expect.arrayContaining(['first_name', 'last_name', 'country', 'address_1']))
      expect(
        fields.filter((field) => field.hidden && field.required),
        code,
      ).toEqual([])
      const codes = addressRules(code).provinces?.map((province) => province.code) ?? []
      expect(new Set(codes).size, code).toBe(codes.length)
    }
  })

  test('[CHK-05] unknown countries have the most lenient rules', () => {
    for (const code of ['ZZ', 'constructor', '__proto__', '1', 'CANADA'])
      expect(addressRules(code).provinces, code).toBeNull()
  })
})

describe('[ADDR-05] postal codes', () => {
  test.each([
    ['US', '10001', '10001'],
    ['US', '100011234', '10001-1234'],
    ['GB', 'sw1a1aa', 'SW1A 1AA'],
    ['GB', 'm1 1ae', 'M1 1AE'],
    ['GB', 'EC1A1BB', 'EC1A 1BB'],
    ['FR', '75 001', '75001'],
    ['DE', '01067', '01067'],
    ['JP', '１００－０００１', '100-0001'],
    ['JP', '1000001', '100-0001'],
    ['AU', '0800', '0800'],
    ['IE', 'd02af30', 'D02 AF30'],
    ['IE', 'D6WXY00', 'D6W XY00'],
    ['NL', '1012 ab', '1012 AB'],
    ['SE', '111 22', '111 22'],
    ['CH', '8001', '8001'],
  ])('[ADDR-05] %s: %s is written %s', (country, typed, written) => {
    expect(normalizePostcode(typed, country)).toBe(written)
    expect(normalizePostcode(written, country)).toBe(written)
    expect(addressRules(country).isPostcode(typed)).toBe(true)
  })

  test.each([
    ['US', '1234'],
    ['GB', 'ABC'],
    ['FR', '99000'],
    ['DE', '00123'],
    ['JP', '123'],
    ['AU', '12345'],
    ['IE', 'B02 AF30'],
    ['NL', '12'],
    ['CH', 'ABCD'],
  ])('[ADDR-05] %s has no code %s', (country, typed) => {
    expect(addressRules(country).isPostcode(typed)).toBe(false)
  })

  test('[ADDR-05] the beginning of a Canadian code names its province', () => {
    const provinceByPostcode = {
      'K1A 0B1': 'ON',
      h2j2m2: 'QC',
      'V6B 1A1': 'BC',
      'X0A 0H0': 'NU',
      'X1A 2L9': 'NT',
      'Y1A 1A1': 'YT',
    }
    for (const [code, province] of Object.entries(provinceByPostcode))
      expect(provinceOfPostcode(code), code).toBe(province)
    for (const none of ['', 'K1A', '10001', 'D1A 0B1']) expect(provinceOfPostcode(none), none).toBeNull()
  })
})

describe('[CHK-05] real addresses', () => {
  const contact = { first_name: 'Ada', last_name: 'Leaf', phone: '+1 416 555 0100', email: 'ada@shop.test' }
  const problems = (location: Readonly<Record<string, string | undefined>>) =>
    checkCheckoutFields(
      Object.fromEntries(
        Object.entries({ ...contact, ...location }).map(([name, value]) => [`billing_${name}`, value]),
      ),
      { shipToDifferent: false, needsShipping: true, termsRequired: false, rulesOf: addressRules },
    ).map(checkoutProblemText)

  test.each([
    { country: 'HK', address_1: '1 Queen’s Road', city: 'Central', state: 'Hong Kong Island' },
    { country: 'AE', address_1: '1 Sheikh Zayed Road', city: 'Dubai', state: 'dubai' },
    { country: 'FR', address_1: '1 rue du Thé', city: 'Paris', postcode: '75001' },
    { country: 'GB', address_1: '1 Kettle Lane', city: 'London', postcode: 'SW1A 1AA' },
    { country: 'JP', address_1: '1-1', city: 'Chiyoda', state: 'Tokyo', postcode: '100-0001' },
    { country: 'JP', address_1: '1-1', city: 'Chiyoda', state: 'JP-13', postcode: '1000001' },
    { country: 'IE', address_1: '1 Main St', city: 'Cork', state: 'cork', postcode: 'T12 AC34' },
    { country: 'JM', address_1: '1 Hope Road', city: 'Kingston' },
    { country: 'SG', address_1: '1 Raffles Place', postcode: '048616' },
  ])('[CHK-05] $country: $address_1, $city', (location) => {
    expect(problems(location)).toEqual([])
  })

  test('[CHK-05] missing fields are reported by the country’s label', () => {
    expect(problems({ country: 'IE', address_1: '1 Main St', city: 'Cork', state: '', postcode: '' })).toEqual([
      'Billing County is a required field.',
      'Billing Eircode is a required field.',
    ])
    expect(problems({ country: 'US', address_1: '1', city: 'Reno', state: 'ON', postcode: 'M5V 2T6' })).toEqual([
      expect.stringMatching(/^Billing State is not valid\. .*Nevada/),
      'Billing ZIP Code is not a valid postcode / ZIP.',
    ])
  })
})

test('[PLAT-01] countries by name, and those of a setting', () => {
  expect(countriesIn(['US', 'CA'])).toEqual([
    { code: 'CA', name: 'Canada' },
    { code: 'US', name: 'United States' },
  ])
  expect(countriesIn('everywhere')).toHaveLength(countryCodes.length)
  expect(includesCountry('CA', ['CA'])).toBe(true)
  expect(includesCountry('US', ['CA'])).toBe(false)
  expect(includesCountry('ZZ', 'everywhere')).toBe(false)
  expect(countryName('<b>')).toBe('<b>')
})
