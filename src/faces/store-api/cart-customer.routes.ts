import { invalidParams } from '../../platform/rest/params.ts'
import type { CartChange } from '../../shop/cart/change-cart.store.ts'
import { priceCart } from '../../shop/cart/price-cart.ts'
import { saveCheckoutDraft } from '../../shop/checkout/checkout-draft.ts'
import { shopAddressRules } from '../../shop/checkout/checkout-form.ts'
import { INVALID_EMAIL, parseAddressFields } from './addresses.ts'
import { record, text } from './body-params.ts'
import { badRequest } from './cart-errors.ts'
import { cartEndpoint, respondWithCart, type StoreRoute } from './endpoint.ts'
import { escapeHtml } from './response.ts'
import { cartShape } from './shapes/cart-shape.ts'
import { addressFields, billingAddressShape, shippingAddressShape } from './shapes/common.ts'

const updateCustomer = cartEndpoint(
  'Updates billing and shipping address',
  {
    body: {
      billing_address: record(addressFields(billingAddressShape))('Who pays; what is not said stays as it was.'),
      shipping_address: record(addressFields(shippingAddressShape))('Where it goes; what is not said stays as it was.'),
    },
    responses: { 200: cartShape },
  },
  async (request, values) => {
    const rules = { rulesOf: shopAddressRules(request.shop.settings()), base: request.shop.pricing().base }
    const changes: { -readonly [K in keyof CartChange]: CartChange[K] } = {}
    for (const set of ['billing', 'shipping'] as const) {
      const input = values[`${set}_address`]
      if (input === undefined) continue
      const parsed = parsePartialAddress(set, request.cart[set], input, rules)
      if (!parsed.ok) return invalidParams({ [`${set}_address`]: parsed.error })
      changes[set] = parsed.value.address
    }
    return respondWithCart(request, await saveCheckoutDraft(request.shop, request.cart, changes))
  },
)

/** A partial address: fields may be missing, and an invalid email address is ignored. */
const parsePartialAddress: typeof parseAddressFields = (set, current, input, rules) => {
  const parsed = parseAddressFields(set, current, input, rules)
  return !parsed.ok && parsed.error.code === INVALID_EMAIL
    ? parsePartialAddress(set, current, { ...input, email: '' }, rules)
    : parsed
}

/** An unknown rate or package changes nothing, as recorded. */
const selectShippingRate = cartEndpoint(
  'Selects a shipping rate',
  {
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
  'Extension point for plugins; this shop has none',
  {
    body: { namespace: text(200)('Name of the addition.'), data: record()('What it is given.') },
    required: ['namespace'],
    responses: { 200: cartShape },
    errors: { woocommerce_rest_cart_extensions_error: 400 },
  },
  async (_request, { namespace = '' }) =>
    badRequest(
      'woocommerce_rest_cart_extensions_error',
      `There is no such namespace registered: ${escapeHtml(namespace)}.`,
    ),
)

export const cartCustomerRoutes: readonly StoreRoute[] = [
  { path: '/cart/update-customer', methods: { POST: updateCustomer } },
  { path: '/cart/select-shipping-rate', methods: { POST: selectShippingRate } },
  { path: '/cart/extensions', methods: { POST: extendCart } },
]
