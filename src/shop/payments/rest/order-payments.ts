import { z } from 'zod'
import { type Currency, formatMoney, fromHundredths, shopCurrency } from '../../../platform/money/money.ts'
import { defineCall } from '../../../platform/rest/call.ts'
import { amount, viewOrEdit } from '../../../platform/rest/fields.ts'
import { invalidFields } from '../../../platform/rest/params.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import { paths } from '../../../platform/web/routes.ts'
import { conflict, providerUnreachable } from '../../gateways/rest-errors.ts'
import { ordersWrite } from '../../orders/capabilities.ts'
import { MAX_META } from '../../orders/change-order.ts'
import { statusNames } from '../../orders/order-status.ts'
import type { OrderStatus } from '../../orders/orders.table.ts'
import { findActivePayment } from '../../orders/payments/payments.store.ts'
import { itemsError } from '../../orders/rest/item-errors.ts'
import { orderFields, parseOrderUpdate } from '../../orders/rest/order-fields.ts'
import { orderShape, shapeFields } from '../../orders/rest/order-shape.ts'
import { orderNotFound, orderResult } from '../../orders/rest/orders.ts'
import { setOwnStatus } from '../../orders/statuses/set-own-status.ts'
import type { OrderingContext } from '../../risk/context.ts'
import { capturePayment, voidPayment } from '../capture-payment.ts'
import { type UpdateProblem, updateOrder } from '../update-order.ts'

const writing = { capability: ordersWrite, action: 'edit' } as const

export const orderPaymentCalls = [
  defineCall({
    ...writing,
    summary: 'Changes an order: status, addresses, note, customer, metadata; with a status, its payment too',
    method: ['PUT', 'POST', 'PATCH'],
    path: paths.restOrder,
    response: orderShape,
    query: z.object({ ...viewOrEdit, ...shapeFields }),
    body: orderFields,
    async handler(shop: OrderingContext, { id, body, query, user }) {
      const current = await orderResult(shop, id)
      if (!('json' in current)) return current
      const { ownStatuses: own } = shop.settings()
      const [asked, before] = [body['status'], current.json.status].map((slug) => own.find((one) => one.slug === slug))
      const sent = parseOrderUpdate(
        asked ? { ...body, status: asked.behaves_as } : body,
        before ? { ...current.json, status: before.behaves_as } : current.json,
      )
      if ('code' in sent) return sent
      const changed = await updateOrder(shop, { orderId: id, ...sent, author: user.name })
      const { currency } = current.json
      if (!changed.ok) return updateError(changed.problem, { to: sent.to, currency })
      if (body['status'] !== undefined)
        await setOwnStatus(shop, { orderId: id, to: asked ?? null, own, author: user.name })
      return orderResult(shop, id, query)
    },
  }),
  defineCall({
    ...writing,
    summary: 'Captures the authorized payment of an order, all or a part of it',
    method: 'POST',
    path: '/wp-json/wc/v3/payments/orders/:order{[0-9]+}/capture_authorization',
    body: z.object({ amount: amount.optional().meta({ description: 'Default: all. The rest is released.' }) }),
    async handler(shop: OrderingContext, { id, body, user }) {
      const payment = await findActivePayment(shop.db, id)
      const currency = payment?.currency ?? shopCurrency
      const amountCents = body.amount === undefined ? undefined : fromHundredths(body.amount, currency)
      if (amountCents === null) return invalidFields({ amount: `An amount in ${currency} has fewer decimals.` })
      const changed = await capturePayment(shop, { orderId: id, author: user.name, amountCents })
      return changed.ok
        ? { json: { id: payment?.intentId ?? '', status: 'succeeded' } }
        : updateError(changed.problem, { currency })
    },
  }),
  defineCall({
    ...writing,
    summary: 'Voids the authorized payment of an order, and cancels the order',
    method: 'POST',
    path: '/wp-json/wc/v3/payments/orders/:order{[0-9]+}/cancel_authorization',
    async handler(shop: OrderingContext, { id, user }) {
      // Read before, because a voided payment is no longer the order's active one.
      const payment = await findActivePayment(shop.db, id)
      const changed = await voidPayment(shop, { orderId: id, author: user.name })
      return changed.ok
        ? { json: { id: payment?.intentId ?? '', status: 'canceled' } }
        : updateError(changed.problem, {})
    },
  }),
]

const updateErrors = {
  'by-provider': conflict(
    'order_paid_by_provider',
    'This order is paid through the payment provider, which alone says whether money has arrived.',
  ),
  'on-delivery': conflict('order_paid_on_delivery', 'This order is paid on delivery: complete it once it is.'),
  'sold-out': conflict('order_sold_out', 'Its hold has ended, and what was ordered is no longer in stock.'),
  anonymised: conflict('order_anonymised', 'The personal data of this order was removed, and stays so.'),
  'status-alone': conflict(
    'order_status_alone',
    'This status moves an authorized payment: send it without other changes.',
  ),
  'paid-by-provider': invalidFields({
    transaction_id: 'transaction_id is that of the payment provider, and cannot be changed.',
  }),
  'no-such-customer': {
    status: 400,
    code: 'woocommerce_rest_invalid_customer_id',
    message: 'Customer ID is invalid.',
  },
  'method-fixed': invalidFields({
    payment_method: 'payment_method cannot be changed any more: it follows from how the customer pays.',
  }),
  'too-much-meta': invalidFields({ meta_data: `An order has at most ${MAX_META} entries of metadata.` }),
  'no-such-order': orderNotFound,
  'not-authorized': conflict(
    'payment_not_authorized',
    'This order has no authorized payment. Load the page again to see its state.',
  ),
  expired: conflict(
    'authorization_expired',
    'The authorization has expired, and nothing was charged. The customer can pay the order again.',
  ),
  unreachable: providerUnreachable(
    'The payment provider did not answer. The order is as it was; please try again in a minute.',
  ),
} satisfies Record<string, RestError>

function updateError(
  problem: UpdateProblem,
  {
    to = 'processing',
    currency = shopCurrency,
  }: { readonly to?: OrderStatus | undefined; readonly currency?: Currency },
): RestError {
  switch (problem.kind) {
    case 'not-allowed':
      return conflict(
        'order_status_not_allowed',
        `An order that is “${statusNames[problem.from]}” cannot be made “${statusNames[to]}” by hand.`,
      )
    case 'amount':
      return invalidFields({
        amount: `The amount must be from ${formatMoney(1, currency)} to the ${formatMoney(problem.authorizedCents, currency)} that is authorized.`,
      })
    case 'items':
      return itemsError(problem.problem, currency)
    case 'refused':
      return conflict('payment_refused', `The payment provider has refused it: ${problem.message}`)
    default:
      return updateErrors[problem.kind]
  }
}
