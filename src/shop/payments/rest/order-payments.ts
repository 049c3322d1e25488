import { z } from 'zod'
import { fromHundredths, shopCurrency } from '../../../platform/money/money.ts'
import { defineCall } from '../../../platform/rest/call.ts'
import { amount } from '../../../platform/rest/fields.ts'
import { invalidFields } from '../../../platform/rest/params.ts'
import { ordersWrite } from '../../orders/capabilities.ts'
import { findActivePayment } from '../../orders/payments/payments.store.ts'
import type { OrderingContext } from '../../risk/context.ts'
import { capturePayment, voidPayment } from '../capture-payment.ts'
import { updateError } from './update-error.ts'

const writing = { capability: ordersWrite, action: 'edit' } as const

export const orderPaymentCalls = [
  defineCall({
    ...writing,
    summary: 'Captures the authorized payment of an order, fully or partially',
    method: 'POST',
    path: '/wp-json/wc/v3/payments/orders/:order{[0-9]+}/capture_authorization',
    body: z.object({
      amount: amount
        .optional()
        .meta({ description: 'Amount to capture. The full amount by default. The remainder is released.' }),
    }),
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
    summary: 'Voids the authorized payment of an order and cancels the order',
    method: 'POST',
    path: '/wp-json/wc/v3/payments/orders/:order{[0-9]+}/cancel_authorization',
    async handler(shop: OrderingContext, { id, user }) {
      // Read first, because a voided payment is no longer the order's active one.
      const payment = await findActivePayment(shop.db, id)
      const changed = await voidPayment(shop, { orderId: id, author: user.name })
      return changed.ok
        ? { json: { id: payment?.intentId ?? '', status: 'canceled' } }
        : updateError(changed.problem, {})
    },
  }),
]
