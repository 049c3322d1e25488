// The cards and addresses in the wallet of the sandbox's buyer.

/**
 * @typedef {{ id: string, label: string, network: string, number: string, funding: 'CREDIT' | 'DEBIT', note?: string }} WalletCard
 * @typedef {{ id: string, name: string, address1: string, address2: string, locality: string, administrativeArea: string, countryCode: string, postalCode: string, phoneNumber: string, note?: string }} WalletAddress
 */

export const payer = { name: 'Ada Martin', email: 'ada.martin@example.test' }

/** Test numbers of the payment sandbox. @type {WalletCard[]} */
export const cards = [
  { id: 'visa', label: 'Visa', network: 'VISA', number: '4242424242424242', funding: 'CREDIT' },
  { id: 'mastercard', label: 'Mastercard', network: 'MASTERCARD', number: '5555555555554444', funding: 'CREDIT' },
  { id: 'amex', label: 'American Express', network: 'AMEX', number: '378282246310005', funding: 'CREDIT' },
  { id: 'interac', label: 'Interac', network: 'INTERAC', number: '4506445006931933', funding: 'DEBIT' },
  {
    ...{ id: 'declined', label: 'Visa', network: 'VISA', number: '4000000000000341', funding: 'CREDIT' },
    note: 'is declined',
  },
  {
    ...{ id: 'authentication', label: 'Visa', network: 'VISA', number: '4000002500003155', funding: 'CREDIT' },
    note: 'asks for extra authentication',
  },
]

/** The first address is the buyer's own, and the billing address. @type {WalletAddress[]} */
export const addresses = [
  {
    ...{ id: 'toronto', name: 'Ada Martin', address1: '12 Queen Street West', address2: 'Unit 4', locality: 'Toronto' },
    ...{ administrativeArea: 'ON', countryCode: 'CA', postalCode: 'M5H 2N2', phoneNumber: '+1 416-555-0134' },
  },
  {
    ...{ id: 'vancouver', name: 'Ada Martin', address1: '800 Robson Street', address2: '', locality: 'Vancouver' },
    ...{ administrativeArea: 'BC', countryCode: 'CA', postalCode: 'V6Z 3B7', phoneNumber: '+1 604-555-0199' },
  },
  {
    ...{ id: 'montreal', name: 'Jean Tremblay', address1: '350 rue Saint-Paul Est', address2: '' },
    ...{ locality: 'Montréal', administrativeArea: 'QC', countryCode: 'CA', postalCode: 'H2Y 1H2' },
    phoneNumber: '+1 514-555-0188',
  },
  {
    ...{ id: 'box', name: 'Ada Martin', address1: 'PO Box 55, Station A', address2: '', locality: 'Toronto' },
    ...{ administrativeArea: 'ON', countryCode: 'CA', postalCode: 'M5W 1A2', phoneNumber: '+1 416-555-0134' },
  },
  {
    ...{ id: 'reykjavik', name: 'Jón Jónsson', address1: 'Laugavegur 12', address2: '', locality: 'Reykjavík' },
    ...{ administrativeArea: '', countryCode: 'IS', postalCode: '101', phoneNumber: '+354 555 0123' },
    note: 'outside of Canada',
  },
]
