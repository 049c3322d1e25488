// Part of the script that a shop loads: the Element with the buttons of wallets. It opens the same sheets as a payment
// request.

const expressTypes = { apple: 'apple_pay', browser: 'google_pay' }
const expressNames = { apple: 'applePay', browser: 'googlePay' }

/** How long the shop may take to say which data the sheet asks for. */
const clickTimeoutMs = 1000

class ExpressCheckoutElement extends Emitter {
  /** @type {HTMLElement | null} */
  #host = null
  /** @type {Fields | null} */
  #authorized = null
  /** @type {PaymentSheet | null} */
  #sheet = null

  /** @param {ElementsGroup} group @param {Fields} options */
  constructor(group, options) {
    super()
    this.group = group
    this.options = options
  }

  /** @param {string | HTMLElement} target */
  mount(target) {
    const container = typeof target === 'string' ? document.querySelector(target) : target
    if (!(container instanceof HTMLElement)) throw integrationError('There is no element to mount the buttons into.')
    this.unmount()
    const device = chosenDevice()
    const isShown = device !== null && this.options.paymentMethods?.[expressNames[device]] !== 'never'
    if (isShown) container.replaceChildren(this.#draw(device))
    const availablePaymentMethods = isShown ? { [expressNames[device]]: true } : undefined
    queueMicrotask(() => this.emit('ready', { elementType: 'expressCheckout', availablePaymentMethods }))
  }

  /** @param {Device} device */
  #draw(device) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = `Pay with ${device === 'apple' ? 'Apple Pay' : 'Google Pay'}`
    const height = this.options.buttonHeight ?? 44
    button.style.cssText = `display:block;width:100%;min-height:${height}px;border:1px solid #000;border-radius:4px;font:600 16px system-ui;cursor:pointer;background:#000;color:#fff`
    button.addEventListener('click', () => this.#press(device))
    this.#host = button
    return button
  }

  unmount() {
    this.#host?.remove()
    this.#host = null
  }

  destroy() {
    this.unmount()
  }

  /** @param {Fields} options */
  update(options) {
    this.options = { ...this.options, ...options }
  }

  /** Asks the shop which data the sheet asks for, and opens it. @param {Device} device */
  #press(device) {
    if (this.#sheet) return
    if (!this.hears('click')) return this.#open(device, {})
    let isAnswered = false
    const timer = setTimeout(() => {
      isAnswered = true
      console.error('resolve() must be called within a second of the click.')
    }, clickTimeoutMs)
    const once = (/** @type {(details?: Fields) => void} */ carryOut) => (/** @type {Fields} */ details) => {
      if (isAnswered) return
      isAnswered = true
      clearTimeout(timer)
      carryOut(details)
    }
    this.emit('click', {
      elementType: 'expressCheckout',
      expressPaymentType: expressTypes[device],
      resolve: once((details) => this.#open(device, details ?? {})),
      reject: once(() => {}),
    })
  }

  /** @param {Device} device @param {Fields} details */
  #open(device, { lineItems, shippingRates, ...asked }) {
    this.#authorized = null
    const options = {
      ...sheetDetails(this.group, { lineItems, shippingRates }),
      currency: this.group.options.currency,
      requestPayerName: true,
      requestPayerEmail: asked.emailRequired ?? this.options.emailRequired,
      requestPayerPhone: asked.phoneNumberRequired ?? this.options.phoneNumberRequired,
      requestShipping: asked.shippingAddressRequired ?? this.options.shippingAddressRequired,
    }
    const request = {
      ...{ key: this.group.key, options },
      hears: (/** @type {string} */ event) => event === 'paymentmethod' || this.hears(shopEvents[event] ?? event),
      emit: (/** @type {string} */ event, /** @type {any} */ about) => this.#tell(event, about, expressTypes[device]),
    }
    this.#sheet = new PaymentSheet(/** @type {any} */ (request), device, () => {
      this.#sheet = null
    })
  }

  /**
   * Emits an event of the sheet as an event of this Element.
   * @param {string} event @param {any} about @param {string} expressPaymentType
   */
  #tell(event, about, expressPaymentType) {
    const answers = {
      resolve: (/** @type {Fields} */ changes = {}) =>
        about.updateWith({ status: 'success', ...sheetDetails(this.group, changes) }),
      reject: () => about.updateWith({ status: 'invalid_shipping_address' }),
    }
    if (event === 'shippingaddresschange') {
      const { recipient, city, region, country, postalCode } = about.shippingAddress
      const address = { city, state: region, country, postal_code: postalCode }
      this.emit(event, { name: recipient, address, ...answers })
    } else if (event === 'shippingoptionchange') {
      this.emit('shippingratechange', { shippingRate: rateOf(about.shippingOption), ...answers })
    } else if (event === 'paymentmethod') this.#confirm(about, expressPaymentType)
    else if (event === 'cancel') this.emit('cancel', { elementType: 'expressCheckout' })
  }

  /** @param {any} payment @param {string} expressPaymentType */
  #confirm({ paymentMethod, shippingAddress, shippingOption, payerEmail, payerPhone, complete }, expressPaymentType) {
    this.#authorized = { paymentMethod, complete }
    this.emit('confirm', {
      expressPaymentType,
      billingDetails: { ...paymentMethod.billing_details, email: payerEmail, phone: payerPhone },
      ...(shippingAddress
        ? { shippingAddress: shippingOf(shippingAddress), shippingRate: rateOf(shippingOption) }
        : {}),
      paymentFailed: () => complete('fail'),
    })
  }

  /** Returns the payment method that the sheet has provided, and completes the sheet. @returns {Fields | null} */
  takePaymentMethod() {
    const authorized = this.#authorized
    this.#authorized = null
    authorized?.complete('success')
    return authorized?.paymentMethod ?? null
  }
}

/** @type {Record<string, string>} */
const shopEvents = { shippingoptionchange: 'shippingratechange' }

/**
 * Converts amounts to the format of a payment request.
 * @param {ElementsGroup} group @param {Fields} changes @returns {Fields}
 */
const sheetDetails = ({ options: { amount } }, { lineItems, shippingRates }) => ({
  total: { label: 'Total', amount },
  ...(lineItems
    ? { displayItems: lineItems.map((/** @type {any} */ item) => ({ label: item.name, amount: item.amount })) }
    : {}),
  ...(shippingRates
    ? {
        shippingOptions: shippingRates.map((/** @type {any} */ rate) => ({
          ...{ id: rate.id, label: rate.displayName, detail: '', amount: rate.amount },
        })),
      }
    : {}),
})

/** @param {any} option */
const rateOf = ({ id, label, amount }) => ({ id, displayName: label, amount })

/** @param {any} address */
const shippingOf = ({ recipient, addressLine, city, region, country, postalCode }) => ({
  name: recipient,
  address: {
    line1: addressLine[0],
    line2: addressLine[1] ?? null,
    city,
    state: region,
    country,
    postal_code: postalCode,
  },
})
