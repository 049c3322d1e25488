import type { Address } from '../../people/addresses/address.ts'
import type { RulesLookup } from '../../people/addresses/address-rules.ts'
import type { FieldSet } from '../../people/addresses/fields.ts'
import { invalidParams, ok, type Parsed } from '../../platform/rest/params.ts'
import type { CartChange } from '../../shop/cart/change-cart.store.ts'
import { priceCart } from '../../shop/cart/price-cart.ts'
import { saveCheckoutDraft } from '../../shop/checkout/checkout-draft.ts'
import { shopAddressRules } from '../../shop/checkout/shop-address-rules.ts'
import { isInvalidEmail, parseAddressFields } from './address-params.ts'
import { type BodyFields, record, text } from './body-params.ts'
import { respondWithCart, respondWithError } from './cart-request.ts'
import { cartEndpoint } from './endpoint.ts'
import { escapeHtml } from './response.ts'
import type { StoreRoute } from './router.ts'
import { cartShape } from './shapes/cart-shape.ts'
import { addressFields, billingAddressShape, shippingAddressShape } from './shapes/common.ts'

const updateCustomer = cartEndpoint(
  {
    summary: 'Updates billing and shipping address',
    session: 'nonce',
    body: {
      billing_address: record(addressFields(billingAddressShape))('Who pays; what is not said stays as it was.'),
      shipping_address: record(addressFields(shippingAddressShape))('Where it goes; what is not said stays as it was.'),
    },
    responses: { 200: cartShape },
  },
  async (request, values) => {
    const changes: { -readonly [K in keyof CartChange]: CartChange[K] } = {}
    for (const set of ['billing', 'shipping'] as const) {
      const input = values[`${set}_address`]
      if (input === undefined) continue
      const address = parsePartialAddress(set, request.cart[set], input, shopAddressRules(request.shop.settings()))
      if (!address.ok) return respondWithError(request, invalidParams({ [`${set}_address`]: address.error }))
      changes[set] = address.value
    }
    return respondWithCart(request, await saveCheckoutDraft(request.shop, request.cart, changes))
  },
)

/** A partial address: fields may be missing, and an invalid email address is ignored. */
function parsePartialAddress(
  set: FieldSet,
  current: Partial<Address>,
  input: BodyFields,
  rulesOf: RulesLookup,
): Parsed<Address> {
  const parsed = parseAddressFields(set, current, input, rulesOf)
  if (parsed.ok) return ok(parsed.value.address)
  return isInvalidEmail(parsed.error) ? parsePartialAddress(set, current, { ...input, email: '' }, rulesOf) : parsed
}

/** An unknown rate or package changes nothing, as recorded. */
const selectShippingRate = cartEndpoint(
  {
    summary: 'Selects a shipping rate',
    session: 'nonce',
    body: { package_id: text(20)('Number of the parcel.'), rate_id: text(60)('The rate, as the cart names it.') },
    required: ['rate_id'],
    responses: { 200: cartShape },
  },
  async (request, { package_id: packageId = '0', rate_id: rateId = '' }) => {
    const { shop, cart } = request
    const isOffered = packageId === '0' && priceCart(shop, cart).shippingRates.some((rate) => rate.id === rateId)
    return respondWithCart(request, isOffered ? await saveCheckoutDraft(shop, cart, { shippingMethod: rateId }) : cart)
  },
)

/** Extension point for plugins. There are none, so every namespace is unknown; worded as in WooCommerce. */
const extendCart = cartEndpoint(
  {
    summary: 'Extension point for plugins; this shop has none',
    session: 'nonce',
    body: {
      namespace: text(200)('Name of the addition.'),
      data: record()('What it is given.'),
    },
    required: ['namespace'],
    responses: { 200: cartShape },
    errors: { woocommerce_rest_cart_extensions_error: 400 },
  },
  async (request, { namespace = '' }) =>
    respondWithError(request, {
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
