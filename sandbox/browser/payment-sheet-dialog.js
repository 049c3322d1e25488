// Part of the script that a shop loads: the sheet of a payment request, a dialog around a frame of the provider.

const answerTimeoutMs = 30_000
/** How long the sheet shows that it was paid. */
const farewellMs = 800
const completeStatuses = [
  'success',
  'fail',
  'invalid_payer_name',
  'invalid_payer_email',
  'invalid_payer_phone',
  'invalid_shipping_address',
]
const updateStatuses = ['success', 'fail', 'invalid_shipping_address']

class PaymentSheet {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer
  #isClosed = false
  #isReady = false
  /** Number of questions asked so far: an answer to an older question has no effect. */
  #asked = 0

  /** @param {WalletPaymentRequest} request @param {Device} device @param {() => void} onClose */
  constructor(request, device, onClose) {
    this.request = request
    this.device = device
    this.onClose = onClose
    const { title } = wallets[device]
    this.dialog = document.createElement('dialog')
    this.dialog.setAttribute('aria-label', title)
    const isNarrow = matchMedia('(max-width: 479px)').matches
    this.dialog.style.cssText = `border:0;padding:0;overflow:hidden;box-shadow:0 16px 48px rgb(0 0 0/.3);max-width:none;width:${
      isNarrow ? '100vw;margin:auto 0 0;border-radius:12px 12px 0 0' : '420px;margin:auto;border-radius:12px'
    }`
    this.frame = new Frame(`/v3/payment-sheet?device=${device}`, title, (message) => this.#hear(message))
    this.#setHeight(480)
    // Once the frame's script runs, the frame decides whether it can be closed. Until then the dialog handles the keys.
    this.frame.element.inert = true
    this.dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      if (this.#isReady) this.frame.tell({ type: 'cancel' })
      else this.cancel()
    })
    this.dialog.append(this.frame.element)
    document.body.append(this.dialog)
    this.dialog.showModal()
    const { total, displayItems = [], shippingOptions = [], currency, ...options } = request.options
    this.frame.tell({
      type: 'open',
      key: request.key,
      makes: request.hears('token') ? 'token' : 'paymentMethod',
      details: plain({ total, displayItems, shippingOptions }),
      currency,
      asks: {
        name: options.requestPayerName === true,
        email: options.requestPayerEmail === true,
        phone: options.requestPayerPhone === true,
        shipping: options.requestShipping === true,
      },
    })
  }

  cancel() {
    if (this.#isClosed) return
    this.close()
    this.request.emit('cancel')
  }

  close() {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.dialog.close()
    this.dialog.remove()
    this.frame.remove()
    this.onClose()
  }

  /** @param {any} message */
  #hear(message) {
    const { type, shippingAddress, shippingOption, payment } = message
    if (type === 'ready') this.#begin()
    else if (type === 'height') this.#setHeight(message.height)
    else if (type === 'cancel') this.cancel()
    else if (type === 'shippingaddresschange') this.#ask(type, { shippingAddress })
    else if (type === 'shippingoptionchange') this.#ask(type, { shippingOption })
    else if (type === 'paid') this.#authorize(payment)
  }

  #begin() {
    this.#isReady = true
    this.frame.element.inert = false
    this.frame.element.focus()
  }

  /** @param {number} height */
  #setHeight(height) {
    this.frame.element.style.height = `min(${Math.ceil(height)}px, 92dvh)`
  }

  /**
   * Asks the shop about a change. If the shop has no handler, nothing changes.
   * @param {string} event @param {Fields} change
   */
  #ask(event, change) {
    const updateWith = this.#answering(checkUpdate, ({ status = 'success', total, displayItems, shippingOptions }) => {
      this.frame.tell({ type: 'update', status, details: plain({ total, displayItems, shippingOptions }) })
    })
    if (this.request.hears(event)) this.request.emit(event, { ...change, updateWith })
    else updateWith({})
  }

  /** @param {Fields} payment */
  #authorize(payment) {
    const { wallet, method } = wallets[this.device]
    const complete = this.#answering(checkComplete, (status) => {
      this.frame.tell({ type: 'complete', status })
      if (status === 'success') this.#timer = setTimeout(() => this.close(), farewellMs)
    })
    const event = payment.token ? 'token' : 'paymentmethod'
    if (this.request.hears(event)) {
      this.request.emit(event, { ...payment, complete, walletName: wallet, methodName: method })
    } else complete('fail')
  }

  /**
   * Returns the function with which the shop answers. It works once and only in time.
   * @param {(answer: any) => void} check
   * @param {(answer: any) => void} carryOut
   */
  #answering(check, carryOut) {
    const question = ++this.#asked
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#asked += 1
      this.frame.tell({ type: 'timeout' })
    }, answerTimeoutMs)
    return (/** @type {any} */ answer) => {
      if (question !== this.#asked || this.#isClosed) {
        return console.warn('The answer came too late, or twice: it has no effect.')
      }
      check(answer)
      this.#asked += 1
      clearTimeout(this.#timer)
      carryOut(answer)
    }
  }
}

/** @param {Fields} details */
function checkUpdate({ status = 'success', ...details }) {
  if (!updateStatuses.includes(status)) throw invalidRequestOption('status', updateStatuses.join(' or '), status)
  checkAmounts(details, false)
}

/** @param {string} status */
function checkComplete(status) {
  if (!completeStatuses.includes(status)) {
    throw invalidRequestOption('status', completeStatuses.join(' or '), status)
  }
}

/** Only plain data can be posted to the frame. @param {Fields} value @returns {Fields} */
const plain = (value) => JSON.parse(JSON.stringify(value))
