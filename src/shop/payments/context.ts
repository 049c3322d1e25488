import type { PaymentService } from './payment-service.ts'

/** The payment provider, or the sandbox in its place. */
export type WithPayments = { readonly payments: PaymentService }
