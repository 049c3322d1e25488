/** What the shop asks of a wallet's sheet, for server and browser (shop.md §9, "Payments" and "Product-page wallet"). */

/** Beside the amount. */
export const totalLabel = 'Total'

export const cardNetworks = ['AMEX', 'DISCOVER', 'INTERAC', 'JCB', 'MASTERCARD', 'VISA'] as const

/** Cards as they are in the customer's account at Google, not those of a telephone. */
export const cardAuthMethods = ['PAN_ONLY'] as const

/** The price before a shipping address is known. Updates of the server are final. */
export const initialPriceStatus = 'ESTIMATED'
