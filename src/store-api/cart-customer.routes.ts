import type { CartChange } from '../cart/change-cart.store.ts'
import { priceCart } from '../cart/price-cart.ts'
import type { Address } from '../checkout/address.ts'
import type { FieldSet } from '../checkout/fields.ts'
import { keepDecisions } from '../checkout/keep-decisions.ts'
import { shopRules } from '../checkout/shop-rules.ts'
import type { RulesOf } from '../orders/address-rules.ts'
import { invalidParams, type Read, right } from '../rest/params.ts'
import { isWrongEmail, readAddressFields } from './address-params.ts'
import { escapeHtml } from './answer.ts'
import { type BodyFields, record, text } from './body-params.ts'
import { cartCall } from './call.ts'
import { answerCart, refuse } from './cart-call.ts'
import type { StoreRoute } from './router.ts'
import { cartShape } from './shapes/cart-shape.ts'
import { addressFields, billingAddressShape, shippingAddressShape } from './shapes/parts.ts'

const updateCustomer = cartCall(
  {
    summary: 'Says who buys and where it goes',
    session: 'nonce',
    body: {
      billing_address: record(addressFields(billingAddressShape))('Who pays; what is not said stays as it was.'),
      shipping_address: record(addressFields(shippingAddressShape))('Where it goes; what is not said stays as it was.'),
    },
    answers: { 200: cartShape },
  },
  async (call, values) => {
    const choices: { -readonly [K in keyof CartChange]: CartChange[K] } = {}
    for (const set of ['billing', 'shipping'] as const) {
      const given = values[`${set}_address`]
      if (given === undefined) continue
      const address = readPlace(set, call.cart[set], given, shopRules(call.shop.settings()))
      if (!address.ok) return refuse(call, invalidParams({ [`${set}_address`]: address.wrong }))
      choices[set] = address.value
    }
    return answerCart(call, await keepDecisions(call.shop, call.cart, choices))
  },
)

/** An address while it is being filled in: fields may be missing, and an e-mail address that is none is left out. */
function readPlace(set: FieldSet, known: Partial<Address>, given: BodyFields, rulesOf: RulesOf): Read<Address> {
  const read = readAddressFields(set, known, given, rulesOf)
  if (read.ok) return right(read.value.address)
  return isWrongEmail(read.wrong) ? readPlace(set, known, { ...given, email: '' }, rulesOf) : read
}

/** A rate that is not offered, or of another parcel than the one there is, changes nothing, as recorded. */
const selectShippingRate = cartCall(
  {
    summary: 'Chooses how it is sent',
    session: 'nonce',
    body: { package_id: text(20)('Number of the parcel.'), rate_id: text(60)('The rate, as the cart names it.') },
    required: ['rate_id'],
    answers: { 200: cartShape },
  },
  async (call, { package_id: parcel = '0', rate_id: wanted = '' }) => {
    const { shop, cart } = call
    const isOffered = parcel === '0' && priceCart(shop, cart).shippingRates.some((rate) => rate.id === wanted)
    return answerCart(call, isOffered ? await keepDecisions(shop, cart, { shippingMethod: wanted }) : cart)
  },
)

/** For additions of other programs. There are none here, so every name is unknown; in the words of the public API. */
const extendCart = cartCall(
  {
    summary: 'For additions of other programs; this shop has none',
    session: 'nonce',
    body: {
      namespace: text(200)('Name of the addition.'),
      data: record()('What it is given.'),
    },
    required: ['namespace'],
    answers: { 200: cartShape },
    errors: { woocommerce_rest_cart_extensions_error: 400 },
  },
  async (call, { namespace = '' }) =>
    refuse(call, {
      status: 400,
      code: 'woocommerce_rest_cart_extensions_error',
      message: `There is no such namespace registered: ${escapeHtml(namespace)}.`,
    }),
)

export const cartCustomerRoutes: readonly StoreRoute[] = [
  { path: '/cart/update-customer', methods: { POST: updateCustomer } },
  { path: '/cart/select-shipping-rate', methods: { POST: selectShippingRate } },
  { path: '/cart/extensions', methods: { POST: extendCart } },
]
