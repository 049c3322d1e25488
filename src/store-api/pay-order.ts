import { choosePayment } from '../checkout/accept-order.ts'
import { canonical } from '../checkout/canonical.ts'
import { digestOf } from '../checkout/checkout-form.ts'
import { MISSING_CARD } from '../checkout/submit-checkout.ts'
import { isOpen } from '../orders/order-status.ts'
import { findOrder, type Order } from '../orders/orders.store.ts'
import type { Address } from '../orders/orders.table.ts'
import { feesFor } from '../pricing/fees.ts'
import { invalidParams } from '../rest/params.ts'
import { isOffered } from '../settings/gateways.ts'
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
import { answerPaid, type Ended, notOfferedError, pay, paymentError, throughOrderDoor } from './pay.ts'
import { checkoutShape } from './shapes/checkout-shape.ts'

function readers(settings: Settings) {
  const { billing_address, payment_method, payment_data, extensions } = checkoutReaders(settings)
  return {
    key: text(100)('The key of the order.'),
    billing_email: text(320)('The e-mail address it was ordered with.'),
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
      isByCard: isOpen(order.status) && read.payment.method === 'stripe_cc',
    }
    return throughOrderDoor(call, given, () => payIt(call, order, read.payment))
  },
)

type Payment = { readonly method: GatewayId; readonly card: string; readonly billing: Address }
type ReadPayment = { readonly ok: true; readonly payment: Payment } | { readonly ok: false; readonly error: StoreError }

const no = (error: StoreError): ReadPayment => ({ ok: false, error })

function readPayment(shop: Shop, order: Order, values: Values<ReturnType<typeof readers>>): ReadPayment {
  const settings = shop.settings()
  const method = values.payment_method ?? (order.paymentMethod as GatewayId)
  const card = cardIn(values.payment_data)
  const kept = { ok: true, payment: { method, card, billing: order.billing } } as const
  if (!isOpen(order.status)) return wasAcceptedBy(order, method) ? kept : no(notToBePaid)
  if (!isOffered(settings, method, order.shippingLines[0]?.rateId ?? null)) return no(notOfferedError)
  if (!costsTheSame(shop, order, method)) return no(otherPrice)
  if (method === 'stripe_cc' && card === '') return no(paymentError(MISSING_CARD))
  if (values.billing_address === undefined) return kept

  const { email } = order.billing
  const billing = readAddressFields('billing', order.billing, { ...values.billing_address, email })
  if (!billing.ok) return no(invalidParams({ billing_address: billing.wrong }))
  const missing = missingError({ billing: billing.value.missing })
  if (missing) return no(missing)
  return { ok: true, payment: { ...kept.payment, billing: { ...billing.value.address, email } } }
}

/** Somebody sends again what has been done: the order is the answer. */
const wasAcceptedBy = (order: Order, method: GatewayId): boolean =>
  order.paymentMethod === method && ['processing', 'on-hold', 'completed'].includes(order.status)

/** Some ways to pay have a fee, and an order's total stays what was agreed. */
function costsTheSame(shop: Pick<Shop, 'pricing'>, order: Order, method: GatewayId): boolean {
  const fees = (by: string) => canonical(feesFor(shop.pricing().fees, order.itemsTotalCents, by))
  return method === order.paymentMethod || fees(method) === fees(order.paymentMethod)
}

async function payIt(call: CartCall, order: Order, { method, card, billing }: Payment): Promise<Ended> {
  const { shop } = call
  const isChanged = method !== order.paymentMethod || canonical(billing) !== canonical(order.billing)
  const isLater = method !== 'stripe_cc'
  if (!isOpen(order.status) || !(isChanged || isLater)) return answerPaid(call, await pay(shop, order, card))
  const chosen = await choosePayment(shop, order.id, { paymentMethod: method, billing })
  if (chosen) return answerPaid(call, await pay(shop, chosen, card))
  // Somebody was faster: most likely the same request, sent twice.
  const now = await findOrder(shop.db, order.id)
  if (now && wasAcceptedBy(now, method)) return answerPaid(call, await pay(shop, now, card))
  return { answer: await refuse(call, notToBePaid), outcome: 'nothing' }
}

const notToBePaid: StoreError = {
  status: 409,
  code: 'invalid_order_update_status',
  message: 'This order cannot be paid for.',
}
const otherPrice: StoreError = {
  status: 400,
  code: 'woocommerce_rest_checkout_payment_method_disabled',
  message: 'This order was priced for another way to pay.',
}
