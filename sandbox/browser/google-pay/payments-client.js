// `google.payments.api` as pages use it.
import { createButton } from './button.js'
import { readinessProblem, requestProblem } from './checks.js'
import { converse } from './conversation.js'
import { leaveForSheet, listenForResult } from './redirect.js'
import { openOverlay, openPopup } from './sheet-windows.js'
import { developerError, statusError } from './statuses.js'
import { readSettings } from './wallet-settings.js'

/** @typedef {import('./redirect.js').Outcome} Outcome */
/**
 * The callback for a sheet that replaced the page.
 * @typedef {{ onPaymentsError?: (error: google.payments.api.PaymentsError) => void }} RedirectCallbacks
 */
/** @typedef {google.payments.api.PaymentDataCallbacks & RedirectCallbacks} Callbacks */

let isLoading = false
/** A result that returned by a redirect and that no page has handled yet. @type {Outcome | null} */
let returned = null
/** Clients with a callback for a result that returns by a redirect. @type {Set<(outcome: Outcome) => void>} */
const takers = new Set()

/** @implements {google.payments.api.PaymentsClient} */
class PaymentsClient {
  /** @type {Callbacks} */
  #callbacks

  /** @param {google.payments.api.PaymentOptions & { paymentDataCallbacks?: Callbacks }} options */
  constructor(options = {}) {
    const { environment = 'TEST', paymentDataCallbacks } = options
    if (environment !== 'TEST' && environment !== 'PRODUCTION') {
      throw new Error('environment must be TEST or PRODUCTION.')
    }
    this.#callbacks = paymentDataCallbacks ?? {}
    const { onPaymentAuthorized, onPaymentsError } = this.#callbacks
    if (!onPaymentAuthorized) return
    /** @param {Outcome} outcome */
    const take = ({ status, data, text }) => {
      returned = null
      if (status === 'SUCCESS') void onPaymentAuthorized(data)
      else onPaymentsError?.(statusError(status, text))
    }
    takers.add(take)
    if (returned) take(returned)
  }

  /** @param {google.payments.api.IsReadyToPayRequest} request @returns {Promise<google.payments.api.IsReadyToPayResponse>} */
  async isReadyToPay(request) {
    const problem = readinessProblem(request, isSecureContext)
    if (problem) throw problem
    const { google } = readSettings()
    if (google === 'unsupported') throw developerError('EWALLET is not supported in this environment.')
    const result = google === 'ready'
    return { result, ...(request.existingPaymentMethodRequired ? { paymentMethodPresent: result } : {}) }
  }

  /** @param {google.payments.api.PaymentDataRequest} request */
  prefetchPaymentData(request) {
    const problem = requestProblem(request, this.#callbacks, isSecureContext)
    if (problem) throw problem
  }

  /** @param {google.payments.api.PaymentDataRequest & { forceRedirect?: boolean }} request @returns {Promise<google.payments.api.PaymentData>} */
  async loadPaymentData(request) {
    if (isLoading) throw developerError('This method can only be called one at a time')
    const problem = requestProblem(request, this.#callbacks, isSecureContext)
    if (problem) throw problem
    if (returned) return resultOf(returned)

    const mode = request.forceRedirect ? 'redirect' : readSettings().mode
    isLoading = true
    try {
      if (mode === 'redirect') {
        leaveForSheet(request)
        return await new Promise(() => {})
      }
      const sheet = (mode === 'popup' ? openPopup() : null) ?? openOverlay()
      return await converse(sheet, request, this.#callbacks)
    } finally {
      isLoading = false
    }
  }

  /** @param {google.payments.api.ButtonOptions} options */
  createButton(options) {
    return createButton(options)
  }
}

/** @param {Outcome} outcome */
function resultOf({ status, data, text }) {
  returned = null
  if (status === 'SUCCESS') return data
  throw statusError(status, text)
}

listenForResult((outcome) => {
  isLoading = false
  // A closed sheet is not reported; the next sheet opens as usual.
  if (outcome.status !== 'CANCELED' && outcome.status !== 'BUYER_CANCEL') returned = outcome
  if (returned) for (const take of [...takers].slice(-1)) take(returned)
})

Object.assign(window, { google: { payments: { api: { PaymentsClient } } } })
