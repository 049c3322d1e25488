import { z } from 'zod'
import { defineCall } from '../../../platform/rest/call.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import { paths } from '../../../platform/web/routes.ts'
import { statusNames } from '../../orders/order-status.ts'
import { orderNotFound, orderResult, orderStatuses, parseStatus } from '../../orders/rest/orders.ts'
import { findActivePayment } from '../../payments/payments.store.ts'
import { type CaptureProblem, capturePayment, changeStatusAndPayment, voidPayment } from '../capture-payment.ts'
import type { CheckoutContext } from '../context.ts'

const writing = { capability: 'orders.write', action: 'edit' } as const

/** What an order's status and payment are changed with: both may move money. */
export const orderPaymentCalls = [
  defineCall({
    ...writing,
    summary: 'Changes the status of an order, and captures or voids its authorized payment',
    method: ['PUT', 'POST', 'PATCH'],
    path: paths.restOrder,
    body: z.looseObject({ status: z.unknown().optional().meta({ enum: orderStatuses }) }),
    async handler(shop: CheckoutContext, { id, body, user }) {
      const to = parseStatus(body)
      if (typeof to === 'object') return to
      const changed = await changeStatusAndPayment(shop, { orderId: id, to, author: user.name })
      if (changed.ok) return orderResult(shop, id)
      if (changed.problem.kind !== 'not-allowed') return captureError(changed.problem)
      return {
        status: 409,
        code: 'samovar_order_status_not_allowed',
        message: `An order that is “${statusNames[changed.problem.from]}” cannot be made “${statusNames[to]}” by hand.`,
      }
    },
  }),
  ...(
    [
      [paths.restCaptureAuthorization, 'Captures the authorized payment of an order', capturePayment],
      [paths.restCancelAuthorization, 'Voids the authorized payment of an order, and cancels the order', voidPayment],
    ] as const
  ).map(([path, summary, change]) =>
    defineCall({
      ...writing,
      ...{ path, summary, method: 'POST' },
      async handler(shop: CheckoutContext, { id, user }) {
        // Read before, because a voided payment is no longer the order's active one.
        const payment = await findActivePayment(shop.db, id)
        const changed = await change(shop, { orderId: id, author: user.name })
        if (!changed.ok) return captureError(changed.problem)
        return { json: { id: payment?.intentId ?? '', status: change === voidPayment ? 'canceled' : 'succeeded' } }
      },
    }),
  ),
]

function captureError(problem: CaptureProblem): RestError {
  switch (problem.kind) {
    case 'no-such-order':
      return orderNotFound
    case 'not-authorized':
      return {
        status: 409,
        code: 'samovar_payment_not_authorized',
        message: 'This order has no authorized payment. Load the page again to see its state.',
      }
    case 'expired':
      return {
        status: 409,
        code: 'samovar_authorization_expired',
        message: 'The authorization has expired, and nothing was charged. The customer can pay the order again.',
      }
    case 'refused':
      return {
        status: 409,
        code: 'samovar_payment_refused',
        message: `The payment provider has refused it: ${problem.message}`,
      }
    case 'unreachable':
      return {
        status: 503,
        code: 'samovar_payment_provider_unreachable',
        message: 'The payment provider did not answer. The order is as it was; please try again in a minute.',
      }
  }
}
