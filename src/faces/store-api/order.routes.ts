import type { Context } from 'hono'
import { z } from 'zod'
import { normalizeEmail } from '../../platform/email-address.ts'
import { failure, invalidParams, ok, type Parsed } from '../../platform/rest/params.ts'
import { shopAddressRules } from '../../shop/checkout/checkout-form.ts'
import { PRICE_DIFFERS } from '../../shop/checkout/checkout-notices.tsx'
import { type OrderPayment, orderPaymentProblem } from '../../shop/checkout/order-pay/pay-pending-order.ts'
import { submitOrder } from '../../shop/checkout/submit-order.ts'
import { isValidOrderKey } from '../../shop/orders/order-key.ts'
import { needsPayment } from '../../shop/orders/order-status.ts'
import { findOrder, type Order } from '../../shop/orders/orders.store.ts'
import type { GatewayId } from '../../shop/payment-methods/payment-methods.ts'
import { missingError, parseAddressFields } from './addresses.ts'
import { text } from './body-fields.ts'
import { cartCall } from './cart/cart-call.ts'
import { paymentFields } from './checkout-params.ts'
import type { StoreApiContext } from './context.ts'
import { viewOrderLines } from './line-views.store.ts'
import {
  countryError,
  orderNotPayable,
  paymentError,
  paymentMethodError,
  respondWithOutcome,
  shopperOf,
} from './order-errors.ts'
import { orderJson } from './order-json.ts'
import { type StoreError, storeError, storeJson } from './response.ts'
import { checkoutShape, orderShape } from './shapes/order-shape.ts'
import { type ErrorCodes, perSettings, storeCall } from './store-call.ts'
import { type StoreSession, setNoStore, storeSession } from './store-session.ts'

const orderNotFound: StoreError = { status: 404, code: 'woocommerce_rest_invalid_order', message: 'Invalid order ID.' }
const unauthorized = (code: string, message: string): StoreError => ({ status: 401, code, message })
const invalidKey = unauthorized('woocommerce_rest_invalid_order', 'Invalid order ID or key provided.')
const invalidEmail = (message: string) => unauthorized('woocommerce_rest_invalid_billing_email', message)
const otherCustomer: StoreError = {
  status: 403,
  code: 'woocommerce_rest_invalid_user',
  message: 'This order belongs to a different customer.',
}

export const authorizeOrderErrors: ErrorCodes = {
  woocommerce_rest_invalid_order: [401, 404],
  woocommerce_rest_invalid_billing_email: 401,
  woocommerce_rest_invalid_user: 403,
}

export const orderProof = {
  key: 'Key of the order.',
  billing_email: 'Billing email address of the order. Required for guests.',
} as const

/** Permits its signed-in customer, or a guest with key and email. A refusal names no methods, as in WooCommerce. */
export async function authorizeOrder(
  context: Context,
  shop: StoreApiContext,
  session: Pick<StoreSession, 'userId'>,
  proof: { readonly [K in keyof typeof orderProof]?: string | undefined },
): Promise<Parsed<Order, StoreError>> {
  const order = await findOrder(shop.db, Number(context.req.param('id')))
  const error = order ? accessError(order, session.userId, proof.key ?? '', proof.billing_email ?? '') : orderNotFound
  if (order && !error) return ok(order)
  context.header('allow', undefined)
  return failure(error ?? orderNotFound)
}

function accessError(order: Order, userId: number, key: string, email: string): StoreError | null {
  if (order.customerId !== null && order.customerId === userId) return null
  if (!isValidOrderKey(order, key)) return invalidKey
  if (email === '') return invalidEmail('No billing email provided.')
  if (normalizeEmail(email) !== normalizeEmail(order.billing.email))
    return invalidEmail('Invalid billing email provided.')
  return order.customerId === null ? null : otherCustomer
}

const optionalText = (description: string) =>
  z
    .string()
    .optional()
    .transform((text = '') => text)
    .describe(description)

const getOrder = storeCall({
  summary: 'Retrieves an order for its customer',
  method: 'GET',
  path: '/order/:id{[0-9]+}',
  query: z.object({ key: optionalText(orderProof.key), billing_email: optionalText(orderProof.billing_email) }),
  responses: { 200: orderShape },
  errors: authorizeOrderErrors,
  handler: async ({ context, shop, query }) => {
    const session = await storeSession(context, shop)
    const authorized = await authorizeOrder(context, shop, session, query)
    setNoStore(context, session)
    if (!authorized.ok) return authorized.error
    return storeJson(context, orderJson(shop, authorized.value, await viewOrderLines(shop.db, authorized.value)))
  },
})

const paymentBody = perSettings((settings) => {
  const { billing_address, ...fields } = paymentFields(settings)
  return z.object({
    key: text(100, orderProof.key).optional(),
    billing_email: text(320, orderProof.billing_email).optional(),
    billing_address: billing_address.optional(),
    ...fields,
  })
})

/** Items and amounts are fixed. Repeated after success it returns the order without a second charge (CHK-18). */
const payExisting = cartCall({
  summary: 'Pays a pending order',
  method: 'POST',
  path: '/checkout/:id{[0-9]+}',
  body: paymentBody,
  responses: { 200: checkoutShape },
  errors: {
    ...authorizeOrderErrors,
    invalid_order_update_status: 409,
    woocommerce_rest_invalid_address: 400,
    woocommerce_rest_invalid_address_country: 400,
    woocommerce_rest_checkout_payment_method_disabled: 400,
    woocommerce_rest_payment_error: 400,
    rate_limit_exceeded: 429,
  },
  handler: async (request, values) => {
    const { context, shop } = request
    const authorized = await authorizeOrder(context, shop, request.session, values)
    if (!authorized.ok) return storeError(context, authorized.error)
    const order = authorized.value
    const parsed = parsePayment(shop, order, values)
    if (!parsed.ok) return parsed.error
    const shopper = shopperOf(request, values.extensions.proof)
    return respondWithOutcome(request, await submitOrder(shop, { kind: 'pay', shopper, order, payment: parsed.value }))
  },
})

function parsePayment(
  shop: StoreApiContext,
  order: Order,
  values: z.output<ReturnType<typeof paymentBody>>,
): Parsed<OrderPayment, StoreError> {
  const payment = {
    method: values.payment_method ?? (order.paymentMethod as GatewayId),
    data: Object.fromEntries(values.payment_data),
    billing: order.billing,
  }
  const problem = orderPaymentProblem(shop, order, payment)
  if (problem)
    return failure(problem.kind === 'missing-data' ? paymentError(problem.text) : problemErrors[problem.kind])
  if (!needsPayment(order.status) || values.billing_address === undefined) return ok(payment)

  const { email } = order.billing
  const input = { ...values.billing_address, email }
  const rulesOf = shopAddressRules(shop.settings())
  const billing = parseAddressFields('billing', order.billing, input, { rulesOf })
  if (!billing.ok) return failure(invalidParams({ billing_address: billing.error }))
  const missing = missingError({ billing: billing.value.missing })
  if (missing) return failure(missing)
  const { country } = billing.value.address
  const notServed = countryError(country, shop.settings().checkout.sellsTo)
  // The staff may have taken the order from elsewhere.
  if (notServed && country !== order.billing.country) return failure(notServed)
  return ok({ ...payment, billing: { ...billing.value.address, email } })
}

const problemErrors = {
  'not-payable': orderNotPayable,
  'not-offered': paymentMethodError(),
  'price-differs': paymentMethodError(PRICE_DIFFERS),
} as const

export const orderCalls = [payExisting, getOrder] as const
