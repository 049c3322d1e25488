// The sheet of a payment request, in a document of the provider's origin: the shop's page sees no card number.
import { callApi, talkToPage } from './provider-api.js'

/** @param {string} id */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id))
const card = /** @type {HTMLSelectElement} */ (element('card'))
const address = /** @type {HTMLSelectElement} */ (element('address'))
const option = /** @type {HTMLSelectElement} */ (element('option'))
const payer = /** @type {Record<'name' | 'email' | 'phone', HTMLInputElement>} */ ({
  name: element('name'),
  email: element('email'),
  phone: element('phone'),
})
const pay = /** @type {HTMLButtonElement} */ (element('pay'))
const cancel = /** @type {HTMLButtonElement} */ (element('cancel'))
const isApple = document.documentElement.dataset.device === 'apple'

/** @type {{ key: string, makes: 'token' | 'paymentMethod', currency: string, asks: Record<string, boolean>, details: any }} */
let request
/**
 * `asking`: waits for the shop's answer about an address or an option. `paying`: cannot be closed any more. `over`: can
 * only be closed.
 * @type {'open' | 'asking' | 'paying' | 'over'}
 */
let state = 'open'

const page = talkToPage((message) => {
  if (message.type === 'open') open(message)
  else if (message.type === 'update') update(message)
  else if (message.type === 'complete') complete(message.status)
  else if (message.type === 'timeout') end('The shop did not answer in time. Please close this and try again.')
  else if (message.type === 'cancel') giveUp()
})

/** @param {any} message */
function open(message) {
  request = message
  for (const name of ['name', 'email', 'phone', 'address']) {
    for (const row of document.querySelectorAll(`.${name}`)) {
      row.toggleAttribute('hidden', !request.asks[name === 'address' ? 'shipping' : name])
    }
  }
  showDetails(request.details)
  pay.disabled = false
  card.focus()
  // Apple's sheet has an address from the start, and asks about it immediately.
  if (request.asks.shipping && isApple) askAboutAddress()
}

/** @param {any} changes */
function showDetails(changes) {
  request.details = { ...request.details, ...changes }
  const { total, displayItems, shippingOptions } = request.details
  const rows = [...displayItems, { ...total, isTotal: true }].map(({ label, amount, pending, isTotal }) => {
    const row = document.createElement('div')
    if (isTotal) row.className = 'total'
    const name = Object.assign(document.createElement('dt'), { textContent: label })
    const value = Object.assign(document.createElement('dd'), { textContent: pending ? 'Pending' : money(amount) })
    row.append(name, value)
    return row
  })
  element('items').replaceChildren(...rows)
  if (changes.shippingOptions) {
    // The first option becomes selected.
    option.replaceChildren(
      ...shippingOptions.map((/** @type {any} */ { id, label, detail, amount }) =>
        Object.assign(document.createElement('option'), {
          value: id,
          textContent: [label, detail, money(amount)].filter(Boolean).join(', '),
        }),
      ),
    )
  }
  pay.textContent = total.pending ? 'Pay' : `Pay ${money(total.amount)}`
}

/** @param {number} amount in the currency's subunit */
function money(amount) {
  const format = new Intl.NumberFormat('en-CA', { style: 'currency', currency: request.currency.toUpperCase() })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

/** @param {typeof state} next @param {string} [status] @param {string} [problem] */
function enter(next, status = '', problem = '') {
  state = next
  element('status').textContent = status
  element('problem').textContent = problem
  pay.setAttribute('aria-disabled', String(next !== 'open'))
  cancel.setAttribute('aria-disabled', String(next === 'paying'))
  cancel.textContent = next === 'over' ? 'Close' : 'Cancel'
}

const chosenAddress = () => (address.value === '' ? null : JSON.parse(address.value))

function askAboutAddress() {
  const full = chosenAddress()
  if (!full) return
  enter('asking', 'Asking the shop…')
  // Street, name and telephone are sent only when the payment is authorized; until then a Canadian postal code is sent
  // without its second half.
  const postalCode = full.country === 'CA' ? full.postalCode.slice(0, 3) : full.postalCode
  const shippingAddress = { ...full, postalCode, addressLine: [], recipient: '', phone: '' }
  page.tell({ type: 'shippingaddresschange', shippingAddress })
}

const chosenOption = () => request.details.shippingOptions.find((/** @type {any} */ { id }) => id === option.value)

function askAboutOption() {
  enter('asking', 'Asking the shop…')
  page.tell({ type: 'shippingoptionchange', shippingOption: chosenOption() })
}

/** @param {any} message */
function update({ status, details }) {
  if (status === 'success') {
    showDetails(details)
    enter('open')
    return
  }
  const isAddress = status === 'invalid_shipping_address'
  if (isAddress) showDetails({ ...details, shippingOptions: [] })
  enter(
    'open',
    '',
    isAddress ? 'This shop does not send to this address. Choose another one.' : 'This cannot be chosen.',
  )
}

/**
 * The problem that prevents the payment, and the field to correct.
 * @returns {[problem: string, at: HTMLElement] | null}
 */
function missing() {
  if (request.asks.shipping && !chosenAddress()) return ['Choose an address.', address]
  if (request.asks.shipping && !chosenOption()) return ['Choose a delivery to an address that is served.', address]
  for (const [name, field] of Object.entries(payer)) {
    if (request.asks[name] && field.value.trim() === '') return [`Enter your ${name}.`, field]
  }
  return null
}

async function authorize() {
  if (state !== 'open') return
  const problem = missing()
  if (problem) {
    enter('open', '', problem[0])
    problem[1].focus()
    return
  }
  enter('paying', 'Paying…')
  const made = await makePayment()
  if (made.error) return enter('open', '', made.error.message)
  const { asks } = request
  page.tell({
    type: 'paid',
    payment: {
      ...made,
      ...(asks.name ? { payerName: payer.name.value.trim() } : {}),
      ...(asks.email ? { payerEmail: payer.email.value.trim() } : {}),
      ...(asks.phone ? { payerPhone: payer.phone.value.trim() } : {}),
      ...(asks.shipping ? { shippingAddress: chosenAddress(), shippingOption: chosenOption() } : {}),
    },
  })
}

/**
 * Creates a token of the card or, if the shop uses payment methods, a payment method with it.
 * @returns {Promise<any>}
 */
async function makePayment() {
  const wallet = isApple
    ? { tokenization_method: 'apple_pay', cryptogram: crypto.randomUUID() }
    : { cvc: card.value.startsWith('3') ? '1234' : '123' }
  const year = new Date().getFullYear() + 3
  const { addressLine, city, country, postalCode, region } = JSON.parse(address.options[isApple ? 0 : 1]?.value ?? '{}')
  const owner = {
    ...{ name: payer.name.value.trim(), address_line1: addressLine[0], address_line2: addressLine[1] },
    ...{ address_city: city, address_state: region, address_zip: postalCode, address_country: country },
  }
  const token = await callApi(request.key, 'POST', '/v1/tokens', {
    card: { number: card.value, exp_month: 12, exp_year: year, ...wallet, ...owner },
  })
  if (token.error || request.makes === 'token') return token.error ? token : { token }
  const method = await callApi(request.key, 'POST', '/v1/payment_methods', {
    type: 'card',
    card: { token: token.id },
    billing_details: {
      name: payer.name.value.trim(),
      email: request.asks.email ? payer.email.value.trim() : undefined,
      phone: request.asks.phone ? payer.phone.value.trim() : undefined,
      address: { line1: addressLine[0], line2: addressLine[1], city, country, postal_code: postalCode, state: region },
    },
  })
  return method.error ? method : { paymentMethod: method }
}

/** @type {Record<string, [text: string, at: HTMLElement]>} */
const corrections = {
  invalid_payer_name: ['The shop cannot use this name.', payer.name],
  invalid_payer_email: ['The shop cannot use this email address.', payer.email],
  invalid_payer_phone: ['The shop cannot use this telephone number.', payer.phone],
  invalid_shipping_address: ['The shop cannot send to this address.', address],
}

/** @param {string} status */
function complete(status) {
  if (status === 'success') {
    enter('over', 'Done')
    document.body.classList.add('done')
    return
  }
  const correction = corrections[status]
  if (correction) {
    enter('open', '', correction[0])
    correction[1].focus()
  } else if (isApple) enter('open', '', 'Payment not completed. Try another card.')
  else end('The payment did not go through.')
}

/** @param {string} problem */
function end(problem) {
  enter('over', '', problem)
  cancel.focus()
}

function giveUp() {
  if (state !== 'paying' && !document.body.classList.contains('done')) page.tell({ type: 'cancel' })
}

address.addEventListener('change', askAboutAddress)
option.addEventListener('change', askAboutOption)
cancel.addEventListener('click', giveUp)
element('sheet').addEventListener('submit', (event) => {
  event.preventDefault()
  void authorize()
})
// Key events in this frame do not reach the shop's dialog.
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') giveUp()
})
const main = /** @type {HTMLElement} */ (document.querySelector('main'))
new ResizeObserver(() => page.tell({ type: 'height', height: main.offsetHeight })).observe(main)
page.tell({ type: 'ready' })
