import { isSameAddress, readAddressBook } from '../../people/account/address-book.ts'
import type { Address } from '../../people/addresses/address.ts'
import { includesCountry } from '../../people/addresses/countries.ts'
import type { CustomerAddresses } from '../../people/identity/users.store.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { Cart } from '../cart/cart.store.ts'
import type { Countries } from './settings.ts'

/** An address of a customer that the checkout offers; `key` is `billing`, `shipping` or the number of a saved one. */
export type OfferedAddress = { readonly key: string; readonly label: string; readonly address: Partial<Address> }

/** The address book, and default addresses that are not in it. Empty if there are fewer than two to choose from. */
export async function offeredAddresses(
  db: Db,
  userId: number,
  { billing, shipping }: CustomerAddresses,
): Promise<readonly OfferedAddress[]> {
  const book = (await readAddressBook(db, userId)).map(({ id, label, address }) => ({ key: `${id}`, label, address }))
  const defaults = [
    { key: 'billing', label: 'Billing address', address: billing },
    { key: 'shipping', label: 'Shipping address', address: shipping },
  ].filter(({ address }) => address.address1)
  const offered: OfferedAddress[] = [...book]
  for (const one of defaults) if (!offered.some(({ address }) => isSameAddress(address, one.address))) offered.push(one)
  return offered.length < 2 ? [] : offered
}

/** The stored shipping address, for its fields; nothing if the order goes there anyway, or the shop does not send there. */
export const shippingToFill = (
  { shipping }: CustomerAddresses,
  billing: Partial<Address>,
  shipsTo: Countries,
): Partial<Address> =>
  includesCountry(shipping.country ?? '', shipsTo) && !isSameAddress(shipping, billing) ? shipping : {}

/** The key of the offered address that the form contains; '' if it is another one. */
export const keyOfAddress = (offered: readonly OfferedAddress[], address: Partial<Address>): string =>
  offered.find((one) => isSameAddress(one.address, address))?.key ?? ''

export type ChosenAddresses = { readonly billTo: string; readonly shipTo: string }

/**
 * The cart with the chosen addresses filled in, not stored; null if none was chosen or it is not the customer's. If
 * only a delivery address was chosen, the cart is billed as before.
 */
export function withChosenAddresses(
  cart: Cart,
  offered: readonly OfferedAddress[],
  { billTo, shipTo }: ChosenAddresses,
  email: string,
): { readonly cart: Cart; readonly shipToDifferent: boolean } | null {
  const addressOf = (key: string) => offered.find((one) => one.key === key)?.address
  const deliveredTo = addressOf(shipTo)
  const billing = addressOf(billTo) ?? (billTo === '' && deliveredTo ? cart.billing : null)
  if (!billing) return null
  const shipping = deliveredTo ?? billing
  return {
    cart: {
      ...cart,
      billing: { ...billing, email: cart.billing.email || email },
      shipping: { ...shipping, email: '' },
    },
    shipToDifferent: shipping !== billing,
  }
}
