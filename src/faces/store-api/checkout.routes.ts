import { z } from 'zod'
import type { Address } from '../../people/addresses/address.ts'
import {
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  passwordRefusalTexts,
} from '../../people/identity/passwords/password-rules.ts'
import type { Currency } from '../../platform/money/money.ts'
import { clientAddress } from '../../platform/web/client-address.ts'
import type { Cart } from '../../shop/cart/cart.store.ts'
import { saveCheckoutDraft } from '../../shop/cart/checkout-draft.ts'
import { priceCart } from '../../shop/cart/price-cart.ts'
import {
  refuseAccountPassword,
  requestedAccount,
  resolveAccount,
  signInNewAccount,
} from '../../shop/checkout/new-account.ts'
import type { Purchase } from '../../shop/checkout/new-order.ts'
import { isAccepted } from '../../shop/checkout/outcome.ts'
import { submitOrder } from '../../shop/checkout/submit-order.ts'
import type { Order } from '../../shop/orders/orders.store.ts'
import type { NewAccount } from '../../shop/orders/transition-order.ts'
import { paymentDataProblem } from '../../shop/payment-methods/payment-methods.ts'
import { missingError } from './addresses.ts'
import { type CartRequest, cartCall, cartWithHeaders } from './cart/cart-call.ts'
import { badRequest } from './cart/cart-errors.ts'
import { checkoutBody, note, parseCheckout, paymentMethod, type StoreCheckout } from './checkout-params.ts'
import type { StoreApiContext } from './context.ts'
import * as errors from './order-errors.ts'
import { draftJson } from './order-json.ts'
import { type StoreError, storeError, storeJson } from './response.ts'
import { checkoutShape } from './shapes/order-shape.ts'
import { perSettings, type StoreCall } from './store-call.ts'
import { type StoreSession, signedInAs } from './store-session.ts'

const getCheckout = cartCall({
  summary: 'Retrieves the current checkout',
  method: 'GET',
  path: '/checkout',
  responses: { 200: checkoutShape },
  handler: (request) => respondWithDraft(request, request.cart),
})

const putCheckout = cartCall({
  summary: 'Saves the checkout without placing an order',
  method: ['PUT', 'PATCH'],
  path: '/checkout',
  body: perSettings((settings) => z.object({ payment_method: paymentMethod(settings), order_notes: note })),
  responses: { 200: checkoutShape },
  handler: async (request, { payment_method: method, order_notes: customerNote }) => {
    const cart = await saveCheckoutDraft(request.shop, request.cart, {
      ...(method === undefined ? {} : { paymentMethod: method }),
      ...(customerNote === undefined ? {} : { customerNote }),
    })
    return respondWithDraft(request, cart)
  },
})

async function respondWithDraft(request: CartRequest, cart: Cart): Promise<Response> {
  const json = await cartWithHeaders(request, cart)
  const paymentMethod = json.payment_methods.find((id) => id === cart.paymentMethod) ?? json.payment_methods[0] ?? ''
  return storeJson(request.context, draftJson(cart, { customerId: request.session.userId, paymentMethod }, json))
}

/** Places and pays an order. Repeating the request returns the same order, also concurrently (CHK-18). */
const postCheckout = cartCall({
  summary: 'Places and pays an order',
  method: 'POST',
  path: '/checkout',
  body: checkoutBody,
  validate: (values, fields, settings) => {
    const posted = parseCheckout(values, fields, settings)
    return posted.ok ? null : posted.error
  },
  responses: { 200: checkoutShape },
  errors: {
    woocommerce_rest_cart_empty: 409,
    woocommerce_rest_cart_coupon_errors: 409,
    woocommerce_rest_cart_error: [400, 409],
    woocommerce_rest_product_not_purchasable: 409,
    woocommerce_rest_product_out_of_stock: 409,
    woocommerce_rest_product_partially_out_of_stock: 409,
    woocommerce_rest_invalid_address: 400,
    woocommerce_rest_invalid_address_country: 400,
    woocommerce_rest_invalid_shipping_option: 400,
    woocommerce_rest_checkout_missing_payment_method: 400,
    woocommerce_rest_payment_error: 400,
    woocommerce_rest_checkout_payment_method_disabled: 400,
    'registration-error-email-exists': 400,
    'registration-error-missing-password': 400,
    rate_limit_exceeded: 429,
  },
  handler: async (request, values, fields) => {
    const { context, shop, cart } = request
    const posted = parseCheckout(values, fields, shop.settings())
    if (!posted.ok) return storeError(context, posted.error)
    const checkout = posted.value
    if (request.removedCoupons.length > 0)
      return errors.orderError({ kind: 'coupons', coupons: request.removedCoupons })
    const isRepeated = cart.lines.length === 0
    if (isRepeated && cart.placedOrderDigest !== checkout.digest) return errors.emptyCartError
    const requested = requestedAccountOf(request, checkout)
    const problem = checkoutError(shop, cart, checkout) ?? (await passwordError(shop, requested, checkout.billing))
    if (problem) return problem
    const account = isRepeated ? requested : await resolveAccount(context, shop, requested, checkout.billing.email)
    if (account === 'email-taken') return errors.emailTakenError

    const total = priceCheckout(shop, cart, checkout)
    const outcome = await submitOrder(shop, {
      kind: 'place',
      shopper: errors.shopperOf(request, checkout.proof),
      purchase: purchaseOf(request, checkout, account, total.currency),
      paymentData: checkout.paymentData,
      total,
    })
    const session =
      account && isAccepted(outcome) ? await signInNewCustomer(request, outcome.order, account) : request.session
    return errors.respondWithOutcome({ ...request, session }, outcome)
  },
})

const purchaseOf = (
  { context, cart, session }: CartRequest,
  checkout: StoreCheckout,
  account: NewAccount | null,
  currency: Currency,
): Purchase => ({
  cart,
  currency,
  billing: checkout.billing,
  shipping: checkout.shipping,
  customerNote: checkout.customerNote ?? cart.customerNote,
  paymentMethod: checkout.paymentMethod ?? '',
  shippingMethod: cart.shippingMethod,
  digest: checkout.digest,
  via: 'store-api',
  customerId: session.userId || null,
  ...(account ? { account } : {}),
  clientAddress: clientAddress(context),
  userAgent: context.req.header('user-agent') ?? '',
  attribution: checkout.attribution,
})

const requestedAccountOf = ({ shop, session }: CartRequest, { accountPassword }: StoreCheckout): NewAccount | null =>
  session.userId === 0 && accountPassword !== undefined ? requestedAccount(accountPassword, shop.settings()) : null

/** Signs a new customer in by cookies. A client with a cart token gets none and remains a guest. */
async function signInNewCustomer(request: CartRequest, order: Order, account: NewAccount): Promise<StoreSession> {
  const { context, shop, session } = request
  if (session.via === 'token') return session
  const signedIn = await signInNewAccount(context, shop, order, account)
  if (!signedIn) return session
  return { sessionKey: String(signedIn.user.id), via: 'cookie', ...signedInAs(signedIn) }
}

async function passwordError(shop: StoreApiContext, account: NewAccount | null, billing: Address) {
  const refusal = await refuseAccountPassword(shop, account, billing)
  if (refusal === null) return null
  const lengthText =
    account?.password === ''
      ? 'Please choose a password for your account.'
      : `The password needs ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`
  return badRequest(
    'registration-error-missing-password',
    refusal === 'length' ? lengthText : passwordRefusalTexts[refusal],
  )
}

/** Errors before anything is written, in the order and wording of store-checkout.json. */
function checkoutError(shop: StoreApiContext, cart: Cart, checkout: StoreCheckout): StoreError | null {
  const { needsPayment, needsShipping, shippingRate } = priceCheckout(shop, cart, checkout)
  const { billing, shipping } = checkout.missing
  const missing = missingError({ billing, shipping: needsShipping ? shipping : [] })
  if (missing) return missing
  if (needsShipping && !shippingRate) return errors.noShippingError
  const notServed = errors.countryError(checkout.billing.country, shop.settings().checkout.sellsTo)
  if (notServed) return notServed
  if (!needsPayment) return null
  if (checkout.paymentMethod === undefined)
    return badRequest('woocommerce_rest_checkout_missing_payment_method', 'No payment method provided.')
  const missingData = paymentDataProblem(checkout.paymentMethod, checkout.paymentData)
  return missingData === null ? null : errors.paymentError(missingData)
}

const priceCheckout = (shop: StoreApiContext, cart: Cart, { billing, shipping, paymentMethod }: StoreCheckout) =>
  priceCart(shop, { ...cart, billing, shipping, paymentMethod: paymentMethod ?? cart.paymentMethod })

export const checkoutCalls: readonly StoreCall[] = [getCheckout, postCheckout, putCheckout]
