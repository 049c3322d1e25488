import { expect, test } from 'vitest'
import { continents, localeOf } from './continents.ts'
import { countryCodes } from './countries.ts'

test('every country is on one continent', () => {
  expect(continents.flatMap(({ countries }) => countries).toSorted()).toEqual(countryCodes.toSorted())
})

test('prices are written as in the country', () => {
  expect(localeOf('CA')).toMatchObject({ currency_code: 'CAD', currency_pos: 'left', decimal_sep: '.' })
  expect(localeOf('FR')).toMatchObject({ currency_pos: 'right_space', decimal_sep: ',', thousand_sep: ' ' })
  expect(localeOf('JP')).toMatchObject({ currency_code: 'JPY', num_decimals: 0 })
  expect(localeOf('US')).toMatchObject({ weight_unit: 'lbs', dimension_unit: 'in' })
  const without = countryCodes.filter((code) => localeOf(code) === null)
  expect(without.toSorted()).toEqual(['AQ', 'BV', 'GS', 'HM', 'TF'])
})
