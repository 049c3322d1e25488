import type { Address } from '../../people/addresses/address.ts'
import type { Cart } from '../../shop/cart/cart.store.ts'
import { SHOP_BASE } from '../../shop/cart/price-cart.ts'

type PartialAddress = Partial<Address>

/** A customer without an address is assumed to be at the shop's base location. */
const withDefaultRegion = (address: PartialAddress) => ({
  country: address.country || SHOP_BASE.country,
  state: address.state ?? (address.country && address.country !== SHOP_BASE.country ? '' : SHOP_BASE.state),
})

export function shippingAddressJson(address: PartialAddress) {
  const { country, state } = withDefaultRegion(address)
  return {
    first_name: address.firstName ?? '',
    last_name: address.lastName ?? '',
    company: address.company ?? '',
    address_1: address.address1 ?? '',
    address_2: address.address2 ?? '',
    city: address.city ?? '',
    state,
    postcode: address.postcode ?? '',
    country,
    phone: address.phone ?? '',
  }
}

export const billingAddressJson = (address: PartialAddress) => ({
  ...shippingAddressJson(address),
  email: address.email ?? '',
})

/** Destination of a package, without the recipient. */
export function destinationJson(cart: Pick<Cart, 'shipping'>) {
  const { first_name, last_name, company, phone, ...destination } = shippingAddressJson(cart.shipping)
  return destination
}
