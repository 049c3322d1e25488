// The card field: number, expiry, security code and postal code, in a document of the provider's origin.
import {
  brandOf,
  checkCvc,
  checkExpiry,
  checkNumber,
  cvcLength,
  digitsOf,
  formatExpiry,
  formatNumber,
  numberLength,
} from './card-number.js'
import { callApi, talkToPage } from './provider-api.js'

/** @typedef {import('./card-number.js').Check} Check */

/** @param {string} id */
const input = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id))
const number = input('number')
const expiry = input('expiry')
const cvc = input('cvc')
const postal = input('postal')
const form = /** @type {HTMLFormElement} */ (document.getElementById('card'))
const brandMark = /** @type {HTMLElement} */ (document.getElementById('brand'))
const errorText = /** @type {HTMLElement} */ (document.getElementById('error'))

/** @type {Record<string, string>} */
const messages = {
  incomplete_number: 'Your card number is incomplete.',
  invalid_number: 'Your card number is invalid.',
  incomplete_expiry: "Your card's expiration date is incomplete.",
  invalid_expiry_month: "Your card's expiration month is invalid.",
  invalid_expiry_year: "Your card's expiration year is invalid.",
  invalid_expiry_year_past: "Your card's expiration year is in the past.",
  invalid_expiry_month_past: "Your card's expiration date is in the past.",
  incomplete_cvc: "Your card's security code is incomplete.",
  incomplete_zip: 'Your postal code is incomplete.',
}
/** @type {Record<string, string>} */
const brandNames = {
  visa: 'VISA',
  interac: 'INTER',
  mastercard: 'MC',
  amex: 'AMEX',
  discover: 'DISC',
  jcb: 'JCB',
  diners: 'DC',
  unionpay: 'UP',
}

const page = talkToPage(async (message) => {
  if (message.type === 'configure') configure(message.key, message.options)
  else if (message.type === 'focus') (fields().find((field) => check(field).state !== 'complete') ?? number).focus()
  else if (message.type === 'blur') /** @type {HTMLElement | null} */ (document.activeElement)?.blur()
  else if (message.type === 'clear') clear()
  else if (message.type === 'create-payment-method') {
    page.tell({ type: 'answer', ask: message.ask, answer: await createPaymentMethod(message.fields) })
  } else if (message.type === 'check') page.tell({ type: 'answer', ask: message.ask, answer: showMissing() ?? {} })
})

// Observed only after the shop's styles are applied, to avoid reporting intermediate heights.
const heights = new ResizeObserver(() =>
  page.tell({ type: 'height', height: Math.ceil(form.getBoundingClientRect().height) }),
)

let key = ''
/** Fields that the shopper has left: if one of them is unfinished, it is an error. @type {Set<HTMLInputElement>} */
const left = new Set()
/** The field that a submission named as missing: while it is empty, it is an error. @type {HTMLInputElement | null} */
let missing = null

/** @returns {HTMLInputElement[]} */
function fields() {
  return [number, expiry, cvc, postal].filter((field) => !field.hidden)
}

/** @param {HTMLInputElement} field @returns {Check} */
function check(field) {
  if (field === number) return checkNumber(number.value)
  if (field === expiry) return checkExpiry(expiry.value, new Date())
  if (field === cvc) return checkCvc(cvc.value, brandOf(digitsOf(number.value)))
  const length = postal.value.replaceAll(' ', '').length
  if (length === 0) return { state: 'empty', code: 'incomplete_zip' }
  return length < 3 ? { state: 'incomplete', code: 'incomplete_zip' } : { state: 'complete' }
}

/** Shows the validation state and reports it to the page. */
function report() {
  const brand = brandOf(digitsOf(number.value))
  brandMark.textContent = brandNames[brand] ?? ''
  brandMark.dataset.brand = brand
  cvc.maxLength = cvcLength(brand)
  const checks = fields().map((field) => ({ field, ...check(field) }))
  const wrong = checks.find(
    ({ field, state }) =>
      state === 'invalid' ||
      (field !== document.activeElement &&
        ((state === 'incomplete' && left.has(field)) || (state === 'empty' && field === missing))),
  )
  for (const { field, state } of checks) {
    const isWrong = field === wrong?.field || state === 'invalid'
    field.classList.toggle('invalid', isWrong)
    field.classList.toggle('complete', state === 'complete')
    field.classList.toggle('empty', state === 'empty')
    field.setAttribute('aria-invalid', String(isWrong))
  }
  const code = wrong?.code
  errorText.textContent = code ? (messages[code] ?? '') : ''
  page.tell({
    type: 'change',
    change: {
      elementType: 'card',
      empty: checks.every(({ state }) => state === 'empty'),
      complete: checks.every(({ state }) => state === 'complete'),
      brand,
      error: code ? { type: 'validation_error', code, message: messages[code] } : undefined,
      value: { postalCode: postal.value },
    },
  })
}

/** Inserts spaces into a number and keeps the caret after the same digit. @param {InputEvent} event */
function typeNumber(event) {
  const caret = number.selectionStart ?? number.value.length
  const digitsBefore = digitsOf(number.value.slice(0, caret)).length
  const shown = formatNumber(digitsOf(number.value))
  if (shown !== number.value) {
    number.value = shown
    let at = 0
    for (let seen = 0; at < shown.length && seen < digitsBefore; at += 1) if (/\d/.test(shown.charAt(at))) seen += 1
    number.setSelectionRange(at, at)
  }
  const digits = digitsOf(shown)
  const isFull = digits.length === numberLength(brandOf(digits))
  if (isFull && number.selectionStart === shown.length && checkNumber(shown).state === 'complete') moveOn(event, expiry)
}

/**
 * Moves the focus to the next field once one is full, if the shopper is typing: a browser that fills in the form must
 * not be disturbed.
 * @param {InputEvent} event @param {HTMLInputElement} to
 */
function moveOn(event, to) {
  if (event.inputType?.startsWith('insert') && document.activeElement === event.target && !to.hidden) to.focus()
}

/** @param {HTMLInputElement} field @param {(event: InputEvent) => void} tidy */
function listen(field, tidy) {
  field.addEventListener('input', (event) => {
    tidy(/** @type {InputEvent} */ (event))
    report()
  })
  field.addEventListener('focus', () => page.tell({ type: 'focus' }))
  field.addEventListener('blur', () => {
    left.add(field)
    report()
    page.tell({ type: 'blur' })
  })
  field.addEventListener('keydown', (event) => {
    const before = fields()[fields().indexOf(field) - 1]
    if (event.key === 'Backspace' && field.value === '' && before) {
      event.preventDefault()
      before.focus()
    }
    if (event.key === 'Escape') page.tell({ type: 'escape' })
    if (event.key === 'Enter') {
      event.preventDefault()
      page.tell({ type: 'enter' })
    }
  })
}

listen(number, typeNumber)
listen(expiry, (event) => {
  expiry.value = formatExpiry(expiry.value, event.inputType?.startsWith('delete') ?? false)
  if (checkExpiry(expiry.value, new Date()).state === 'complete') moveOn(event, cvc)
})
listen(cvc, (event) => {
  cvc.value = digitsOf(cvc.value).slice(0, cvc.maxLength)
  if (cvc.value.length === cvc.maxLength) moveOn(event, postal)
})
listen(postal, () => {
  postal.value = postal.value.toUpperCase()
})
form.addEventListener('submit', (event) => event.preventDefault())

function clear() {
  for (const field of fields()) field.value = ''
  left.clear()
  missing = null
  report()
}

/** Focuses the first incomplete field and shows its error. Returns the error, or null if all fields are complete. */
function showMissing() {
  const unready = fields().find((field) => check(field).state !== 'complete')
  missing = unready ?? null
  if (!unready) return null
  for (const field of fields()) left.add(field)
  unready.focus()
  report()
  const code = check(unready).code ?? 'incomplete_number'
  return { error: { type: 'validation_error', code, message: messages[code] } }
}

/** @param {{ billing_details?: any, metadata?: any }} given */
async function createPaymentMethod(given) {
  const problem = showMissing()
  if (problem) return problem
  const { month, year } = checkExpiry(expiry.value, new Date())
  const billing = given.billing_details ?? {}
  const address = { ...(postal.hidden ? {} : { postal_code: postal.value }), ...billing.address }
  const made = await callApi(key, 'POST', '/v1/payment_methods', {
    type: 'card',
    card: { number: digitsOf(number.value), exp_month: month, exp_year: year, cvc: cvc.value },
    billing_details: { ...billing, address },
    metadata: given.metadata,
  })
  return made.error ? made : { paymentMethod: made }
}

/** @param {string} publishableKey @param {any} options */
function configure(publishableKey, options) {
  key = publishableKey
  postal.hidden = options.hidePostalCode === true
  brandMark.hidden = options.hideIcon === true
  if (options.value?.postalCode && postal.value === '') postal.value = String(options.value.postalCode)
  for (const field of fields()) field.disabled = options.disabled === true
  applyStyle(options.style ?? {})
  loadFonts(options.fonts ?? [])
  report()
  heights.observe(form)
}

const styleable = new Set(
  'backgroundColor color fontFamily fontSize fontSmoothing fontStyle fontVariant fontWeight iconColor letterSpacing lineHeight padding textAlign textDecoration textShadow textTransform'.split(
    ' ',
  ),
)
const sheet = new CSSStyleSheet()
document.adoptedStyleSheets = [sheet]

/**
 * Applies the shop's style for `base`, `complete`, `empty` and `invalid`. Only known properties are set, one by one.
 * @param {any} style
 */
function applyStyle(style) {
  sheet.replaceSync('')
  for (const variant of ['base', 'complete', 'empty', 'invalid']) {
    const selector = variant === 'base' ? 'input' : `input.${variant}`
    for (const [name, value] of Object.entries(style[variant] ?? {})) {
      if (/^::?[a-z-]+$/.test(name)) {
        for (const [inner, innerValue] of Object.entries(value ?? {})) setStyle(selector + name, inner, innerValue)
      } else setStyle(selector, name, value)
    }
  }
}

/** @param {string} selector @param {string} name @param {unknown} value */
function setStyle(selector, name, value) {
  if (!styleable.has(name)) return
  if (name === 'iconColor') {
    setStyle(selector === 'input' ? '#brand' : `form:has(${selector}) #brand`, 'color', value)
    return
  }
  const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)]
  const property =
    name === 'fontSmoothing' ? '-webkit-font-smoothing' : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  if (rule instanceof CSSStyleRule) rule.style.setProperty(property, String(value))
}

/** Loads fonts of the shop's origin, which must allow their use here. @param {any[]} fonts */
function loadFonts(fonts) {
  for (const { family, src, ...descriptors } of fonts) {
    if (typeof family !== 'string' || typeof src !== 'string') continue
    const font = new FontFace(family, src, descriptors)
    document.fonts.add(font)
    font.load().catch(() => document.fonts.delete(font))
  }
}

page.tell({ type: 'ready' })
