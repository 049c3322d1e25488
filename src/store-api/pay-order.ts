import { digestOf } from '../checkout/checkout-form.ts'
import {
  payWaitingOrder,
  type WaitingPayment,
  type WaitingProblem,
  waitingProblem,
} from '../checkout/pay-waiting-order.ts'
import { CANNOT_BE_PAID, MISSING_CARD, OTHER_PRICE } from '../checkout/problems.tsx'
import { shopRules } from '../checkout/shop-rules.ts'
import { goodsOfOrder } from '../checkout/unpaid-hold.ts'
import { isOpen } from '../orders/order-status.ts'
import type { Order } from '../orders/orders.store.ts'
import { invalidParams } from '../rest/params.ts'
import type { GatewayId, Settings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { missingError } from './address-error.ts'
import { readAddressFields } from './address-params.ts'
import { type StoreError, storeError } from './answer.ts'
import { text, type Values } from './body-params.ts'
import { cartCall } from './call.ts'
import { type CartCall, refuse } from './cart-call.ts'
import { cardIn, checkoutReaders } from './checkout-params.ts'
import { openOrder, openOrderErrors, orderIdOf } from './open-order.ts'
import { answerTaken, type Ended, notOfferedError, paymentError, throughOrderDoor } from './pay.ts'
import { checkoutShape } from './shapes/checkout-shape.ts'

function readers(settings: Settings) {
  const { billing_address, payment_method, payment_data, extensions } = checkoutReaders(settings)
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
 * Pays an order that waits for its money. What it holds and costs stays as it was placed; how it is paid and who pays
 * may change. Sent again after that it answers the order, and no money moves twice (CHK-18).
 */
export const payExisting = cartCall(
  {
    summary: 'Pays an order that waits for its money',
    session: 'nonce',
    body: readers,
    answers: { 200: checkoutShape },
    errors: {
      ...openOrderErrors,
      invalid_order_update_status: 409,
      woocommerce_rest_invalid_address: 400,
      woocommerce_rest_checkout_payment_method_disabled: 400,
      woocommerce_rest_payment_error: 400,
      rate_limit_exceeded: 429,
    },
  },
  async (call, values, fields) => {
    const { context, shop } = call
    const proof = { key: values.key ?? '', email: values.billing_email ?? '' }
    const opened = await openOrder(shop, call.session, { id: orderIdOf(context), proof })
    if (!opened.ok) {
      context.header('allow', undefined)
      return storeError(context, opened.error)
    }
    const read = readPayment(shop, opened.order, values)
    if (!read.ok) return refuse(call, read.error)
    const { order } = opened
    const given = {
      email: order.billing.email,
      cartId: order.cartId ?? `order-${order.id}`,
      mark: `order-${order.id} ${digestOf({ ...fields, extensions: values.extensions.ofPurchase })}`,
      proof: values.extensions.proof,
      pass: '',
      isByCard: isOpen(order.status) && read.payment.method === 'stripe_cc',
      ...(isOpen(order.status) ? { goods: goodsOfOrder(order) } : {}),
    }
    return throughOrderDoor(call, given, () => payIt(call, order, read.payment))
  },
)

type ReadPayment =
  | { readonly ok: true; readonly payment: WaitingPayment }
  | { readonly ok: false; readonly error: StoreError }

const no = (error: StoreError): ReadPayment => ({ ok: false, error })

function readPayment(shop: Shop, order: Order, values: Values<ReturnType<typeof readers>>): ReadPayment {
  const payment = {
    method: values.payment_method ?? (order.paymentMethod as GatewayId),
    card: cardIn(values.payment_data),
    billing: order.billing,
  }
  const problem = waitingProblem(shop, order, payment)
  if (problem) return no(problemErrors[problem])
  if (!isOpen(order.status) || values.billing_address === undefined) return { ok: true, payment }

  const { email } = order.billing
  const billing = readAddressFields(
    'billing',
    order.billing,
    { ...values.billing_address, email },
    shopRules(shop.settings()),
  )
  if (!billing.ok) return no(invalidParams({ billing_address: billing.wrong }))
  const missing = missingError({ billing: billing.value.missing })
  if (missing) return no(missing)
  return { ok: true, payment: { ...payment, billing: { ...billing.value.address, email } } }
}

async function payIt(call: CartCall, order: Order, payment: WaitingPayment): Promise<Ended> {
  const taken = await payWaitingOrder(call.shop, order, payment)
  return taken ? answerTaken(call, taken) : { answer: await refuse(call, notToBePaid), outcome: 'nothing' }
}

const notToBePaid: StoreError = {
  status: 409,
  code: 'invalid_order_update_status',
  message: CANNOT_BE_PAID,
}
const otherPrice: StoreError = {
  status: 400,
  code: 'woocommerce_rest_checkout_payment_method_disabled',
  message: OTHER_PRICE,
}
const problemErrors: Readonly<Record<WaitingProblem, StoreError>> = {
  'not-to-be-paid': notToBePaid,
  'not-offered': notOfferedError,
  'other-price': otherPrice,
  'missing-card': paymentError(MISSING_CARD),
}
