// Part of the script that a shop loads: `stripe.paymentRequest()` and its button, as in the provider's browser script.

/** @typedef {import('@stripe/stripe-js').PaymentRequest} PaymentRequestApi */
/** @typedef {import('@stripe/stripe-js').PaymentRequestOptions} RequestOptions */
/** @typedef {'apple' | 'browser'} Device */

/** @type {Record<Device, { wallet: string, method: string, title: string }>} */
const wallets = {
  apple: { wallet: 'applePay', method: 'https://apple.com/apple-pay', title: 'Apple Pay' },
  browser: { wallet: 'browserCard', method: 'basic-card', title: 'Pay with this browser' },
}

/** The device that the tester chose for this browser on the control page. @returns {Device | null} */
function chosenDevice() {
  try {
    const { device } = JSON.parse(sessionStorage.getItem('sandbox-wallets') ?? '{}')
    return device === 'apple' || device === 'browser' ? device : null
  } catch {
    return null
  }
}

const requestEvents = ['token', 'paymentmethod', 'shippingaddresschange', 'shippingoptionchange', 'cancel']

/**
 * A payment by the device's wallet: one sheet at a time, opened by a click.
 * @implements {PaymentRequestApi}
 */
class WalletPaymentRequest extends Emitter {
  /** @type {Device | null} */
  #device = null
  /** @type {PaymentSheet | null} */
  #sheet = null

  /** @param {string} key @param {RequestOptions} options */
  constructor(key, options) {
    super()
    checkRequest(options)
    this.key = key
    this.options = { ...options }
  }

  /** The wallet of the device `browser` also holds cards of Google Pay. */
  async canMakePayment() {
    const device = chosenDevice()
    const disabled = /** @type {string[]} */ (this.options.disableWallets ?? [])
    this.#device = device && !disabled.includes(wallets[device].wallet) ? device : null
    if (!this.#device) return null
    const isBrowser = device === 'browser'
    const googlePay = isBrowser && !disabled.includes('googlePay')
    return { applePay: !isBrowser, googlePay, link: false, browserCard: isBrowser }
  }

  show() {
    // Browsers open a payment sheet only during a click; after an `await` the click is over.
    if (!window.event?.isTrusted) {
      throw integrationError('show() must be called in the handler of a click, with nothing awaited before it.')
    }
    this.open()
  }

  open() {
    if (!this.#device) {
      throw integrationError('You must first check that a wallet is there, using paymentRequest.canMakePayment().')
    }
    if (this.#sheet) throw integrationError('The payment sheet is already showing.')
    this.#sheet = new PaymentSheet(this, this.#device, () => {
      this.#sheet = null
    })
  }

  abort() {
    this.#sheet?.cancel()
  }

  isShowing() {
    return this.#sheet !== null
  }

  get device() {
    return this.#device
  }

  /** @param {import('@stripe/stripe-js').PaymentRequestUpdateOptions} changes */
  update(changes) {
    if (this.#sheet) throw integrationError('update() cannot be called while the payment sheet is showing.')
    const options = { ...this.options, ...changes }
    checkRequest(options)
    this.options = options
  }

  /** @override @param {string} event @param {Handler} handler */
  on(event, handler) {
    if (!requestEvents.includes(event)) {
      throw integrationError(`Invalid event: ${event}. It should be one of ${requestEvents.join(', ')}.`)
    }
    return super.on(event, handler)
  }
}

/** The button of the wallet in the page. */
class PaymentRequestButton extends Emitter {
  /** @type {HTMLElement | null} */
  #host = null

  /** @param {Fields} options */
  constructor({ paymentRequest, style = {} }) {
    super()
    if (!(paymentRequest instanceof WalletPaymentRequest)) {
      throw integrationError('paymentRequestButton needs a paymentRequest: one that stripe.paymentRequest() made.')
    }
    this.request = paymentRequest
    this.style = style.paymentRequestButton ?? {}
  }

  /** @param {string | HTMLElement} target */
  mount(target) {
    const container = typeof target === 'string' ? document.querySelector(target) : target
    if (!(container instanceof HTMLElement)) throw integrationError('There is no element to mount the button into.')
    if (!this.request.device) throw integrationError('Only mount the button once canMakePayment() found a wallet.')
    this.unmount()
    const { type = 'default', theme = 'dark', height = '44px' } = this.style
    const button = document.createElement('button')
    button.type = 'button'
    const name = this.request.device === 'apple' ? 'Apple Pay' : 'this browser'
    button.textContent = type === 'buy' ? `Buy with ${name}` : type === 'donate' ? 'Donate' : `Pay with ${name}`
    const colours = theme === 'dark' ? 'background:#000;color:#fff' : 'background:#fff;color:#000'
    button.style.cssText = `display:block;width:100%;min-height:${height};border:1px solid #000;border-radius:4px;font:600 16px system-ui;cursor:pointer;${colours}`
    button.addEventListener('click', () => {
      let isPrevented = false
      this.emit('click', {
        elementType: 'paymentRequestButton',
        preventDefault() {
          isPrevented = true
        },
      })
      if (!isPrevented) this.request.open()
    })
    this.#host = button
    container.replaceChildren(button)
    queueMicrotask(() => this.emit('ready', { elementType: 'paymentRequestButton' }))
  }

  unmount() {
    this.#host?.remove()
    this.#host = null
  }

  destroy() {
    this.unmount()
  }
}

/** @param {unknown} options */
function checkRequest(options) {
  const { country, currency, total, displayItems, shippingOptions } = /** @type {Fields} */ (options ?? {})
  if (!/^[A-Z]{2}$/.test(country)) throw invalidRequestOption('country', 'a two-letter country code', country)
  if (!/^[a-z]{3}$/.test(currency)) throw invalidRequestOption('currency', 'a lowercase currency code', currency)
  checkAmounts({ total, displayItems, shippingOptions }, true)
}

/** @param {Fields} details @param {boolean} needsTotal */
function checkAmounts({ total, displayItems, shippingOptions }, needsTotal) {
  if (needsTotal || total !== undefined) {
    checkItem('total', total)
    if (total.amount < 0) throw invalidRequestOption('total.amount', 'zero or more', total.amount)
  }
  for (const item of displayItems ?? []) checkItem('displayItems', item)
  const ids = new Set()
  for (const option of shippingOptions ?? []) {
    checkItem('shippingOptions', option)
    if (typeof option.id !== 'string' || ids.has(option.id)) {
      throw invalidRequestOption('shippingOptions', 'options with an id of their own', option.id)
    }
    ids.add(option.id)
  }
}

/** @param {string} name @param {any} item */
function checkItem(name, item) {
  if (typeof item?.label !== 'string' || item.label === '') {
    throw invalidRequestOption(`${name}.label`, 'a text that is not empty', item?.label)
  }
  if (!Number.isSafeInteger(item.amount)) {
    throw invalidRequestOption(`${name}.amount`, "a whole number of the currency's subunit", item.amount)
  }
  if (item.pending !== undefined && typeof item.pending !== 'boolean') {
    throw invalidRequestOption(`${name}.pending`, 'true or false', item.pending)
  }
}

/** @param {string} name @param {string} wanted @param {unknown} got */
const invalidRequestOption = (name, wanted, got) =>
  integrationError(`Invalid value for paymentRequest(): ${name} should be ${wanted}. You specified: ${got}.`)
