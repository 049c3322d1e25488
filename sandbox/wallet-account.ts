/** The owner of the device's wallets. The first address below is the billing address. */
export const walletOwner = { name: 'Ada Tremblay', email: 'ada.tremblay@example.com', phone: '+1 416 555 0100' }

/** The cards in the sheet, one for each outcome. */
export const walletCards = [
  { name: 'Visa', number: '4242424242424242', note: '' },
  { name: 'Mastercard', number: '5555555555554444', note: '' },
  { name: 'American Express', number: '378282246310005', note: '' },
  { name: 'Interac', number: '4506445006931933', note: '' },
  { name: 'Visa', number: '4000000000000002', note: 'is declined' },
  { name: 'Visa', number: '4000000000009995', note: 'has insufficient funds' },
  { name: 'Visa', number: '4000002760003184', note: 'the bank asks' },
] as const

const { name: recipient, phone } = walletOwner

/** Addresses in the format of a payment request; `regionName` is the value that browsers send instead of the code. */
export const walletAddresses = [
  {
    recipient,
    phone,
    addressLine: ['12 Queen Street West', 'Unit 4'],
    city: 'Toronto',
    country: 'CA',
    region: 'ON',
    regionName: 'Ontario',
    postalCode: 'M5H 2N2',
  },
  {
    recipient,
    phone,
    addressLine: ['800 Robson Street'],
    city: 'Vancouver',
    country: 'CA',
    region: 'BC',
    regionName: 'British Columbia',
    postalCode: 'V6Z 3B7',
  },
  {
    recipient: 'Jean Tremblay',
    phone: '+1 514 555 0188',
    addressLine: ['350 rue Saint-Paul Est'],
    city: 'Montréal',
    country: 'CA',
    region: 'QC',
    regionName: 'Québec',
    postalCode: 'H2Y 1H2',
  },
  {
    recipient,
    phone,
    addressLine: ['PO Box 55, Station A'],
    city: 'Toronto',
    country: 'CA',
    region: 'ON',
    regionName: 'Ontario',
    postalCode: 'M5W 1A2',
  },
  {
    recipient,
    phone,
    addressLine: ['350 Fifth Avenue'],
    city: 'New York',
    country: 'US',
    region: 'NY',
    regionName: 'New York',
    postalCode: '10118',
  },
] as const
