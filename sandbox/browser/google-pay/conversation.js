// One payment: the messages between the page and an open sheet, until the payment ends.
import { askForAuthorization, askForUpdate } from './callbacks.js'
import { providerOrigin } from './sheet-windows.js'
import { statusError } from './statuses.js'

/** @typedef {import('./sheet-windows.js').SheetWindow} SheetWindow */
/** @typedef {{ onPaymentDataChanged?: (data: any) => unknown, onPaymentAuthorized?: (data: any) => unknown }} Callbacks */

/**
 * Resolves with the payment's data; rejects with a status. If the buyer closes the sheet while the page processes the
 * payment, the page's answer decides.
 * @param {SheetWindow} sheet @param {Record<string, any>} request @param {Callbacks} callbacks @returns {Promise<any>}
 */
export function converse(sheet, request, callbacks) {
  let isTaking = false
  let isClosed = false
  return new Promise((resolve, reject) => {
    /** @param {() => void} tell */
    const finish = (tell) => {
      removeEventListener('message', listener)
      sheet.close()
      tell()
    }
    const cancel = () => finish(() => reject(statusError('CANCELED', 'The buyer closed the payment sheet.')))
    /** @param {object} message */
    const tell = (message) => sheet.window()?.postMessage(message, providerOrigin)

    /** @param {any} data */
    async function authorize(data) {
      isTaking = true
      const answer = await askForAuthorization(callbacks.onPaymentAuthorized, data)
      isTaking = false
      if (answer.transactionState === 'SUCCESS') finish(() => resolve(data))
      else if (answer.error?.reason === 'REQUEST_TIMEOUT') {
        // It is unknown whether the page accepted the payment: another attempt could charge it twice.
        finish(() => reject(statusError('INTERNAL_ERROR', 'REQUEST_TIMEOUT')))
      } else if (isClosed) cancel()
      else tell({ type: 'answer', answer })
    }

    /** @param {MessageEvent} event */
    async function listener(event) {
      if (event.source !== sheet.window() || event.origin !== providerOrigin) return
      const { type, data, status, text } = event.data
      // Only plain data can be posted.
      if (type === 'ready') tell({ type: 'open', request: JSON.parse(JSON.stringify(request)) })
      if (type === 'change') tell({ type: 'answer', answer: await askForUpdate(callbacks.onPaymentDataChanged, data) })
      if (type === 'authorize' && !isTaking) await authorize(data)
      if (type === 'paid') finish(() => resolve(data))
      if (type === 'end') finish(() => reject(statusError(status, text)))
    }
    addEventListener('message', listener)
    sheet.onClosed(() => {
      if (isClosed) return
      isClosed = true
      if (!isTaking) cancel()
    })
  })
}
