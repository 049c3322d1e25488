// The buyer's choices as the sheet sends them to the page: few details before the payment is authorized, all of them
// after.
import { addresses, cards, payer } from './account.js'

/** @typedef {Record<string, any>} Fields */
/** @typedef {import('./account.js').WalletCard} WalletCard */
/** @typedef {import('./account.js').WalletAddress} WalletAddress */
/** @typedef {{ card: WalletCard, address: WalletAddress | null, optionId: string | null }} Selection */

/** @param {Fields} request the buyer's cards that this request allows @returns {WalletCard[]} */
export function allowedCards(request) {
  const { allowedCardNetworks, allowCreditCards = true } = request.allowedPaymentMethods[0].parameters
  return cards.filter(
    ({ network, funding }) => allowedCardNetworks.includes(network) && (allowCreditCards || funding !== 'CREDIT'),
  )
}

/** @param {Fields} request @returns {WalletAddress[]} */
export function allowedAddresses({ shippingAddressRequired, shippingAddressParameters }) {
  if (!shippingAddressRequired) return []
  const countries = shippingAddressParameters?.allowedCountryCodes
  return addresses.filter(({ countryCode }) => !countries || countries.includes(countryCode))
}

/** The buyer's name, and the buyer's details that the page will receive. @param {Fields} request @returns {string[]} */
export function payerLine({ emailRequired, allowedPaymentMethods }) {
  const { billingAddressRequired, billingAddressParameters: billing } = allowedPaymentMethods[0].parameters
  const own = /** @type {WalletAddress} */ (addresses[0])
  return [
    payer.name,
    ...(emailRequired ? [payer.email] : []),
    ...(billingAddressRequired ? [billing?.format === 'FULL' ? own.address1 : own.postalCode] : []),
    ...(billingAddressRequired && billing?.phoneNumberRequired ? [own.phoneNumber] : []),
  ]
}

/** @param {WalletCard} card */
export const lastDigits = ({ number }) => number.slice(-4)

/**
 * Data for `onPaymentDataChanged`: without name and street, and with only three characters of a Canadian postal code.
 * @param {string} callbackTrigger @param {Selection} selection
 */
export function intermediateData(callbackTrigger, { card, address, optionId }) {
  return {
    callbackTrigger,
    paymentMethodData: { type: 'CARD', info: { cardNetwork: card.network, cardDetails: lastDigits(card) } },
    ...(address ? { shippingAddress: redacted(address) } : {}),
    ...(optionId === null ? {} : { shippingOptionData: { id: optionId } }),
  }
}

/** @param {WalletAddress} address */
function redacted({ countryCode, administrativeArea, locality, postalCode }) {
  const shown = countryCode === 'CA' ? postalCode.slice(0, 3) : postalCode
  return { countryCode, administrativeArea, locality, postalCode: shown }
}

/** @param {WalletAddress} address @param {boolean} isPhoneAsked */
function complete({ id: _id, note: _note, phoneNumber, ...address }, isPhoneAsked) {
  return { ...address, address3: '', sortingCode: '', ...(isPhoneAsked ? { phoneNumber } : {}) }
}

/**
 * Complete data for `onPaymentAuthorized` and for the result of `loadPaymentData`: everything that the request asks
 * for.
 * @param {Fields} request @param {Selection} selection @param {object} token the payment provider's
 */
export function paymentData(request, { card, address, optionId }, token) {
  const { billingAddressRequired, billingAddressParameters: billing } = request.allowedPaymentMethods[0].parameters
  const own = /** @type {WalletAddress} */ (addresses[0])
  return {
    apiVersion: 2,
    apiVersionMinor: 0,
    ...(request.emailRequired ? { email: payer.email } : {}),
    ...(address ? { shippingAddress: complete(address, request.shippingAddressParameters?.phoneNumberRequired) } : {}),
    ...(optionId === null ? {} : { shippingOptionData: { id: optionId } }),
    paymentMethodData: {
      type: 'CARD',
      description: `${card.label} •••• ${lastDigits(card)}`,
      info: {
        cardNetwork: card.network,
        cardDetails: lastDigits(card),
        cardFundingSource: card.funding,
        ...(billingAddressRequired
          ? { billingAddress: billingAddress(own, billing?.format === 'FULL', billing?.phoneNumberRequired) }
          : {}),
      },
      tokenizationData: { type: 'PAYMENT_GATEWAY', token: JSON.stringify(token) },
    },
  }
}

/** @param {WalletAddress} address @param {boolean} isFull @param {boolean} isPhoneAsked */
function billingAddress(address, isFull, isPhoneAsked) {
  const { name, countryCode, postalCode, phoneNumber } = address
  if (isFull) return complete(address, isPhoneAsked)
  return { name, countryCode, postalCode, ...(isPhoneAsked ? { phoneNumber } : {}) }
}
