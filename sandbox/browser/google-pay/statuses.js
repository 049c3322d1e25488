// The ways in which a payment sheet can end, as the wallet's script reports them to a page.

/** @typedef {Error & { statusCode: string, statusMessage: string }} StatusError */

export const statusCodes = [
  'CANCELED',
  'DEVELOPER_ERROR',
  'MERCHANT_ACCOUNT_ERROR',
  'INTERNAL_ERROR',
  'UNSUPPORTED_API_VERSION',
  'BUYER_CANCEL',
]

/**
 * An error as the page receives it. An unknown status counts as cancelled.
 * @param {string} status @param {string} [statusMessage] @returns {StatusError}
 */
export function statusError(status, statusMessage = '') {
  const statusCode = statusCodes.includes(status) ? status : 'CANCELED'
  return Object.assign(new Error(statusMessage), { statusCode, statusMessage })
}

/** @param {string} statusMessage the problem with the page's call @returns {StatusError} */
export const developerError = (statusMessage) => statusError('DEVELOPER_ERROR', statusMessage)
