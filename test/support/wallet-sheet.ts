/** What wallets send from their sheets, as fields of a form. */

const person = (set: string, { city = 'Toronto', state = 'ON', postcode = 'M5V 2T6', country = 'CA' }) => ({
  [`${set}_first_name`]: 'Ada',
  [`${set}_last_name`]: 'Leaf',
  [`${set}_address_1`]: '1 Kettle Lane',
  [`${set}_city`]: city,
  [`${set}_state`]: state,
  [`${set}_postcode`]: postcode,
  [`${set}_country`]: country,
})

type Place = { readonly city?: string; readonly state?: string; readonly postcode?: string; readonly country?: string }

/** The complete addresses, as wallets send them after the authorization. */
export const sheetAddresses = (place: Place = {}) => ({
  ...person('billing', place),
  ...person('shipping', place),
  billing_email: 'ada@shop.test',
  billing_phone: '416 555 0100',
})
