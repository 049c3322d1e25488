// Part of the script that a shop loads: the provider's frames in the shop's page.

/** @typedef {Record<string, any>} Fields */

const script = /** @type {HTMLScriptElement} */ (document.currentScript)
const providerOrigin = new URL(script.src).origin
const classNames = {
  base: 'StripeElement',
  complete: 'StripeElement--complete',
  empty: 'StripeElement--empty',
  focus: 'StripeElement--focus',
  invalid: 'StripeElement--invalid',
  webkitAutofill: 'StripeElement--webkit-autofill',
}

/** @param {string} message */
function integrationError(message) {
  const error = new Error(message)
  error.name = 'IntegrationError'
  return error
}

/** A frame of the provider's origin with its message channel. Messages from other windows are ignored. */
class Frame {
  /** @type {Map<number, (answer: any) => void>} */
  #waiting = new Map()
  /** @type {Fields[]} */
  #unsent = []
  /**
   * The window that has reported to be ready. A frame that is moved in the page reloads in a new window.
   * @type {MessageEventSource | null}
   */
  #heardFrom = null
  #asked = 0

  /** @param {string} path @param {string} title @param {(message: any) => void} onMessage */
  constructor(path, title, onMessage) {
    const url = new URL(path, providerOrigin)
    url.searchParams.set('parent', location.origin)
    this.element = document.createElement('iframe')
    this.element.src = url.href
    this.element.title = title
    this.element.style.cssText = 'display:block;border:0;width:100%;color-scheme:light'
    this.listener = (/** @type {MessageEvent} */ event) => {
      if (event.source !== this.element.contentWindow || event.origin !== providerOrigin) return
      if (event.data.type === 'ready') this.#heardFrom = event.source
      if (event.data.type === 'answer') {
        this.#waiting.get(event.data.ask)?.(event.data.answer)
        this.#waiting.delete(event.data.ask)
      } else onMessage(event.data)
      if (event.data.type === 'ready') for (const message of this.#unsent.splice(0)) this.tell(message)
    }
    addEventListener('message', this.listener)
  }

  /** @param {Fields} message */
  tell(message) {
    const { contentWindow } = this.element
    if (contentWindow && contentWindow === this.#heardFrom) contentWindow.postMessage(message, providerOrigin)
    else this.#unsent.push(message)
  }

  /** @param {Fields} message @returns {Promise<any>} */
  ask(message) {
    const ask = ++this.#asked
    this.tell({ ...message, ask })
    return new Promise((resolve) => this.#waiting.set(ask, resolve))
  }

  remove() {
    removeEventListener('message', this.listener)
    this.element.remove()
  }
}

/** The card element API. */
class CardElement extends Emitter {
  /** @type {Frame | null} */
  #frame = null
  /** @type {HTMLElement | null} */
  #container = null
  #destroyed = false

  /** @param {string} key @param {Fields} options */
  constructor(key, options) {
    super()
    this.key = key
    this.options = options
    this.elementType = 'card'
  }

  /** @param {string | HTMLElement} target */
  mount(target) {
    if (this.#destroyed) throw integrationError('This Element has already been destroyed. Please create a new one.')
    const container = typeof target === 'string' ? document.querySelector(target) : target
    if (!(container instanceof HTMLElement)) {
      throw integrationError(
        `The selector you specified (${target}) applies to no DOM elements that are currently on the page.`,
      )
    }
    if (container === this.#container && this.#frame?.element.isConnected) return
    this.unmount()
    this.#container = container
    this.#frame = new Frame('/v3/card', 'Secure card payment input frame', (message) => this.#hear(message))
    this.#frame.element.style.height = `${this.#heightIn(container)}px`
    container.replaceChildren(this.#frame.element)
    container.classList.add(this.#class('base'), this.#class('empty'))
    if (container.id) {
      for (const label of document.querySelectorAll(`label[for="${CSS.escape(container.id)}"]`)) {
        label.addEventListener('click', () => this.focus())
      }
    }
  }

  /**
   * The height that the field will have, with one row or two. It is computed before the field loads, so that nothing
   * below it moves.
   * @param {HTMLElement} container
   */
  #heightIn(container) {
    const { style = {}, hideIcon, hidePostalCode } = this.options
    const fontSize = Number.parseFloat(style.base?.fontSize ?? '16')
    const lineHeight = Number.parseFloat(style.base?.lineHeight ?? '1.5')
    const line = lineHeight > 4 ? lineHeight : lineHeight * fontSize
    const row = hideIcon ? line : Math.max(line, 24)
    const letters = 18.9 + (hidePostalCode ? 0 : 5.4)
    const gaps = (hidePostalCode ? 2 : 3) * 12 + (hideIcon ? 0 : 38 + 12) + 2
    const { paddingLeft, paddingRight } = getComputedStyle(container)
    const width = container.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    return Math.ceil(width < letters * fontSize + gaps ? row + 8 + line : row)
  }

  unmount() {
    for (const name of Object.keys(classNames)) this.#container?.classList.remove(this.#class(name))
    this.#frame?.remove()
    this.#frame = null
    this.#container = null
  }

  destroy() {
    this.unmount()
    this.#destroyed = true
  }

  /** @param {Fields} options */
  update(options) {
    this.options = { ...this.options, ...options }
    this.#configure()
  }

  focus() {
    this.#frame?.element.focus()
    this.#frame?.tell({ type: 'focus' })
  }

  blur() {
    this.#frame?.tell({ type: 'blur' })
  }

  clear() {
    this.#frame?.tell({ type: 'clear' })
  }

  /** @param {Fields} fields @returns {Promise<Fields>} */
  createPaymentMethod(fields) {
    return this.#ask({ type: 'create-payment-method', fields })
  }

  /** Shows which fields are incomplete. @returns {Promise<Fields>} the first error, if there is one */
  check() {
    return this.#ask({ type: 'check' })
  }

  /** @param {Fields} message @returns {Promise<Fields>} */
  async #ask(message) {
    if (!this.#frame) {
      throw integrationError(
        'We could not retrieve data from the specified Element. Please make sure it is still mounted.',
      )
    }
    return this.#frame.ask(message)
  }

  /** The `change` event for this kind of element. @param {Fields} change @returns {Fields} */
  changeOf(change) {
    return change
  }

  #configure() {
    // Only plain data can be posted to the frame; the shop's other options stay here.
    const options = JSON.parse(JSON.stringify({ ...this.options, classes: undefined }))
    this.#frame?.tell({ type: 'configure', key: this.key, options })
  }

  /** @param {string} name */
  #class(name) {
    return this.options.classes?.[name] ?? classNames[/** @type {keyof typeof classNames} */ (name)]
  }

  /** @param {any} message */
  #hear(message) {
    const { type } = message
    const mark = (/** @type {string} */ name, /** @type {boolean} */ on) =>
      this.#container?.classList.toggle(this.#class(name), on)
    if (type === 'height' && this.#frame) this.#frame.element.style.height = `${message.height}px`
    else if (type === 'change') {
      mark('complete', message.change.complete)
      mark('empty', message.change.empty)
      mark('invalid', message.change.error !== undefined)
      this.emit('change', this.changeOf(message.change))
    } else if (type === 'focus' || type === 'blur') {
      mark('focus', type === 'focus')
      this.emit(type, { elementType: this.elementType })
    } else if (type === 'ready') {
      // Configures the frame before any other message, and again after it has reloaded.
      this.#configure()
      this.emit('ready', this)
    } else if (type === 'escape') this.emit('escape', { elementType: this.elementType })
    else if (type === 'enter') this.#container?.closest('form')?.requestSubmit()
  }
}

/** Shows the bank's authentication page over the page until it is answered. @param {string} url */
function authenticate(url) {
  return new Promise((resolve) => {
    const dialog = document.createElement('dialog')
    dialog.setAttribute('aria-label', 'Confirm your payment with your bank')
    dialog.style.cssText =
      'border:0;padding:0;margin:auto;width:min(100vw - 32px,480px);border-radius:12px;overflow:hidden;box-shadow:0 16px 48px rgb(0 0 0/.3)'
    let isLeaving = false
    const frame = new Frame(url, 'Confirm your payment with your bank', (message) => {
      if (message.type === 'authenticated') end(message.outcome)
    })
    frame.element.style.height = 'min(90vh,440px)'
    const end = (/** @type {string} */ outcome) => {
      dialog.close()
      dialog.remove()
      frame.remove()
      resolve(outcome)
    }
    // Asks the bank to cancel once its page has loaded; a second attempt closes the dialog without waiting for it.
    const leave = () => {
      if (isLeaving) return end('cancel')
      isLeaving = true
      frame.tell({ type: 'cancel' })
    }
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      leave()
    })
    const close = document.createElement('button')
    close.type = 'button'
    close.textContent = '×'
    close.setAttribute('aria-label', 'Close')
    close.style.cssText =
      'position:absolute;top:8px;right:8px;width:44px;height:44px;border:0;background:none;color:#5a655f;font:24px/1 system-ui,sans-serif;cursor:pointer'
    close.addEventListener('click', leave)
    dialog.append(frame.element, close)
    document.body.append(dialog)
    dialog.showModal()
  })
}
