import { splitFullName } from '../../people/addresses/address.ts'
import type { WalletAddress } from './wallet-client.ts'
export const totalLabel = 'Total'

type AddressDetails = { readonly name: string; readonly lines: readonly (string | undefined)[]; readonly phone: string }

/** Address details that a sheet reveals after authorization; absent ones are left out. */
export function addressDetails({ name, lines, phone }: AddressDetails): Partial<WalletAddress> {
  const { firstName, lastName } = splitFullName(name)
  const [line1 = '', ...more] = lines
  const details = {
    address_1: line1,
    address_2: more.filter(Boolean).join(', '),
    phone,
    first_name: firstName,
    last_name: lastName,
  }
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== ''))
}

export const addressFields = (address: WalletAddress): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(address).map(([name, value]) => [`address[${name}]`, value]))
