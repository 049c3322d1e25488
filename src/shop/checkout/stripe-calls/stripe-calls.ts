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
    source_id: z.string().describe('The source.'),
    client_secret: z.string().describe('Its secret.'),
    updates: z.record(z.string(), z.string()).describe('What is to change.'),
    gateway_id: z.string().optional().describe('The payment method.'),
    payment_method: z.string().optional().describe('The payment method.'),
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
