import { z } from 'zod'
import { invalidParams } from '../../../platform/rest/params.ts'
import type { CartChange } from '../../../shop/cart/change-cart.store.ts'
import { saveCheckoutDraft } from '../../../shop/cart/checkout-draft.ts'
import { priceCart } from '../../../shop/cart/price-cart.ts'
import { shopAddressRules } from '../../../shop/checkout/checkout-form.ts'
import { INVALID_EMAIL, parseAddressFields } from '../addresses.ts'
import { address, anyObject, text } from '../body-fields.ts'
import { escapeHtml } from '../response.ts'
import { cartShape } from '../shapes/cart-shape.ts'
import { billingAddressShape, shippingAddressShape } from '../shapes/common.ts'
import type { StoreCall } from '../store-call.ts'
import { cartCall, respondWithCart } from './cart-call.ts'
import { badRequest } from './cart-errors.ts'

/** A partial address: fields may be missing, and an invalid email address is ignored. */
const parsePartialAddress: typeof parseAddressFields = (set, current, input, rules) => {
  const parsed = parseAddressFields(set, current, input, rules)
  return !parsed.ok && parsed.error.code === INVALID_EMAIL
    ? parsePartialAddress(set, current, { ...input, email: '' }, rules)
    : parsed
}

export const cartCustomerCalls: readonly StoreCall[] = [
  cartCall({
    summary: 'Updates the billing and shipping addresses',
    method: 'POST',
    path: '/cart/update-customer',
    body: z.object({
      billing_address: address(billingAddressShape, 'Billing address. Omitted fields are not changed.').optional(),
      shipping_address: address(shippingAddressShape, 'Shipping address. Omitted fields are not changed.').optional(),
    }),
    responses: { 200: cartShape },
    handler: async (request, body) => {
      const rules = { rulesOf: shopAddressRules(request.shop.settings()), base: request.shop.pricing().base }
      const changes: { -readonly [K in keyof CartChange]: CartChange[K] } = {}
      for (const set of ['billing', 'shipping'] as const) {
        const input = body[`${set}_address`]
        if (input === undefined) continue
        const parsed = parsePartialAddress(set, request.cart[set], input, rules)
        if (!parsed.ok) return invalidParams({ [`${set}_address`]: parsed.error })
        changes[set] = parsed.value.address
      }
      return respondWithCart(request, await saveCheckoutDraft(request.shop, request.cart, changes))
    },
  }),
  /** An unknown rate or package changes nothing, as in WooCommerce. */
  cartCall({
    summary: 'Selects a shipping rate',
    method: 'POST',
    path: '/cart/select-shipping-rate',
    body: z.object({
      package_id: text(20, 'ID of the package. The only package has the ID 0, which is also the default.').optional(),
      rate_id: text(60, 'ID of the shipping rate, as in the cart.'),
    }),
    responses: { 200: cartShape },
    handler: async (request, { package_id: packageId = '0', rate_id: rateId }) => {
      const { shop, cart } = request
      const isOffered = packageId === '0' && priceCart(shop, cart).shippingRates.some((rate) => rate.id === rateId)
      return respondWithCart(
        request,
        isOffered ? await saveCheckoutDraft(shop, cart, { shippingMethod: rateId }) : cart,
      )
    },
  }),
  /** There are no plugins, so every namespace is unknown; worded as in WooCommerce. */
  cartCall({
    summary: 'Calls a plugin extension. This shop has none, so every namespace is unknown',
    method: 'POST',
    path: '/cart/extensions',
    body: z.object({
      namespace: text(200, 'Namespace of the extension.'),
      data: anyObject('Data for the extension.').optional(),
    }),
    responses: { 200: cartShape },
    errors: { woocommerce_rest_cart_extensions_error: 400 },
    handler: async (_request, { namespace }) =>
      badRequest(
        'woocommerce_rest_cart_extensions_error',
        `There is no such namespace registered: ${escapeHtml(namespace)}.`,
      ),
  }),
]
