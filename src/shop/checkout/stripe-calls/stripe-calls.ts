import { z } from 'zod'
import { cartCalls } from './cart-calls.ts'
import { checkoutCall } from './checkout-call.ts'
import { intentCalls } from './intent-calls.ts'
import { orderCalls } from './order-calls.tsx'
import { type StripeCall, stripeCall, stripeError } from './stripe-call.ts'

/* Sources came before payment intents. Every payment of this shop is an intent, so there is none to change. */

const updateSource = stripeCall({
  route: 'source/update',
  method: 'POST',
  fields: z.object({
    source_id: z.string().describe('ID of the source.'),
    client_secret: z.string().describe('Client secret of the source.'),
    updates: z.record(z.string(), z.string()).describe('Fields to update.'),
    gateway_id: z.string().optional().describe('ID of the payment method.'),
    payment_method: z.string().optional().describe('ID of the payment method.'),
  }),
  handler: ({ fields }) =>
    Promise.resolve(stripeError('source-error', `No such source: ${fields.source_id.slice(0, 100)}`, { status: 400 })),
})

const deleteOrderSource = stripeCall({
  route: 'source/order/source',
  method: 'DELETE',
  fields: z.object({}),
  handler: () => Promise.resolve({ json: { success: true } }),
})

/** Every call of the Stripe plugin's scripts, by any of its addresses (stripe-plugin sheet §2). */
export const stripeCalls: readonly StripeCall[] = [
  ...cartCalls,
  checkoutCall,
  ...orderCalls,
  ...intentCalls,
  updateSource,
  deleteOrderSource,
]
