import { z } from 'zod'
import { formatMoney, fromHundredths, shopCurrency } from '../../../platform/money/money.ts'
import { defineCall } from '../../../platform/rest/call.ts'
import { amount } from '../../../platform/rest/fields.ts'
import { invalidFields } from '../../../platform/rest/params.ts'
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
  defineCall({
    ...writing,
    summary: 'Captures the authorized payment of an order, all or a part of it',
    method: 'POST',
    path: paths.restCaptureAuthorization,
    body: z.object({ amount: amount.optional().meta({ description: 'Default: all. The rest is released.' }) }),
    async handler(shop: CheckoutContext, { id, body, user }) {
      const payment = await findActivePayment(shop.db, id)
      const currency = payment?.currency ?? shopCurrency
      const amountCents = body.amount === undefined ? undefined : fromHundredths(body.amount, currency)
      if (amountCents === null) return invalidFields({ amount: `An amount in ${currency} has fewer decimals.` })
      const changed = await capturePayment(shop, { orderId: id, author: user.name, amountCents })
      return changed.ok
        ? { json: { id: payment?.intentId ?? '', status: 'succeeded' } }
        : captureError(changed.problem, currency)
    },
  }),
  defineCall({
    ...writing,
    summary: 'Voids the authorized payment of an order, and cancels the order',
    method: 'POST',
    path: paths.restCancelAuthorization,
    async handler(shop: CheckoutContext, { id, user }) {
      // Read before, because a voided payment is no longer the order's active one.
      const payment = await findActivePayment(shop.db, id)
      const changed = await voidPayment(shop, { orderId: id, author: user.name })
      return changed.ok ? { json: { id: payment?.intentId ?? '', status: 'canceled' } } : captureError(changed.problem)
    },
  }),
]

function captureError(problem: CaptureProblem, currency = shopCurrency): RestError {
  switch (problem.kind) {
    case 'no-such-order':
      return orderNotFound
    case 'not-authorized':
      return {
        status: 409,
        code: 'samovar_payment_not_authorized',
        message: 'This order has no authorized payment. Load the page again to see its state.',
      }
    case 'amount':
      return invalidFields({
        amount: `The amount must be from ${formatMoney(1, currency)} to the ${formatMoney(problem.authorizedCents, currency)} that is authorized.`,
      })
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
