// Part of the script that a shop loads: groups of Elements, as `stripe.elements()` creates them.

/** The fields of a card, as one of the payment methods in the provider's form. */
class PaymentElement extends CardElement {
  /** @param {string} key @param {Fields} options */
  constructor(key, options) {
    super(key, options)
    this.elementType = 'payment'
  }

  /** @override @param {Fields} change @returns {Fields} */
  changeOf({ complete, empty }) {
    return { elementType: 'payment', complete, empty, collapsed: false, value: { type: 'card' } }
  }

  collapse() {}
}

/** A payment method on a page of the provider: there is nothing to fill in. */
class RedirectElement extends Emitter {
  /** @type {HTMLElement | null} */
  #host = null

  /** @param {string} type */
  constructor(type) {
    super()
    this.type = type
  }

  /** @param {string | HTMLElement} target */
  mount(target) {
    const container = typeof target === 'string' ? document.querySelector(target) : target
    if (!(container instanceof HTMLElement)) throw integrationError('There is no element to mount this Element into.')
    this.#host = document.createElement('p')
    this.#host.textContent = 'After you have placed your order you are taken to the provider’s page to complete it.'
    container.replaceChildren(this.#host)
    queueMicrotask(() => this.emit('ready', this))
  }

  unmount() {
    this.#host?.remove()
  }

  destroy() {
    this.unmount()
  }

  update() {}

  check() {
    return Promise.resolve({})
  }
}

/** The provider's text about paying later, in a shop's page. The sandbox has no such text: the page keeps its own. */
class MessageElement extends Emitter {
  /** @param {string | HTMLElement} target */
  mount(target) {
    const container = typeof target === 'string' ? document.querySelector(target) : target
    if (!(container instanceof HTMLElement)) throw integrationError('There is no element to mount this Element into.')
    queueMicrotask(() => this.emit('ready', this))
  }

  unmount() {}

  destroy() {}

  update() {}
}

const messageTypes = ['affirmMessage', 'afterpayClearpayMessage', 'paymentMethodMessaging']

/**
 * Whether a payment form omits the postal code, because the shop supplies it.
 * @param {any} wanted `fields.billingDetails`
 */
const isPostalCodeGiven = (wanted) => [wanted, wanted?.address, wanted?.address?.postalCode].includes('never')

/** The Elements of one payment, and the data that they have collected. */
class ElementsGroup {
  /** @type {Map<string, any>} */
  #elements = new Map()
  #call
  #isSubmitted = false

  /** @param {string} key @param {Fields} [options] @param {(method: 'POST', path: string, fields: Fields) => Promise<any>} [call] */
  constructor(key, options = {}, call = () => Promise.reject()) {
    this.key = key
    this.options = checkedGroup(options)
    this.#call = call
  }

  /** @param {string} type @param {Fields} [options] */
  create(type, options = {}) {
    const element = this.#make(type, options)
    this.#elements.set(type, element)
    return element
  }

  /** @param {string} type @param {Fields} options */
  #make(type, options) {
    const { fonts, paymentMethodTypes: [first = 'card'] = [] } = this.options
    if (type === 'paymentRequestButton') return new PaymentRequestButton(options)
    if (type === 'expressCheckout') return new ExpressCheckoutElement(this, options)
    if (messageTypes.includes(type)) return new MessageElement()
    if (type === 'card') return new CardElement(this.key, { fonts, ...options })
    if (type !== 'payment') throw integrationError(`An Element of type ${type} is not supported here.`)
    if (first !== 'card') return new RedirectElement(first)
    return new PaymentElement(this.key, {
      fonts,
      hidePostalCode: isPostalCodeGiven(options.fields?.billingDetails),
      ...options,
    })
  }

  /** @param {string} type */
  getElement(type) {
    return this.#elements.get(type) ?? null
  }

  /** @param {Fields} options */
  update(options) {
    this.options = checkedGroup({ ...this.options, ...options })
    this.#isSubmitted = false
    return Promise.resolve()
  }

  fetchUpdates() {
    return Promise.resolve({})
  }

  /** Checks the fields. It is called before a confirmation, and before a payment method is created. */
  async submit() {
    const { error } = (await (this.getElement('payment') ?? this.getElement('card'))?.check()) ?? {}
    this.#isSubmitted = !error
    return error ? { error } : { selectedPaymentMethod: this.options.paymentMethodTypes?.[0] ?? 'card' }
  }

  /** @param {Fields} [given] @returns {Promise<Fields>} */
  async createPaymentMethod({ billing_details, metadata } = {}) {
    if (!this.#isSubmitted) throw integrationError('elements.submit() must be called first, and again after changes.')
    this.#isSubmitted = false
    const authorized = this.getElement('expressCheckout')?.takePaymentMethod()
    if (authorized) return { paymentMethod: authorized }
    const element = this.getElement('payment') ?? this.getElement('card')
    if (!element) throw integrationError('elements should have a payment or an expressCheckout Element.')
    if (!(element instanceof RedirectElement)) return element.createPaymentMethod({ billing_details, metadata })
    const made = await this.#call('POST', 'payment_methods', { type: element.type, billing_details, metadata })
    return made.error ? made : { paymentMethod: made }
  }
}

/** @param {Fields} options @returns {Fields} */
function checkedGroup(options) {
  const { mode, amount, currency } = options
  if (mode === undefined) return options
  if (!['payment', 'setup', 'subscription'].includes(mode)) throw invalidGroupOption('mode', 'payment or setup', mode)
  if (mode === 'payment' && !(Number.isSafeInteger(amount) && amount > 0)) {
    throw invalidGroupOption('amount', "a positive whole number of the currency's subunit", amount)
  }
  if (currency === undefined ? mode === 'payment' : !/^[a-z]{3}$/.test(currency)) {
    throw invalidGroupOption('currency', 'a lowercase currency code', currency)
  }
  return options
}

/** @param {string} name @param {string} wanted @param {unknown} got */
const invalidGroupOption = (name, wanted, got) =>
  integrationError(`Invalid value for elements(): ${name} should be ${wanted}. You specified: ${got}.`)
