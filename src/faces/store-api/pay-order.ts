import { invalidParams } from '../../platform/rest/params.ts'
import type { WithSettings } from '../../platform/web/context.ts'
import { digestOf } from '../../shop/checkout/checkout-form.ts'
import { CANNOT_BE_PAID, MISSING_CARD, PRICE_DIFFERS } from '../../shop/checkout/checkout-notices.tsx'
import {
  type OrderPayment,
  type OrderPaymentProblem,
  orderPaymentProblem,
  payPendingOrder,
} from '../../shop/checkout/pay-pending-order.ts'
import type { CheckoutSettings } from '../../shop/checkout/settings.ts'
import { shopAddressRules } from '../../shop/checkout/shop-address-rules.ts'
import { reservationOfOrder } from '../../shop/checkout/unpaid-reservations.ts'
import { needsPayment } from '../../shop/orders/order-status.ts'
import type { Order } from '../../shop/orders/orders.store.ts'
import type { GatewayId } from '../../shop/payments/gateways.ts'
import type { PaymentMethodSettings } from '../../shop/payments/settings.ts'
import type { WithPricing } from '../../shop/pricing/context.ts'
import { missingError } from './address-error.ts'
import { parseAddressFields } from './address-params.ts'
import { authorizeOrder, authorizeOrderErrors, orderIdOf } from './authorize-order.ts'
import { text, type Values } from './body-params.ts'
import { type CartRequest, respondWithError } from './cart-request.ts'
import { cardTokenIn, checkoutParsers } from './checkout-params.ts'
import { cartEndpoint } from './endpoint.ts'
import {
  type CheckoutResult,
  paymentError,
  paymentMethodUnavailableError,
  respondWithPayment,
  withCheckoutThrottle,
} from './payment-response.ts'
import { type StoreError, storeError } from './response.ts'
import { checkoutShape } from './shapes/checkout-shape.ts'

function parsers(settings: PaymentMethodSettings) {
  const { billing_address, payment_method, payment_data, extensions } = checkoutParsers(settings)
  return {
    key: text(100)('The key of the order.'),
    billing_email: text(320)('The email address it was ordered with.'),
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
  {
    summary: 'Pays a pending order',
    session: 'nonce',
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
    const proof = { key: values.key ?? '', email: values.billing_email ?? '' }
    const authorized = await authorizeOrder(shop, request.session, { id: orderIdOf(context), proof })
    if (!authorized.ok) {
      context.header('allow', undefined)
      return storeError(context, authorized.error)
    }
    const parsed = parsePayment(shop, authorized.order, values)
    if (!parsed.ok) return respondWithError(request, parsed.error)
    const { order } = authorized
    const attempt = {
      email: order.billing.email,
      cartId: order.cartId,
      attemptKey: `order-${order.id} ${digestOf({ ...fields, extensions: values.extensions.purchaseFields })}`,
      proof: values.extensions.proof,
      waitToken: '',
      isByCard: needsPayment(order.status) && parsed.payment.method === 'stripe_cc',
      ...(needsPayment(order.status) ? { reservation: reservationOfOrder(order) } : {}),
    }
    return withCheckoutThrottle(request, attempt, () => payOrder(request, order, parsed.payment))
  },
)

type ParsedPayment =
  | { readonly ok: true; readonly payment: OrderPayment }
  | { readonly ok: false; readonly error: StoreError }

const invalid = (error: StoreError): ParsedPayment => ({ ok: false, error })

function parsePayment(
  shop: WithPricing & WithSettings<CheckoutSettings & PaymentMethodSettings>,
  order: Order,
  values: Values<ReturnType<typeof parsers>>,
): ParsedPayment {
  const payment = {
    method: values.payment_method ?? (order.paymentMethod as GatewayId),
    card: cardTokenIn(values.payment_data),
    billing: order.billing,
  }
  const problem = orderPaymentProblem(shop, order, payment)
  if (problem) return invalid(problemErrors[problem])
  if (!needsPayment(order.status) || values.billing_address === undefined) return { ok: true, payment }

  const { email } = order.billing
  const billing = parseAddressFields(
    'billing',
    order.billing,
    { ...values.billing_address, email },
    shopAddressRules(shop.settings()),
  )
  if (!billing.ok) return invalid(invalidParams({ billing_address: billing.error }))
  const missing = missingError({ billing: billing.value.missing })
  if (missing) return invalid(missing)
  return { ok: true, payment: { ...payment, billing: { ...billing.value.address, email } } }
}

async function payOrder(request: CartRequest, order: Order, payment: OrderPayment): Promise<CheckoutResult> {
  const result = await payPendingOrder(request.shop, order, payment)
  return result
    ? respondWithPayment(request, result)
    : { response: await respondWithError(request, orderNotPayable), outcome: 'none' }
}

const orderNotPayable: StoreError = {
  status: 409,
  code: 'invalid_order_update_status',
  message: CANNOT_BE_PAID,
}
const priceChanged: StoreError = {
  status: 400,
  code: 'woocommerce_rest_checkout_payment_method_disabled',
  message: PRICE_DIFFERS,
}
const problemErrors: Readonly<Record<OrderPaymentProblem, StoreError>> = {
  'not-payable': orderNotPayable,
  'not-offered': paymentMethodUnavailableError,
  'price-differs': priceChanged,
  'missing-card': paymentError(MISSING_CARD),
}
