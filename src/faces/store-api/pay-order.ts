import { failure, invalidParams, ok, type Parsed } from '../../platform/rest/params.ts'
import { digestOf, shopAddressRules } from '../../shop/checkout/checkout-form.ts'
import { CANNOT_BE_PAID, MISSING_CARD, PRICE_DIFFERS } from '../../shop/checkout/checkout-notices.tsx'
import {
  type OrderPayment,
  type OrderPaymentProblem,
  orderPaymentProblem,
  payPendingOrder,
} from '../../shop/checkout/pay-pending-order.ts'
import { reservationOfOrder } from '../../shop/checkout/unpaid-reservations.ts'
import { needsPayment } from '../../shop/orders/order-status.ts'
import type { Order } from '../../shop/orders/orders.store.ts'
import type { GatewayId } from '../../shop/payments/gateways.ts'
import { missingError, parseAddressFields } from './addresses.ts'
import { text } from './body-params.ts'
import { respondWithError } from './cart-request.ts'
import { type CheckoutValues, cardTokenIn, checkoutParsers } from './checkout-params.ts'
import type { StoreApiContext, StoreApiSettings } from './context.ts'
import { cartEndpoint } from './endpoint.ts'
import { authorizeOrder, authorizeOrderErrors, orderProof } from './order.routes.ts'
import { paymentError, paymentMethodError, respondWithPayment, withCheckoutThrottle } from './payment-response.ts'
import { type StoreError, storeError } from './response.ts'
import { checkoutShape } from './shapes/order-shape.ts'

function parsers(settings: StoreApiSettings) {
  const { billing_address, payment_method, payment_data, extensions } = checkoutParsers(settings)
  return {
    key: text(100)(orderProof.key),
    billing_email: text(320)(orderProof.billing_email),
    billing_address,
    payment_method,
    payment_data,
    extensions,
  } as const
}

/**
 * Pays an unpaid order. Its items and amounts are fixed; payment method and billing address may change. Repeated after
 * success it returns the order without a second charge (CHK-18).
 */
export const payExisting = cartEndpoint(
  'Pays a pending order',
  {
    body: parsers,
    responses: { 200: checkoutShape },
    errors: {
      ...authorizeOrderErrors,
      invalid_order_update_status: 409,
      woocommerce_rest_invalid_address: 400,
      woocommerce_rest_checkout_payment_method_disabled: 400,
      woocommerce_rest_payment_error: 400,
      rate_limit_exceeded: 429,
    },
  },
  async (request, values, fields) => {
    const { context, shop } = request
    const authorized = await authorizeOrder(context, shop, request.session, values)
    if (!authorized.ok) return storeError(context, authorized.error)
    const order = authorized.value
    const parsed = parsePayment(shop, order, values)
    if (!parsed.ok) return parsed.error
    const isUnpaid = needsPayment(order.status)
    const attempt = {
      email: order.billing.email,
      cartId: order.cartId,
      attemptKey: `order-${order.id} ${digestOf({ ...fields, extensions: values.extensions.purchaseFields })}`,
      proof: values.extensions.proof,
      waitToken: '',
      isByCard: isUnpaid && parsed.value.method === 'stripe_cc',
      ...(isUnpaid ? { reservation: reservationOfOrder(order) } : {}),
    }
    return withCheckoutThrottle(request, attempt, async () => {
      const paid = await payPendingOrder(shop, order, parsed.value)
      return paid
        ? respondWithPayment(request, paid)
        : { response: await respondWithError(request, orderNotPayable), outcome: 'none' }
    })
  },
)

function parsePayment(
  shop: StoreApiContext,
  order: Order,
  values: Pick<CheckoutValues, 'billing_address' | 'payment_data' | 'payment_method'>,
): Parsed<OrderPayment, StoreError> {
  const payment = {
    method: values.payment_method ?? (order.paymentMethod as GatewayId),
    card: cardTokenIn(values.payment_data),
    billing: order.billing,
  }
  const problem = orderPaymentProblem(shop, order, payment)
  if (problem) return failure(problemErrors[problem])
  if (!needsPayment(order.status) || values.billing_address === undefined) return ok(payment)

  const { email } = order.billing
  const input = { ...values.billing_address, email }
  const billing = parseAddressFields('billing', order.billing, input, shopAddressRules(shop.settings()))
  if (!billing.ok) return failure(invalidParams({ billing_address: billing.error }))
  const missing = missingError({ billing: billing.value.missing })
  return missing ? failure(missing) : ok({ ...payment, billing: { ...billing.value.address, email } })
}

const orderNotPayable: StoreError = { status: 409, code: 'invalid_order_update_status', message: CANNOT_BE_PAID }
const problemErrors: Readonly<Record<OrderPaymentProblem, StoreError>> = {
  'not-payable': orderNotPayable,
  'not-offered': paymentMethodError(),
  'price-differs': paymentMethodError(PRICE_DIFFERS),
  'missing-card': paymentError(MISSING_CARD),
}
