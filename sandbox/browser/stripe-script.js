// Part of the script that a shop loads: `window.Stripe`, compatible with the provider's browser script for shops with a
// card field and wallets.

const kinds = {
  payment: {
    path: 'payment_intents',
    result: 'paymentIntent',
    lastError: 'last_payment_error',
    nested: 'payment_intent',
  },
  setup: { path: 'setup_intents', result: 'setupIntent', lastError: 'last_setup_error', nested: 'setup_intent' },
}

/** @param {string} key @param {Fields} [_options] */
function Stripe(key, _options) {
  if (typeof key !== 'string' || !key.startsWith('pk_')) {
    throw integrationError('Missing value for Stripe(): apiKey should be a publishable key, which begins with pk_.')
  }
  /** @type {Frame | null} */
  let controller = null

  /** @param {'GET' | 'POST'} method @param {string} path @param {Fields} fields @returns {Promise<any>} */
  function call(method, path, fields) {
    if (!controller?.element.isConnected) {
      controller?.remove()
      controller = new Frame('/v3/controller', 'Payment provider', () => {})
      controller.element.style.cssText = 'position:absolute;width:1px;height:1px;border:0;visibility:hidden'
      controller.element.setAttribute('aria-hidden', 'true')
      controller.element.tabIndex = -1
      document.body.append(controller.element)
    }
    return controller.ask({ type: 'call', key, method, path: `/v1/${path}`, fields })
  }

  /** @param {keyof typeof kinds} kind @param {string} clientSecret */
  function addressOf(kind, clientSecret) {
    const id = /^(\w+?)_secret_\w+$/.exec(String(clientSecret))?.[1]
    if (!id) throw integrationError('Invalid value for intent client secret: it should have the form id_secret_….')
    return `${kinds[kind].path}/${id}`
  }

  /** @param {keyof typeof kinds} kind @param {Fields} answer */
  function resultOf(kind, answer) {
    const { result, lastError, nested } = kinds[kind]
    if (answer.error) return { error: answer.error }
    if (answer.status === 'requires_payment_method' && answer[lastError]) {
      return { error: { ...answer[lastError], [nested]: answer } }
    }
    return { [result]: answer }
  }

  /** @param {keyof typeof kinds} kind @param {string} clientSecret */
  async function retrieve(kind, clientSecret) {
    return call('GET', addressOf(kind, clientSecret), { client_secret: clientSecret })
  }

  /** @param {keyof typeof kinds} kind @param {string} clientSecret @param {Fields} intent */
  async function handleAction(kind, clientSecret, intent) {
    const action = intent.status === 'requires_action' ? intent.next_action : null
    if (!action) return resultOf(kind, intent)
    if (action.type === 'redirect_to_url') {
      location.assign(action.redirect_to_url.url)
      return new Promise(() => {})
    }
    await authenticate(action.use_stripe_sdk.stripe_js)
    return resultOf(kind, await retrieve(kind, clientSecret))
  }

  /**
   * Finishes an intent that is already confirmed, and only waits for the bank or a page of the provider. Resolves with
   * null if it waits for nothing.
   * @param {keyof typeof kinds} kind @param {string} clientSecret
   */
  async function finishAction(kind, clientSecret) {
    const intent = await retrieve(kind, clientSecret)
    return intent.status === 'requires_action' ? handleAction(kind, clientSecret, intent) : null
  }

  /** @param {any} given the `payment_method` of a confirmation */
  async function methodOf(given) {
    if (given === undefined || given === null || typeof given === 'string') return { id: given ?? undefined }
    const made = await createPaymentMethod({ type: 'card', ...given })
    return made.error ? { error: made.error } : { id: made.paymentMethod.id }
  }

  /** @param {keyof typeof kinds} kind @param {string} clientSecret @param {Fields} data @param {Fields} options */
  async function confirm(kind, clientSecret, data = {}, options = {}) {
    const address = addressOf(kind, clientSecret)
    const finished = data.payment_method === undefined ? await finishAction(kind, clientSecret) : null
    if (finished) return finished
    const method = await methodOf(data.payment_method)
    if (method.error) return { error: method.error }
    const answer = await call('POST', `${address}/confirm`, {
      client_secret: clientSecret,
      payment_method: method.id,
      use_stripe_sdk: true,
      ...(data.return_url ? { return_url: data.return_url } : {}),
      ...(kind === 'payment' && data.receipt_email ? { receipt_email: data.receipt_email } : {}),
      ...(kind === 'payment' && data.setup_future_usage ? { setup_future_usage: data.setup_future_usage } : {}),
    })
    if (answer.error || options.handleActions === false) return resultOf(kind, answer)
    return handleAction(kind, clientSecret, answer)
  }

  /** @param {any} typeOrData @param {any} [element] @param {any} [more] */
  async function createPaymentMethod(typeOrData, element, more) {
    if (typeOrData?.elements) return fromElements(typeOrData.elements, typeOrData.params)
    const data = typeof typeOrData === 'string' ? { type: typeOrData, card: element, ...more } : typeOrData
    if (data.type !== 'card') throw integrationError(`Payment methods of type ${data.type} are not supported here.`)
    const { billing_details, metadata } = data
    if (data.card instanceof CardElement) return data.card.createPaymentMethod({ billing_details, metadata })
    if (typeof data.card?.token !== 'string') throw integrationError('card should be a card Element or { token }.')
    const made = await call('POST', 'payment_methods', {
      type: 'card',
      card: { token: data.card.token },
      billing_details,
      metadata,
    })
    return made.error ? made : { paymentMethod: made }
  }

  /** @param {unknown} elements @param {Fields} [params] */
  function fromElements(elements, params) {
    if (!(elements instanceof ElementsGroup)) throw integrationError('elements should be made by stripe.elements().')
    return elements.createPaymentMethod(params)
  }

  /** @param {keyof typeof kinds} kind @param {string} secret @param {unknown} elements @param {Fields} confirmParams */
  async function confirmCollected(kind, secret, elements, confirmParams) {
    const { return_url, payment_method, payment_method_data, receipt_email } = confirmParams
    const made = elements && !payment_method ? await fromElements(elements, payment_method_data) : {}
    if (made.error) return { error: made.error }
    const data = { payment_method: payment_method ?? made.paymentMethod?.id, return_url, receipt_email }
    return confirm(kind, secret, data)
  }

  /**
   * Confirms with the data that a group of Elements has collected, or with a payment method. Elements are not used
   * again if the payment already has its method and only waits for the bank. Unless `redirect` is `'if_required'`, the
   * confirmation ends on the page of `return_url`.
   * @param {keyof typeof kinds} kind @param {Fields} options
   */
  async function confirmWith(kind, { elements, clientSecret, confirmParams = {}, redirect = 'always' }) {
    const { return_url } = confirmParams
    if (redirect === 'always' && !return_url) throw integrationError('confirmParams.return_url is needed to redirect.')
    const secret = clientSecret ?? elements?.options.clientSecret
    const result = (await finishAction(kind, secret)) ?? (await confirmCollected(kind, secret, elements, confirmParams))
    if (result.error || redirect === 'if_required') return result
    const url = new URL(return_url)
    url.searchParams.set(kinds[kind].nested, result[kinds[kind].result].id)
    url.searchParams.set(`${kinds[kind].nested}_client_secret`, secret)
    url.searchParams.set('redirect_status', 'succeeded')
    location.assign(url)
    return new Promise(() => {})
  }

  /** @param {string} clientSecret */
  async function handleCardAction(clientSecret) {
    return handleAction('payment', clientSecret, await retrieve('payment', clientSecret))
  }

  return {
    /** @param {Fields} [shared] */
    elements: (shared) => new ElementsGroup(key, shared, call),
    /** @param {any} options */
    paymentRequest: (options) => new WalletPaymentRequest(key, options),
    createPaymentMethod,
    /** @param {string} secret @param {Fields} [data] @param {Fields} [options] */
    confirmCardPayment: (secret, data, options) => confirm('payment', secret, data, options),
    /** @param {string} secret @param {Fields} [data] @param {Fields} [options] */
    confirmCardSetup: (secret, data, options) => confirm('setup', secret, data, options),
    /** @param {Fields} options */
    confirmPayment: (options) => confirmWith('payment', options),
    /** @param {Fields} options */
    confirmSetup: (options) => confirmWith('setup', options),
    handleCardAction,
    /** @param {{ clientSecret: string }} options */
    async handleNextAction({ clientSecret }) {
      const kind = String(clientSecret).startsWith('seti_') ? 'setup' : 'payment'
      return handleAction(kind, clientSecret, await retrieve(kind, clientSecret))
    },
    /** @param {string} secret */
    retrievePaymentIntent: async (secret) => resultOfReading('payment', await retrieve('payment', secret)),
    /** @param {string} secret */
    retrieveSetupIntent: async (secret) => resultOfReading('setup', await retrieve('setup', secret)),
    registerAppInfo() {},
    _registerWrapper() {},
  }

  /** @param {keyof typeof kinds} kind @param {Fields} answer */
  function resultOfReading(kind, answer) {
    return answer.error ? { error: answer.error } : { [kinds[kind].result]: answer }
  }
}
Stripe.version = 3

Object.assign(window, { Stripe })
