import { splitFullName } from '../../people/addresses/address.ts'
import type { WalletAddress } from './wallet-client.ts'
/** What the shop asks of a wallet's sheet, for server and browser (shop.md §9, "Payments" and "Product-page wallet"). */

/** Beside the amount. */
export const totalLabel = 'Total'

export const cardNetworks = ['AMEX', 'DISCOVER', 'INTERAC', 'JCB', 'MASTERCARD', 'VISA'] as const

/** Cards as they are in the customer's account at Google, not those of a telephone. */
export const cardAuthMethods = ['PAN_ONLY'] as const

/** The price before a shipping address is known. Updates of the server are final. */
export const initialPriceStatus = 'ESTIMATED'

type AddressDetails = { readonly name: string; readonly lines: readonly (string | undefined)[]; readonly phone: string }

/** What a sheet adds to an address once the payment is authorized: only what it has. */
export function addressDetails({ name, lines, phone }: AddressDetails): Partial<WalletAddress> {
  const { firstName, lastName } = splitFullName(name)
  const [line1 = '', ...more] = lines
  const details = {
    ...{ address_1: line1, address_2: more.filter(Boolean).join(', '), phone },
    ...{ first_name: firstName, last_name: lastName },
  }
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== ''))
}
