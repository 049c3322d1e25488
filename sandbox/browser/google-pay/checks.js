// Validates a page's calls. Each check has a different text, which the page receives as a DEVELOPER_ERROR.
import { developerError, statusError } from './statuses.js'

/** @typedef {import('./statuses.js').StatusError} StatusError */
/** @typedef {Record<string, any>} Fields */
/** @typedef {{ onPaymentDataChanged?: unknown, onPaymentAuthorized?: unknown }} Callbacks */

const priceStatuses = ['NOT_CURRENTLY_KNOWN', 'ESTIMATED', 'FINAL']
const authMethods = ['PAN_ONLY', 'CRYPTOGRAM_3DS']
const dataIntents = ['SHIPPING_ADDRESS', 'SHIPPING_OPTION', 'OFFER', 'PAYMENT_METHOD']
const intents = [...dataIntents, 'PAYMENT_AUTHORIZATION']

/** @param {unknown} list */
const isFilled = (list) => Array.isArray(list) && list.length > 0

/**
 * Returns the problem with a request of `isReadyToPay`, or null.
 * @param {Fields | undefined} request @param {boolean} isSecure whether the page is a secure context
 * @returns {StatusError | null}
 */
export function readinessProblem(request, isSecure) {
  if (!isSecure) return developerError('Google Pay must be called in a secure context.')
  if (request?.apiVersion !== 2 || typeof request.apiVersionMinor !== 'number') {
    return statusError('UNSUPPORTED_API_VERSION', 'apiVersion must be 2, and apiVersionMinor must be set.')
  }
  if (!isFilled(request.allowedPaymentMethods)) {
    return developerError('allowedPaymentMethods must be a list with at least one payment method.')
  }
  for (const method of request.allowedPaymentMethods) {
    const problem = methodProblem(method)
    if (problem) return developerError(problem)
  }
  return null
}

/** @param {Fields} method */
function methodProblem({ type, parameters }) {
  if (type === 'EWALLET') return 'EWALLET is not supported in this environment.'
  if (type !== 'CARD') return `The payment method ${type} is not supported.`
  if (!isFilled(parameters?.allowedCardNetworks)) return 'allowedCardNetworks must be set for the payment method CARD.'
  const methods = parameters.allowedAuthMethods
  if (!isFilled(methods) || methods.some((/** @type {string} */ method) => !authMethods.includes(method))) {
    return `allowedAuthMethods must be set for the payment method CARD: ${authMethods.join(', ')}.`
  }
  return null
}

/**
 * Returns the problem with a request of `loadPaymentData` or `prefetchPaymentData`, or null.
 * @param {Fields | undefined} request @param {Callbacks | undefined} callbacks @param {boolean} isSecure
 * @returns {StatusError | null}
 */
export function requestProblem(request, callbacks, isSecure) {
  const problem = readinessProblem(request, isSecure)
  if (problem || !request) return problem
  const text =
    tokenizationProblem(request.allowedPaymentMethods) ??
    transactionProblem(request.transactionInfo) ??
    intentProblem(request, callbacks)
  return text === null ? null : developerError(text)
}

/** @param {Fields[]} methods */
function tokenizationProblem(methods) {
  for (const { tokenizationSpecification: specification } of methods) {
    if (!specification) return 'tokenizationSpecification must be set for the payment method CARD.'
    const { type, parameters } = specification
    if (type === 'PAYMENT_GATEWAY' && parameters?.gateway === 'stripe') {
      if (!String(parameters['stripe:publishableKey']).startsWith('pk_')) return 'stripe:publishableKey must be set.'
      if (!parameters['stripe:version']) return 'stripe:version must be set.'
    } else return 'tokenizationSpecification must name the gateway stripe.'
  }
  return null
}

/** @param {Fields | undefined} info */
function transactionProblem(info) {
  if (!info) return 'transactionInfo must be set.'
  if (!info.currencyCode) return 'currencyCode must be set in transactionInfo.'
  if (!priceStatuses.includes(info.totalPriceStatus)) {
    return `totalPriceStatus must be one of ${priceStatuses.join(', ')} in transactionInfo.`
  }
  if (info.totalPriceStatus === 'NOT_CURRENTLY_KNOWN') return null
  if (!/^[0-9]+(\.[0-9]{1,3})?$/.test(info.totalPrice ?? '')) {
    return 'totalPrice must be set in transactionInfo when totalPriceStatus is ESTIMATED or FINAL.'
  }
  return null
}

/** @param {Fields} request @param {Callbacks} [callbacks] */
function intentProblem({ callbackIntents = [], ...request }, callbacks = {}) {
  const unknown = callbackIntents.find((/** @type {string} */ intent) => !intents.includes(intent))
  if (unknown !== undefined) return `The callback intent ${unknown} is not known.`
  if (callbackIntents.includes('PAYMENT_AUTHORIZATION') !== Boolean(callbacks.onPaymentAuthorized)) {
    return 'The callback intent PAYMENT_AUTHORIZATION and the callback onPaymentAuthorized need each other.'
  }
  if (callbackIntents.some((/** @type {string} */ intent) => dataIntents.includes(intent))) {
    if (!callbacks.onPaymentDataChanged) return 'onPaymentDataChanged must be set for these callback intents.'
  }
  if (callbackIntents.includes('SHIPPING_ADDRESS') && !request.shippingAddressRequired) {
    return 'shippingAddressRequired must be true for the callback intent SHIPPING_ADDRESS.'
  }
  if (callbackIntents.includes('SHIPPING_OPTION') && !request.shippingOptionRequired) {
    return 'shippingOptionRequired must be true for the callback intent SHIPPING_OPTION.'
  }
  if (request.shippingOptionRequired && !callbackIntents.includes('SHIPPING_OPTION')) {
    if (!isFilled(request.shippingOptionParameters?.shippingOptions)) return 'shippingOptionParameters must be set.'
  }
  return null
}

/**
 * Returns the problem with the options of `createButton`, or null.
 * @param {Fields | undefined} options
 */
export function buttonProblem(options) {
  if (typeof options?.onClick !== 'function')
    return developerError('The button needs a click handler: onClick must be set.')
  return null
}
