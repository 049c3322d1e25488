// The payment provider's token of a card, which the wallet requests with the shop's publishable key.
import { callApi } from '../provider-api.js'

/** @typedef {Record<string, any>} Fields */

/**
 * Resolves with a token for one payment, or with the provider's error.
 * @param {Fields} request @param {import('./account.js').WalletCard} card @returns {Promise<Fields>}
 */
export function createToken(request, { number }) {
  const { parameters } = request.allowedPaymentMethods[0].tokenizationSpecification
  return callApi(parameters['stripe:publishableKey'], 'POST', '/v1/tokens', {
    card: { number, exp_month: 12, exp_year: new Date().getFullYear() + 3, tokenization_method: 'android_pay' },
  })
}
