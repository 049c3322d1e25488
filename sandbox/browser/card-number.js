// Card validation without network, used by the card field and by the sandbox server.

/** @param {string} text */
export function digitsOf(text) {
  return text.replace(/\D/g, '')
}

/** @param {string} number digits; the first few are sufficient */
export function brandOf(number) {
  if (/^4506/.test(number)) return 'interac'
  if (/^4/.test(number)) return 'visa'
  if (/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(number)) return 'mastercard'
  if (/^3[47]/.test(number)) return 'amex'
  if (/^(6011|64[4-9]|65)/.test(number)) return 'discover'
  if (/^35/.test(number)) return 'jcb'
  if (/^(30[0-5]|36|38|39)/.test(number)) return 'diners'
  return /^62/.test(number) ? 'unionpay' : 'unknown'
}

/** @param {string} number digits */
export function passesLuhn(number) {
  let sum = 0
  for (const [at, digit] of [...number].reverse().entries()) {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** How many digits a complete number of this brand has. @param {string} brand */
export function numberLength(brand) {
  return brand === 'amex' ? 15 : brand === 'diners' ? 14 : 16
}

/** How many digits a complete security code has. @param {string} brand */
export function cvcLength(brand) {
  return brand === 'amex' ? 4 : 3
}

/** Digits in the groups printed on the card. @param {string} digits */
export function formatNumber(digits) {
  const brand = brandOf(digits)
  const groups = brand === 'amex' || brand === 'diners' ? [4, 6, 5] : [4, 4, 4, 4]
  const parts = []
  let rest = digits.slice(0, numberLength(brand))
  for (const size of groups) {
    if (rest === '') break
    parts.push(rest.slice(0, size))
    rest = rest.slice(size)
  }
  return parts.join(' ')
}

/**
 * Formats what was typed, pasted or filled in (`4`, `0428`, `04/2028`) as `MM / YY`.
 * @param {string} text
 * @param {boolean} deleting without it the separator would reappear immediately
 */
export function formatExpiry(text, deleting) {
  const [first = '', ...later] = text.split('/')
  const separated = later.length > 0
  let digits = digitsOf(text)
  if (/^[2-9]$/.test(digits) || (separated && digitsOf(first).length === 1)) digits = `0${digits}`
  const month = digits.slice(0, 2)
  const typedYear = digits.slice(2)
  const year = typedYear.length >= 4 ? typedYear.slice(2, 4) : typedYear.slice(0, typedYear.startsWith('20') ? 4 : 2)
  if (year !== '') return `${month} / ${year}`
  return month.length === 2 && !deleting ? `${month} / ` : month
}

/** @typedef {{ state: 'empty' | 'incomplete' | 'invalid' | 'complete', code?: string }} Check */

/** @param {string} text @returns {Check} */
export function checkNumber(text) {
  const digits = digitsOf(text)
  if (digits === '') return { state: 'empty', code: 'incomplete_number' }
  if (digits.length < numberLength(brandOf(digits))) return { state: 'incomplete', code: 'incomplete_number' }
  return passesLuhn(digits) ? { state: 'complete' } : { state: 'invalid', code: 'invalid_number' }
}

/** @param {string} text @param {Date} now @returns {Check & { month: number, year: number }} */
export function checkExpiry(text, now) {
  const digits = digitsOf(text)
  const month = Number(digits.slice(0, 2))
  const year = 2000 + Number(digits.slice(-2))
  const date = { month, year }
  if (digits === '') return { ...date, state: 'empty', code: 'incomplete_expiry' }
  if (digits.length >= 2 && (month < 1 || month > 12)) {
    return { ...date, state: 'invalid', code: 'invalid_expiry_month' }
  }
  if (digits.length !== 4) return { ...date, state: 'incomplete', code: 'incomplete_expiry' }
  const thisYear = now.getFullYear()
  if (year < thisYear) return { ...date, state: 'invalid', code: 'invalid_expiry_year_past' }
  if (year > thisYear + 50) return { ...date, state: 'invalid', code: 'invalid_expiry_year' }
  if (year === thisYear && month < now.getMonth() + 1) {
    return { ...date, state: 'invalid', code: 'invalid_expiry_month_past' }
  }
  return { ...date, state: 'complete' }
}

/** @param {string} text @param {string} brand @returns {Check} */
export function checkCvc(text, brand) {
  const digits = digitsOf(text)
  if (digits === '') return { state: 'empty', code: 'incomplete_cvc' }
  return digits.length < cvcLength(brand) ? { state: 'incomplete', code: 'incomplete_cvc' } : { state: 'complete' }
}
