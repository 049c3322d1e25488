import { cartCalls } from './cart-calls.ts'
import { checkoutCall } from './checkout-call.ts'
import { intentCalls } from './intent-calls.ts'
import { orderCalls } from './order-calls.tsx'
import { setupIntent } from './setup-intent.ts'
import { sourceCalls } from './source-calls.ts'
import type { StripeCall } from './stripe-call.ts'

/** Every call of the Stripe plugin's scripts, by any of its addresses (stripe-plugin sheet §2). */
export const stripeCalls: readonly StripeCall[] = [
  ...cartCalls,
  checkoutCall,
  ...orderCalls,
  ...intentCalls,
  setupIntent,
  ...sourceCalls,
]
