import { expect, test } from 'vitest'
import { brandOf, checkCvc, checkExpiry, checkNumber, formatExpiry, formatNumber, passesLuhn } from './card-number.js'

test.each([
  ['4242424242424242', 'visa'],
  ['5555555555554444', 'mastercard'],
  ['2223003122003222', 'mastercard'],
  ['378282246310005', 'amex'],
  ['6011111111111117', 'discover'],
  ['3566002020360505', 'jcb'],
  ['30569309025904', 'diners'],
  ['6200000000000005', 'unionpay'],
  ['9', 'unknown'],
])('%s is %s', (number, brand) => {
  expect(brandOf(number)).toBe(brand)
})

test('a wrong digit and two exchanged digits do not pass', () => {
  expect(passesLuhn('4242424242424242')).toBe(true)
  expect(passesLuhn('4242424242424241')).toBe(false)
  expect(passesLuhn('2442424242424242')).toBe(false)
})

test.each([
  ['424242424', '4242 4242 4'],
  ['42424242424242429', '4242 4242 4242 4242'],
  ['378282246310005', '3782 822463 10005'],
  ['', ''],
])('the number %s is shown as "%s"', (digits, shown) => {
  expect(formatNumber(digits)).toBe(shown)
})

test.each([
  ['1', false, '1'],
  ['4', false, '04 / '],
  ['12', false, '12 / '],
  ['12', true, '12'],
  ['12 / 3', false, '12 / 3'],
  ['1230', false, '12 / 30'],
  ['12/2030', false, '12 / 30'],
  ['122030', false, '12 / 30'],
  ['4/30', false, '04 / 30'],
  ['', true, ''],
])('the expiry "%s" (deleting: %s) is shown as "%s"', (typed, deleting, shown) => {
  expect(formatExpiry(typed, deleting)).toBe(shown)
})

test.each([
  ['', 'empty', 'incomplete_number'],
  ['4242 42', 'incomplete', 'incomplete_number'],
  ['4242 4242 4242 4241', 'invalid', 'invalid_number'],
  ['4242 4242 4242 4242', 'complete', undefined],
  ['3782 822463 10005', 'complete', undefined],
])('the number "%s" is %s', (text, state, code) => {
  expect(checkNumber(text)).toEqual(code ? { state, code } : { state })
})

const today = new Date(2026, 2, 15)
test.each([
  ['', 'empty', 'incomplete_expiry'],
  ['03 / ', 'incomplete', 'incomplete_expiry'],
  ['13 / ', 'invalid', 'invalid_expiry_month'],
  ['00 / 30', 'invalid', 'invalid_expiry_month'],
  ['03 / 25', 'invalid', 'invalid_expiry_year_past'],
  ['02 / 26', 'invalid', 'invalid_expiry_month_past'],
  ['03 / 26', 'complete', undefined],
  ['12 / 99', 'invalid', 'invalid_expiry_year'],
])('in March 2026 the expiry "%s" is %s', (text, state, code) => {
  expect(checkExpiry(text, today)).toMatchObject(code ? { state, code } : { state })
})

test('an American Express code has four digits, any other three', () => {
  expect(checkCvc('123', 'visa').state).toBe('complete')
  expect(checkCvc('123', 'amex').state).toBe('incomplete')
  expect(checkCvc('', 'visa').state).toBe('empty')
})
