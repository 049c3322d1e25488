import type { CartChange } from '../cart/cart.store.ts'
import { priceCart } from '../cart/price-cart.ts'
import type { FieldSet } from '../checkout/fields.ts'
import type { Address } from '../orders/orders.table.ts'
import { invalidParams, type Read, right } from '../rest/params.ts'
import { isWrongEmail, readAddressFields } from './address-params.ts'
import { storeError } from './answer.ts'
import { type BodyFields, readFields, record, text } from './body-params.ts'
import { answerCart, openCartCall, refuse } from './cart-call.ts'
import { keepChoices } from './keep-choices.ts'
import type { StoreHandler, StoreRoute } from './router.ts'

const updateCustomer: StoreHandler = async (context, shop) => {
  const read = await readFields(context, { billing_address: record, shipping_address: record })
  if (!read.ok) return storeError(context, read.error)
  const opened = await openCartCall(context, shop, { nonce: true })
  if (!opened.ok) return opened.answer
  const { call } = opened
  const choices: { -readonly [K in keyof CartChange]: CartChange[K] } = {}
  for (const set of ['billing', 'shipping'] as const) {
    const given = read.values[`${set}_address`]
    if (given === undefined) continue
    const address = readPlace(set, call.cart[set], given)
    if (!address.ok) return refuse(call, invalidParams({ [`${set}_address`]: address.wrong }))
    choices[set] = address.value
  }
  return answerCart(call, await keepChoices(shop, call.cart, choices))
}

/** An address while it is being filled in: fields may be missing, and an e-mail address that is none is left out. */
function readPlace(set: FieldSet, known: Partial<Address>, given: BodyFields): Read<Address> {
  const read = readAddressFields(set, known, given)
  if (read.ok) return right(read.value.address)
  return isWrongEmail(read.wrong) ? readPlace(set, known, { ...given, email: '' }) : read
}

/** A rate that is not offered, or of another parcel than the one there is, changes nothing, as recorded. */
const selectShippingRate: StoreHandler = async (context, shop) => {
  const read = await readFields(context, { package_id: text(20), rate_id: text(60) }, ['rate_id'])
  if (!read.ok) return storeError(context, read.error)
  const opened = await openCartCall(context, shop, { nonce: true })
  if (!opened.ok) return opened.answer
  const { cart } = opened.call
  const { package_id: parcel = '0', rate_id: wanted = '' } = read.values
  const isOffered = parcel === '0' && priceCart(shop, cart).shippingRates.some((rate) => rate.id === wanted)
  return answerCart(opened.call, isOffered ? await keepChoices(shop, cart, { shippingMethod: wanted }) : cart)
}

export const cartCustomerRoutes: readonly StoreRoute[] = [
  { path: '/cart/update-customer', methods: { POST: updateCustomer } },
  { path: '/cart/select-shipping-rate', methods: { POST: selectShippingRate } },
]
