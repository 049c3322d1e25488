// The sheet's questions to the page: what changes with an address or an option, and whether the page accepts a payment.

/** @typedef {{ reason: string, message: string, intent: string }} DataError */

export const callbackTimeoutMs = 30_000

const errorReasons = [
  'OTHER_ERROR',
  'SHIPPING_ADDRESS_INVALID',
  'SHIPPING_ADDRESS_UNSERVICEABLE',
  'SHIPPING_OPTION_INVALID',
  'OFFER_INVALID',
  'PAYMENT_DATA_INVALID',
]

const unanswered = { reason: 'REQUEST_TIMEOUT', message: 'The shop did not answer in time. Please try again.' }
const failed = { reason: 'OTHER_ERROR', message: 'Something went wrong in the shop. Please try again.' }

/**
 * The page's answer to a new address, option, offer or card: an update of the request, or an error to show.
 * @param {((data: any) => unknown) | undefined} handler @param {{ callbackTrigger: string }} data
 * @returns {Promise<Record<string, any> & { error?: DataError }>}
 */
export async function askForUpdate(handler, data) {
  const intent = data.callbackTrigger === 'INITIALIZE' ? 'SHIPPING_ADDRESS' : data.callbackTrigger
  const answer = await answerOf(handler, data)
  if (answer.problem) return { error: { ...answer.problem, intent } }
  const update = answer.value ?? {}
  return update.error ? { ...update, error: knownError(update.error, intent) } : update
}

/**
 * The page's answer to an authorized payment. Without an answer it is unknown whether the page accepted the payment.
 * @param {((data: any) => unknown) | undefined} handler @param {unknown} data
 * @returns {Promise<{ transactionState: string, error?: DataError }>}
 */
export async function askForAuthorization(handler, data) {
  const intent = 'PAYMENT_AUTHORIZATION'
  const answer = await answerOf(handler, data)
  if (answer.problem) return { transactionState: 'ERROR', error: { ...answer.problem, intent } }
  if (answer.value?.transactionState === 'SUCCESS') return { transactionState: 'SUCCESS' }
  return { transactionState: 'ERROR', error: knownError(answer.value?.error, intent) }
}

/** @param {Partial<DataError> | undefined} error @param {string} intent @returns {DataError} */
function knownError(error, intent) {
  const { reason = '', message = failed.message } = error ?? {}
  return { intent, ...error, message, reason: errorReasons.includes(reason) ? reason : 'OTHER_ERROR' }
}

/**
 * @param {((data: any) => unknown) | undefined} handler @param {unknown} data
 * @returns {Promise<{ value?: any, problem?: { reason: string, message: string } }>}
 */
async function answerOf(handler, data) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  const timeout = new Promise((resolve) => {
    timer = setTimeout(() => resolve({ problem: unanswered }), callbackTimeoutMs)
  })
  try {
    const answer = Promise.resolve(handler?.(data)).then((value) => ({ value }))
    return await /** @type {Promise<{ value?: any }>} */ (Promise.race([answer, timeout]))
  } catch {
    return { problem: failed }
  } finally {
    clearTimeout(timer)
  }
}
